/** One received copy of a notification. The target's clock is moved in steps, so the time of sending has bounds. */
export interface Send {
  /** The target's clock before the step in which it was sent, ms since the epoch: the lower bound. */
  readonly since: number;
  /** The target's clock when it was received, ms since the epoch: the upper bound. */
  readonly at: number;
  readonly body: string;
}

/** Bounds of the time between two sends, ms. */
export interface Interval {
  readonly least: number;
  readonly most: number;
}

/** The interval before each of the first three retries (legacy, Events, rule 4). */
export const firstIntervalMs = 10_000;
// A target that polls once a second sends up to a second late, so an interval may be a second longer or shorter.
export const toleranceMs = 1000;

/** Bounds of the time from one send to another, minus `lagMs`. */
export function between(earlier: Send, later: Send, lagMs: number): Interval {
  return {
    least: later.since - earlier.at - lagMs - toleranceMs,
    most: later.at - earlier.since - lagMs + toleranceMs,
  };
}

/** The intervals between successive sends, each minus `lagMs`. */
export function intervalsOf(sends: readonly Send[], lagMs: number): readonly Interval[] {
  return sends.slice(1).flatMap((send, index) => {
    const before = sends[index];
    return before === undefined ? [] : [between(before, send, lagMs)];
  });
}

/** An interval as text, in seconds: the middle of its bounds. */
export function seconds({ least, most }: Interval): string {
  return `${Math.round((least + most) / 2000)} s`;
}

/** The start of a hostile text. */
export function excerpt(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
