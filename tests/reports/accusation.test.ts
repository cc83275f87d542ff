import { expect, test } from 'vitest';
import { accusation } from '../../reports/accusation.ts';
import { register } from '../../reports/register.ts';
import { failureRecord } from './synthetic.ts';

const [one, other] = register.requirements;

/** The lines that tell what was expected. */
function expectations(breaches: ReturnType<typeof failureRecord>['breaches']): readonly string[] {
  const text = accusation({ ...failureRecord(), breaches }, register, 'runs/x');
  return text.split('\n').filter((line) => line.startsWith('     expected'));
}

test('an answer that breaks two rules is told once, with both', () => {
  const came = { expected: 'status "close"', received: '"open"' };
  expect(
    expectations([
      { rule: one?.id ?? '', ...came },
      { rule: other?.id ?? '', ...came },
    ]),
  ).toEqual([`     expected status "close", received "open": ${one?.text} ${other?.text}`]);
});

test('a rule that is broken in two places is told once, with both', () => {
  const rule = one?.id ?? '';
  expect(
    expectations([
      { rule, expected: 'HTTP status 403', received: '401' },
      { rule, expected: 'a code', received: 'none' },
    ]),
  ).toEqual([`     expected HTTP status 403, received 401; expected a code, received none: ${one?.text}`]);
});
