import { check } from 'prettier';
import { expect, test } from 'vitest';
import type { Answer, Shown } from '../../tools/mutants/judge-mutant.ts';
import { isUnclear, readKept, staleIn, type Kept } from '../../tools/mutants/kept.ts';
import { diffOf, mutantsOf, type GivenMutant, type Mutant, sampleOf } from '../../tools/mutants/mutant.ts';
import { isReached, outcomeOf, partsFor } from '../../tools/mutants/outcome.ts';
import { mutantsPage } from '../../tools/mutants/page.ts';
import { readingOf, readRead, type Read } from '../../tools/mutants/read.ts';
import { readingsOf, shareOf } from '../../tools/mutants/readings.ts';
import { figuresOf } from '../../tools/mutants/table.ts';
import type { Tried } from '../../tools/mutants/try-mutants.ts';

const text = 'const a = 1;\n  if (b) c();\n  if (b) c();\n';

function given(id: string, line: number): GivenMutant {
  const location = { start: { line, column: 6 }, end: { line, column: 7 } };
  return {
    id,
    fileName: 'reference/x.ts',
    mutatorName: 'ConditionalExpression',
    replacement: 'false',
    location,
  };
}

function mutants(source: string, ...lines: readonly number[]): readonly Mutant[] {
  return mutantsOf(
    lines.map((line, at) => given(String(at), line)),
    new Map([['reference/x.ts', source]]),
  );
}

test.each([
  ['function c() {', 'c'],
  ['export function c() {', 'export c'],
])('a mutant of code that moved keeps its id, where %s stood in another file', (was, name) => {
  const body = '\n  if (b) d();\n}\n';
  const before = new Map([['reference/y.ts', `${was}${body}`]]);
  const there = [0, 1].map((line) => ({ ...given(String(line), line), fileName: 'reference/y.ts' }));
  const after = new Map([['reference/x.ts', `const a = 1;\nfunction c() {${body}`]]);
  const here = [1, 2].map((line) => given(String(line), line));
  // The instrumenter gives columns of the text that it was given.
  const shift = was.indexOf('function');
  const shifted = there.map((one, at) => (at > 0 ? one : { ...one, location: shiftedBy(one, shift) }));
  const ids = (all: readonly Mutant[]) => all.map(({ id }) => id);
  expect(ids(mutantsOf(here, after, { 'reference/x.ts': { 'reference/y.ts': [name] } }))).toEqual(
    ids(mutantsOf(shifted, before)),
  );
});

function shiftedBy({ location: { start, end } }: GivenMutant, by: number): GivenMutant['location'] {
  return { start: { ...start, column: start.column + by }, end: { ...end, column: end.column + by } };
}

const [first, second] = mutants(text, 1, 2) as [Mutant, Mutant];

test('a mutant keeps its id while other lines change, and equal ones have ids of their own', () => {
  expect(second.id).toBe(`${first.id}#2`);
  expect(mutants(`\n${text}`, 2)[0]?.id).toBe(first.id);
  expect(mutants(text.replace('c()', 'd()'), 1)[0]?.id).not.toBe(first.id);
});

test('a diff shows the changed line before and after, without its indentation', () => {
  expect(diffOf(first)).toBe('- if (b) c();\n+ if (false) c();');
});

const shown = (suite: string, requests: number) => ({ suite, requests, evidence: [], observed: {} });

const sound: Answer = {
  id: 'none',
  shown: {
    'legacy/lifecycle 1': {
      suite: 'legacy/lifecycle',
      requests: 100,
      evidence: ['row.a', 'row.b'],
      observed: { point: ['one'] },
    },
    'legacy/lifecycle 2': shown('legacy/lifecycle', 2),
    'legacy/races': shown('legacy/races', 1),
    'resource/tokens 1': shown('resource/tokens', 10),
    'webhooks/notifications 1': shown('webhooks/notifications', 10),
  },
  trouble: [],
  warned: [],
  met: {
    'legacy/lifecycle 1': { '0': 20 },
    'legacy/lifecycle 2': { '0': 2 },
    'webhooks/notifications 1': { '0': 50 },
    'legacy/races': { '0': 9 },
    starting: { '1': 1 },
    recording: { '2': 7 },
  },
};

