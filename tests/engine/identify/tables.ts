import * as fc from 'fast-check';
import { Automaton } from '../../../engine/identify/automaton.ts';
import type { Table } from '../../../engine/identify/table.ts';

/** A door with a lock: closed and unlocked, open, locked. */
export const door: Table = {
  name: 'door',
  states: 3,
  inputs: ['push', 'lock'],
  outputs: ['opens', 'closes', 'stuck', 'clicks'],
  transitions: [
    [
      [0, 1],
      [3, 2],
    ],
    [
      [1, 0],
      [2, 1],
    ],
    [
      [2, 2],
      [3, 0],
    ],
  ],
};

/** A table of these rows, each cell an output and a next state. */
export function tableOfRows(rows: Table['transitions']): Table {
  const outputs = Math.max(...rows.flat().map((one) => one?.[0] ?? 0)) + 1;
  return {
    name: 'rows',
    states: rows.length,
    inputs: (rows[0] ?? []).map((_, at) => `i${at}`),
    outputs: Array.from({ length: outputs }, (_, at) => `o${at}`),
    transitions: rows,
  };
}

/** Random complete tables whose states can all be reached, small enough that all of their faults can be tried. */
export const tables: fc.Arbitrary<Table> = fc
  .record({ states: fc.integer({ min: 1, max: 7 }), inputs: fc.integer({ min: 1, max: 4 }) })
  .chain(({ states, inputs }) => {
    const cell = fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: states - 1 }));
    const row = fc.array(cell, { minLength: inputs, maxLength: inputs });
    return fc
      .array(row, { minLength: states, maxLength: states })
      .map(tableOfRows)
      .filter((table) => new Automaton(table).cover().size === states);
  });
