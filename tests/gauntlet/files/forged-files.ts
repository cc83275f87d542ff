import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { storedReproduction } from '../../support/runs/stored.ts';
import { forgedText } from './forged-runs.ts';

/** A file for a verb that takes one, made by somebody who means harm. */
export interface ForgedFile {
  readonly name: string;
  forge(file: string): void;
}

type Loose = Record<string, unknown>;

const long = 'x'.repeat(100_000);
const deep = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);

const text = (content: string | Buffer) => (file: string) => writeFileSync(file, content);
const json = (value: unknown) => text(JSON.stringify(value));
const pipe = (file: string): void => void execFileSync('mkfifo', [file]);
const huge = (file: string): void => {
  writeFileSync(file, '');
  truncateSync(file, 20 * 1024 ** 3);
};

/** What any file may be. */
const anyFile: readonly ForgedFile[] = [
  { name: 'it is empty', forge: text('') },
  { name: 'it is a link to a device without end', forge: (file) => symlinkSync('/dev/zero', file) },
  { name: 'it is a link to itself', forge: (file) => symlinkSync(file, file) },
  { name: 'it has 20 GB', forge: huge },
  { name: 'it is deep', forge: text(deep(1_000_000)) },
  { name: 'it is deep in objects', forge: text(deep(200_000, '{"a":', '}').replace('}', '1}')) },
  { name: 'it is no UTF-8', forge: text(Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x22])) },
  { name: 'it is a line of commands', forge: text(`\n::error::FORGED\n##[error]FORGED\n`) },
  { name: 'it is a text of lines', forge: json(forgedText) },
  { name: 'it is a number', forge: text('1e999') },
  {
    name: 'its keys are __proto__',
    forge: text('{"__proto__":{"schema":1},"log":{"__proto__":{"entries":[]}}}'),
  },
];

const entry = (more: Loose = {}, request: Loose = {}, response: Loose = {}) => ({
  startedDateTime: '2026-01-31T09:00:00.000Z',
  time: 5,
  request: {
    method: 'GET',
    url: 'http://127.0.0.1:1/v1/payments/pay_1',
    headers: [{ name: 'Authorization', value: 'Bearer x' }],
    ...request,
  },
  response: {
    status: 200,
    headers: [],
    content: { text: '{"id":"pay_1"}', mimeType: 'application/json' },
    ...response,
  },
  ...more,
});
const har = (...entries: readonly unknown[]) => json({ log: { entries } });

/** Recorded traffic. */
export const forgedTraffic: readonly ForgedFile[] = [
  ...anyFile,
  {
    name: 'a date at the end of time',
    forge: har(entry({ startedDateTime: '9999-12-31T23:59:59.999Z', time: 1e18 })),
  },
  { name: 'a date beyond all dates', forge: har(entry({ startedDateTime: '+275760-09-13T00:00:00.001Z' })) },
  { name: 'a date before all dates', forge: har(entry({ startedDateTime: '-271821-04-19T23:59:59.999Z' })) },
  {
    name: 'a date of the year 275760 beside one of 2026',
    forge: har(entry(), entry({ startedDateTime: '+275760-09-12T23:59:59.999Z' })),
  },
  { name: 'a date of lines', forge: har(entry({ startedDateTime: forgedText })) },
  { name: 'a time that is no number', forge: har(entry({ time: forgedText })) },
  {
    name: 'a time of all time',
    forge: text(JSON.stringify({ log: { entries: [entry()] } }).replace('"time":5', '"time":1e308')),
  },
  { name: 'a negative time', forge: har(entry({ time: -1e15 })) },
  { name: 'a method of lines', forge: har(entry({}, { method: forgedText })) },
  { name: 'an address of lines', forge: har(entry({}, { url: `http://127.0.0.1:1/${forgedText}` })) },
  {
    name: 'an address of 100,000 letters',
    forge: har(entry({}, { url: `http://127.0.0.1:1/v1/payments/${long}` })),
  },
  { name: 'a header of 100,000 letters', forge: har(entry({}, { headers: [{ name: long, value: long }] })) },
  {
    name: '100,000 headers',
    forge: har(
      entry({}, { headers: Array.from({ length: 100_000 }, (_, at) => ({ name: `h${at}`, value: 'v' })) }),
    ),
  },
  { name: 'a status of lines', forge: har(entry({}, {}, { status: forgedText })) },
  {
    name: 'an answer that is deep',
    forge: har(entry({}, {}, { content: { text: deep(100_000), mimeType: 'application/json' } })),
  },
  {
    name: 'an answer of lines',
    forge: har(entry({}, {}, { content: { text: JSON.stringify({ id: forgedText, status: forgedText }) } })),
  },
  {
    name: 'an answer of a million letters',
    forge: har(entry({}, {}, { content: { text: `{"status":"${'a'.repeat(1_000_000)}"}` } })),
  },
  {
    name: 'an answer in a coding of lines',
    forge: har(entry({}, {}, { content: { text: 'x', encoding: forgedText } })),
  },
  { name: 'entries that are nothing', forge: har(null, 1, [], {}, forgedText) },
  { name: 'no list of entries', forge: json({ log: { entries: { length: 1e9 } } }) },
  { name: 'a bomb of gzip', forge: text(gzipSync(Buffer.alloc(700 * 1024 * 1024))) },
  { name: 'gzip that is cut', forge: text(gzipSync('{"log":{"entries":[]}}').subarray(0, 20)) },
  {
    name: 'lines of another form',
    forge: text(`${JSON.stringify({ [forgedText]: forgedText })}\n`.repeat(1000)),
  },
  {
    name: 'lines with dates of lines',
    forge: text(`${JSON.stringify({ at: forgedText, method: 'GET', url: forgedText })}\n`),
  },
];

