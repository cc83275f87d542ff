import { faults } from '../../reference/faults.ts';
import { allRequirements } from '../../spec/register.ts';
import { judgedElsewhere } from './judged-elsewhere.ts';
import type { RowTally } from './tally.ts';

/** The rows that a server must keep and that a check can reach. */
export const mustRows: readonly string[] = allRequirements
  .filter(({ level, untestable }) => level === 'must' && untestable === undefined)
  .map(({ id }) => id);

/** What turns a row red. */
export type RowVerdict =
  | { readonly is: 'mutation'; readonly where: string; readonly what: string }
  /** A suite without a machine judges it: seeded faults break it. */
  | { readonly is: 'fault'; readonly why: string; readonly faults: readonly string[] }
  /** Recorded answers prove it, at these places, and no change of them breaks it. */
  | { readonly is: 'nothing'; readonly where: readonly string[] }
  | { readonly is: 'not met' };

/** What turned a row red, given what came of the changes of recorded answers. */
export function verdictOn(row: string, tally: RowTally | undefined): RowVerdict {
  if (tally !== undefined) {
    const [first] = tally.red;
    if (first === undefined) return { is: 'nothing', where: [...tally.masked, ...tally.vacuous] };
    const [where, what] = first;
    return { is: 'mutation', where, what };
  }
  const why = judgedElsewhere[row];
  return why === undefined ? { is: 'not met' } : { is: 'fault', why, faults: faultsOfRow(row) };
}

/** The seeded faults that break a row. */
export function faultsOfRow(row: string): readonly string[] {
  return faults.filter(({ requirement }) => requirement === row).map(({ id }) => id);
}
