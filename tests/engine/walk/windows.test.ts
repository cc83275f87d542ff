import { describe, expect, test } from 'vitest';
import { explore } from '../../../engine/explore.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { Step } from '../../../engine/model.ts';
import { seededRandom } from '../../../engine/seeded-random.ts';
import { addWindows, feasibleWindows } from '../../../engine/walk/feasible-windows.ts';
import { defaultWalk, walk } from '../../../engine/walk/walk.ts';
import { nothingDrawn } from '../../../engine/walk/weighted-choice.ts';
import { namesOf, noWindows, windowsMade } from '../../../engine/walk/windows.ts';

type Boxes = Readonly<Record<string, number>>;

/** Boxes that hold at most two: what is put in a full one is refused. */
const boxes: Machine<Boxes, string, string> = {
  name: 'boxes',
  initial: {},
  abstract: (state, { box = '' }) => String(state[box]),
  changes: { entity: 'box', classOf: (operation) => (operation === 'take' ? undefined : operation) },
  operations: (['make', 'put', 'take', 'look'] as const).map((name) => ({
    name,
    ...(name === 'look' && { reads: true }),
    attempts: (state) =>
      name === 'make'
        ? [{ kind: 'new', uses: {} }]
        : Object.keys(state).flatMap((box) =>
            ['gently', 'quickly'].map((kind) => ({
              kind,
              uses: { box },
              negative: isRefused(name, state[box]),
            })),
          ),
    resolve: (state, { uses }) => (name === 'make' || (uses['box'] ?? '') in state ? name : undefined),
    predict(state, _call, { id, uses: { box = id } }) {
      const held = state[box] ?? 0;
      if (isRefused(name, state[box]))
        return [{ name: 'refused', refused: true, checks: [], next: () => state }];
      const by = { make: 0, put: 1, take: -1, look: 0 }[name];
      return [{ name, checks: [], next: () => ({ ...state, [box]: held + by }) }];
    },
  })),
};
const isRefused = (name: string, held = 0): boolean =>
  (name === 'put' && held === 2) || (name === 'take' && held === 0);

const step = (id: string, operation: string, box?: string, kind = 'gently'): Step => ({
  id,
  operation,
  kind,
  uses: box === undefined ? {} : { box },
});

function windowsIn(...steps: readonly Step[]) {
  const windows = noWindows();
  addWindows(boxes, steps, windows);
  return namesOf(windows);
}

test('a window is a run of changes of one entity, and its creation is the first of them', () => {
  expect(windowsIn(step('a', 'make'), step('b', 'put', 'a'), step('c', 'put', 'a', 'quickly'))).toEqual({
    two: { put: ['make gently, put gently', 'put gently, put quickly'] },
    three: { put: ['make, put, put'] },
  });
});

test('reads, refusals and changes of others do not part two changes', () => {
  const { two } = windowsIn(
    step('a', 'make'),
    step('b', 'make'),
    step('c', 'look', 'a'),
    step('d', 'take', 'a'),
    step('e', 'put', 'b'),
    step('f', 'put', 'a'),
  );
  expect(two).toEqual({ put: ['make gently, put gently'] });
});

test('a change without a class stands in no window of three, and a step that can not be made in none', () => {
  const { two, three } = windowsIn(
    step('a', 'make'),
    step('b', 'put', 'a'),
    step('c', 'take', 'a'),
    step('d', 'put', 'nothing'),
    step('e', 'put', 'a'),
  );
  expect(two).toEqual({
    put: ['make gently, put gently', 'take gently, put gently'],
    take: ['put gently, take gently'],
  });
  expect(three).toEqual({});
});

/** The windows of two that are made by steps on one box, each with its answer. */
function madeBy(
  answers: Readonly<Record<string, string | undefined>>,
  end: Partial<Parameters<typeof windowsMade>[1]> = {},
) {
  const performed = Object.entries(answers).map(([operation, reply], index) => ({
    step: step(`s${index}`, operation, index === 0 ? undefined : 's0'),
    call: '',
    observation: reply === undefined ? { lost: 'no answer' } : { reply },
    control: false,
    outcome: '',
  }));
  const machine = { ...boxes, refuses: (reply: string) => reply === 'no' };
  return namesOf(windowsMade(machine, { performed, ...end })).two;
}

