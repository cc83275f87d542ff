import { describe, expect, it } from 'vitest';
import { machine } from '../../../engine/build/build.ts';
import { fromTable } from '../../../engine/from-table.ts';
import { tableOf } from '../../../engine/identify/table-of.ts';
import { door } from './tables.ts';

const queue = machine({
  state: 0,
  operations: ({ operation, expect: answer }) => [
    operation('put', {
      expect: (n) =>
        n < 2
          ? answer
              .reply('ok')
              .rule('ok')
              .then(n + 1)
          : answer.reply('full').rule('full').then(n),
    }),
    operation('get', {
      expect: (n) =>
        n > 0
          ? answer
              .reply('item')
              .rule('item')
              .then(n - 1)
          : answer.reply('none').rule('none').then(n),
    }),
  ],
  abstract: String,
});

describe('the table of a machine', () => {
  it('has its abstract states, its operations and kinds, and the names of its outcomes', () => {
    expect(tableOf(queue)).toMatchObject({
      table: {
        states: 3,
        inputs: ['put plain', 'get plain'],
        outputs: ['ok', 'none', 'item', 'full'],
        transitions: [
          [
            [0, 1],
            [1, 0],
          ],
          [
            [0, 2],
            [2, 0],
          ],
          [
            [3, 2],
            [2, 1],
          ],
        ],
      },
      stages: ['0', '1', '2'],
      conflicts: [],
    });
  });

  it('is the table that a machine was made of, up to names', () => {
    const { table, ways } = tableOf(fromTable(door));
    expect(table.transitions).toEqual([
      [
        [0, 1],
        [1, 2],
      ],
      [
        [2, 0],
        [3, 1],
      ],
      [
        [3, 2],
        [1, 0],
      ],
    ]);
    expect(ways.map((way) => way.map(({ operation }) => operation))).toEqual([[], ['push'], ['lock']]);
  });

  it('has no transition where a state does not offer an input', () => {
    const once = {
      ...queue,
      operations: queue.operations.map((operation) => ({
        ...operation,
        attempts: (world: typeof queue.initial) =>
          operation.name === 'get' && world.state === 0 ? [] : operation.attempts(world),
      })),
    };
    expect(tableOf(once).table.transitions[0]).toEqual([[0, 1], null]);
  });

  it('names what an abstract state leaves out', () => {
    const coarse = tableOf(queue, { stage: (n) => (n.state === 0 ? 'empty' : 'filled') });
    expect(coarse.stages).toEqual(['empty', 'filled']);
    expect(coarse.conflicts).toContain(
      'filled: put plain: ok, then filled; on another way full, then filled',
    );
  });

  it('has what replies show, where outcomes have other names', () => {
    const { table } = tableOf(queue, { output: (outcome) => (outcome === 'full' ? 'none' : outcome) });
    expect(table.outputs).toEqual(['ok', 'none', 'item']);
  });

  it('is refused where there are too many abstract states', () => {
    expect(() => tableOf(queue, { mostStates: 2 })).toThrow('machine has more than 2 abstract states');
  });
});
