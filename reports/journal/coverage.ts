import type { CoveredTimes } from '../../harness/coverage-key.ts';
import type { Coverage } from './summary.ts';

/** Adds what was tried up to one row per machine, operation and outcome, in alphabetical order. */
export function coverageRows(covered: readonly CoveredTimes[]): readonly Coverage[] {
  const rows = new Map<string, { times: number; states: Set<string> }>();
  for (const { machine, abstract, operation, outcome, times } of covered) {
    const name = JSON.stringify([machine, operation, outcome]);
    const row = rows.get(name) ?? { times: 0, states: new Set<string>() };
    row.times += times;
    row.states.add(abstract);
    rows.set(name, row);
  }
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { times, states }]) => {
      const [machine, operation, outcome] = JSON.parse(name) as [string, string, string];
      return { machine, operation, outcome, times, states: states.size };
    });
}
