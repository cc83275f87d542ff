import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signRun } from '../../../cli/evidence/sign-run.ts';
import { sha256 } from '../../../reports/files/digest.ts';
import { archive, packOf } from '../../../reports/manifest/pack.ts';
import { newKeys } from '../../../reports/manifest/keys.ts';
import { manifestText } from '../../../reports/manifest/manifest.ts';
import { packFiles } from '../../../reports/verify/pack-files.ts';
import { faultText } from '../../../reports/verify/verification.ts';
import { verify } from '../../../reports/verify/verify.ts';
import { createRandom } from '../../support/setups/random.ts';
import { writeTinyRun } from '../../support/runs/tiny-run.ts';

const base = mkdtempSync(join(tmpdir(), 'payproof-pack-'));
const run = join(base, 'run');
const zip = join(base, 'run.zip');
const { privateKey, publicKey } = newKeys();
let pack: Buffer = Buffer.alloc(0);

beforeAll(async () => {
  await writeTinyRun(run);
  await signRun(run, createPrivateKey(privateKey));
  pack = Buffer.from(await packOf(run));
}, 60_000);
afterAll(() => rmSync(base, { recursive: true }));

/** What is wrong with an archive of these bytes. */
async function faultsIn(bytes: Uint8Array): Promise<readonly string[]> {
  writeFileSync(zip, bytes);
  const { accepted, faults } = await verify(await packFiles(zip), { key: createPublicKey(publicKey) });
  expect(accepted).toBe(faults.length === 0);
  return faults.map(faultText);
}

/** The archive with one of its files changed as who knows how it is made: the list of its contents fits. */
function withFile(name: string, bytes: Uint8Array): Uint8Array {
  const { 'contents.json': _old, ...files } = unzipSync(pack);
  files[name] = Uint8Array.from(bytes);
  const rows = Object.entries(files).map(([file, held]) => ({
    file,
    bytes: held.length,
    sha256: sha256(held),
  }));
  const contents = manifestText({ name: 'payproof', version: '0.1.0', commit: null }, rows);
  return archive({ ...files, 'contents.json': strToU8(contents) });
}

