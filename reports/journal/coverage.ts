import type { CoveredTimes } from '../../harness/records/coverage-key.ts';
import { grouped } from '../words/grouped.ts';

/** What one operation did in one machine: how often each outcome was met, in how many abstract states. */
export interface Coverage {
  readonly machine: string;
  readonly operation: string;
  readonly outcome: string;
  readonly times: number;
  readonly states: number;
}

/** One row per machine, operation and outcome, in alphabetical order. */
export function coverageRows(covered: readonly CoveredTimes[]): readonly Coverage[] {
  const groups = grouped(covered, ({ machine, operation, outcome }) =>
    JSON.stringify([machine, operation, outcome]),
  );
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group;
      if (first === undefined) return [];
      const { machine, operation, outcome } = first;
      const times = group.reduce((sum, one) => sum + one.times, 0);
      return {
        machine,
        operation,
        outcome,
        times,
        states: new Set(group.map(({ abstract }) => abstract)).size,
      };
    });
}
