import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { startReceiver, type Received } from '../../../harness/receiver/receiver.ts';

const text = '{"payment_id":"p","status":"close_success"}';
const largest = 64 * 1024;

/** What is received of one body with this header. */
async function sent(
  body: Buffer,
  encoding: string,
): Promise<{ answered: number; came: readonly Received[] }> {
  const receiver = await startReceiver({ listen: '127.0.0.1:0' });
  onTestFinished(() => receiver.close());
  const came: Received[] = [];
  receiver.onNotification((one) => came.push(one));
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
  const { status } = await fetch(receiver.url, { method: 'POST', headers, body });
  return { answered: status, came };
}

it.each([
  ['gzip', gzipSync(text)],
  ['X-GZip', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['br', brotliCompressSync(text)],
  ['deflate, gzip', gzipSync(deflateSync(text))],
  ['identity', Buffer.from(text)],
])('a notification that is sent as %s is read as what it says', async (encoding, body) => {
  const { answered, came } = await sent(body, encoding);
  expect(answered).toBe(200);
  expect(came).toMatchObject([{ text, body: { payment_id: 'p', status: 'close_success' } }]);
});

it.each([
  ['is not what its header says', Buffer.from(text), 'gzip'],
  ['has a coding that nobody knows', Buffer.from(text), 'constructor'],
  ['has too many codings', Buffer.from(text), 'identity, identity, identity, identity, identity'],
])('a body that %s is taken as it came', async (_, body, encoding) => {
  expect((await sent(body, encoding)).came).toMatchObject([{ text }]);
});

it('a small body that gets larger than any notification is not decoded', async () => {
  const bomb = gzipSync(Buffer.alloc(largest * 100));
  const { answered, came } = await sent(bomb, 'gzip');
  expect(answered).toBe(200);
  expect(came.map((one) => one.text.length <= bomb.length)).toEqual([true]);
});
