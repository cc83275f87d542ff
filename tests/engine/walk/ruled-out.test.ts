import { describe, expect, test } from 'vitest';
import type { Attempt, Machine } from '../../../engine/machine.ts';
import type { Check, Outcome, Step } from '../../../engine/model.ts';
import { feasibleWindows } from '../../../engine/walk/feasible-windows.ts';
import { judgedWindows } from '../../../engine/walk/ruled-out.ts';
import type { JudgedWindow } from '../../../engine/walk/window-verdicts.ts';

interface Box {
  readonly isLocked: boolean;
  readonly isSealed: boolean;
  readonly held: number;
}
/** Boxes by the step that made each, and the labels by theirs. */
interface Shelf {
  readonly boxes: Readonly<Record<string, Box>>;
  readonly labels: Readonly<Record<string, string>>;
}
type Answer = Outcome<Shelf, string>;

const mustRefuse = (rule: string): readonly Check<string>[] => [
  {
    cites: [rule, 'every-answer'],
    decides: true,
    test: (reply) => (reply === 'no' ? [] : [{ rule, expected: 'no', received: reply }]),
  },
];
const refused = (state: Shelf, rule: string): Answer => ({
  name: 'refused',
  refused: true,
  checks: mustRefuse(rule),
  next: () => state,
});

/** What each operation does to a box; undefined where its request can't be made. */
const changes: Readonly<Record<string, (box: Box) => Partial<Box> | 'refused' | 'maybe' | undefined>> = {
  put: ({ isLocked, held }) => (isLocked ? 'refused' : { held: held + 1 }),
  take: ({ held }) => (held === 0 ? undefined : { held: held - 1 }),
  lock: () => ({ isLocked: true }),
  seal: ({ isSealed }) => (isSealed ? 'maybe' : { isSealed: true }),
  label: () => ({}),
  peel: () => ({}),
  shake: () => ({}),
  turn: () => ({}),
};

/** Locked boxes take nothing more, sealed ones may be sealed again, and only a label can be peeled off. */
const shelf: Machine<Shelf, string, string> = {
  name: 'shelf',
  initial: { boxes: {}, labels: {} },
  abstract: ({ boxes }, { box = '' }) => JSON.stringify(boxes[box]),
  presumed: () => 'yes',
  changes: { entity: 'box', classOf: (operation) => (operation === 'make' ? undefined : operation) },
  operations: [
    {
      name: 'make',
      attempts: () => [{ kind: 'new', uses: {} }],
      resolve: () => 'make',
      predict: (state, _call, { id }) => [
        {
          name: 'made',
          checks: [],
          next: () => ({
            ...state,
            boxes: { ...state.boxes, [id]: { isLocked: false, isSealed: false, held: 0 } },
          }),
        },
      ],
    },
    ...Object.entries(changes).map(([name, changed]) => ({
      name,
      attempts: (state: Shelf) => attemptsOf(name, state),
      spends: ({ boxes }: Shelf, { uses }: Pick<Attempt, 'uses'>) =>
        name === 'shake' && (boxes[uses['box'] ?? '']?.held ?? 0) > 0 ? 'box' : undefined,
      resolve: ({ boxes }: Shelf, { uses }: Step) => {
        const box = boxes[uses['box'] ?? ''];
        return box === undefined || changed(box) === undefined ? undefined : name;
      },
      predict(state: Shelf, _call: string, { id, uses }: Step): readonly Answer[] {
        const key = uses['box'] ?? '';
        const box = state.boxes[key];
        const after = box && changed(box);
        if (box === undefined || after === undefined) throw new Error('there is no such box');
        if (after === 'refused') return [refused(state, 'locked')];
        const next = () => ({
          boxes: { ...state.boxes, [key]: { ...box, ...(after === 'maybe' ? {} : after) } },
          labels: name === 'label' ? { ...state.labels, [id]: key } : state.labels,
        });
        if (after !== 'maybe') return [{ name, checks: [], next }];
        return [refused(state, 'form'), { name, checks: [], next, assumes: { 'sealed-twice': 'accepted' } }];
      },
    })),
  ],
};

function attemptsOf(name: string, { boxes, labels }: Shelf): readonly Attempt[] {
  if (name === 'peel')
    return Object.entries(labels).map(([label, box]) => ({ kind: 'one', uses: { box, label } }));
  return Object.entries(boxes)
    .filter(([, { held, isLocked }]) => name !== 'turn' || (held === 0 && !isLocked))
    .map(([box]) => ({ kind: 'one', uses: { box } }));
}

const judged = judgedWindows(shelf);
const of = (all: readonly JudgedWindow[], name: string): JudgedWindow | undefined =>
  all.find((one) => one.name === name);

describe('a window of two is ruled out by', () => {
  test.each([
    ['the rule that an acceptance would break', 'lock one, put one', { by: 'rule', rule: 'locked' }],
    [
      'the open point that a refusal is presumed of',
      'seal one, seal one',
      { by: 'open point', latitude: 'sealed-twice' },
    ],
    ['its last change making an entity', 'put one, make new', { by: 'creation' }],
    ['what is not there to be used', 'make new, peel one', { by: 'role', role: 'label' }],
    ['a request that can not be made', 'make new, take one', { by: 'data', operation: 'take' }],
  ])('%s', (_by, name, constraint) => {
    expect(of(judged.two, name)).toEqual({ name, verdict: 'infeasible', constraints: [constraint] });
  });
});

test('what the model accepts is not ruled out, though no walk seeks it or no test sends it', () => {
  const name = 'put one, turn one';
  expect(of(judged.two, name)).toEqual({ name, verdict: 'uncounted', because: ['not offered'] });
  expect(of(judged.two, 'put one, shake one')).toMatchObject({ verdict: 'uncounted', because: ['left out'] });
});

test('a window of three is ruled out by its beginning, or as one of two', () => {
  expect(of(judged.three, 'lock, put, take')).toMatchObject({ constraints: [{ by: 'beginning' }] });
  expect(of(judged.three, 'put, lock, put')).toMatchObject({ constraints: [{ by: 'rule', rule: 'locked' }] });
});

test('all combinations are judged, each once, and the feasible ones are those that are counted', () => {
  const kinds = Object.keys(changes).length + 1;
  const { two, three } = feasibleWindows(shelf);
  for (const [all, found, size] of [
    [judged.two, two, kinds ** 2],
    [judged.three, three, (kinds - 1) ** 3],
  ] as const) {
    expect(new Set(all.map(({ name }) => name)).size).toBe(size);
    expect(all).toHaveLength(size);
    const feasible = all.filter(({ verdict }) => verdict === 'feasible').map(({ name }) => name);
    expect(feasible.toSorted()).toEqual([...found.keys()].toSorted());
  }
});
