/** Long enough for a loopback server that sends as it answers; a slower one teaches us more. */
const shortestMs = 25;

/** A mistaken notification is as fast as an owed one, give or take; three times the slowest seen leaves room. */
const margin = 3;

export interface SettleTime {
  /** An owed notification came after this many ms of waiting. */
  observed(delayMs: number): void;
  /** How long to wait now, ms. */
  ms(): number;
}

/** How long to wait before absence counts: three times the longest delay that this target has shown, never more than the deadline. */
export function settleTime(deadlineMs: number, leastMs = shortestMs): SettleTime {
  let slowestMs = 0;
  return {
    observed: (delayMs) => {
      slowestMs = Math.max(slowestMs, delayMs);
    },
    ms: () => Math.min(deadlineMs, Math.max(leastMs, margin * slowestMs)),
  };
}