describe('a sequence has made the windows', () => {
  test('of the changes that the target has accepted', () => {
    expect(madeBy({ make: 'yes', put: 'yes', take: 'yes' })).toEqual({
      put: ['make gently, put gently'],
      take: ['put gently, take gently'],
    });
    expect(madeBy({ make: 'yes', put: 'no', take: 'yes' })).toEqual({ take: ['make gently, take gently'] });
  });

  test('before an answer that was lost, since its change may have been made', () => {
    expect(madeBy({ make: 'yes', put: undefined, take: 'yes' })).toEqual({});
    expect(madeBy({ make: 'yes', look: undefined, take: 'yes' })).toEqual({
      take: ['make gently, take gently'],
    });
  });

  test('without a last step whose answer is wrong, or has no verdict', () => {
    const violation = { at: 'reply', operation: 'put', abstract: '', breaches: [] } as const;
    expect(madeBy({ make: 'yes', put: 'yes' }, { violation })).toEqual({});
    expect(madeBy({ make: 'yes', put: 'yes' }, { inconclusive: 'too many lost answers' })).toEqual({});
  });
});

test('walks count the windows that their steps have', () => {
  const drawn = nothingDrawn();
  const random = seededRandom(4);
  const walks = Array.from({ length: 20 }, () => walk(boxes, random, drawn, defaultWalk));
  const counted = noWindows();
  for (const steps of walks) addWindows(boxes, steps, counted);
  expect(counted).toEqual(drawn.windows);
});

/** Each kind is a class of its own. */
const manyClasses: typeof boxes = {
  ...boxes,
  changes: { entity: 'box', classOf: (operation, kind) => `${operation} ${kind}` },
};

function coveredBy(coveringShare: number): number {
  const drawn = nothingDrawn();
  const random = seededRandom(7);
  for (let walks = 0; walks < 12; walks += 1)
    walk(manyClasses, random, drawn, { ...defaultWalk, coveringShare });
  return drawn.windows.three.size;
}

test('covering walks meet twice as many windows of three as others', () => {
  expect(coveredBy(1)).toBeGreaterThan(2 * coveredBy(0));
});

test('the feasible windows are those of the model, and the same each time', () => {
  const { three } = feasibleWindows(manyClasses);
  // What is made is put into first, three cannot be put in a row, nor taken: two runs that begin with `make`, six others, each of two kinds a step.
  expect(three.size).toBe(2 * 4 + 6 * 8);
  expect([...feasibleWindows(manyClasses).three.keys()]).toEqual([...three.keys()]);
});

/** How many windows an exploration makes that are not among these, which it takes for met. */
async function newBehind(isMet: (name: string) => boolean, taken: boolean): Promise<number> {
  const feasible = feasibleWindows(manyClasses);
  const of = (all: ReadonlyMap<string, string>) => new Map([...all].filter(([name]) => isMet(name)));
  const windows = { two: of(feasible.two), three: of(feasible.three) };
  const made = new Set<string>();
  await explore({
    machine: manyClasses,
    driver: () => ({ send: () => Promise.resolve({ reply: 'yes' }) }),
    seed: 3,
    runs: 4,
    ...(taken && { met: { windows, confirmed: new Set() } }),
    concurrency: 1,
    batch: 1,
    shrinkBudget: 0,
    bail: false,
    stop: () => false,
    requests: () => 0,
    onSequence: (_id, _phase, execution) => {
      for (const name of windowsMade(manyClasses, execution).three.keys()) if (!isMet(name)) made.add(name);
    },
    onFailure: () => undefined,
  });
  return made.size;
}

test('an exploration that knows which windows were met makes more of the others', async () => {
  const isMet = (name: string): boolean => !name.includes('take quickly');
  expect(await newBehind(isMet, true)).toBeGreaterThan(await newBehind(isMet, false));
});
