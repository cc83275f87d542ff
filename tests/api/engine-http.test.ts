import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { http } from '../../api/engine-http.ts';
import { check } from '../../engine/check/check.ts';
import { accounts, openAccounts, type AccountsFaults } from '../engine/machines/accounts.ts';

const settings = { seed: 1, numRuns: 2, races: 5 };

/** Accounts over HTTP. Every n-th connection is closed without an answer, behind the work. */
async function serve(faults: AccountsFaults = {}, cutsEvery = Infinity) {
  let send = openAccounts(faults)();
  let calls = 0;
  const respond = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const { method = '', url: path = '' } = asked;
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const body = text === '' ? {} : { body: JSON.parse(text) as { amount: number } };
    const reply = (await send({ method, path, ...body })) as { status: number; body?: unknown };
    calls += 1;
    if (calls % cutsEvery === 0) {
      asked.socket.destroy();
      return;
    }
    answer.writeHead(reply.status, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
    answer.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
  };
  const server = createServer((asked, answer) => void respond(asked, answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => stopped(server);
  return { url: urlOf(server), close, reset: () => (send = openAccounts(faults)()) };
}

const urlOf = (server: Server): string => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens at no port');
  return `http://127.0.0.1:${address.port}`;
};

async function stopped(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

test('a service that is started for each sequence is checked over HTTP, and closed', async () => {
  expect((await check(accounts, http(serve), settings)).failures).toEqual([]);
  const faulty = http(() => serve({ credit: 5000 }));
  await expect(check(accounts, faulty, settings)).rejects.toThrow('an overdraft is refused');
});

test('one service is reset before each sequence; connections that end without an answer are lost answers', async () => {
  const { url, reset, close } = await serve({}, 7);
  const { failures, lost } = await check(accounts, http(url, { reset }), settings);
  expect(failures).toEqual([]);
  expect(lost).toBeGreaterThan(5);
  await close();
});

test('a reply has its headers by small names, and a body of JSON, of text or none', async () => {
  const { url, reset, close } = await serve();
  const driver = http(url, { reset, headers: { 'x-key': '1' } });
  expect(await driver.send({ method: 'POST', path: '/accounts' })).toMatchObject({
    status: 201,
    headers: { 'content-type': 'application/json', 'set-cookie': 'a=1, b=2' },
    body: { balance: 0 },
  });
  expect(await driver.send({ method: 'GET', path: '/accounts/none' })).toMatchObject({
    status: 404,
    body: undefined,
  });
  await driver.close?.();
  await close();
});

test('a service that is not there is an error that names the address', async () => {
  const nowhere = http('http://127.0.0.1:9', { reset: () => undefined });
  await expect(check(accounts, nowhere, settings)).rejects.toThrow('ECONNREFUSED 127.0.0.1:9');
});
