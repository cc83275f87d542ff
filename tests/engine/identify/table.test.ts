import { describe, expect, it } from 'vitest';
import { check } from '../../../engine/check/check.ts';
import { fromTable } from '../../../engine/from-table.ts';
import { readTable, type Table } from '../../../engine/identify/table.ts';
import { plan } from '../../../engine/plan/plan.ts';
import { door } from './tables.ts';

describe('a machine of a table', () => {
  /** The door as a system, with a fault: it leads on to other states than the table says. */
  const system =
    (wrong: Partial<Record<string, number>> = {}) =>
    () => {
      let state = 0;
      return async (call: string) => {
        const [output, next] = door.transitions[state]?.[door.inputs.indexOf(call)] ?? [0, 0];
        state = wrong[`${state} ${call}`] ?? next;
        return door.outputs[output] ?? '';
      };
    };

  it('is planned with one request for each transition, and accuses no system that answers as the table says', async () => {
    const { failures } = await check(fromTable(door), system(), { seed: 1 });
    expect([plan(fromTable(door), { seed: 1, rules: [] }).leastRequests, failures]).toEqual([6, []]);
  });

  it('shows a wrong next state by the rule that the next answer breaks', async () => {
    await expect(check(fromTable(door), system({ '1 push': 1 }), { seed: 1 })).rejects.toThrow(
      '✗ 0, push: opens\n       expected opens, received closes',
    );
  });
});

describe('a wrong table', () => {
  const changed = (change: (table: Record<string, unknown>) => void): unknown => {
    const table: Record<string, unknown> = structuredClone({ ...door });
    change(table);
    return table;
  };

  it.each<[string, unknown, string]>([
    ['is no object', [door], 'the table must be an object'],
    ['has no name', changed((table) => delete table['name']), 'name must be a text, not nothing'],
    [
      'has half a state',
      changed((table) => (table['states'] = 2.5)),
      'states must be a whole number above 0, not 2.5',
    ],
    ['has no inputs', changed((table) => (table['inputs'] = [])), 'inputs must be at least one name, not []'],
    [
      'names an output twice',
      changed((table) => (table['outputs'] = ['opens', 'stuck', 'opens'])),
      'outputs[2] must be another name than outputs[0], not "opens"',
    ],
    [
      'lacks a row',
      changed((table) => (table['transitions'] = door.transitions.slice(1))),
      'transitions must have 3 entries (one row a state), and has 2',
    ],
    ['lacks a pair', withRow([[2, 2]]), 'transitions[2] must have 2 entries (one pair an input), and has 1'],
    ['has null for a pair', withRow([[2, 2], null]), 'transitions[2][1] must be a list, not null'],
    [
      'names no output',
      withRow([
        [2, 2],
        [4, 0],
      ]),
      'transitions[2][1][0] must be an index of outputs, not 4',
    ],
    [
      'leads nowhere',
      withRow([
        [2, -1],
        [3, 0],
      ]),
      'transitions[2][0][1] must be an index of states, not -1',
    ],
  ])('that %s is refused with its first wrong place', (_, table, message) => {
    expect(() => readTable(table)).toThrow(`wrong table: ${message}`);
    expect(() => fromTable(table as Table)).toThrow(message);
  });

  function withRow(row: readonly unknown[]): unknown {
    return { ...door, transitions: [...door.transitions.slice(0, 2), row] };
  }
});
