import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openInbox } from '../harness/receiver/inbox.ts';
import { openJournal } from '../harness/journal/journal.ts';
import { startReceiver, type Received } from '../harness/receiver/receiver.ts';
import { fixed, tableOf } from './table.ts';

/** How many notifications are sent, and how many a second; 0: as fast as they are accepted. */
const loads = [
  { perSecond: 2000, count: 20_000 },
  { perSecond: 0, count: 40_000 },
] as const;

const sender = fileURLToPath(new URL('notification-sender.ts', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'payproof-bench-'));
try {
  const table = tableOf(
    'sent/s asked',
    ' taken/s',
    '   sent',
    '  taken',
    ' lost',
    ' twice',
    ' slowest answer ms',
  );
  console.log(table.head);
  for (const { perSecond, count } of loads) {
    const { taken, distinct, seconds, slowestMs } = await measure(perSecond, count);
    const asked = perSecond === 0 ? 'as many' : perSecond;
    const [rate, slowest] = [fixed(taken / seconds), fixed(slowestMs, 1)];
    console.log(table.row(asked, rate, count, taken, count - distinct, taken - distinct, slowest));
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}

/** Sends from a process of its own; the receiver journals and sorts as in a run. */
async function measure(perSecond: number, count: number) {
  const receiver = await startReceiver({ listen: '127.0.0.1:0' });
  const inbox = openInbox<Received>();
  const journal = openJournal(join(dir, `journal-${perSecond}.ndjson`), (text) => text);
  const ids = new Set<string>();
  let taken = 0;
  let firstAt = 0;
  let lastAt = 0;
  receiver.onNotification((received) => {
    const { receivedAt, text: body, headers, answered, connection } = received;
    taken += 1;
    firstAt ||= receivedAt;
    lastAt = receivedAt;
    journal.write({ k: 'notification', at: receivedAt, body, headers, answered, connection });
    inbox.add(received);
    ids.add((received.body as { readonly payment_id: string }).payment_id);
  });
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', sender, receiver.url, String(perSecond), String(count)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(child, 'close');
  await receiver.close();
  journal.close();
  const found = [...ids].filter((id) => inbox.seen(id) === 1).length;
  return { taken, distinct: found, seconds: (lastAt - firstAt) / 1000, slowestMs: Number(printed) };
}
