import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from '../../../cli/main.ts';
import { type Certificate, certificateSchema } from '../../../reports/certificate/certificate-schema.ts';
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

function isReportOrMessage({ exit, err: said }: { readonly exit: number; readonly err: string }): boolean {
  if (exit === 0) return true;
  return exit === 2 && /^payproof: .*journal\.ndjson(\.gz)? can't be read as a journal: .*\n$/.test(said);
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

// 51 journals of each form, seeded: what is left of a run never says more than the whole run said.
const cases = ['journal.ndjson', 'journal.ndjson.gz'].flatMap((file) =>
  damages.flatMap((kind, index) =>
    Array.from({ length: index < 3 ? 9 : 8 }, (_, seed) => [file, kind, seed] as const),
  ),
);

describe('a journal that was damaged', () => {
  test.each(cases)(
    'as %s, %s, seed %i, gives a report of what is left or one message',
    async (file, kind, seed) => {
      const form = file === 'journal.ndjson' ? whole : packed;
      const folder = folderWith(`${file}-${kind}-${seed}`, damaged(form, kind, seed), file);
      const exit = await run(['report', folder]);
      expect(printed.out + printed.err).not.toMatch(/\bat .*\.[cm]?[jt]s:\d|payproof itself failed/);
      expect({ exit, err: printed.err }).toSatisfy(isReportOrMessage);
      if (exit === 2) return;
      const left = certificateOf(folder);
      const checks = new Map(sound.requirements.map((row) => [row.id, row.checks]));
      for (const row of left.requirements) expect(row.checks).toBeLessThanOrEqual(checks.get(row.id) ?? 0);
      for (const failure of left.failures) expect(sound.failures).toContainEqual(failure);
      // Half a line at the end is what every crash leaves.
      if (kind === 'cut' || kind === 'emptied') return;
      // What says nothing of the run, such as the date in gzip, may be any.
      if (left.journal?.sha256 === sound.journal?.sha256) return;
      expect(printed.out).toContain('the journal is damaged: ');
      expect(left.warnings[0]).toContain('the journal is damaged: ');
      expect(left.verdict).not.toBe('conformant');
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
