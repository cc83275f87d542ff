import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { journalTextSync } from '../../../harness/journal/journal-bytes.ts';
import { sealedLine } from '../../../harness/journal/journal-file.ts';
import type { Certificate } from '../../../reports/certificate/certificate-schema.ts';
import { sha256, withDigest } from '../../../reports/files/digest.ts';
import { jsonText } from '../../../reports/files/write-atomically.ts';
import { manifestSchema, manifestText } from '../../../reports/manifest/manifest.ts';

type Loose = Record<string, unknown>;
/** A certificate whose fields may be anything. */
export type LooseCertificate = Loose & {
  readonly requirements: Loose[];
  readonly latitudes: Loose[];
  readonly failures: Loose[];
  readonly target: { readonly endpoints: Loose[] };
  readonly totals: Record<string, number>;
};

/** Changes a byte of a file: a bit of it is turned. */
export function turnByte(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

/** Changes the byte where a text stands in a file, from its end on. */
export function turnByteAt(file: string, text: string): void {
  const at = readFileSync(file).lastIndexOf(text);
  if (at < 0) throw new Error(`${file} does not hold ${text}`);
  turnByte(file, at);
}

/** Leaves the journal of a run as a plain file, as `gunzip` does. */
export function unpackByHand(dir: string): void {
  const packed = join(dir, 'journal.ndjson.gz');
  writeFileSync(join(dir, 'journal.ndjson'), journalTextSync(packed));
  rmSync(packed);
}

/** Changes the lines of a file, each without its end. */
export function changeLines(file: string, change: (lines: readonly string[]) => readonly string[]): void {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  writeFileSync(
    file,
    change(lines)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

/** Changes the certificate of a run as who knows how it is made: its digest and the manifest fit again. */
export function forgeCertificate(dir: string, change: (certificate: LooseCertificate) => void): void {
  const file = join(dir, 'certificate.json');
  const { digest: _old, ...certified } = JSON.parse(readFileSync(file, 'utf8')) as Certificate;
  const changed = structuredClone(certified) as unknown as LooseCertificate;
  change(changed);
  writeFileSync(file, jsonText(withDigest(changed)));
  forgeManifest(dir);
}

/** Changes a record of the journal so that its line, the certificate and the manifest name what then stands there. */
export function forgeRecord(
  dir: string,
  is: (record: Loose) => boolean,
  change: (record: Loose) => void,
): void {
  const file = join(dir, 'journal.ndjson');
  changeLines(file, (lines) => {
    const at = lines.findIndex((line) => is(JSON.parse(line) as Loose));
    const { line: _number, crc: _sum, ...record } = JSON.parse(lines[at] ?? '{}') as Loose;
    change(record);
    return lines.with(at, sealedLine(JSON.stringify(record), at + 1));
  });
  const bytes = readFileSync(file);
  forgeCertificate(dir, (certified) => {
    certified['journal'] = { file: 'journal.ndjson', sha256: sha256(bytes), bytes: bytes.length };
  });
}

/** Makes the manifest fit the files that stand, as another program would have written it where one is named. */
export function forgeManifest(dir: string, writtenBy: object = {}): void {
  const file = join(dir, 'manifest.json');
  const { tool, files, dir: named } = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const rows = files.map((row) => {
    const bytes = readFileSync(join(dir, row.file));
    return { file: row.file, bytes: bytes.length, sha256: sha256(bytes) };
  });
  writeFileSync(file, manifestText({ ...tool, ...writtenBy }, rows, named));
}
