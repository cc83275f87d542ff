import type { ClockMove } from '../models/clock-call.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** Where a payment stands beside its expiry once the clock was moved there. */
export interface ExpiryEdge {
  /** Of the step that moves the clock. */
  readonly kind: string;
  /** From the expiry, negative before it, ms. */
  readonly ms: number;
  /** How far from that place a move of the clock may end, ms: further from the expiry, where it is near. */
  readonly missMs: number;
}

/**
 * The places beside an expiry at which servers err: a comparison in whole seconds, a grace period, a job that runs each minute or each day, a record that
 * is removed a day later.
 */
export const expiryEdges: readonly ExpiryEdge[] = Object.freeze([
  { kind: 'a day before expiry', ms: -dayMs, missMs: minuteMs },
  { kind: 'a minute before expiry', ms: -minuteMs, missMs: 5000 },
  { kind: '3 s before expiry', ms: -3000, missMs: 2000 },
  { kind: 'right past expiry', ms: 0, missMs: 1000 },
  { kind: '3 s past expiry', ms: 3000, missMs: 2000 },
  { kind: 'a minute past expiry', ms: minuteMs, missMs: 5000 },
  { kind: 'a day past expiry', ms: dayMs, missMs: minuteMs },
]);

/** Whether a step moves the clock to one of these places. */
export const isEdge = (kind: string): boolean => expiryEdges.some((one) => one.kind === kind);

/** How far a move of the clock to such a place may miss it: on the same side of the expiry. Undefined for other kinds. */
export function edgeMove(kind: string): ClockMove | undefined {
  const edge = expiryEdges.find((one) => one.kind === kind);
  if (edge === undefined) return undefined;
  const { ms, missMs } = edge;
  return ms < 0
    ? { earlyMs: missMs, lateMs: 0, keeps: 'most' }
    : { earlyMs: 0, lateMs: missMs, keeps: 'least' };
}

/** How far from the expiry a kind lies, ms; undefined for other kinds, and where an authorization is not valid for so long. */
export function edgeOf(kind: string, validityMs: number): number | undefined {
  const edge = expiryEdges.find((one) => one.kind === kind);
  return edge === undefined || -edge.ms > validityMs / 2 ? undefined : edge.ms;
}
