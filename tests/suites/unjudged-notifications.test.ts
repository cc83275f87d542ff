import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { certifyMachine } from '../../suites/explore/certify-machine.ts';
import { openWebhookSession } from './webhook-session.ts';

test('notifications that no sequence asks for are not kept', async () => {
  const { session, records, close } = await openWebhookSession();
  try {
    await certifyMachine(
      { ...session, plan: { ...session.plan, randomOnly: true } },
      { machine: 'legacy', interface: 'legacy', runs: 16, notifications: false, exclusive: false },
    );
    // The last are on their way.
    await sleep(200);
    const told = records.flatMap((record) => (record.k === 'notification' ? [record.body] : []));
    expect(told.length).toBeGreaterThan(50);
    const ids = told.map((body) => (JSON.parse(body) as { payment_id: string }).payment_id);
    expect(session.run.inbox.take(ids)).toEqual([]);
  } finally {
    await close();
  }
});
