import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { certifyMachine } from '../../../suites/explore/certify-machine.ts';
import { openWebhookSession } from '../run/webhook-session.ts';

test('notifications that no sequence judges are not kept in memory', async () => {
  const { session, records, close } = await openWebhookSession();
  try {
    await certifyMachine(
      { ...session, config: { ...session.config, randomOnly: true } },
      { machine: 'legacy', interface: 'legacy', runs: 16, notifications: false, exclusive: false },
    );
    // The last ones may still be on their way.
    await sleep(200);
    const received = records.flatMap((record) => (record.k === 'notification' ? [record.body] : []));
    expect(received.length).toBeGreaterThan(50);
    const ids = received.map((body) => (JSON.parse(body) as { payment_id: string }).payment_id);
    expect(session.run.access.inbox.take(ids)).toEqual([]);
  } finally {
    await close();
  }
});
