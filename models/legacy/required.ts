import type { z } from 'zod';
import { at } from '../checks.ts';

/** Whether a body lacks what its schema requires. Values of a wrong type are another matter: a server may convert them. */
export function lacksRequired(schema: z.ZodType): (body: unknown) => boolean {
  return (body) => {
    const parsed = schema.safeParse(body);
    if (parsed.success) return false;
    return parsed.error.issues.some((issue) => at(body, issue.path.map(String)) === undefined);
  };
}
