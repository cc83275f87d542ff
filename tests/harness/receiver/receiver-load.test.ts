import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startReceiver, type Received } from '../../../harness/receiver/receiver.ts';

async function receiver() {
  const started = await startReceiver({ listen: '127.0.0.1:0' });
  const received: Received[] = [];
  started.onNotification((notification) => received.push(notification));
  onTestFinished(() => started.close());
  const { port, pathname } = new URL(started.url);
  const post = async (body: string) =>
    (await fetch(started.url, { method: 'POST', body, signal: AbortSignal.timeout(2000) })).status;
  return { started, received, post, port: Number(port), path: pathname };
}

async function opened(port: number, write = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (write !== '') socket.write(write);
  onTestFinished(() => void socket.destroy());
  return socket;
}

it('the receiver accepts notifications despite more idle and incomplete connections than it keeps, and closes the oldest of them', async () => {
  const { post, port, path, received } = await receiver();
  const half = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{"half`;
  const idle: Socket[] = [];
  for (let count = 0; count < 1100; count += 1) idle.push(await opened(port, count % 2 === 0 ? '' : half));
  expect(await Promise.all(Array.from({ length: 20 }, (_, n) => post(`{"n":${n}}`)))).toEqual(
    Array.from({ length: 20 }, () => 200),
  );
  expect(received).toHaveLength(20);
  expect(idle.slice(0, 10).every((socket) => socket.closed || socket.readableEnded)).toBe(true);
});

it('the receiver keeps connections that wait for an answer', async () => {
  const { started, port, path, received } = await receiver();
  started.answerWith(() => 'never');
  const waiting = await opened(port, `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}`);
  await expect.poll(() => received.length).toBe(1);
  for (let count = 0; count < 1100; count += 1) await opened(port);
  expect(waiting.readyState).toBe('open');
});

it('the receiver does not read far too large bodies to their end, with or without a content length', async () => {
  const { port, path, post, received, started } = await receiver();
  const piece = Buffer.alloc(1 << 20, 'x');
  for (const head of ['content-length: 104857600', 'transfer-encoding: chunked']) {
    const socket = await opened(port, `POST ${path} HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`);
    const chunk = head.startsWith('transfer')
      ? Buffer.concat([Buffer.from('100000\r\n'), piece, Buffer.from('\r\n')])
      : piece;
    let written = 0;
    while (written < 100 && !socket.destroyed && socket.writable) {
      if (!socket.write(chunk)) await new Promise<void>((go) => socket.once('drain', go).once('close', go));
      written += 1;
    }
    expect(written).toBeLessThan(100);
  }
  expect(await post('{}')).toBe(200);
  expect(received).toHaveLength(1);
  expect(started.strays).toBe(2);
});

it('the receiver survives garbage, and keeps the bytes of bodies that are not UTF-8', async () => {
  const { port, path, post, received } = await receiver();
  const garbage = [
    '\0\0\0',
    'POST',
    `POST ${path} HTTP/9.9\r\n\r\n`,
    `POST ${path} HTTP/1.1\r\nx: ${'y'.repeat(100_000)}`,
  ];
  for (const text of garbage) await opened(port, text);
  const cut = await opened(port, `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{"a"`);
  cut.resetAndDestroy();
  expect(await post('{}')).toBe(200);
  const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
  await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: bytes });
  expect(received.map(({ base64 }) => base64)).toEqual([undefined, bytes.toString('base64')]);
  expect(new Set(received.map(({ connection }) => connection)).has(0)).toBe(false);
});
