import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { openKnownDeviations } from '../../../harness/settings/write-known-deviations.ts';
import { allLatitudes, allRequirements } from '../../../spec/register.ts';

const folder = mkdtempSync(join(tmpdir(), 'payproof-baseline-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'targets.yaml');
const [one = '', other = ''] = allRequirements.map(({ id }) => id);
const known = { requirements: allRequirements, latitudes: allLatitudes };

const written = (text: string): void => writeFileSync(file, text, { mode: 0o640 });
const listed = () =>
  loadTarget({ file, name: 'own', known }).knownDeviations.map(({ requirement }) => requirement);

const alone = `# Ours
targets:
  own:
    kind: embedded # in this process
    limits: { timeout: "\${LIMIT:-10s}" }
`;

describe('a baseline', () => {
  test.each([
    ['where there is no list', alone, [one, other]],
    ['where the list is empty', `${alone}    known_deviations: []\n`, [one, other]],
    ['where nothing stands behind the key', `${alone}    known_deviations:\n`, [one, other]],
    [
      'beside what stands there, each requirement once',
      `${alone}    known_deviations:\n      - { requirement: ${one}, because: ours, since: "2026-01-01" }\n`,
      [other],
    ],
  ])('is written %s, and read again as settings', (_where, text, fresh) => {
    written(text);
    expect(openKnownDeviations(file, 'own')([one, other], '2026-01-31')).toEqual(fresh);
    expect(listed()).toEqual([one, other]);
    expect(openKnownDeviations(file, 'own')([one, other], '2026-02-01')).toEqual([]);
    expect(listed()).toEqual([one, other]);
  });

  test('keeps comments, variables, other targets and the mode of the file', () => {
    written(`${alone}  next: &next\n    kind: embedded\n`);
    openKnownDeviations(file, 'own')([one], '2026-01-31');
    const text = readFileSync(file, 'utf8');
    for (const kept of ['# Ours', '# in this process', '${LIMIT:-10s}', 'next: &next'])
      expect(text).toContain(kept);
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  test.each([
    ['an entry that is an alias', 'targets:\n  base: &base\n    kind: embedded\n  own: *base\n'],
    ['a list that is an alias', `${alone}    known_deviations: *all\nall: &all []\n`],
    ['known_deviations that are no list', `${alone}    known_deviations: { a: 1 }\n`],
  ])('refuses %s before the run, and changes nothing', (_what, text) => {
    written(text);
    expect(() => openKnownDeviations(file, 'own')).toThrow(/can't add to targets\.own .*write the entry/);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('asks for a targets file where there is none', () => {
    expect(() => openKnownDeviations(join(folder, 'none.yaml'), 'own')).toThrow(
      /there is no .*payproof init/,
    );
  });
});
