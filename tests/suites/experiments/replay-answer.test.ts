import { expect, test } from 'vitest';
import { reproductionSchema } from '../../../reports/reproduction/reproduction.ts';
import type { Asked } from '../../../suites/experiments/answers.ts';
import type { Replayable } from '../../../suites/run/run-config.ts';
import { replaySequence } from '../../../suites/replay/replay.ts';
import { type Accepts, boxesMachine, BoxTarget, marking, onBox, opening } from './boxes.ts';

interface Stored {
  readonly steps: readonly string[];
  readonly asked?: Asked;
  readonly choice?: string;
}

/** Runs what is stored of an experiment against such a target: the usual answer is assumed. */
function replayed(
  accepts: Accepts,
  { steps, asked = { point: opening }, choice = 'accepted' }: Stored,
  isLost = false,
) {
  const reproduction: Replayable = {
    suite: 'boxes',
    machine: 'boxes',
    interface: 'resource',
    exclusive: false,
    sequence: onBox(...steps),
    signature: { at: 'reply', operations: [asked.of?.operation ?? 'open'], rules: [asked.point] },
    assumed: { ...asked, choice },
  };
  const driver = new BoxTarget(accepts).driver();
  const send: typeof driver.send = (call) =>
    isLost && call.operation === 'open' ? Promise.resolve({ lost: 'reset' } as never) : driver.send(call);
  const session = { driver: () => ({ send }), notifications: () => undefined, phase: () => 'open' as const };
  return replaySequence(session, boxesMachine, reproduction);
}

const suspicion: Stored = { steps: ['make blue 90', 'turn one', 'open slowly'] };

test('a target that still answers otherwise than usual shows the same failure, with both answers', async () => {
  const { came, breaches, lines } = await replayed(() => false, suspicion);
  expect(came).toBe('same failure');
  expect(breaches).toEqual([{ rule: opening, expected: 'the usual answer: accepted', received: 'refused' }]);
  expect(lines).toHaveLength(3);
});

test.each<[what: string, came: string, accepts: Accepts, stored: Stored, isLost?: boolean]>([
  ['that has the usual answer now', 'no failure', () => true, suspicion],
  ['that breaks a rule', 'other failure', () => 'broken', suspicion],
  ['whose answer is lost', 'unjudged', () => false, suspicion, true],
  [
    'that shows it in a later look',
    'same failure',
    () => false,
    { steps: ['make red 5', 'open quietly', 'look one'] },
  ],
  [
    'that has the usual answer, and another one in another case of the open point',
    'no failure',
    ({ kind }) => kind === 'large',
    {
      steps: ['make red 5', 'mark small', 'mark large'],
      asked: { point: marking, of: { operation: 'mark', kind: 'large' } },
    },
  ],
])('a target %s shows: %s', async (_what, came, accepts, stored, isLost) => {
  expect((await replayed(accepts, stored, isLost)).came).toBe(came);
});

test('a reproduction keeps the case of the open point that it assumes', () => {
  const assumed = { point: marking, of: { operation: 'mark', kind: 'large' }, choice: 'accepted' };
  expect(reproductionSchema.shape.assumed.parse(assumed)).toEqual(assumed);
});
