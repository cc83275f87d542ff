import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { unpacked } from '../../../harness/journal/journal-bytes.ts';
import { openJournalFile } from '../../../harness/journal/journal-file.ts';
import { readJournalSync } from '../../../harness/journal/read-journal.ts';
import { readSummary } from '../../../reports/journal/fold.ts';
import { packOf } from '../../../reports/manifest/pack.ts';
import { folderFiles } from '../../../reports/verify/run-files.ts';
import { packFiles } from '../../../reports/verify/pack-files.ts';
import { faultText } from '../../../reports/verify/verification.ts';
import { verify } from '../../../reports/verify/verify.ts';
import { writeReports } from '../../../reports/write.ts';
import { askedFolder } from '../../../suites/run/run-folder.ts';
import { turnByte } from '../../support/runs/sealed-run.ts';
import { writeTinyRun } from '../../support/runs/tiny-run.ts';

const base = mkdtempSync(join(tmpdir(), 'payproof-packed-'));
afterAll(() => rmSync(base, { recursive: true }));

let run = '';
const at = (name: string) => join(run, name);
let plain = Buffer.alloc(0);
beforeEach(async () => {
  run = mkdtempSync(join(base, 'run-'));
  await writeTinyRun(run);
  plain = readFileSync(at('journal.ndjson'));
});

/** Writes its journal compressed, and its reports. */
async function compressed(): Promise<void> {
  const journal = openJournalFile(at('journal.ndjson.gz'));
  journal.append(readJournalSync(at('journal.ndjson')).map((record) => JSON.stringify(record)));
  journal.close();
  rmSync(at('journal.ndjson'));
  await writeReports(run);
}

async function faults(): Promise<readonly string[]> {
  const found = await verify(folderFiles(run));
  expect(found.accepted).toBe(found.faults.length === 0);
  return found.faults.map(faultText);
}

describe('a compressed journal', () => {
  test('holds what the plain one held, whose digest the certificate names, and every reader reads it', async () => {
    const certificate = readFileSync(at('certificate.json'), 'utf8');
    await compressed();
    expect(existsSync(at('journal.ndjson'))).toBe(false);
    expect(gunzipSync(readFileSync(at('journal.ndjson.gz'))).equals(plain)).toBe(true);
    expect(readFileSync(at('certificate.json'), 'utf8')).toBe(certificate);
    expect(await faults()).toEqual([]);
    expect(() => askedFolder(run)).toThrow('holds another run already');
  });

  test('is packed as it stands, and unpacked by hand it is accepted too', async () => {
    await compressed();
    const zip = join(base, 'run.zip');
    writeFileSync(zip, await packOf(run));
    expect((await verify(await packFiles(zip))).faults).toEqual([]);
    writeFileSync(at('journal.ndjson'), gunzipSync(readFileSync(at('journal.ndjson.gz'))));
    rmSync(at('journal.ndjson.gz'));
    expect(await faults()).toEqual([]);
    writeFileSync(zip, await packOf(run));
    expect((await verify(await packFiles(zip))).faults).toEqual([]);
  });

  test('is rejected for any changed byte, those included that hold nothing of it, and for more behind it', async () => {
    await compressed();
    const bytes = readFileSync(at('journal.ndjson.gz'));
    const header = [3, 4, 8, 9];
    for (const byte of [...header, 20, Math.floor(bytes.length / 2), bytes.length - 1]) {
      turnByte(at('journal.ndjson.gz'), byte);
      expect(await faults(), `byte ${byte}`).toContainEqual(expect.stringMatching(/^journal\.ndjson\.gz: /));
      writeFileSync(at('journal.ndjson.gz'), bytes);
    }
    writeFileSync(at('journal.ndjson.gz'), Buffer.concat([bytes, gzipSync('')]));
    expect(await faults()).toContainEqual(
      expect.stringMatching(/^journal\.ndjson\.gz: was changed: it has \d+ bytes, and manifest\.json says/),
    );
    rmSync(at('journal.ndjson.gz'));
    expect(await faults()).toContain('journal.ndjson: is missing');
  });

  test('that was cut off is read up to there, and verify names what is missing', async () => {
    await compressed();
    writeFileSync(at('journal.ndjson.gz'), readFileSync(at('journal.ndjson.gz')).subarray(0, -20));
    expect((await readSummary(run)).damage).toEqual([]);
    expect(await faults()).toContainEqual(
      expect.stringMatching(/^journal\.ndjson\.gz: was changed: it has \d+ bytes, and manifest\.json says/),
    );
  });

  test('is read no further than its bound, whatever it holds', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    let read = 0;
    const all = async () => {
      for await (const chunk of unpacked(
        (async function* () {
          yield bomb;
        })(),
        1_000_000,
      ))
        read += chunk.length;
    };
    await expect(all()).rejects.toThrow('it unpacks to more than the 1000000 bytes that it should have');
    expect(read).toBeLessThanOrEqual(1_000_000);
  });
});

test('a plain journal is read where an earlier version was killed before it removed it', async () => {
  writeFileSync(at('journal.ndjson.gz'), 'half');
  expect((await readSummary(run)).journal?.bytes).toBe(plain.length);
  expect(await faults()).toEqual([]);
  expect((await verify(folderFiles(run))).unchecked).toContainEqual(
    'journal.ndjson.gz: not listed in manifest.json',
  );
});
