import { describe, expect, test } from 'vitest';
import { coveredTimes } from '../../../harness/records/coverage-key.ts';
import type { MachineRecord } from '../../../harness/records/suite-record.ts';
import { addMade, inputsIn, type MadeWindows } from '../../../reports/journal/inputs.ts';
import { coverageSection } from '../../../reports/page/figures/coverage-section.ts';

const reason = 'one line has an id like none';
const machine: MachineRecord = {
  k: 'machine',
  name: 'legacy',
  transitions: [],
  inputs: [
    { operation: 'close', kinds: ['plain'] },
    {
      operation: 'authorize',
      kinds: ['approved', 'shape 1', 'shape 2'],
      combinations: {
        kinds: {
          'shape 1': { lines: 1, tax: 'zero', titles: 'different' },
          'shape 2': { lines: 2, tax: 'zero', titles: 'different' },
        },
        impossible: [{ reason, pairs: 2 }],
      },
    },
  ],
};
const tried = coveredTimes([
  ['legacy | start | authorize approved | authorized', 3],
  ['legacy | start | authorize shape 1 | refused: malformed', 1],
]);

describe('what was tried of the inputs of an operation', () => {
  test('counts its classes and the pairs that they combine, and names what was not tried', () => {
    expect(inputsIn(tried, [machine])).toEqual([
      {
        machine: 'legacy',
        operation: 'authorize',
        classes: { covered: 2, of: 3, missing: ['shape 2'] },
        // The pair of tax and titles is in both shapes.
        pairs: { covered: 3, of: 5, impossible: [{ reason, pairs: 2 }] },
      },
      { machine: 'legacy', operation: 'close', classes: { covered: 0, of: 1, missing: ['plain'] } },
    ]);
  });

  test('is the same where two suites name the same machine', () => {
    expect(inputsIn(tried, [machine, machine])).toEqual(inputsIn(tried, [machine]));
  });

  const windows = {
    two: { close: ['authorize, close', 'capture, close'], capture: ['authorize, capture'] },
    three: { close: ['authorize, capture, close'] },
  };
  const feasible: MachineRecord = { k: 'machine', name: 'legacy', transitions: [], windows };
  const made: MadeWindows = new Map();
  addMade(made, {
    windows: { machine: 'legacy', two: { close: ['authorize, close', 'rare, close'] }, three: {} },
  });

  test('counts the feasible windows that it has completed, and names those that are missing', () => {
    const [authorize, close] = inputsIn(tried, [machine, feasible], made);
    expect(authorize).not.toHaveProperty('windows');
    expect(close?.windows).toEqual({
      two: { covered: 1, of: 2, missing: ['capture, close'] },
      three: { covered: 0, of: 1, missing: ['authorize, capture, close'] },
    });
  });

  test('says of windows only how many were made where it is not known which are feasible', () => {
    const [, close] = inputsIn(tried, [machine], made);
    expect(close?.windows).toEqual({ two: { covered: 2, missing: [] }, three: { covered: 0, missing: [] } });
    const text = coverageSection([], inputsIn(tried, [machine], made)).text;
    expect(text.match(/2 of an unknown number/g)).toHaveLength(2);
  });

  test('adds up on the page', () => {
    const text = coverageSection([], inputsIn(tried, [machine, feasible], made)).text;
    const [, all = ''] = text.split('>All<');
    expect(all.match(/\d+ of \d+/g)).toEqual(['2 of 4', '3 of 5', '1 of 2', '0 of 1']);
  });

  test('stands on the page, with why some pairs are impossible', () => {
    const text = coverageSection([], inputsIn(tried, [machine])).text.replaceAll(/\s+/g, ' ');
    for (const told of ['legacy, authorize', '2 of 3', `3 of 5; impossible: 2, since ${reason}`, 'shape 2'])
      expect(text).toContain(told);
  });

  test('is not known of a journal that does not say what there is', () => {
    expect(inputsIn(tried, [{ k: 'machine', name: 'legacy', transitions: [] }])).toEqual([]);
  });
});
