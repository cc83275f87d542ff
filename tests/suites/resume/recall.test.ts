import { beforeAll, expect, test } from 'vitest';
import { explore } from '../../../engine/explore.ts';
import type { Goal } from '../../../engine/goals.ts';
import { observedChoices } from '../../../engine/judge/execute.ts';
import { KnownFailures } from '../../../engine/judge/known-failures.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { Check, Step } from '../../../engine/model.ts';
import type { SequenceRecord } from '../../../harness/records/sequence-record.ts';
import { forResuming, recallFrom } from '../../../suites/resume/restore.ts';
import { Recorded } from '../../../suites/resume/recorded.ts';
import {
  storeDriver,
  storeMachine,
  storeRules,
  type StoreCall,
  type StoreReply,
  type StoreState,
} from '../../engine/machines/store.ts';
import { createRandom } from '../../support/setups/random.ts';

type Records = readonly SequenceRecord[];

const suite = 'store';

const answers = (rule: string, expected: string): Check<StoreReply> => ({
  cites: [rule],
  test: (reply) => (reply === expected ? [] : [{ rule, expected, received: String(reply) }]),
});

/** What was shown as `none`. */
const isNone = (entry: object | undefined) => entry !== undefined && 'none' in entry;

/** A store that may say `none` of what was deleted, and lets only that be purged: a plan finds this once the choice was learned. */
const machine: Machine<StoreState, StoreCall, StoreReply> = {
  ...storeMachine,
  abstract: (state, uses) =>
    isNone(state.entries[uses['entry'] ?? '']) ? 'none' : storeMachine.abstract(state, uses),
  operations: [
    ...storeMachine.operations.map((operation) => ({
      ...operation,
      predict: (state: StoreState, call: StoreCall, step: Step) =>
        operation.predict(state, call, step).flatMap((outcome) => {
          if (operation.name !== 'get' || outcome.name !== 'refused: deleted') return [outcome];
          const { entry = '' } = step.uses;
          const shown = Object.assign({}, state.entries[entry], { none: true });
          return [
            { ...outcome, assumes: { deleted: 'gone' } },
            {
              name: 'shown as none',
              assumes: { deleted: 'none' },
              checks: [answers('none-is-shown', 'none')],
              next: () => ({ entries: { ...state.entries, [entry]: shown } }),
            },
          ];
        }),
    })),
    {
      name: 'purge',
      attempts: ({ entries }) =>
        Object.keys(entries).flatMap((entry) =>
          isNone(entries[entry]) ? [{ kind: 'one', uses: { entry } }] : [],
        ),
      resolve: ({ entries }, { uses }) => ({ op: 'delete', key: entries[uses['entry'] ?? '']?.key ?? '' }),
      predict: (state) => [
        { name: 'purged', checks: [answers('none-can-be-purged', 'gone')], next: () => state },
      ],
    },
  ],
};

/** The journal of a whole run against it. `before`: that of the same run until it was killed; the run goes on after it. `timing`: decides which answer comes first. */
async function journalOf(timing: number, before: Records = []): Promise<Records> {
  const recorded = new Recorded();
  for (const record of before) recorded.add(record);
  const random = createRandom(timing);
  const records = [...before];
  const reached = new Set<Goal>();
  const known = new KnownFailures();
  let requests = 0;
  await explore({
    machine,
    driver: () => {
      const { send } = storeDriver();
      return {
        send: async (call, step) => {
          requests += 1;
          for (let turns = random(4); turns > 0; turns -= 1)
            await new Promise((resolve) => setImmediate(resolve));
          const seen = await send(call, step);
          const isGone = call.op === 'get' && 'reply' in seen && seen.reply === 'gone';
          return isGone ? { reply: 'none' } : seen;
        },
      };
    },
    seed: 7,
    runs: 12,
    concurrency: 3,
    batch: 6,
    rules: [...storeRules, 'none-is-shown', 'none-can-be-purged'],
    transitions: true,
    reached,
    known,
    shrinkBudget: 10,
    bail: false,
    stop: () => false,
    requests: () => requests,
    recall: recallFrom(recorded, { suite, round: undefined, machine, known }),
    onSequence: (id, phase, execution, planned) =>
      records.push({
        k: 'sequence',
        id,
        suite,
        phase,
        ...(planned && { planned: true as const }),
        requests: execution.requests,
        steps: execution.performed.length,
        skipped: execution.skipped,
        verdict: execution.violation === undefined ? 'explained' : 'violated',
        evidence: Object.fromEntries(execution.evidence),
        observed: observedChoices(execution),
        coverage: {},
        ...forResuming(execution, reached),
      }),
    onFailure: () => undefined,
  });
  return records;
}

/** What a journal counts: each sequence with its evidence, in no order. */
const counted = (records: Records) =>
  records.map(({ digest, planned, evidence }) => JSON.stringify([digest, planned, evidence])).toSorted();

let unbroken: Records;
beforeAll(async () => {
  unbroken = await journalOf(1);
});

test('a run plans by what it has learned, and judges in another order than it begins', () => {
  const planned = unbroken.map((record) => record.planned === true);
  expect(planned.indexOf(false)).toBeLessThan(planned.lastIndexOf(true));
  expect(unbroken.at(-1)?.evidence).toHaveProperty('none-can-be-purged');
  const begun = unbroken.map(({ id }) => Number(id.split('-').at(-1)));
  expect(begun).not.toEqual(begun.toSorted((a, b) => a - b));
});

test('a run that is killed after any of its verdicts and resumed counts the same sequences with the same evidence, each once', async () => {
  for (let judged = 1; judged <= unbroken.length; judged += 1) {
    const resumed = await journalOf(1 + judged, unbroken.slice(0, judged));
    expect(counted(resumed)).toEqual(counted(unbroken));
  }
});
