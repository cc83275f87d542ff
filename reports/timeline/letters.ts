import { duration } from './duration.ts';
import type { RunSummary, Failure } from '../journal/summary.ts';
import { type Timeline, timelines } from './timelines.ts';

/** The size of the letters in a drawing, px. */
export const letterPx = 11;

/**
 * What a letter takes in a drawing, in the widest and the tallest of the fonts that a page may get, px. Browsers round each to whole pixels: some
 * give 0.62 of the size to a width, and Noto Sans Mono has 1.07 of it above the line of the letters, and 0.29 below.
 */
export const charWidth = 7;
export const ascent = 12;
export const descent = 4;

/** How wide a text may be drawn, px. East Asian characters are twice as wide. */
export function textWidth(text: string): number {
  let columns = 0;
  for (const char of text) columns += char.charCodeAt(0) < 0x1100 ? 1 : 2;
  return columns * charWidth;
}

/** Signs that every font has: some machines have none with a cross of its own. */
export const marks = { request: '↑', notification: '↓', due: '×' } as const;

/** A timeline as lines for a terminal: when, in which direction, what. */
export function timelineText({ payment, events, leftOut }: Timeline): readonly string[] {
  const times = events.map(({ at }, index) => (index === 0 ? duration(at) : `+${duration(at)}`));
  const width = Math.max(0, ...times.map(({ length }) => length));
  return [
    `timeline of ${payment}, on the target's clock (↑ request, ↓ notification and our answer, ${marks.due} expected and missing)`,
    ...events.map(
      ({ lane, text }, index) => `  ${(times[index] ?? '').padStart(width)}  ${marks[lane]} ${text}`,
    ),
    ...(leftOut === 0 ? [] : [`  (${leftOut} more in between)`]),
  ];
}

/** The first timeline of a failure about notifications, and how many more the page has; empty for any other failure. */
export function firstTimeline(failure: Failure, { run }: Pick<RunSummary, 'run'>): readonly string[] {
  const [first, ...others] = timelines(failure, run.deadlineMs);
  if (first === undefined) return [];
  const more = others.length === 0 ? [] : [`  (report.html draws ${others.length} more)`];
  return [...timelineText(first), ...more];
}