test('what meets a mutant most often for its requests comes first, races last; one met at the start takes all', () => {
  expect(partsFor(first, sound)).toEqual([
    'webhooks/notifications 1',
    'legacy/lifecycle 2',
    'legacy/lifecycle 1',
    'legacy/races',
  ]);
  expect(partsFor(second, sound)).toContain('resource/tokens 1');
  // The file's other mutants say where to look first.
  expect(partsFor(second, sound, [first.number])[0]).toBe('webhooks/notifications 1');
});

test('what is met only while the course is drawn is not reached by it', () => {
  expect(['0', '1', '2'].map((number) => isReached({ number }, sound.met))).toEqual([true, true, false]);
});

/** The same with another first part. */
function withFirst(changes: Partial<Shown>): Answer {
  const part = { ...shown('legacy/lifecycle', 100), ...sound.shown['legacy/lifecycle 1'], ...changes };
  return { ...sound, shown: { ...sound.shown, 'legacy/lifecycle 1': part } };
}

test('a run that accuses kills, one that lacks evidence leaves unjudged, and one as before survives', () => {
  const failure = { requirements: ['row.a'], summary: 'wrong', requestsToFind: 7 };
  expect(outcomeOf({ ...sound, failure }, sound)).toMatchObject({ is: 'killed', requests: 7 });
  const less = withFirst({ evidence: ['row.a'] });
  expect(outcomeOf(less, sound)).toEqual({ is: 'unjudged', why: 'without evidence: row.b' });
  expect(outcomeOf({ id: 'x', error: 'no answer' }, sound)).toMatchObject({ is: 'unjudged' });
  const ended = (where: 'before' | 'behind') =>
    outcomeOf({ ...sound, ended: { where, why: 'it threw' } }, sound);
  expect(ended('before')).toEqual({ is: 'broken', why: 'it threw' });
  expect(ended('behind')).toEqual({ is: 'unjudged', why: 'it threw' });
  const endless = { id: 'x', error: 'Stryker: Hit count limit reached (100002)' };
  expect(outcomeOf(endless, sound)).toEqual({ is: 'timeout' });
  expect(outcomeOf('timeout', sound)).toEqual({ is: 'timeout' });
  expect(outcomeOf(sound, sound)).toEqual({ is: 'survived', answers: [], warned: [] });
});

test('a survivor that answers an open point in another way says so', () => {
  const other = withFirst({ observed: { point: ['one', 'two'] } });
  expect(outcomeOf(other, sound)).toEqual({ is: 'survived', answers: ['point: two'], warned: [] });
});

const tried: readonly Tried[] = [
  {
    mutant: first,
    outcome: { is: 'killed', requirements: ['row.a'], summary: '', requests: 7 },
    seconds: 1,
    whole: false,
  },
  { mutant: second, outcome: { is: 'survived', answers: [], warned: [] }, seconds: 1, whole: false },
];
const kept: Kept = { [second.id]: { is: 'equivalent', why: 'Nothing reads it.' } };
const astray: Read = { [first.id]: { blamed: ['row.a'], blames: 'neighbour', why: 'It comes first.' } };
const counts = { mutants: 5, reached: 3 };

/** The share of each reading, in percent. */
const shares = (of: readonly Tried[], by: Kept) =>
  Object.fromEntries(readingsOf(of, by).map((one) => [one.name, shareOf(one)]));

test('a survivor without an explanation counts in no reading, an equivalent one in each', () => {
  const none = { strict: 50, 'as StrykerJS': 50, detected: 50, widest: 50 };
  expect(shares(tried, {})).toEqual(none);
  expect(shares(tried, kept)).toEqual({ strict: 100, 'as StrykerJS': 100, detected: 100, widest: 100 });
});