const reproduction = (changes: Loose) => json(storedReproduction(changes));
const steps = storedReproduction().sequence;

/** Reproductions. */
export const forgedReproductions: readonly ForgedFile[] = [
  ...anyFile,
  { name: 'it is a pipe', forge: pipe },
  { name: 'its texts have lines', forge: reproduction({ summary: forgedText, target: forgedText }) },
  {
    name: 'its rules have lines',
    forge: reproduction({
      requirement: [forgedText],
      breaches: [{ rule: forgedText, expected: forgedText, received: forgedText }],
    }),
  },
  { name: 'its machine has lines', forge: reproduction({ machine: forgedText, suite: forgedText }) },
  { name: 'its interface has lines', forge: reproduction({ interface: forgedText }) },
  { name: 'its tool has lines', forge: reproduction({ tool: { name: 'payproof', version: forgedText } }) },
  {
    name: 'its steps have lines',
    forge: reproduction({ sequence: steps.map((step) => ({ ...step, kind: forgedText })) }),
  },
  {
    name: 'its operations have lines',
    forge: reproduction({ sequence: steps.map((step) => ({ ...step, operation: forgedText })) }),
  },
  {
    name: 'its steps are named by lines',
    forge: reproduction({ sequence: steps.map((step) => ({ ...step, id: forgedText })) }),
  },
  {
    name: 'its steps use what is not there',
    forge: reproduction({ sequence: steps.map((step) => ({ ...step, uses: { payment: forgedText } })) }),
  },
  {
    name: 'its steps use themselves',
    forge: reproduction({ sequence: steps.map((step) => ({ ...step, uses: { payment: step.id } })) }),
  },
  {
    name: 'it has 100,000 steps',
    forge: reproduction({
      sequence: Array.from({ length: 100_000 }, (_, at) => ({ ...steps[0], id: `s${at}` })),
    }),
  },
  { name: 'it has no steps', forge: reproduction({ sequence: [] }) },
  {
    name: 'its data is deep',
    forge: text(
      JSON.stringify(storedReproduction()).replace('"learned":{}', `"learned":{"a":${deep(100_000)}}`),
    ),
  },
  {
    name: 'its data has 100,000 letters',
    forge: reproduction({ sequence: steps.map((step) => ({ ...step, data: { [long]: long } })) }),
  },
  {
    name: 'its signature has lines',
    forge: reproduction({ signature: { at: 'reply', operations: [forgedText], rules: [forgedText] } }),
  },
  { name: 'its schema is newer', forge: reproduction({ schema: 2, [forgedText]: 1 }) },
  { name: 'its seed is no number', forge: reproduction({ seed: forgedText }) },
  { name: 'it is of another kind', forge: json({ k: 'run', schema: 1, target: { name: forgedText } }) },
];
