import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { automata } from '../../tools/automata/command.ts';
import { door } from '../engine/identify/tables.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-automata-'));
afterAll(() => rmSync(dir, { recursive: true }));

function fileOf(name: string, text: string): string {
  const file = join(dir, name);
  writeFileSync(file, text);
  return file;
}

function ran(...args: readonly string[]): {
  code: number;
  out: readonly string[];
  errors: readonly string[];
} {
  const out: string[] = [];
  const errors: string[] = [];
  const code = automata(
    args,
    (line) => out.push(line),
    (line) => errors.push(line),
  );
  return { code, out, errors };
}

const doorFile = fileOf('door.json', JSON.stringify(door));

test('the sequences of a table are printed as JSON and nothing else, by the names of its inputs', () => {
  const { code, out, errors } = ran('--sequences', doorFile);
  const { sequences } = JSON.parse(out.join('\n')) as { sequences: string[][] };
  expect([code, out.length, errors, Object.keys(JSON.parse(out.join('')) as object)]).toEqual([
    0,
    1,
    [],
    ['sequences'],
  ]);
  expect(sequences.flat().toSorted()).toEqual([
    'lock',
    'lock',
    'lock',
    'lock',
    'lock',
    'push',
    'push',
    'push',
    'push',
    'push',
    'push',
    'push',
  ]);
});

test('the figures of a table are printed beside those of HSI, with a sum', () => {
  const { code, out } = ran(doorFile, doorFile);
  const row = (line = '') => line.split(/ +/);
  expect(code).toBe(0);
  expect(row(out[1]).slice(0, -1)).toEqual(['door', '3', '0', '2', '12', '18/18', '12/12', '0', '12', '32']);
  expect(row(out[3])).toEqual(['all', '24', '36/36', '24/24', '0', '24', '64']);
});

test('mutants with extra states are counted', () => {
  expect(ran('--extra', '2', '--mutants', '20', doorFile)).toMatchObject({
    code: 0,
    out: ['door: 20 of 20 mutants with 2 extra states killed, k = 1'],
  });
});

test.each<[string, readonly string[], RegExp]>([
  ['no JSON', [fileOf('torn.json', '{"name": "torn", "sta')], /^\S+torn\.json: .*JSON.*$/],
  [
    'no table',
    [fileOf('list.json', '[]')],
    /^\S+list\.json: wrong table: the table must be an object, not \[\]$/,
  ],
  [
    'a file that is not there',
    [join(dir, 'none.json')],
    /^\S*none\.json: ENOENT.*$|^\S+none\.json: .*no such file.*$/,
  ],
  ['no file', [], /^npm run automata -- /],
  ['k = 2', ['--k', '2', doorFile], /^npm run automata -- /],
  ['an unknown option', ['--depth', doorFile], /'--depth'.*\nnpm run automata/],
])('%s gets one message', (_, args, message) => {
  const { code, out, errors } = ran(...args);
  expect([code, out]).toEqual([2, []]);
  expect(errors).toEqual([expect.stringMatching(message)]);
});