describe('a pack', () => {
  it('that is signed is accepted, is the same each time, and holds no more than is to be submitted', async () => {
    expect(await faultsIn(pack)).toEqual([]);
    expect(Buffer.from(await packOf(run)).equals(pack)).toBe(true);
    expect(Object.keys(unzipSync(pack))).toEqual([
      'certificate.json',
      'contents.json',
      'journal.ndjson.gz',
      'manifest.json',
      'manifest.sig',
      'report.html',
      ...['json', 'sh', 'test.ts'].map(
        (ending) => expect.stringMatching(`^reproductions/.+\\.${ending}$`) as string,
      ),
      'reproductions/README.md',
    ]);
    const key = privateKey.split('\n')[1] ?? 'none';
    for (const bytes of Object.values(unzipSync(pack))) expect(Buffer.from(bytes).includes(key)).toBe(false);
  });

  it('is rejected for a byte in the middle of each of its files, which is named', async () => {
    for (const [name, bytes] of Object.entries(unzipSync(pack))) {
      const at = pack.indexOf(bytes) + Math.floor(bytes.length / 2);
      const changed = Buffer.from(pack);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await faultsIn(changed)).toContainEqual(expect.stringContaining(name));
    }
  });

  it('is rejected for any byte that is changed, added or cut off, wherever it stands', async () => {
    const below = createRandom(7);
    const [first, directory] = [0, pack.indexOf('PK\u0001\u0002', 0, 'latin1')];
    // Of each header some, since most bytes are of files.
    const headers = [first, first + 5, first + 10, first + 14, directory + 4, directory + 12, directory + 38];
    const end = [pack.length - 1, pack.length - 22, pack.length - 10, pack.length - 6];
    const anywhere = Array.from({ length: 20 }, () => below(pack.length));
    for (const at of [...headers, ...end, ...anywhere]) {
      const changed = Buffer.from(pack);
      changed[at] = (changed[at] ?? 0) ^ (1 << below(8));
      expect(await faultsIn(changed), `byte ${at}`).not.toEqual([]);
    }
    for (const changed of [Buffer.concat([pack, Buffer.of(0)]), pack.subarray(0, -1), pack.subarray(0, 5000)])
      expect(await faultsIn(changed)).toContainEqual(
        expect.stringMatching(/run\.zip: (can't be read|is not as)/),
      );
  });

  it('is rejected for what it does not list, and for another journal whose digests fit', async () => {
    const { 'report.html': _page, ...rest } = unzipSync(pack);
    expect(await faultsIn(archive(rest))).toContain('report.html: is missing');
    expect(await faultsIn(withFile('nightly.json', strToU8('{}')))).toEqual([
      'nightly.json: was added: it is not listed in manifest.json',
    ]);
    const other = gzipSync(readFileSync(join(run, 'journal.ndjson')).subarray(0, -30));
    expect(await faultsIn(withFile('journal.ndjson.gz', other))).toContainEqual(
      expect.stringMatching(
        /^journal\.ndjson\.gz: was changed: it has \d+ bytes, and manifest\.json says \d+$/,
      ),
    );
  });
});

describe('an archive that means harm', () => {
  it.each([
    [
      'leads out of its folder',
      () => archive({ '../../escape.json': strToU8('{}') }),
      /entry "\.\.\/\.\.\/escape\.json" is no file of a run$/,
    ],
    ['is absolute', () => archive({ '/etc/passwd': strToU8('x') }), /is no file of a run$/],
    ['is hidden', () => archive({ 'reproductions/.profile': strToU8('x') }), /is no file of a run$/],
    [
      'is compressed',
      () => zipSync({ 'report.html': new Uint8Array(50_000_000) }),
      /its entries are compressed again: unpack it and verify the folder$/,
    ],
    ['overlaps another', () => overlapping(), /its entries are larger than itself$/],
    ['is a symbolic link', () => linked(), /is not as payproof pack wrote it, from byte \d+ on$/],
  ])('is refused where an entry %s, in one line', async (_what, make, said) => {
    const [fault = '', ...more] = (await faultsIn(make())).filter((one) => one.startsWith(zip));
    expect(fault).toMatch(said);
    expect(more).toEqual([]);
    expect(statSync(base).isDirectory()).toBe(true);
  });

  it('is refused where its journal unpacks to more than the manifest says', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    expect(await faultsIn(withFile('journal.ndjson.gz', bomb))).toContainEqual(
      expect.stringMatching(
        /^journal\.ndjson\.gz: .*it unpacks to more than the \d+ bytes that it should have$/,
      ),
    );
  });

  it('is no pack at all where it is no zip', async () => {
    writeFileSync(zip, 'no zip\n');
    await expect(packFiles(zip)).rejects.toThrow(
      /run\.zip is no zip: give the folder of a run, or what payproof pack wrote\.$/,
    );
  });
});

/** Entries that all stand for the same bytes. */
function overlapping(): Uint8Array {
  const names = Array.from(
    { length: 30 },
    (_, index) => `reproductions/a${String(index).padStart(2, '0')}.json`,
  );
  const bytes = Buffer.from(
    archive(Object.fromEntries(names.map((name) => [name, strToU8('x'.repeat(10))]))),
  );
  for (
    let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
    at !== -1;
    at = bytes.indexOf('PK\u0001\u0002', at + 1, 'latin1')
  ) {
    bytes.writeUInt32LE(1000, at + 20);
    bytes.writeUInt32LE(1000, at + 24);
  }
  return bytes;
}

/** The pack, with its page as a link. */
function linked(): Uint8Array {
  const bytes = Buffer.from(pack);
  const at = bytes.lastIndexOf('report.html') - 46;
  bytes.writeUInt32LE((0o120777 << 16) >>> 0, at + 38);
  return bytes;
}
