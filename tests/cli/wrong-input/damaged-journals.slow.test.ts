import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from '../../../cli/main.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { type Certificate, certificateSchema } from '../../../reports/certificate/certificate-schema.ts';
import { SettingsError } from '../../../harness/settings/settings-error.ts';
import { readSummary } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';
import { damaged, damages } from '../../support/runs/damage.ts';
import { writeSmallRun } from '../../support/runs/small-run.ts';
import { journalTextSync } from '../../../harness/journal/journal-bytes.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-damaged-'));
let whole: Buffer;
let packed: Buffer;
let sound: Certificate;
const printed = captureOutput();

beforeAll(async () => {
  const folder = join(dir, 'sound');
  await writeSmallRun(folder);
  packed = readFileSync(join(folder, 'journal.ndjson.gz'));
  whole = Buffer.from(journalTextSync(join(folder, 'journal.ndjson.gz')));
  const silent = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await run(['report', folder]);
  silent.mockRestore();
  sound = certificateOf(folder);
});
afterAll(() => rmSync(dir, { recursive: true }));

function certificateOf(folder: string): Certificate {
  return certificateSchema.parse(JSON.parse(readFileSync(join(folder, 'certificate.json'), 'utf8')));
}

const message = /journal\.ndjson(\.gz)? can't be read as a journal: /;

/** The certificate that a journal gives, or the message in place of it. Any other error fails the test. */
async function certified(folder: string): Promise<Certificate | string> {
  try {
    return certificate(await readSummary(folder), register);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}

const mistakesOfMessage = (text: string) => (message.test(text) ? [] : [text]);

/** What a certificate of what is left says wrongly: never more than the whole run said. */
function mistakesOf(left: Certificate, kind: (typeof damages)[number]): readonly unknown[] {
  const checks = new Map(sound.requirements.map((row) => [row.id, row.checks]));
  const failures = new Set(sound.failures.map((failure) => JSON.stringify(failure)));
  const isSilent =
    isNoticed(left, kind) &&
    (left.verdict === 'conformant' || left.warnings[0]?.includes('the journal is damaged: ') !== true);
  return [
    ...left.requirements.filter((row) => row.checks > (checks.get(row.id) ?? 0)),
    ...left.failures.filter((failure) => !failures.has(JSON.stringify(failure))),
    ...(isSilent ? ['the damage is not noticed'] : []),
  ];
}

/**
 * Whether this damage must be noticed. Half a line at the end is what every crash leaves, and zeros in a compressed file
 * may end it as a crash does; and what says nothing of the run, such as the date in gzip, may be any.
 */
function isNoticed({ journal }: Certificate, kind: (typeof damages)[number]): boolean {
  return kind !== 'cut' && kind !== 'emptied' && journal?.sha256 !== sound.journal?.sha256;
}

/** A run's folder with this journal. */
function folderWith(name: string, journal: Buffer | string, file = 'journal.ndjson'): string {
  const folder = join(dir, name);
  mkdirSync(folder);
  writeFileSync(join(folder, file), journal);
  return folder;
}

test('the journal of the small run is sound and has failures', () => {
  expect(sound.failures.length).toBeGreaterThan(0);
  expect(sound.warnings.join()).not.toContain('damaged');
});

// 51 journals of each form, seeded.
const cases = ['journal.ndjson', 'journal.ndjson.gz'].flatMap((file) =>
  damages.flatMap((kind, index) =>
    Array.from({ length: index < 3 ? 9 : 8 }, (_, seed) => [file, kind, seed] as const),
  ),
);
const formOf = (file: string) => (file === 'journal.ndjson' ? whole : packed);

describe('a journal that was damaged', () => {
  test.each(cases)(
    'as %s, %s, seed %i, gives a certificate of what is left or one message',
    async (file, kind, seed) => {
      const left = await certified(
        folderWith(`${file}-${kind}-${seed}`, damaged(formOf(file), kind, seed), file),
      );
      expect(typeof left === 'string' ? mistakesOfMessage(left) : mistakesOf(left, kind)).toEqual([]);
    },
  );

  // The command itself, which writes all reports, with three of each kind.
  test.each(cases.filter(([, , seed]) => seed < 3))(
    'as %s, %s, seed %i, is reported or refused by the command',
    async (file, kind, seed) => {
      const folder = folderWith(`command-${file}-${kind}-${seed}`, damaged(formOf(file), kind, seed), file);
      const exit = await run(['report', folder]);
      expect(printed.out + printed.err).not.toMatch(/\bat .*\.[cm]?[jt]s:\d|payproof itself failed/);
      expect(exit === 2 ? /^payproof: .*\n$/.test(printed.err) : exit === 0).toBe(true);
      const left = exit === 2 ? undefined : certificateOf(folder);
      expect(left === undefined ? mistakesOfMessage(printed.err) : mistakesOf(left, kind)).toEqual([]);
      // What the certificate says of the damage is printed too.
      const isSaid = printed.out.includes('the journal is damaged: ');
      expect(isSaid).toBe(left?.warnings.join().includes('the journal is damaged: ') === true);
    },
  );

  test.each([
    ['that is empty', '', 'it is empty or cut'],
    ['whose first line is damaged', `odd\n`, 'its first lines are damaged'],
    [
      'of a newer schema',
      '{"k":"run","schema":2}\n',
      'it is of schema 2, from a newer version of payproof; this version reads schema 1',
    ],
  ])('%s gives one message and exit 2', async (what, journal, words) => {
    const folder = folderWith(what, journal);
    expect(await run(['report', folder])).toBe(2);
    expect(printed.out).toBe('');
    expect(printed.err).toMatch(/^payproof: .*\n$/);
    expect(printed.err).toContain(words);
  });
});
