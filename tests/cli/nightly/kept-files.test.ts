import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptReproductions } from '../../../cli/nightly/kept.ts';
import { writeReproduction } from '../../../reports/write.ts';
import { failureRecord, runRecord } from '../../reports/certificate/synthetic.ts';
import { storedReproduction } from '../../support/runs/stored.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'payproof-kept-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('kept files that can not be run are listed by name and reason, and the others are kept', () => {
  const folder = join(dir, 'regressions');
  mkdirSync(folder);
  const { sequence } = storedReproduction();
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
  write('a-good.json', JSON.stringify(storedReproduction()));
  write('b-step.json', JSON.stringify(storedReproduction({ sequence: [...sequence, { id: 's4' }] })));
  write('c-torn.json', '{');
  write('d-later.json', JSON.stringify(storedReproduction({ sequence: sequence.toReversed() })));
  mkdirSync(join(folder, 'e-folder.json'));
  const { kept, unrunnable } = keptReproductions(join(dir, 'targets.yaml'));
  expect(kept.map(({ name }) => name)).toEqual(['a-good']);
  expect(unrunnable.map(({ name, why }) => [name, why.replaceAll(folder, '')])).toEqual([
    ['b-step', expect.stringContaining('/b-step.json is no reproduction: "sequence.3.operation"')],
    ['c-torn', "/c-torn.json can't be read as a reproduction: it is no JSON."],
    ['d-later', expect.stringContaining('which comes after it')],
    ['e-folder', "/e-folder.json can't be read: it is a directory."],
  ]);
});

test.each([
  ['..', '-'],
  ['.', '-'],
  ['', '-'],
  ['../../outside', 'outside'],
  ['/etc/outside', 'outside'],
  ['..\\..\\outside', '-\\..\\outside'.replaceAll('\\', '-')],
  ['.hidden', '-hidden'],
  ['a\u0000b\u001bc', 'a-b-c'],
  ['x'.repeat(3000), 'x'.repeat(220)],
  ['1-capture-full-closes', '1-capture-full-closes'],
  ['kept-注文 closes', 'kept-注文 closes'],
])('a reproduction that a journal calls %j is written into its folder, as %s', async (name, written) => {
  const folder = join(dir, 'run', 'reproductions');
  const { tool } = runRecord();
  await writeReproduction(folder, failureRecord({ reproduction: name }), { target: 'sandbox', tool });
  expect(readdirSync(folder).toSorted()).toEqual(
    ['json', 'sh', 'test.ts'].map((extension) => `${written}.${extension}`),
  );
  expect(readdirSync(join(dir, 'run'))).toEqual(['reproductions']);
  expect(readdirSync(dir)).toEqual(['run']);
  expect(existsSync('/etc/outside.json')).toBe(false);
});
