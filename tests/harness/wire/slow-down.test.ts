import { expect, it } from 'vitest';
import { serve } from '../local-server.ts';
import { sampleTarget } from '../settings/sample-target.ts';
import { context, get, open } from './open-connection.ts';

it('tells its watch that a page of a gateway is no answer of the target, nor a demand to slow down that does not end', async () => {
  const codes = [502, 503, 504];
  const url = await serve((_request, response) => response.writeHead(codes.shift() ?? 429).end('<html>'));
  const { connection, watched } = open(url, { limits: { ...sampleTarget(url).limits, awayMs: 100 } });
  for (let time = 0; time < 4; time += 1) await connection.send(get, context);
  const unreached = { code: 'EHOSTUNREACH' };
  expect(watched).toMatchObject([unreached, unreached, unreached, unreached]);
});

it('sends again what was turned away for its rate, more slowly, and notes each time', async () => {
  const codes = [429, 429];
  const url = await serve((_request, response) => response.writeHead(codes.shift() ?? 200).end('{}'));
  const { connection, watched, all } = open(url, {
    limits: { ...sampleTarget(url).limits, awayMs: 30_000 },
  });
  expect(await connection.send(get, context)).toMatchObject({ reply: { http: 200 } });
  expect(connection.requests).toBe(3);
  expect(watched).toMatchObject([{ reply: { http: 200 } }]);
  const slowed = { k: 'trouble', event: 'slowed' };
  expect(all.filter(({ k }) => k === 'trouble')).toMatchObject([slowed, slowed]);
});

it('does not wait for longer than it may, whatever Retry-After says', async () => {
  const url = await serve((_request, response) =>
    response.writeHead(429, { 'retry-after': '31536000' }).end('{}'),
  );
  const { connection } = open(url, { limits: { ...sampleTarget(url).limits, awayMs: 30_000 } });
  expect(await connection.send(get, context)).toMatchObject({
    lost: expect.stringContaining('429') as string,
  });
  expect(connection.requests).toBe(1);
});

it('sends no wrong key again, which may be turned away for that', async () => {
  const url = await serve((_request, response) => response.writeHead(429).end('{}'));
  const { connection } = open(url, { limits: { ...sampleTarget(url).limits, awayMs: 30_000 } });
  await connection.send({ ...get, credential: 'wrong' }, context);
  expect(connection.requests).toBe(1);
});
