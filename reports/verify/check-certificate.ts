import { jsonIn } from '../../harness/files/bounded-json.ts';
import { commit, version } from '../../harness/files/version.ts';
import { documents } from '../../spec/documents.ts';
import { certificate } from '../certificate/certificate.ts';
import { type Certificate, certificateSchema } from '../certificate/certificate-schema.ts';
import { counted } from '../words/counted.ts';
import { digestOf } from '../files/digest.ts';
import { certificateName } from '../manifest/report-files.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Register } from '../register.ts';
import type { RunSummary } from '../journal/summary.ts';
import { differences } from './differences.ts';
import { factsOf } from './facts.ts';
import { type RunFiles, textOf } from './run-files.ts';
import type { Findings } from './verification.ts';

/** Several times what the whole register with every observation takes. */
const mostBytes = 64 * 1024 * 1024;

/** Several times what a certificate has. */
const mostLevels = 32;

/** Reads the certificate of a run. Undefined where there is none, or it has not the shape of one. */
export async function readCertificate(run: RunFiles, { faults }: Findings): Promise<Certificate | undefined> {
  const file = certificateName;
  if (!run.files.has(file)) {
    faults.push({ file, what: 'is missing' });
    return undefined;
  }
  const text = await textOf(run, file, mostBytes);
  if (text === undefined) {
    faults.push({ file, what: 'is too large, or not UTF-8' });
    return undefined;
  }
  const found = jsonIn(text, mostLevels);
  if ('wrong' in found) {
    faults.push({ file, what: `can't be read: ${found.wrong}` });
    return undefined;
  }
  const { value } = found;
  const parsed = certificateSchema.safeParse(value);
  if (!parsed.success) {
    const { path = [], message = '' } = parsed.error.issues[0] ?? {};
    faults.push({ file, ...rowOf(value, path), what: `is not as a certificate has it: ${message}` });
    return undefined;
  }
  const { digest } = parsed.data;
  if (digest !== undefined && digestOf(value as object) !== digest)
    faults.push({ file, what: 'does not have the digest that it names' });
  return parsed.data;
}

/** The row or the field at a path: a row by its id, where it has one. */
function rowOf(value: unknown, path: readonly PropertyKey[]): { readonly row?: string } {
  let at = value;
  for (const key of path) {
    at = (at as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key];
    const id = (at as { readonly id?: unknown } | undefined)?.id;
    if (typeof id === 'string') return { row: id };
  }
  return path.length === 0 ? {} : { row: path.map(String).join('.') };
}

/**
 * Makes the certificate again from the journal, and compares every row and field: as far as wording goes, only where this very program wrote it,
 * as its manifest says.
 */
export function checkCertificate(
  certified: Certificate,
  summary: RunSummary,
  register: Register,
  writtenBy: Manifest['tool'] | undefined,
  { faults, checked, unchecked }: Findings,
): void {
  const again = certificate(summary, register);
  const isSame = writtenBy?.version === version && writtenBy.commit === commit;
  const isEarlier = certified.digest === undefined;
  const stated = (one: Certificate): object =>
    isSame && !isEarlier ? { ...one, digest: undefined } : factsOf(one, certified);
  const found = differences(stated(certified), stated(again));
  for (const { row, what } of found) faults.push({ file: certificateName, row, what });
  checked.push(
    `${counted(certified.requirements.length, 'verdict')} and ${counted(certified.latitudes.length, 'open point')}, judged again from the journal`,
  );
  if (!isSame)
    unchecked.push(
      `wording: the certificate was written by ${toolText(writtenBy ?? certified.tool)}, and this is ${toolText({ version, commit })}. Where a verdict differs, verify with that one`,
    );
  const unknown = again.requirements.filter(({ id }) => !certified.requirements.some((row) => row.id === id));
  if (unknown.length > 0 && !isSame)
    unchecked.push(`${counted(unknown.length, 'requirement')} of this version that the certificate has not`);
  if (isEarlier)
    unchecked.push(
      'the certificate is of an earlier version: it names neither its own digest nor that of its journal',
    );
  checkDocuments(certified, unchecked);
}

/** Notes where the documents are of another edition than this version judges by. */
function checkDocuments({ documents: named = [] }: Certificate, unchecked: string[]): void {
  for (const { name, sha256 } of named) {
    const known = name === 'legacy' || name === 'resource' ? documents[name].sha256 : undefined;
    if (known !== sha256)
      unchecked.push(
        `the ${name} document: the certificate names an edition that this version was not read from`,
      );
  }
}

function toolText({ version: number, commit: of }: Pick<Certificate['tool'], 'version' | 'commit'>): string {
  return `payproof ${number} (${of ?? 'commit not known'})`;
}
