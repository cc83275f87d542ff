import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { startRelay, type Distance } from '../../tools/distance/relay.ts';

const endings: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** A connection through a relay to a server that does with each connection what it is told to. */
async function through(distance: Distance, serve: (socket: Socket) => void): Promise<Socket> {
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relay = await startRelay((server.address() as AddressInfo).port, distance);
  const near = connect(relay.port, '127.0.0.1');
  endings.push(
    () => void near.destroy(),
    () => relay.close(),
    () => void server.close(),
  );
  await once(near, 'connect');
  return near;
}

/** Sends lines a few ms apart, and gives what comes back once all is there, with how long each line took. */
async function echoed(distance: Distance, count: number) {
  const near = await through(distance, (socket) => void socket.pipe(socket));
  const sentAt: number[] = [];
  const tookMs: number[] = [];
  let text = '';
  near.on('data', (bytes: Buffer) => {
    text += bytes.toString();
    while (tookMs.length < text.split('\n').length - 1)
      tookMs.push(performance.now() - (sentAt[tookMs.length] ?? NaN));
  });
  for (let line = 0; line < count; line += 1) {
    sentAt.push(performance.now());
    near.write(`${line}\n`);
    await sleep(2);
  }
  await expect.poll(() => tookMs.length, { timeout: 5000 }).toBe(count);
  return { lines: text.trim().split('\n').map(Number), tookMs };
}

describe('a relay with jitter', () => {
  test('keeps the order of the bytes of a connection in both directions', async () => {
    const count = 60;
    const { lines } = await echoed({ ms: 40, jitter: 0.5, seed: 7 }, count);
    expect(lines).toEqual(Array.from({ length: count }, (_, line) => line));
  });

  test('takes about the round trip, at least half of it, and not always the same', async () => {
    const { tookMs } = await echoed({ ms: 60, jitter: 0.5, seed: 7 }, 40);
    // A timer may fire a millisecond early, on each way.
    expect(Math.min(...tookMs)).toBeGreaterThanOrEqual(28);
    expect(Math.max(...tookMs) - Math.min(...tookMs)).toBeGreaterThan(5);
  });
});

describe('a relay', () => {
  test('without jitter takes the round trip', async () => {
    const { tookMs } = await echoed({ ms: 60 }, 10);
    expect(Math.min(...tookMs)).toBeGreaterThanOrEqual(58);
  });

  test('brings what is on its way back though the one that asked has ended its side', async () => {
    const near = await through({ ms: 40 }, (socket) => socket.once('data', () => socket.end('answer')));
    let text = '';
    near.on('data', (bytes: Buffer) => (text += bytes.toString()));
    near.end('question');
    await once(near, 'close');
    expect(text).toBe('answer');
  });
});