test('a survivor that is permitted, though no latitude says so, counts in the widest reading alone', () => {
  const permitted = (latitude?: 'legacy.capture.nothing'): Kept => ({
    [second.id]: { is: 'permitted', why: 'It may.', ...(latitude && { latitude }) },
  });
  expect(figuresOf(tried, permitted(), counts)).toMatchObject({ permitted: 1, named: 0 });
  expect(shares(tried, permitted())).toEqual({ strict: 50, 'as StrykerJS': 50, detected: 50, widest: 100 });
  expect(figuresOf(tried, permitted('legacy.capture.nothing'), counts)).toMatchObject({
    permitted: 1,
    named: 1,
  });
  expect(shares(tried, permitted('legacy.capture.nothing'))).toMatchObject({ strict: 100, widest: 100 });
});

test.each<[string, Tried['outcome'], object]>([
  [
    'a timeout counts from StrykerJS on',
    { is: 'timeout' },
    { strict: 50, 'as StrykerJS': 100, detected: 100 },
  ],
  [
    'a run that accused no target and is not conformant counts as detected',
    { is: 'unjudged', why: 'no evidence' },
    { strict: 50, 'as StrykerJS': 50, detected: 100 },
  ],
  [
    'a server that does not start is left out, except from the strict reading',
    { is: 'broken', why: 'it threw' },
    { strict: 50, 'as StrykerJS': 100, detected: 100 },
  ],
])('%s', (_claim, outcome, expected) => {
  const [killed] = tried;
  if (killed === undefined) throw new Error('nothing was tried');
  const all = [killed, { mutant: second, outcome, seconds: 1, whole: false }];
  expect(shares(all, {})).toMatchObject({ ...expected, widest: 50 });
});

test('what survives a part of the course is sent all of it, unless something says that it may survive', () => {
  const [, survivor] = tried;
  if (survivor === undefined) throw new Error('no survivor');
  expect(isUnclear(survivor, {})).toBe(true);
  expect(isUnclear({ ...survivor, whole: true }, {})).toBe(false);
  expect(isUnclear(survivor, kept)).toBe(false);
  expect(isUnclear(survivor, { [second.id]: { is: 'missing', why: 'No data.' } })).toBe(true);
});

test('what is said of a line that was changed since is named', () => {
  expect(staleIn({ gone: { is: 'equivalent', why: 'It was.' }, ...kept }, [first, second])).toEqual(['gone']);
});

test('the page has the layout that the formatter gives', async () => {
  const sample = { seed: 1, runs: 24, size: 3, tried, kept, figures: figuresOf(tried, kept, counts) };
  const pages = [{}, astray].map((read) => mutantsPage({ ...sample, read }));
  expect(pages[0]).toContain('**equivalent**: Nothing reads it.');
  expect(pages[1]).toContain('blames a neighbour: It comes first.');
  const layout = { parser: 'markdown', printWidth: 110, proseWrap: 'preserve' } as const;
  await expect(Promise.all(pages.map((page) => check(page, layout)))).resolves.toEqual([true, true]);
});

test('a kill that was read counts for as long as it blames the same rows', () => {
  expect(readingOf(tried, astray).times).toEqual({ row: 0, neighbour: 1, no: 0 });
  const since: Read = { [first.id]: { blamed: ['row.b'], blames: 'row' } };
  expect(readingOf(tried, since).times).toEqual({ row: 0, neighbour: 0, no: 0 });
});

test('a smaller sample of the same seed is the beginning of a larger one', () => {
  const all = Array.from({ length: 50 }, (_, n) => ({ id: String(n) }));
  expect(sampleOf(all.toReversed(), 20, 1).slice(0, 5)).toEqual(sampleOf(all, 5, 1));
  expect(new Set(sampleOf(all, 60, 1)).size).toBe(50);
});

test('what is kept about mutants can be read, and names only open points of the register', () => {
  expect(() => [readKept(), readRead()]).not.toThrow();
});
