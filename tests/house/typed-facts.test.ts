import { expect, test } from 'vitest';
import { sources, type Source } from './reading/sources.ts';

const rooms = /^(?:engine|spec|models|generators|harness|suites|reports|cli|api)\//;

/** Where text has to be taken apart, since somebody else has put it together. */
const exceptions: Readonly<Record<string, string>> = {
  'engine/build/combine.ts: kind.startsWith(': 'kinds of combined classes are made there',
  'engine/judge/judge-notifications.ts: received.slice(': 'a list of notifications',
  'engine/judge/judge-notifications.ts: expected.slice(': 'a list of what is expected',
  'engine/judge/observe.ts: expected.slice(': 'the same list',
  'generators/resource/payments/refund.ts: id.slice(': 'an id like the right one is made of it',
  'models/checks.ts: name.split(': 'the path of a field in a body, as the documents write it: order.items',
  'models/resource/payments/on-payment.ts: id.startsWith(': "a target's id: the document gives its prefix",
  'models/legacy/refusals/refusal-points.ts: id.includes(':
    'an order_ref that is part of an id that was sent shows nothing',
  'generators/malformed.ts: kind.startsWith(': 'kinds of malformed bodies are made there',
  'generators/malformed.ts: kind.slice(': 'the same kinds',
  'harness/records/coverage-key.ts: key.split(': 'a journal counts coverage by keys that are made there',
  'harness/records/coverage-key.ts: kind.includes(': 'the same keys',
  'harness/records/coverage-key.ts: outcome.startsWith(':
    'the same keys: they have an outcome by its name alone',
  'reports/journal/fold.ts: id.slice(': 'a journal names a kept reproduction by its sequence alone',
  'reports/journal/fold.ts: id.lastIndexOf(': 'the same expression',
  'harness/means/means.ts: secretKey?.startsWith(': 'the document tells test keys by their prefix',
  'harness/preflight/live.ts: /.test(key)': 'the same prefix, of live keys',
  'harness/checkout/start-browser.ts: name.startsWith(': 'the name of a folder, of which all else is gone',
  'harness/checkout/start-browser.ts: name.slice(': 'the same name',
  'harness/checkout/record/record-checkout.ts: /i.test(one.id)':
    "the id of a consumer's field in the page of a target",
  'suites/judge/tie/legacy.ts: /.test(id)': "a target's id",
  'reports/reproduction/learned-ids.ts: /.test(key)': 'the names of fields in the replies of a target',
  'reports/reproduction/vitest/javascript.ts: /i.test(name)':
    'a name of a field becomes a word of JavaScript',
  'cli/replay/read-reproduction.ts: name.endsWith(': 'the name of a file',
  'reports/manifest/report-files.ts: name.replace(': 'the name of a file',
  'suites/procedures/certify-procedure.ts: suite.replaceAll(': 'the name of a file is made of it',
  'suites/races/certify-races.ts: name.replaceAll(': 'the name of a file is made of it',
  'harness/means/selection.ts: id.startsWith(': 'a person selects requirements by the beginning of their ids',
  'harness/means/selection.ts: id.split(': 'the beginnings that a person may have meant',
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
  'const [, field] = /^(\\w+):/.exec(breach.expected) ?? [];',
  'if (/^no /.test(expected)) return 0;',
  'breach.received.slice(0, 3)',
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
  'name|signature|key|id|because|summary|coverage|suite|outcome|kind|event|operation|machine|label|title|expected|received';
const methods =
  'startsWith|endsWith|includes|split|slice|substring|indexOf|lastIndexOf|match|matchAll|search|replace|replaceAll';
const word = `(?:${words}|\\w+(?:${words.replace(/\b\w/g, capital)}))`;
const parsing = new RegExp(
  `\\b${word}\\??\\.(?:${methods})\\(|/\\w*\\.(?:exec|test)\\((?:\\w+\\??\\.)*${word}\\b\\)`,
  'g',
);

function capital(letter: string): string {
  return letter.toUpperCase();
}

/** Every place that takes a name, a signature, a key or the like apart, with the text found: `path: name.split(`. */
function parsedWords(files: readonly Source[]): readonly string[] {
  return files.flatMap(({ path, text }) => [...text.matchAll(parsing)].map(([found]) => `${path}: ${found}`));
}
