import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

/** Connections used at the same time. */
const connections = 32;

const [url = '', perSecond = '0', count = '0'] = process.argv.slice(2);
const { origin, pathname: path } = new URL(url);
const pool = new Pool(origin, { connections, pipelining: 1 });
const started = performance.now();
const underWay = new Set<Promise<void>>();
let slowestMs = 0;
for (let n = 0; n < Number(count); n += 1) {
  // Timed from the start, so that the rate is kept after a delay.
  const dueMs = Number(perSecond) === 0 ? 0 : (n / Number(perSecond)) * 1000;
  const earlyMs = dueMs - (performance.now() - started);
  if (earlyMs > 1) await sleep(earlyMs);
  const sent: Promise<void> = send(n).finally(() => underWay.delete(sent));
  underWay.add(sent);
  if (Number(perSecond) === 0 && underWay.size >= connections) await Promise.race(underWay);
}
await Promise.all(underWay);
await pool.close();
process.stdout.write(String(slowestMs));

async function send(n: number): Promise<void> {
  const from = performance.now();
  const body = JSON.stringify({
    payment_id: `pay_${n}`,
    status: 'authorize_success',
    order_ref: `order-${n}`,
    event_type: 'payment',
    event_datetime: '2026-01-01 00:00:00',
    timestamp: '2026-01-01T00:00:00.000Z',
  });
  const headers = { 'content-type': 'application/json' };
  const response = await pool.request({ path, method: 'POST', headers, body });
  await response.body.dump();
  if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}`);
  slowestMs = Math.max(slowestMs, performance.now() - from);
}
