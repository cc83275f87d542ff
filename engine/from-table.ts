import { readTable, type Table, type TableTransition } from './identify/table.ts';
import type { Machine } from './machine.ts';

/**
 * A machine of a table: its calls are the table's inputs, its replies the outputs. Each transition is a rule, such as `closed, open: ok`.
 * Throws an Error that names the first wrong place of a wrong table.
 */
export function fromTable(table: Table): Machine<number, string, string> {
  const { name, inputs, outputs, transitions } = readTable(table);
  const operations = inputs.map((input, at) => ({
    name: input,
    attempts: () => [{ kind: 'plain', uses: {} }],
    resolve: () => input,
    predict: (state: number) => {
      const [output, next] = transitionAt(transitions, state, at);
      const expected = outputs[output] ?? '';
      const rule = `${state}, ${input}: ${expected}`;
      const test = (received: string) => (received === expected ? [] : [{ rule, expected, received }]);
      return [{ name: expected, checks: [{ cites: [rule], test }], next: () => next }];
    },
  }));
  return { name, initial: 0, abstract: String, operations };
}

function transitionAt(transitions: Table['transitions'], state: number, input: number): TableTransition {
  const transition = transitions[state]?.[input];
  if (!transition) throw new Error(`state ${state} does not offer input ${input}`);
  return transition;
}
