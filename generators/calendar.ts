import type { Span } from '../spec/instants.ts';
import type { ClockMove } from '../models/clock-call.ts';
import type { ClockReading } from '../models/wire.ts';

const dayMs = 86_400_000;

/** A time of the year, by UTC, shortly before which servers of every time zone begin another day, month or year. */
interface Turn {
  /** Of the step that moves the clock. */
  readonly kind: string;
  /** The next such time after another, ms since the epoch. */
  readonly after: (ms: number) => number;
  readonly move: ClockMove;
}

/** What stands right before a turn stands before it also where others move the clock. */
const rightBefore: ClockMove = { earlyMs: 5000, lateMs: 0, keeps: 'most' };
const soonAfter: ClockMove = { earlyMs: 0, lateMs: 20_000, keeps: 'least' };

/** The next time in a year with this month (from 1), day and time. */
const yearly =
  (month: number, day: number, time: string) =>
  (ms: number): number => {
    const [year, date] = [new Date(ms).getUTCFullYear(), `${pad(month)}-${pad(day)}T${time}Z`];
    const inYear = (one: number): number => Date.parse(`${one}-${date}`);
    return inYear(year) > ms ? inYear(year) : inYear(year + 1);
  };

const pad = (part: number): string => String(part).padStart(2, '0');

/**
 * Where times of day and dates are wrong that are right otherwise: hour 0 written as 24 or 12, the year of the week in place of the year, a month that is
 * counted on from a day that the next one does not have.
 */
const turns: readonly Turn[] = [
  { kind: 'to midnight', after: (ms) => Math.ceil((ms + 1) / dayMs) * dayMs + 1000, move: soonAfter },
  { kind: 'to the end of January', after: yearly(1, 31, '23:59:57'), move: rightBefore },
  { kind: 'to the end of February', after: yearly(2, 28, '23:59:57'), move: rightBefore },
  { kind: "to 30 days before a year's end", after: yearly(12, 1, '12:00:00'), move: soonAfter },
  { kind: "to a year's end", after: yearly(12, 31, '23:59:57'), move: rightBefore },
];

/** The kinds of steps that move the clock to such a time. */
export const turnKinds: readonly string[] = turns.map(({ kind }) => kind);

/** How far the clock has to move for a kind, ms; undefined for other kinds. `moved`: by how much it was moved since it was read. */
export function toTurnMs(kind: string, clock: ClockReading | undefined, moved = 0): number | undefined {
  const turn = turns.find((one) => one.kind === kind);
  if (turn === undefined || clock === undefined) return undefined;
  const now = middleOf(clock) + (clock.readAt ?? 0) + moved;
  return Math.ceil(turn.after(now) - now);
}

/** How far a move of the clock to such a time may miss it; undefined for other kinds. */
export const turnMove = (kind: string): ClockMove | undefined => turns.find((one) => one.kind === kind)?.move;

const middleOf = ({ least, most }: Span): number => (least + most) / 2;
