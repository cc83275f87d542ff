import type { Coverage } from './summary.ts';

/** Separates the parts of a coverage key: machine, abstract state, operation and kind, outcome. */
const separator = ' | ';

/** Adds the keys of a journal up to one row per machine, operation and outcome, in alphabetical order. */
export function coverageRows(counts: ReadonlyMap<string, number>): readonly Coverage[] {
  const rows = new Map<string, { times: number; states: Set<string> }>();
  for (const [key, times] of counts) {
    const [machine = '', state = '', attempt = '', ...outcome] = key.split(separator);
    const [operation = ''] = attempt.split(' ');
    const name = JSON.stringify([machine, operation, outcome.join(separator)]);
    const row = rows.get(name) ?? { times: 0, states: new Set<string>() };
    row.times += times;
    row.states.add(state);
    rows.set(name, row);
  }
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { times, states }]) => {
      const [machine, operation, outcome] = JSON.parse(name) as [string, string, string];
      return { machine, operation, outcome, times, states: states.size };
    });
}
