import { expect, test } from 'vitest';
import { accusation } from '../../reports/accusation.ts';
import { register } from '../../reports/register.ts';
import { failureRecord, lostRace } from './synthetic.ts';

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

test('steps that overlapped are marked, with the times between which they were under way', () => {
  const lines = accusation(lostRace(), register, 'runs/x').split('\n');
  const steps = lines.filter((text) => /^ +\d/.test(text));
  expect(steps.map((text) => text.replaceAll(/ +/g, ' ').trim())).toEqual([
    '1 authorize approved → 200 authorize_success',
    '2 ‖ close payment#1 full 1–4 ms → 200 close_success',
    '3 ‖ capture payment#1 full 0–22 ms → 200 capture_success',
  ]);
  expect(lines).toContain('     seen     1 of 8 times');
  expect(accusation(failureRecord(), register, 'runs/x')).not.toMatch(/‖|seen/);
});
