import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LARGEST_REPLY_BYTES, LONGEST_TEXT } from '../../../harness/wire/exchange.ts';
import { MOST_CHARACTERS } from '../../../harness/wire/kept-reply.ts';
import { BudgetSpent } from '../../../harness/preflight/trouble.ts';
import type { ApiCall, ControlCall } from '../../../models/wire.ts';
import { freeAddress, serve } from '../local-server.ts';
import { sampleTarget } from '../settings/sample-target.ts';
import { context, get, open } from './open-connection.ts';

/** Keeps the event loop from running, as a machine that sleeps or a processor that others keep. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('a connection', () => {
  it('gives the reply, parsed once, and journals the exchange without its key', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"pay_1"}');
    });
    const { connection, records } = open(url);
    const seen = await connection.send(get, context);
    expect(seen).toMatchObject({
      reply: { http: 200, contentType: 'application/json', body: { id: 'pay_1' }, text: '{"id":"pay_1"}' },
    });
    expect(records).toMatchObject([
      {
        k: 'exchange',
        n: 1,
        sequence: 'q1',
        step: 's1',
        request: { url: `${url}/payments/pay_1` },
        reply: { http: 200 },
      },
    ]);
    expect(JSON.stringify(records)).not.toContain('sk_test_sample');
  });

  it('sends a body in chunks without its length, and one that is large with it', async () => {
    const seen: string[] = [];
    const url = await serve((request, response) => {
      const { 'transfer-encoding': coding = 'none', 'content-length': length = 'none' } = request.headers;
      seen.push(`${coding} ${length}`);
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const { connection } = open(url);
    const post: ApiCall = { ...get, method: 'POST', body: { text: '茶' } };
    await connection.send({ ...post, spelling: 'chunked' }, context);
    await connection.send({ ...post, spelling: 'large' }, context);
    expect(seen).toEqual(['chunked none', `none ${100_000 + Buffer.byteLength('{"text":"茶"}')}`]);
  });

  it('sends a request that is to wait so long after it was asked to', async () => {
    let arrived = 0;
    const url = await serve((_request, response) => {
      arrived = performance.now();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const { connection } = open(url);
    const asked = performance.now();
    await connection.send({ ...get, pauseMs: 200 }, context);
    // Timers may be a millisecond early.
    expect(arrived - asked).toBeGreaterThan(198);
  });

  it('removes a key before it cuts a long reply, so that no half key stays at the cut', async () => {
    const key = 'sk_test_sample';
    for (const before of [32 * 1024 - 5, 48 * 1024 - 5, 32 * 1024 - 5 * key.length]) {
      const sent = 'a'.repeat(before) + key.repeat(40_000 / key.length);
      const url = await serve((_request, response) => response.end(sent));
      const { connection, records } = open(url);
      const seen = await connection.send(get, context);
      expect(seen).toMatchObject({ reply: { text: sent.slice(0, MOST_CHARACTERS) } });
      expect(records[0]?.reply?.truncated).toBe(true);
      expect(records[0]?.reply?.body).toMatch(/^a{1000,}(?:<redacted>)*(?:<r?e?d?a?c?t?e?d?)?$/);
    }
  });

  it('gives a reply that is not JSON as text, and follows no redirect', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(302, { location: '/elsewhere', 'content-type': 'text/html' }).end('<p>moved');
    });
    const seen = await open(url).connection.send(get, context);
    expect(seen).toMatchObject({ reply: { http: 302, text: '<p>moved', body: undefined } });
  });

  it('counts requests but not control calls, and stops at its limit', async () => {
    const url = await serve((_request, response) => response.end('{}'));
    const { connection, records } = open(url, { control: { url: `${url}/control` } }, 2);
    const control: ControlCall = { to: 'control', operation: 'clock', method: 'GET', path: '/clock' };
    await connection.send(control, context);
    await connection.send(get, context);
    await connection.send(get, context);
    await connection.send(control, context);
    await expect(connection.send(get, context)).rejects.toThrow(BudgetSpent);
    expect(connection.requests).toBe(2);
    expect(records.map(({ n, control: isControl }) => [n, isControl ?? false])).toEqual([
      [0, true],
      [1, false],
      [2, false],
      [2, true],
    ]);
  });

  it('takes an error of the control interface for no answer, since what it was asked for did not happen', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
    });
    const { connection } = open(url, { control: { url: `${url}/control` } });
    const move: ControlCall = {
      to: 'control',
      operation: 'pass-time',
      method: 'POST',
      path: '/clock/advance',
    };
    expect(await connection.send(move, context)).toEqual({ lost: 'the control interface answered HTTP 500' });
    expect(await connection.send(get, context)).toMatchObject({ reply: { http: 500 } });
  });

  it.each([
    ['no answer in time', () => undefined, /no answer within 300 ms/],
    ['a closed connection', (response: { destroy(): void }) => response.destroy(), /closed|reset/],
  ])('reports %s as lost', async (_what, answer, why) => {
    const url = await serve((_request, response) => answer(response));
    const { connection, records } = open(url);
    expect(await connection.send(get, context)).toEqual({ lost: expect.stringMatching(why) as string });
    expect(connection.losses).toBe(1);
    expect(records[0]?.lost).toMatch(why);
  });

  it('loses no answer that came while this process itself stood still for longer than the time limit', async () => {
    const url = await serve((_request, response) => {
      response.end('{}');
      setImmediate(standStill, 900);
    });
    expect(await open(url).connection.send(get, context)).toMatchObject({ reply: { http: 200 } });
  });

  it('never judges a part of an endless reply', async () => {
    const url = await serve((_request, response) => {
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      const more = () => {
        while (response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    const { connection, watched } = open(url, { limits: { ...sampleTarget(url).limits, timeoutMs: 10_000 } });
    const lost = `the reply is larger than ${LARGEST_REPLY_BYTES} bytes`;
    expect(await connection.send(get, context)).toEqual({ lost });
    // With a code it counts towards the answers that are lost in a row.
    expect(watched).toEqual([{ lost, code: 'EMSGSIZE' }]);
  });

  it.each([
    [LONGEST_TEXT, undefined],
    [LONGEST_TEXT + 1, `the reply holds a text of more than ${LONGEST_TEXT} characters`],
  ])('judges a reply by whether its longest text has %i characters', async (length, lost) => {
    const url = await serve((_request, response) =>
      response.end(JSON.stringify({ short: '', long: `\\"${'a'.repeat(length - 4)}` })),
    );
    const observation = await open(url).connection.send(get, context);
    expect('lost' in observation ? observation.lost : undefined).toBe(lost);
  });

  it.each([
    [
      407,
      '<html>',
      'the proxy wants a user name and a password (HTTP 407): give them in its address, http://USER:PASSWORD@HOST:PORT',
    ],
    [502, '<html>', 'a gateway answered for the target (HTTP 502)'],
    [429, '{}', 'asked to slow down (HTTP 429): lower limits.requests_per_second'],
  ])('does not judge HTTP %i %s as an answer of the target', async (http, body, lost) => {
    const url = await serve((_request, response) => response.writeHead(http).end(body));
    expect(
      await open(url, { limits: { ...sampleTarget(url).limits, awayMs: 100 } }).connection.send(get, context),
    ).toEqual({ lost });
  });

  it('retries a refused connection, since nothing was sent yet', async () => {
    const url = await freeAddress();
    const { connection } = open(url, { limits: { ...sampleTarget(url).limits, timeoutMs: 5000 } });
    const seen = connection.send(get, context);
    let requests = 0;
    setTimeout(() => {
      const server = createServer((_request, response) => {
        requests += 1;
        response.end('{}');
      }).listen(Number(new URL(url).port), '127.0.0.1');
      onTestFinished(() => {
        server.closeAllConnections();
        server.close();
      });
    }, 30);
    expect(await seen).toMatchObject({ reply: { http: 200 } });
    expect(requests).toBe(1);
  });

  it('keeps the limits of requests at once and requests a second', async () => {
    let atOnce = 0;
    let most = 0;
    const url = await serve((_request, response) => {
      most = Math.max(most, ++atOnce);
      setTimeout(() => {
        atOnce -= 1;
        response.end('{}');
      }, 5);
    });
    const limits = {
      concurrency: 3,
      requestsPerSecond: 20,
      timeoutMs: 2000,
      awayMs: 100,
      amount: { min: 1, max: 2 },
    };
    const { connection } = open(url, { limits });
    const from = Date.now();
    await Promise.all(Array.from({ length: 22 }, () => connection.send(get, context)));
    expect(most).toBe(3);
    expect(Date.now() - from).toBeGreaterThanOrEqual(950);
  });

  it('ends open requests when it is interrupted, and sends nothing more', async () => {
    const url = await serve(() => undefined);
    const { connection, records } = open(url);
    const seen = connection.send(get, context);
    setTimeout(() => connection.interrupt(), 20);
    expect(await seen).toEqual({ lost: 'interrupted' });
    expect(await connection.send(get, context)).toEqual({ lost: 'interrupted' });
    expect(records).toHaveLength(1);
  });

  it('notes a control call that does not answer for seconds, and does not wait for it when it is interrupted', async () => {
    const url = await serve(() => undefined);
    const { connection, all } = open(url, { control: { url, key: 'key' } });
    const call: ControlCall = { to: 'control', operation: 'advance', method: 'POST', path: '/clock/advance' };
    let seen: unknown;
    void connection.send(call, context).then((observation) => (seen = observation));
    await expect
      .poll(() => all, { timeout: 8000 })
      .toMatchObject([
        {
          k: 'suite',
          name: 'suite',
          event: 'progress',
          waiting: { method: 'POST', path: '/clock/advance' },
        },
      ]);
    connection.interrupt();
    await expect.poll(() => seen).toEqual({ lost: 'interrupted' });
  });
});
