import { expect, test } from 'vitest';
import { machineWords } from './reading/machine-words.ts';
import { sources } from './reading/sources.ts';

/** Where the time of the machine is meant. */
const exceptions: Readonly<Record<string, string>> = {
  'reports/manifest/archive.ts: new Date(1980, 0,': 'a zip has local time, so this is one file in every zone',
};

/** Its cases are such texts. */
const here = 'tests/house/machine-words.test.ts';

test('nothing depends on the locale or the time zone of a machine', () => {
  const found = new Set(machineWords(sources().filter(({ path }) => path !== here)));
  expect([...found].filter((place) => !(place in exceptions))).toEqual([]);
  expect(Object.keys(exceptions).filter((place) => !found.has(place))).toEqual([]);
});

test.each([
  'names.toSorted((a, b) => a.localeCompare(b))',
  'total.toLocaleString()',
  'total.toLocaleString(undefined, { maximumFractionDigits: 1 })',
  'new Intl.NumberFormat().format(total)',
  'const hour = at.getHours();',
  'day.setDate(day.getDate() + 1)',
  'started.toDateString()',
  'new Date(year, month, 1)',
])('the check finds what a machine decides: %s', (text) => {
  expect(machineWords([{ path: 'reports/seeded.ts', text }])).not.toEqual([]);
});

test.each([
  "names.toSorted((a, b) => a.localeCompare(b, 'en'))",
  "total.toLocaleString('en-US', { maximumFractionDigits: 1 })",
  "new Intl.NumberFormat('en').format(total)",
  'at.getUTCHours()',
  'at.toISOString()',
  'new Date(Date.UTC(2026, 0, 1))',
  'new Date(atMs)',
])('the check leaves alone what is one on every machine: %s', (text) => {
  expect(machineWords([{ path: 'reports/seeded.ts', text }])).toEqual([]);
});
