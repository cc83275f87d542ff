import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { openClient } from '../../../harness/wire/client.ts';
import { MOST_LEVELS, parsedJson } from '../../../harness/wire/message.ts';
import { boundedJson } from '../../../harness/files/bounded-json.ts';
import { limitsOf } from '../../../harness/settings/settings.ts';
import { serve } from '../local-server.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const deeper = { body: undefined, unparsed: 'nested deeper than 200 levels' };

describe('a text of the other side', () => {
  it('is read as JSON up to the deepest level that counts, and not one level deeper', () => {
    expect(parsedJson(nested(MOST_LEVELS))).toEqual({ body: JSON.parse(nested(MOST_LEVELS)) as unknown });
    expect(parsedJson(nested(MOST_LEVELS + 1))).toEqual(deeper);
  });

  it.each([
    ['a million arrays', nested(1_000_000)],
    ['ten thousand objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a million arrays that never end', '['.repeat(1_000_000)],
  ])('is not read where it is %s', (_, text) => {
    expect(parsedJson(text)).toEqual(deeper);
  });

  it('may hold any number of brackets within its texts', () => {
    const text = JSON.stringify({ a: '[{'.repeat(5000), b: `\\"${'['.repeat(5000)}` });
    expect(parsedJson(text)).toEqual({ body: JSON.parse(text) as unknown });
  });

  it('says why it is no JSON: a raw control character, and nothing where nothing came', () => {
    expect(parsedJson('{"status":"op\u0001en"}')).toEqual({ body: undefined, unparsed: 'no JSON' });
    expect(parsedJson('')).toEqual({ body: undefined });
  });

  it('is read as JSON.parse reads it, whatever value it holds', () => {
    fc.assert(
      fc.property(fc.json({ depthSize: 'large' }), (text) => {
        expect(parsedJson(text)).toEqual({ body: JSON.parse(text) as unknown });
      }),
    );
  });

  it('sets no prototype by its field names', () => {
    const { body } = parsedJson('{"__proto__":{"status":"open"},"constructor":{"prototype":{}}}');
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect((body as { status?: unknown }).status).toBeUndefined();
  });
});

it('a reply that is nested a million levels deep is read to its end, and its body counts as no JSON', async () => {
  const origin = await serve((_request, response) => response.end(nested(1_000_000)));
  const client = openClient({ limits: limitsOf(undefined, false) }, { connections: 1, timeoutMs: 30_000 });
  const sent = await client.send({
    method: 'GET',
    origin,
    path: '/',
    headers: {},
    journal: { method: 'GET', url: origin, headers: {} },
  });
  await client.close();
  expect(sent).toMatchObject({ reply: { http: 200, ...deeper } });
});

describe('a stored value', () => {
  it('names the numbers that JSON can not hold', () => {
    expect(boundedJson(JSON.parse('{"amount":1e400,"list":[-1e400,1]}'))).toEqual({
      amount: 'a number beyond 1.8e308',
      list: ['a number beyond 1.8e308', 1],
    });
  });

  it('has no long text, and is left out where it is far too long', () => {
    expect(boundedJson({ id: 'x'.repeat(20_000) })).toEqual({ id: `${'x'.repeat(16_384)}…` });
    expect(boundedJson(Array.from({ length: 200_000 }, (_, index) => index))).toBeNull();
    expect(boundedJson(undefined)).toBeNull();
  });
});
