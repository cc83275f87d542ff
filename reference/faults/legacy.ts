import type { Fault } from './fault.ts';

/** Faults of the legacy operations. */
export const legacyFaults: readonly Fault[] = [];
