import { expect, test } from 'vitest';
import { toTurnMs } from '../../generators/calendar.ts';

const readAt = Date.parse('2026-11-27T15:00:00.000Z');
const aheadMs = 3_600_000;
const clock = { least: aheadMs - 10, most: aheadMs + 10, readAt };

test.each([
  ['to midnight', '2026-11-28T00:00:01.000Z'],
  ['to the end of January', '2027-01-31T23:59:57.000Z'],
  ['to the end of February', '2027-02-28T23:59:57.000Z'],
  ["to 30 days before a year's end", '2026-12-01T12:00:00.000Z'],
  ["to a year's end", '2026-12-31T23:59:57.000Z'],
])('the clock of a target that is an hour ahead is moved %s', (kind, to) => {
  expect(new Date(readAt + aheadMs + (toTurnMs(kind, clock) ?? 0)).toISOString()).toBe(to);
});

test('it is moved on to the next year where it stands behind such a time', () => {
  const movedMs = 35 * 86_400_000;
  const to = readAt + aheadMs + movedMs + (toTurnMs("to a year's end", clock, movedMs) ?? 0);
  expect(new Date(to).toISOString()).toBe('2027-12-31T23:59:57.000Z');
});

test('it is not moved where it is not known', () => {
  expect(toTurnMs('to midnight', undefined)).toBeUndefined();
});
