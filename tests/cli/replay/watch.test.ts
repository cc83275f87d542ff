import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { nextChange } from '../../../cli/replay/watch.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that can be ended with its connections, and started again at the same address. */
async function target(port = 0) {
  let taken = 0;
  const held = new Set<{ destroy(): void }>();
  const server = createServer((socket) => {
    taken += 1;
    held.add(socket);
    socket.on('error', () => undefined).on('close', () => held.delete(socket));
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const closeIdle = () => {
    for (const socket of held) socket.destroy();
  };
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    taken: () => taken,
    closeIdle,
    end: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        closeIdle();
      }),
  };
}

describe('a watched replay is run again', () => {
  test('when the target went away and takes connections again', async () => {
    const first = await target();
    const change = nextChange({ url: first.url, files: [], signal: new AbortController().signal });
    await expect.poll(first.taken).toBe(1);
    await first.end();
    // No server is back within the turn of the loop in which it ended.
    await sleep(300);
    await target(first.port);
    expect(await change).toBe('the target answers anew');
  });

  test('not when the target only closes what is idle', async () => {
    const one = await target();
    const controller = new AbortController();
    const change = nextChange({ url: one.url, files: [], signal: controller.signal });
    await expect.poll(one.taken).toBe(1);
    one.closeIdle();
    await expect.poll(one.taken).toBe(2);
    controller.abort();
    expect(await change).toBeUndefined();
  });

  test.each(['server.ts', '.'])('when a file changes: %s', async (watched) => {
    const dir = mkdtempSync(join(tmpdir(), 'payproof-watch-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const file = join(dir, 'server.ts');
    writeFileSync(file, 'a');
    const change = nextChange({ files: [join(dir, watched)], signal: new AbortController().signal });
    writeFileSync(file, 'b');
    expect(await change).toBe('a file has changed');
  });

  test('no more once it is interrupted', async () => {
    expect(await nextChange({ files: [], signal: AbortSignal.abort() })).toBeUndefined();
  });
});
