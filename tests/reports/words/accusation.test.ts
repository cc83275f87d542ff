import { expect, test } from 'vitest';
import { accusation } from '../../../reports/words/accusation.ts';
import { register } from '../../../reports/register.ts';
import { failureRecord, lostRace, signature } from '../certificate/synthetic.ts';

const [one, other] = register.requirements;

/** The lines that tell what was expected. */
function expectations(breaches: ReturnType<typeof failureRecord>['breaches']): readonly string[] {
  const text = accusation({ ...failureRecord(), breaches }, register, 'runs/x');
  return text.split('\n').filter((line) => line.startsWith('     expected'));
}

test('a reply that breaks two rules is printed once, with both', () => {
  const came = { expected: 'status "close"', received: '"open"' };
  expect(
    expectations([
      { rule: one?.id ?? '', ...came },
      { rule: other?.id ?? '', ...came },
    ]),
  ).toEqual([`     expected status "close", received "open": ${one?.text} ${other?.text}`]);
});

test('a rule that is broken in two places is printed once, with both', () => {
  const rule = one?.id ?? '';
  expect(
    expectations([
      { rule, expected: 'HTTP status 403', received: '401' },
      { rule, expected: 'a code', received: 'none' },
    ]),
  ).toEqual([`     expected HTTP status 403, received 401; expected a code, received none: ${one?.text}`]);
});

test('steps that overlapped are marked, with their start and end', () => {
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

test('the nearest sequence that passes is one line, with its last reply', () => {
  const [first] = failureRecord().transcript;
  const status = {
    operation: 'status',
    kind: 'read',
    step: 's2',
    uses: { payment: 's1' },
    received: '200 \u001b open',
  };
  const neighbour = first === undefined ? [] : [first, { ...first, ...status }];
  const lines = accusation(failureRecord({ neighbour }), register, 'runs/x').split('\n');
  expect(lines).toContain(
    '     nearest that passes: authorize approved, status payment#1 read → 200 \\x1b open',
  );
});

test('a violation that showed in notifications says that nothing signs them, and others do not', () => {
  const missed = failureRecord({ signature: signature('notifications') });
  expect(accusation(missed, register, 'runs/x')).toContain('rests on notifications, which nothing signs');
  expect(accusation(failureRecord(), register, 'runs/x')).not.toContain('rests on');
});

test('a timeline stands between the steps and what was expected', () => {
  const lines = accusation(failureRecord(), register, 'runs/x', { timeline: ['timeline', '  +1 s'] }).split(
    '\n',
  );
  expect(lines.indexOf('     timeline')).toBeGreaterThan(lines.findIndex((line) => line.startsWith('  2')));
  expect(lines.indexOf('       +1 s')).toBe(lines.findIndex((line) => line.startsWith('     expected')) - 1);
});

test('a failure that depends on what was made before says so', () => {
  const seen = /^ {5}seen {5}only beside what was made before/m;
  expect(accusation(failureRecord({ beside: true }), register, 'runs/x')).toMatch(seen);
  expect(accusation(failureRecord(), register, 'runs/x')).not.toMatch(seen);
});
