import { expect, test } from 'vitest';
import { programRooms, sources, type Source } from './reading/sources.ts';

/** Where the time of the machine is meant. */
const exceptions: Readonly<Record<string, string>> = {
  'reports/manifest/pack.ts: new Date(1980, 0,': 'a zip has local time, so this is one file in every zone',
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

/** Where the clock of the machine is meant, which a person may set: instants that are compared with those of others. The rest has `steadyNow`. */
const setClocks: ReadonlySet<string> = new Set([
  'cli/verify.ts',
  'harness/checkout/payment-script.ts',
  'harness/checkout/way-out/browser-certificate.ts',
  'harness/means/control.ts',
  'harness/pace/throttle.ts',
  'harness/receiver/receiver.ts',
  'harness/time.ts',
  'harness/wire/exchange.ts',
  'reference/clock.ts',
  'reports/reproduction/playwright/playwright-runtime.ts',
  'reports/reproduction/vitest/vitest-at-once.ts',
  'reports/reproduction/vitest/vitest-file.ts',
  'suites/sending/sequence-driver.ts',
]);

test('how long something takes is measured by a clock that nobody sets', () => {
  const rooms: ReadonlySet<string> = new Set(programRooms);
  const found = sources()
    .filter(({ path, text }) => rooms.has(path.split('/')[0] ?? '') && text.includes('Date.now()'))
    .map(({ path }) => path);
  expect(found).toEqual([...setClocks]);
});

/** What gives another result where the machine has another locale or time zone. The locale of Intl and of a comparison has to be named. */
const dependent: readonly RegExp[] = [
  /\.localeCompare\((?![^()]*,\s*')[^()]*\)/g,
  /\.toLocale\w+\((?!\s*')/g,
  /\bIntl\.(?!Segmenter\b)\w+\((?!\s*')/g,
  /\.(?:get|set)(?:Date|Day|FullYear|Hours|Milliseconds|Minutes|Month|Seconds|Year)\(/g,
  /\.to(?:Date|Time)String\(/g,
  /\bnew Date\([^()'"]+,/g,
];

/** Every place that depends on the locale or the time zone of a machine, with the text found behind it. */
function machineWords(files: readonly Source[]): readonly string[] {
  return files.flatMap(({ path, text }) =>
    dependent.flatMap((one) => [...text.matchAll(one)].map(([found]) => `${path}: ${found}`)),
  );
}
