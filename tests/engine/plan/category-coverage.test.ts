import { describe, expect, test } from 'vitest';
import { withReads } from '../../../engine/candidates.ts';
import { classGoal, readGoal, type ClassGoal, type Goal } from '../../../engine/goals.ts';
import type { Machine, DataClass } from '../../../engine/machine.ts';
import { coverCategories } from '../../../engine/plan/category-coverage.ts';
import { plan } from '../../../engine/plan/plan.ts';
import { seededRandom } from '../../../engine/seeded-random.ts';
import { queueMachine, type QueueCall, type QueueReply, type QueueState } from '../machines/queue.ts';

/** The classes of puts differ in how many items came before them, those of gets in how many there are. */
const machine: Machine<QueueState, QueueCall, QueueReply> = {
  ...queueMachine,
  dataClasses: {
    put: ({ items }, { negative }) =>
      negative === true ? undefined : { class: `after ${items.length}`, role: 'change' },
    get: ({ items }, { negative }) =>
      negative === true ? undefined : { class: `of ${items.length}`, role: 'probe' },
  },
};

const covered = (seed: number, reached: readonly Goal[] = []) =>
  coverCategories(machine, seededRandom(seed), { reached: new Set(reached), mostSteps: 20 });
const goalsOf = ({ sequences }: ReturnType<typeof coverCategories>) =>
  sequences.flatMap(({ goals }) => goals);

const sorted = (goals: readonly Goal[]) => goals.toSorted((a, b) => (a.key < b.key ? -1 : 1));
const changes = ['after 0', 'after 1', 'after 2'].map((name) => classGoal('put', name));
const every = sorted([
  ...changes,
  ...changes.map(readGoal),
  ...['of 1', 'of 2', 'of 3'].map((name) => classGoal('get', name)),
]);

describe('sequences for data classes', () => {
  test.each([1, 2, 3, 4])('try each class once and read each change right after it (seed %i)', (seed) => {
    const planned = covered(seed);
    expect(sorted(goalsOf(planned))).toEqual(every);
    for (const { steps, requests } of planned.sequences) {
      expect(requests).toBe(steps.length);
      const operations = steps.map(({ operation }) => operation);
      // Nothing is put any more once something was taken out.
      const out = operations.indexOf('get');
      expect(out < 0 ? [] : operations.slice(out)).not.toContain('put');
    }
  });

  test('leave out classes that were tried before', () => {
    expect(goalsOf(covered(1, every))).toEqual([]);
    expect(goalsOf(covered(1, every.slice(1)))).toEqual(every.slice(0, 1));
  });

  test.each([1, 2, 3, 4])('try unusual data behind all else, each once and read back (seed %i)', (seed) => {
    const kinds = ['huge', 'tiny'];
    const withUnusual = {
      ...machine,
      operations: machine.operations.map((operation) =>
        operation.name === 'put'
          ? {
              ...operation,
              unusual: ({ items }: QueueState) =>
                items.length === 0 ? [] : kinds.map((kind) => ({ kind, uses: {}, negative: true })),
            }
          : operation,
      ),
    };
    const { sequences } = coverCategories(withUnusual, seededRandom(seed), {
      reached: new Set(),
      mostSteps: 20,
    });
    const steps = sequences.flatMap((one) => one.steps);
    const nths = steps.flatMap(({ kind }, nth) => (kinds.includes(kind) ? [nth] : []));
    expect(new Set(nths.map((nth) => steps[nth]?.kind))).toEqual(new Set(kinds));
    expect(nths.map((nth) => steps[nth + 1]?.operation)).toEqual(['size', 'size']);
    const goals = sequences.flatMap((one) => one.goals);
    const behind = kinds.flatMap((kind) => [classGoal('put', kind), readGoal(classGoal('put', kind))]);
    expect(sorted(goals.slice(-4))).toEqual(sorted(behind));
  });

  test.each([1, 2, 3, 4])('make unspecified attempts after all others (seed %i)', (seed) => {
    const sizes = (): DataClass => ({ class: 'any', role: 'unspecified' });
    const withSizes = { ...machine, dataClasses: { ...machine.dataClasses, size: sizes } };
    const { sequences } = coverCategories(withSizes, seededRandom(seed), {
      reached: new Set(),
      mostSteps: 20,
    });
    expect(sequences.flatMap(({ goals }) => goals).at(-1)).toBe(classGoal('size', 'any'));
  });

  test('are part of a plan only when it covers transitions', () => {
    const classesOf = (transitions: boolean) =>
      plan(machine, { seed: 1, rules: [], transitions }).sequences.flatMap(({ goals }) =>
        goals.filter((goal): goal is ClassGoal => goal.kind === 'class'),
      );
    expect(sorted(classesOf(true))).toEqual(every);
    expect(classesOf(false)).toEqual([]);
    expect(
      coverCategories(queueMachine, seededRandom(1), { reached: new Set(), mostSteps: 20 }).sequences,
    ).toEqual([]);
  });
});

test('withReads adds one read after each change and no other step', () => {
  const step = (id: string, operation: string) => ({ id, operation, kind: 'one', uses: {} });
  const read = withReads(machine, [step('s1', 'put'), step('s2', 'get'), step('s3', 'size')]);
  expect(read.map(({ id, operation }) => `${id} ${operation}`)).toEqual([
    's1 put',
    's2 size',
    's3 get',
    's4 size',
  ]);
});
