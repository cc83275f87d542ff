import type { Fault } from './fault.ts';

/** Faults of webhooks: what is told, and how it is delivered. */
export const webhookFaults: readonly Fault[] = [];
