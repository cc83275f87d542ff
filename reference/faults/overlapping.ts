import type { RaceWindow } from '../race-window.ts';
import type { Fault } from './fault.ts';

/** Long enough that requests which are sent together fall into it on a busy machine. */
const windowMs = 20;

/** A fault that shows only while requests overlap: one operation, named as for replies, reads first and writes later. */
export function overlapping(
  operation: string,
  how: Omit<RaceWindow, 'ms'> = {},
): Pick<Fault, 'concurrent' | 'raceWindows'> {
  return { concurrent: true, raceWindows: { [operation]: { ms: windowMs, ...how } } };
}
