import { expect, test } from 'vitest';
import { sources, type Source } from './reading/sources.ts';

const rooms = /^(engine|models|suites|reports)\//;

/** Where text has to be taken apart, since somebody else has put it together. */
const exceptions: Readonly<Record<string, string>> = {
  'models/checks.ts: name.split(': 'the path of a field in a body, as the documents write it: order.items',
  'models/resource/payments/on-payment.ts: id.startsWith(': "a target's id: the document gives its prefix",
  'models/legacy/refusals/refusal-points.ts: id.includes(':
    'an order_ref that is part of an id that was sent shows nothing',
  'reports/journal/fold.ts: id.slice(': 'a journal names a kept reproduction by its sequence alone',
  'reports/journal/fold.ts: id.lastIndexOf(': 'the same expression',
  'reports/timeline/timelines.ts: event.split(': 'a journal has an expected event as its key alone',
  'reports/reproduction/vitest/vitest-file.ts: event?.split(': 'the same key, in the words of a breach',
};

test('no decision rests on a name, a signature or a key that is taken apart', () => {
  const found = new Set(parsedWords(sources().filter(({ path }) => rooms.test(path))));
  expect([...found].filter((place) => !(place in exceptions))).toEqual([]);
  expect(Object.keys(exceptions).filter((place) => !found.has(place))).toEqual([]);
});

test.each([
  "outcomes.filter(({ name }) => name.startsWith('refused'))",
  "const [at] = failure.signature.split(' ');",
  'capture.because.includes(rules.full.id)',
  "transition.key.slice(0, transition.key.lastIndexOf(' | '))",
  "record.outcome?.includes('declined')",
  "paymentId.startsWith('pay_')",
  "if (claim.suite.endsWith('/races')) return 1;",
])('the check finds a word that is taken apart: %s', (text) => {
  expect(parsedWords([{ path: 'engine/seeded.ts', text }])).not.toEqual([]);
});

test.each([
  'const isSelected = only.length === 0 || ids.includes(id);',
  'rules.includes(rule)',
  'names.slice(0, 3)',
  "text.split('\\n')",
  'outcome.refused === true',
])('the check leaves a list, a plain text and a field alone: %s', (text) => {
  expect(parsedWords([{ path: 'engine/seeded.ts', text }])).toEqual([]);
});

/** Words at the end of an identifier that say that it holds text for people, or a key that only its maker may take apart. */
const words =
  'name|signature|key|id|because|summary|coverage|suite|outcome|kind|event|operation|machine|label|title';
const methods = 'startsWith|endsWith|includes|split|slice|substring|indexOf|lastIndexOf|match|search';
const parsing = new RegExp(
  `\\b(?:${words}|\\w+(?:${words.replace(/\b\w/g, capital)}))\\??\\.(?:${methods})\\(`,
  'g',
);

function capital(letter: string): string {
  return letter.toUpperCase();
}

/** Every place that takes a name, a signature, a key or the like apart, with the text found: `path: name.split(`. */
function parsedWords(files: readonly Source[]): readonly string[] {
  return files.flatMap(({ path, text }) => [...text.matchAll(parsing)].map(([found]) => `${path}: ${found}`));
}
