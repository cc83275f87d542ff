import { expect, it } from 'vitest';
import {
  accused,
  judged,
  ofNoTestAccount,
  replies,
  sequence,
} from '../../../support/setups/legacy-replies.ts';

const { authorized, captured, closed, shown, updated } = replies;
const real = { test: false };
const row = 'legacy.common.test-flag';

it('a payment of a consumer who is no test account has a false test flag, which earns the row', async () => {
  const answers = [{ ...authorized, ...real }, shown('open', real)];
  const { accused: rules, proven } = await judged(
    sequence('authorize one line', 'status read'),
    answers,
    ofNoTestAccount,
  );
  expect(rules).toEqual([]);
  expect(proven.get(row)).toBe(2);
});

it.each([
  ['authorize', [], []],
  ['update', ['update same order'], [updated]],
  ['capture', ['capture full'], [captured('c1')]],
  ['close', ['close plain'], [closed]],
  ['status', ['status read'], [shown('open')]],
])('a true flag of such a payment is accused at %s', async (operation, steps, answers) => {
  const first = operation === 'authorize' ? authorized : { ...authorized, ...real };
  const all = sequence('authorize one line', ...steps);
  expect(await accused(all, [first, ...answers], ofNoTestAccount)).toEqual([row]);
});
