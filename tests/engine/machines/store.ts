import * as fc from 'fast-check';
import type { Driver } from '../../../engine/judge/execution.ts';
import type { Attempt, Machine } from '../../../engine/machine.ts';
import type { Check, Step, StepId } from '../../../engine/model.ts';

/** A store of numbers under keys that it gives out itself, with deletions, as a machine. The keys are known from its answers alone. */
export interface StoreState {
  readonly entries: Readonly<Record<StepId, Entry>>;
}
interface Entry {
  readonly key: string | undefined;
  /** Undefined: deleted. */
  readonly value: number | undefined;
}
export type StoreCall =
  | { readonly op: 'add'; readonly value: number }
  | { readonly op: 'set'; readonly key: string; readonly value: number }
  | { readonly op: 'get' | 'delete'; readonly key: string };
export type StoreReply = string | number;

const mostLive = 3;
const largest = 999;

function answers(rule: string, expected: StoreReply, countsAsEvidence = true): Check<StoreReply> {
  const breach = (reply: StoreReply) => [{ rule, expected: String(expected), received: String(reply) }];
  return { cites: [rule], countsAsEvidence, test: (reply) => (reply === expected ? [] : breach(reply)) };
}

const isKey: Check<StoreReply> = {
  cites: ['add-gives-a-key'],
  test: (reply) =>
    /^key-\d+$/.test(String(reply))
      ? []
      : [{ rule: 'add-gives-a-key', expected: 'a key', received: String(reply) }],
};

const onEach = (state: StoreState, negative: (entry: Entry) => boolean): readonly Attempt[] =>
  Object.entries(state.entries).map(([entry, known]) => ({
    kind: 'one',
    uses: { entry },
    negative: negative(known),
  }));
const entryOf = (state: StoreState, step: Step) => state.entries[step.uses['entry'] ?? ''];
const keyOf = (state: StoreState, step: Step) => {
  const entry = entryOf(state, step);
  return entry && (entry.key ?? `key of ${step.uses['entry']}`);
};
const withEntry = (state: StoreState, step: StepId, entry: Entry): StoreState => ({
  entries: { ...state.entries, [step]: entry },
});
const isDeleted = ({ value }: Entry) => value === undefined;
const readBack = ({ uses }: Step) => ({ operation: 'get', kind: 'one', uses });
const number = fc.integer({ min: 0, max: largest });

/** What is said of a deleted entry proves something only where its key is known. */
const gone = (rule: string, state: StoreState, { key }: Entry) => ({
  name: 'refused: deleted',
  checks: [answers(rule, 'gone', key !== undefined)],
  next: () => state,
});

export const storeRules = [
  'add-gives-a-key',
  'get-shows-the-last-value',
  'set-answers-ok',
  'delete-answers-ok',
  'deleted-is-gone',
  'deleted-stays-deleted',
  'deleted-can-not-be-set',
];

