/** One arrival of a notification. The target's clock is moved in steps, so when it was sent is known within bounds. */
export interface Send {
  /** The target's clock before the step that brought it: it was not sent earlier. ms since the epoch. */
  readonly since: number;
  /** The target's clock at arrival: it was not sent later. ms since the epoch. */
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
// A target that looks once a second for what is due sends up to a second late, so an interval is off by as much either way.
export const playMs = 1000;

/** Bounds of the time from one send to another, less `lagMs`. */
export function between(earlier: Send, later: Send, lagMs: number): Interval {
  return {
    least: later.since - earlier.at - lagMs - playMs,
    most: later.at - earlier.since - lagMs + playMs,
  };
}

/** The intervals between successive sends, each less `lagMs`. */
export function intervalsOf(sends: readonly Send[], lagMs: number): readonly Interval[] {
  return sends.slice(1).flatMap((send, index) => {
    const before = sends[index];
    return before === undefined ? [] : [between(before, send, lagMs)];
  });
}

/** An interval for people, in seconds: the middle of its bounds. */
export function seconds({ least, most }: Interval): string {
  return `${Math.round((least + most) / 2000)} s`;
}

/** A bounded piece of a hostile text. */
export function shown(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
