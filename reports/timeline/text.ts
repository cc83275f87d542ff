import { duration } from './duration.ts';
import type { RunSummary, Failure } from '../journal/summary.ts';
import { type Timeline, timelines } from './timelines.ts';

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