export const storeMachine: Machine<StoreState, StoreCall, StoreReply> = {
  name: 'store',
  initial: { entries: {} },
  abstract: ({ entries }, uses) => {
    const entry = entries[uses['entry'] ?? ''];
    return entry === undefined ? 'none' : isDeleted(entry) ? 'deleted' : 'kept';
  },
  presumed: (_after, { id, operation }) => (operation === 'add' ? `key-${id.slice(1)}` : 'ok'),
  operations: [
    {
      name: 'add',
      attempts: ({ entries }) =>
        Object.values(entries).filter((entry) => !isDeleted(entry)).length < mostLive
          ? [{ kind: 'one', uses: {} }]
          : [],
      draw: (_attempt, _state, draw) => draw(number),
      resolve: (_state, step) => ({ op: 'add', value: Number(step.data) }),
      predict: (state, _call, step) => [
        {
          name: 'added',
          checks: [isKey],
          next: (reply) =>
            withEntry(state, step.id, {
              key: typeof reply === 'string' ? reply : undefined,
              value: Number(step.data),
            }),
        },
      ],
      simpler: (step) => (step.data === 0 ? [] : [{ ...step, data: 0 }]),
    },
    {
      name: 'set',
      attempts: (state) => onEach(state, isDeleted),
      draw: (_attempt, _state, draw) => draw(number),
      resolve: (state, step) => {
        const key = keyOf(state, step);
        return key === undefined ? undefined : { op: 'set', key, value: Number(step.data) };
      },
      predict: (state, _call, step) => {
        const entry = entryOf(state, step);
        if (entry === undefined || isDeleted(entry))
          return [gone('deleted-can-not-be-set', state, entry ?? { key: undefined, value: undefined })];
        return [
          {
            name: 'set',
            checks: [answers('set-answers-ok', 'ok')],
            next: () => withEntry(state, step.uses['entry'] ?? '', { ...entry, value: Number(step.data) }),
          },
        ];
      },
      simpler: (step) => (step.data === 0 ? [] : [{ ...step, data: 0 }]),
      readBack,
    },
    {
      name: 'delete',
      attempts: (state) => onEach(state, isDeleted),
      resolve: (state, step) => {
        const key = keyOf(state, step);
        return key === undefined ? undefined : { op: 'delete', key };
      },
      predict: (state, _call, step) => {
        const entry = entryOf(state, step);
        if (entry === undefined || isDeleted(entry))
          return [gone('deleted-stays-deleted', state, entry ?? { key: undefined, value: undefined })];
        return [
          {
            name: 'deleted',
            checks: [answers('delete-answers-ok', 'ok')],
            next: () => withEntry(state, step.uses['entry'] ?? '', { ...entry, value: undefined }),
          },
        ];
      },
      readBack,
    },
    {
      name: 'get',
      reads: true,
      attempts: (state) => onEach(state, () => false),
      resolve: (state, step) => {
        const key = keyOf(state, step);
        return key === undefined ? undefined : { op: 'get', key };
      },
      predict: (state, _call, step) => {
        const entry = entryOf(state, step);
        return entry?.value === undefined
          ? [gone('deleted-is-gone', state, entry ?? { key: undefined, value: undefined })]
          : [
              {
                name: 'shown',
                checks: [answers('get-shows-the-last-value', entry.value)],
                next: () => state,
              },
            ];
      },
    },
  ],
};

export interface StoreFaults {
  /** A deleted entry is still shown. */
  readonly keepsDeleted?: boolean;
  /** Deleting one deletes the one that was added before it. */
  readonly deletesTheOneBefore?: boolean;
  /** A second value is not kept. */
  readonly ignoresSet?: boolean;
  readonly deletesTwice?: boolean;
  /** Values above this are cut to it. */
  readonly mostValue?: number;
  /** Answers rubbish to every n-th call. */
  readonly rubbishEvery?: number;
}

/** A store to test, sound or with a planted fault; every driver has a store of its own. */
export function storeDriver(faults: StoreFaults = {}, counter = { calls: 0 }): Driver<StoreCall, StoreReply> {
  const kept = new Map<string, number>();
  const deleted = new Map<string, number>();
  let keys = 0;
  const store = (key: string, value: number) => kept.set(key, Math.min(value, faults.mostValue ?? Infinity));
  const remove = (key: string) => {
    deleted.set(key, kept.get(key) ?? 0);
    return kept.delete(key);
  };
  const answer = (call: StoreCall): StoreReply => {
    if (call.op === 'add') {
      keys += 1;
      store(`key-${keys}`, call.value);
      return `key-${keys}`;
    }
    const { key } = call;
    if (call.op === 'get')
      return kept.get(key) ?? (faults.keepsDeleted ? deleted.get(key) : undefined) ?? 'gone';
    if (call.op === 'set') {
      if (!kept.has(key)) return 'gone';
      if (!faults.ignoresSet) store(key, call.value);
      return 'ok';
    }
    if (faults.deletesTheOneBefore) kept.delete(`key-${Number(key.slice(4)) - 1}`);
    return remove(key) || faults.deletesTwice ? 'ok' : 'gone';
  };
  return {
    send: (call) => {
      counter.calls += 1;
      const reply = answer(call);
      const isRubbish = faults.rubbishEvery !== undefined && counter.calls % faults.rubbishEvery === 0;
      return Promise.resolve({ reply: isRubbish ? 'rubbish' : reply });
    },
  };
}
