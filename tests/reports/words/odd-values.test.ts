import { expect, test } from 'vitest';
import { accusation } from '../../../reports/words/accusation.ts';
import { oddValues } from '../../../reports/words/odd-values.ts';
import { register } from '../../../reports/register.ts';
import { failureRecord, line } from '../certificate/synthetic.ts';

const sent = (body: unknown, more: object = {}) =>
  line({ call: { ...(line().call as object), body, ...more } as never });

test.each<[what: string, body: unknown, shown: readonly string[]]>([
  [
    'a hidden character',
    { order: { items: [{ title: 'tea\u0000z' }] } },
    ['order.items[0].title "tea\\x00z"'],
  ],
  ['a mark of direction', { note: '\u202eabc' }, ['note "\\u202eabc"']],
  ['blanks at an end', { store: ' shop' }, ['store " shop"']],
  ['an empty text', { reason: '' }, ['reason ""']],
  ['a very long text', { note: 'a'.repeat(1024) }, [`note "${'a'.repeat(60)}…" (1024 characters)`]],
  ['a fraction', { amount: 10.5 }, ['amount 10.5']],
  ['a number beyond 32 bits', { amount: 2147483648 }, ['amount 2147483648']],
  ['two of many', { a: '', b: '', c: '' }, ['a ""', 'b ""']],
  [
    'nothing of ordinary values',
    { name: '小林 健一', amount: 1737, quantity: 0, test: true, none: null },
    [],
  ],
])('a step shows the odd values that it sends: %s', (_what, body, shown) => {
  expect(oddValues(sent(body)).map(({ at, shown: value }) => `${at} ${value}`)).toEqual(shown);
});

test('a body that is no JSON is shown as it begins', () => {
  expect(oddValues(sent(undefined, { rawBody: '{"a":\n' }))).toEqual([{ at: 'body', shown: '"{"a":\\n"' }]);
});

test('the odd value stands below its step', () => {
  const failure = failureRecord({ transcript: [sent({ name: 'a\u0000b' })] });
  expect(accusation(failure, register, 'runs/x').split('\n')).toContain('       with name "a\\x00b"');
});
