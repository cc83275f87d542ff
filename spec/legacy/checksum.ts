import { z } from 'zod';

/** Every body under `/pay/` carries one. */
export const checksumField = z.string().min(1);
