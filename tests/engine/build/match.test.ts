import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { expecting } from '../../../engine/build/expect.ts';
import { match } from '../../../engine/build/match.ts';
import { reference } from '../../../engine/build/references.ts';

const answer = expecting<number>();
const misses = (pattern: unknown, value: unknown, ids = {}) =>
  match('body', pattern, value, ids).mismatches.map(
    ({ at, expected, received }) => `${at}: ${expected}, not ${received}`,
  );

describe('a pattern', () => {
  test.each<[what: string, pattern: unknown, value: unknown]>([
    ['fields that it does not name', { a: 1 }, { a: 1, b: 2 }],
    ['a field that it wants absent', { a: undefined }, { b: 2 }],
    ['lists in their order', [1, { a: 1 }], [1, { a: 1, b: 1 }]],
    ['any text', { a: answer.any(String) }, { a: '' }],
    ['anything', answer.anything(), 0],
    ['what a test accepts', answer.that('even', (value) => Number(value) % 2 === 0, 2), 4],
    ['nothing more where it says so', answer.exactly({ a: [{ b: 1 }] }), { a: [{ b: 1 }] }],
    ['a known id', { id: reference('s1') }, { id: 7 }],
    ['a text with a known id', `/boxes/${reference('s1')}`, '/boxes/7'],
    ['fields under a known id', { [reference('s1')]: true }, { 7: true }],
  ])('permits %s', (_what, pattern, value) => {
    expect(misses(pattern, value, { s1: 7 })).toEqual([]);
  });

  test.each<[pattern: unknown, value: unknown, said: readonly string[]]>([
    [{ a: { b: 1 } }, { a: { b: 2 } }, ['body.a.b: 1, not 2']],
    [{ a: 1 }, {}, ['body.a: 1, not absent']],
    [{ a: undefined }, { a: null }, ['body.a: absent, not null']],
    [{ a: 1 }, null, ['body: {"a":1}, not null']],
    [{ a: 1 }, [1], ['body: {"a":1}, not [1]']],
    [[1], [1, 2], ['body: a list of 1 item: [1], not [1,2]']],
    [{ a: answer.any(Number) }, { a: '1' }, ['body.a: a number, not "1"']],
    [answer.anything(), null, ['body: anything, not null']],
    [answer.exactly({ a: [{ b: 1 }] }), { a: [{ b: 1, c: 2 }] }, ['body.a[0].c: absent, not 2']],
    [{ id: reference('s1') }, { id: '7' }, ['body.id: 7, not "7"']],
    [{ id: reference('s2') }, { id: '' }, ['body.id: an id, not ""']],
    [{ toString: 1 }, {}, ['body.toString: 1, not absent']],
    [0, -0, ['body: 0, not 0']],
  ])('%o does not permit %o', (pattern, value, said) => {
    expect(misses(pattern, value, { s1: 7 })).toEqual(said);
  });

  test('makes an id known where it stands, and holds it to it further on', () => {
    const twice = [reference('s2'), { of: reference('s2') }];
    expect(match('body', twice, ['x', { of: 'x' }], {}).ids).toEqual({ s2: 'x' });
    expect(misses(twice, ['x', { of: 'y' }])).toEqual(['body[1].of: "x", not "y"']);
  });

  test('names the test that throws', () => {
    const broken = answer.that('a date', (value) => (value as Date).getTime() > 0, '');
    expect(() => misses(broken, undefined)).toThrow('the test of "a date" threw for absent');
  });
});

describe('a schema of a body', () => {
  const shown = answer.schema(z.object({ balance: z.number() })).sameState();
  const judged = (reply: unknown) => shown.claims.flatMap((claim) => claim.match(reply, {}).mismatches);

  test('is a claim of its own, which names the field and what its library says of it', () => {
    expect(judged({ body: { balance: 1 } })).toEqual([]);
    expect(judged({ body: { balance: '1' } })).toEqual([
      {
        at: 'body.balance',
        expected: 'as its schema: Invalid input: expected number, received string',
        received: '{"balance":"1"}',
      },
    ]);
    expect(judged(undefined)).toHaveLength(1);
  });

  test('that validates later is refused', () => {
    const later = answer
      .schema({ '~standard': { version: 1, vendor: 'x', validate: () => Promise.resolve({}) } })
      .sameState();
    expect(() => later.claims[0]?.match({ body: 1 }, {})).toThrow('a schema that validates asynchronously');
  });
});

test('headers are compared by their names in any case', () => {
  const [claim] = answer.header('Content-Type', 'text/plain').sameState().claims;
  expect(claim?.match({ headers: { 'content-type': 'text/plain' } }, {}).mismatches).toEqual([]);
  expect(claim?.match({ headers: {} }, {}).mismatches).toEqual([
    { at: 'header content-type', expected: '"text/plain"', received: 'absent' },
  ]);
});
