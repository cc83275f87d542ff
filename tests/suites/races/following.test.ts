import { afterEach, expect, test } from 'vitest';
import { machineNamed } from '../../../suites/explore/machines.ts';
import { drawRace } from '../../../suites/races/certify-races.ts';
import { resourcePatterns } from '../../../suites/races/resource.ts';
import { replaySequence } from '../../../suites/replay/replay.ts';
import { openWebhookSession, type Opened } from '../run/webhook-session.ts';

let opened: Opened | undefined;
afterEach(() => opened?.close());

/** A stored race of two updates, each read by its own client behind it; the second is sent 5 ms after the first. */
async function replayed(faults: readonly string[]) {
  opened = await openWebhookSession(faults);
  const { session } = opened;
  const machine = machineNamed('resource-payments', session.setup(false));
  const pattern = resourcePatterns.find(
    ({ overlap, following }) =>
      following !== undefined && overlap.every(({ operation }) => operation === 'update'),
  );
  const race = machine && pattern && drawRace(machine, pattern, 1);
  if (machine === undefined || race === undefined) throw new Error('no race was drawn');
  const following = race.following ?? [];
  const own = following.map(({ step }) => step);
  return replaySequence(session, machine, {
    suite: 'kept',
    interface: 'resource',
    machine: 'resource-payments',
    exclusive: false,
    sequence: [...race.before, ...race.overlap, ...own, ...race.after],
    overlap: [
      ...race.overlap.map(({ id }, index) => ({ step: id, from: 5 * index, to: 5 * index + 2 })),
      ...following.map(({ behind, step }) => ({ step: step.id, behind, from: 30, to: 31 })),
    ],
    signature: {
      at: 'overlap',
      operations: ['update', 'update'],
      rules: ['resource.get.current-state', 'resource.update.metadata-replaced'],
    },
  });
}

test('a stored race whose clients read behind their own requests is seen again, in the same order of each client', async () => {
  const { came, lines } = await replayed(['resource-race-of-read-and-change']);
  expect(lines.map(({ operation }) => operation)).toEqual([
    'issue-token',
    'create',
    'update',
    'update',
    'get',
    'get',
    'get',
  ]);
  expect(came).toBe('same failure');
});

test('a stored race is fixed where no read goes back behind what its client has seen', async () => {
  expect((await replayed([])).came).toBe('no failure');
});
