import { duration } from './duration.ts';
import type { TimelineEvent } from './event.ts';

/** An event with its place; lengths in units of the drawing. */
export interface Placed {
  readonly event: TimelineEvent;
  /** Of its mark on the axis, where its label begins. */
  readonly x: number;
  /** The label's row, counted from the axis outwards: requests upwards, the others downwards. */
  readonly row: number;
  readonly width: number;
}

/** A stretch of the axis in which nothing happened, with its length in words. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** Absent where it would not fit. */
  readonly text?: string;
  /** True where the stretch is drawn much shorter than its time. */
  readonly compressed: boolean;
}

export interface Layout {
  readonly placed: readonly Placed[];
  readonly gaps: readonly Gap[];
  readonly width: number;
  readonly rowsAbove: number;
  readonly rowsBelow: number;
}

/** Width of a character of a label in 11 px monospace, rounded up so that no font's labels meet. */
export const charWidth = 7;

const smallestGap = 20;
/** Of each doubling of time: 10 ms take 51, a second 110, ten minutes 193. */
const perDoubling = 9;
const widestGap = 200;
/** From here on the drawing says so: a reader must not measure. */
const compressedFromMs = 1000;
const labelSpace = 12;
const margin = 8;

/**
 * Places the events of a timeline, which are in the order of their times. Time is compressed, since ten minutes stand beside ten
 * milliseconds; order and simultaneity are kept. No label meets another, and no line from a label to its mark crosses one.
 */
export function layout(events: readonly TimelineEvent[]): Layout {
  const xs: number[] = [];
  const gaps: Gap[] = [];
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
    if (x > last) gaps.push(gap(last, x, ms));
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
    gaps,
    width: Math.max(0, ...placed.map(({ x, width }) => x + width)) + margin,
    rowsAbove: count(above),
    rowsBelow: count(below),
  };
}

function distance(ms: number): number {
  return ms <= 0 ? 0 : Math.min(widestGap, smallestGap + perDoubling * Math.log2(1 + ms));
}

function gap(from: number, to: number, ms: number): Gap {
  const text = `+${duration(ms)}`;
  const fits = text.length * charWidth + 6 <= to - from;
  return { from, to, compressed: ms >= compressedFromMs, ...(fits && { text }) };
}

function widthOf({ text }: TimelineEvent): number {
  let columns = 0;
  // Characters of East Asia take the room of two.
  for (const char of text) columns += char.charCodeAt(0) < 0x1100 ? 1 : 2;
  return columns * charWidth;
}

/**
 * Rows by index, for one side of the axis. From right to left, each beyond every row whose latest label, or the line to it, it
 * would meet: so what lies in the rows that its own line crosses begins further right.
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
