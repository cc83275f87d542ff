import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Automaton } from '../../../engine/identify/automaton.ts';
import { gapsIn } from '../../../engine/identify/gaps.ts';
import { completeSuite } from '../../../engine/identify/suite.ts';
import { extraStateMutants } from '../../../tools/automata/extra-states.ts';
import { isKilled } from '../../../tools/automata/faulty.ts';
import { hsiSuite } from '../../../tools/automata/hsi.ts';
import { singleFaults } from '../../../tools/automata/single-faults.ts';
import { door, tableOfRows, tables } from './tables.ts';

const inputsOf = (sequences: readonly (readonly number[])[]) => sequences.flat().length;

describe('states of a table', () => {
  it('are told apart by shortest words', () => {
    const automaton = new Automaton(door);
    expect([automaton.separatingWord(0, 1), automaton.separatingWord(0, 2)]).toEqual([[0], [0]]);
    // Counts to three, and says so.
    const counter = new Automaton(tableOfRows([[[0, 1]], [[0, 2]], [[1, 0]]]));
    expect([counter.distance(0, 1), counter.separatingWord(0, 1)]).toEqual([2, [0, 0]]);
  });

  it('are merged where they are equivalent', () => {
    const twice = new Automaton(tableOfRows([[[0, 1]], [[1, 2]], [[0, 3]], [[1, 0]]]));
    expect(twice.merged()).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });
});

describe('a suite', () => {
  it('of the door takes the fewest inputs that identify each state', () => {
    // Four sequences: the two inputs of a transition that is no first way to a state, and one more that shows where it has led.
    const { sequences } = completeSuite(door);
    expect(inputsOf(sequences)).toBe(12);
    expect(gapsIn(door, completeSuite(door))).toEqual([]);
  });

  it('has no gaps for any table, with k = 0 and with k = 1', () => {
    fc.assert(
      fc.property(tables, fc.constantFrom(0, 1), (table, k) => {
        expect(gapsIn(table, completeSuite(table, { k }), k)).toEqual([]);
      }),
    );
  });

  it('kills every single fault of any table that changes what it answers', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const { output, transfer } = singleFaults(table, completeSuite(table).sequences);
        expect([output.killed, transfer.killed]).toEqual([output.all, transfer.all]);
      }),
    );
  });

  it('has no gaps where what a rival traces passes through the node that it is told apart from', () => {
    const table = tableOfRows([
      [
        [0, 4],
        [0, 1],
      ],
      [
        [1, 4],
        [0, 2],
      ],
      [
        [0, 1],
        [1, 5],
      ],
      [
        [0, 2],
        [1, 4],
      ],
      [
        [1, 5],
        [0, 2],
      ],
      [
        [1, 5],
        [1, 3],
      ],
    ]);
    expect(gapsIn(table, completeSuite(table))).toEqual([]);
  });

  it('of k = 1 kills wrong implementations with two extra states, and that of k = 0 does not kill all of them', () => {
    const table = tableOfRows([
      [
        [0, 1],
        [0, 0],
        [1, 3],
      ],
      [
        [0, 2],
        [1, 1],
        [0, 1],
      ],
      [
        [0, 3],
        [0, 2],
        [0, 2],
      ],
      [
        [1, 0],
        [0, 3],
        [0, 3],
      ],
    ]);
    const killedBy = (k: number) => {
      const suite = completeSuite(table, { k });
      const mutants = extraStateMutants(table, suite.cover, { extra: 2, mutants: 300, k: 1, seed: 1 });
      return mutants.filter((mutant) => isKilled(new Automaton(table), mutant, suite.sequences)).length;
    };
    expect(killedBy(1)).toBe(300);
    expect(killedBy(0)).toBeLessThan(300);
  });

  it('uses sequences that are sent anyway', () => {
    const given = completeSuite(door).sequences;
    expect(completeSuite(door, { given }).sequences).toEqual(given);
  });

  it('takes no more inputs than HSI over many tables together', () => {
    const drawn = fc.sample(tables, { seed: 1, numRuns: 200 });
    const sum = (sequences: (table: (typeof drawn)[number]) => readonly (readonly number[])[]) =>
      drawn.reduce((all, table) => all + inputsOf(sequences(table)), 0);
    expect(sum((table) => completeSuite(table).sequences)).toBeLessThan(sum(hsiSuite));
  });
});

describe('where inputs are missing', () => {
  // The second state does not offer the second input; the third looks like it there.
  const partial = tableOfRows([
    [
      [0, 1],
      [0, 2],
    ],
    [[1, 0], null],
    [
      [1, 2],
      [0, 0],
    ],
  ]);

  it('a suite tries those that are there, and tells apart what they can tell apart', () => {
    const suite = completeSuite(partial);
    expect(gapsIn(partial, suite)).toEqual([]);
    expect(new Automaton(partial).distance(1, 2)).toBe(2);
    for (const sequence of suite.sequences)
      sequence.reduce((state, input) => {
        const transition = partial.transitions[state]?.[input];
        expect(transition).not.toBeNull();
        return transition?.[1] ?? 0;
      }, 0);
  });
});

describe('the check of a suite', () => {
  const suite = completeSuite(door);

  it('names a transition that is not tried, and words that it confuses', () => {
    expect(gapsIn(door, { ...suite, sequences: [[0], [1]] })).toEqual([
      { untried: [0, 0] },
      { untried: [0, 1] },
      { untried: [1, 0] },
      { untried: [1, 1] },
      { confused: [[], [0]] },
      { confused: [[], [1]] },
      { confused: [[0], [1]] },
    ]);
    expect(gapsIn(door, { ...suite, sequences: [] })).toContainEqual({ untried: [0] });
  });

  it('rejects a suite of any table without one of its sequences, where that leaves a fault alive', () => {
    let rejected = 0;
    fc.assert(
      fc.property(tables, fc.nat(), (table, at) => {
        const { cover, sequences } = completeSuite(table);
        const fewer = sequences.filter((_, index) => index !== at % sequences.length);
        const { output, transfer } = singleFaults(table, fewer);
        if (output.killed === output.all && transfer.killed === transfer.all) return;
        rejected += 1;
        expect(gapsIn(table, { cover, sequences: fewer })).not.toEqual([]);
      }),
      { seed: 1 },
    );
    expect(rejected).toBeGreaterThan(50);
  });
});
