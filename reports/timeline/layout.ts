import { duration } from './duration.ts';
import type { TimelineEvent } from './timelines.ts';
import { textWidth, marks } from './letters.ts';

/** An event with its place; lengths in units of the drawing. */
export interface Placed {
  readonly event: TimelineEvent;
  /** Of its mark on the axis, where its label begins. */
  readonly x: number;
  /** The label's row, counted from the axis outwards: requests upwards, the others downwards. */
  readonly row: number;
  readonly width: number;
}

/** A stretch of the axis in which nothing happened, with its duration as text. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Absent where it does not fit. */
  readonly text?: string;
  /** Whether it is drawn much shorter than its time. */
  readonly compressed: boolean;
}

export interface Layout {
  readonly placed: readonly Placed[];
  readonly stretches: readonly Stretch[];
  readonly width: number;
  readonly rowsAbove: number;
  readonly rowsBelow: number;
}

const shortest = 20;
/** Added for each doubling of time: 10 ms take 51, a second 110, ten minutes 193. */
const perDoubling = 9;
const longest = 200;
/** From here on the drawing marks the stretch as compressed: a reader must not measure it. */
const compressedFromMs = 1000;
const labelSpace = 12;
const margin = 8;

/**
 * Places the events of a timeline, given in order of time. Time is compressed, since ten minutes may follow ten milliseconds;
 * order and simultaneity are kept. No labels overlap, and no line from a label to its mark crosses another label.
 */
export function layout(events: readonly TimelineEvent[]): Layout {
  const xs: number[] = [];
  const stretches: Stretch[] = [];
  for (const [index, { at }] of events.entries()) {
    const before = events[index - 1];
    const last = xs[index - 1];
    if (before === undefined || last === undefined) {
      xs.push(margin);
      continue;
    }
    const ms = at - before.at;
    const x = last + distance(ms);
    xs.push(x);
    if (x > last) stretches.push(stretch(last, x, ms));
  }
  const above = rows(events, xs, true);
  const below = rows(events, xs, false);
  const placed = events.map((event, index) => ({
    event,
    x: xs[index] ?? margin,
    row: above.get(index) ?? below.get(index) ?? 0,
    width: widthOf(event),
  }));
  return {
    placed,
    stretches,
    width: Math.max(0, ...placed.map(({ x, width }) => x + width)) + margin,
    rowsAbove: count(above),
    rowsBelow: count(below),
  };
}

function distance(ms: number): number {
  return ms <= 0 ? 0 : Math.min(longest, shortest + perDoubling * Math.log2(1 + ms));
}

function stretch(from: number, to: number, ms: number): Stretch {
  const text = `+${duration(ms)}`;
  const fits = textWidth(text) + 6 <= to - from;
  return { from, to, compressed: ms >= compressedFromMs, ...(fits && { text }) };
}

/** The label of an event: what is missing says so without its colour. */
export function labelOf({ lane, text }: Pick<TimelineEvent, 'lane' | 'text'>): string {
  return lane === 'due' ? `${marks.due} ${text}` : text;
}

/** Between a mark on the axis and its label. */
export const labelGap = 4;

function widthOf(event: TimelineEvent): number {
  return labelGap + textWidth(labelOf(event));
}

/**
 * Rows by index, for one side of the axis. Goes from right to left and puts each label beyond every row whose latest label, or
 * the line to it, it would overlap. So the labels in the rows that its own line crosses begin further right.
 */
function rows(
  events: readonly TimelineEvent[],
  xs: readonly number[],
  above: boolean,
): ReadonlyMap<number, number> {
  const taken: number[] = [];
  const found = new Map<number, number>();
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index];
    if (event === undefined || (event.lane === 'request') !== above) continue;
    const x = xs[index] ?? 0;
    const end = x + widthOf(event) + labelSpace;
    const row = taken.findLastIndex((start) => end > start) + 1;
    taken[row] = x;
    found.set(index, row);
  }
  return found;
}

function count(byIndex: ReadonlyMap<number, number>): number {
  return Math.max(-1, ...byIndex.values()) + 1;
}
