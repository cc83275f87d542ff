import { jsonIn } from '../../harness/files/bounded-json.ts';
import { commit, version } from '../../harness/files/version.ts';
import { documents } from '../../spec/requirement.ts';
import { type Certificate, certificateSchema } from '../certificate/certificate-schema.ts';
import { pluralize } from '../words/plain.ts';
import { digestOf } from '../files/digest.ts';
import { jsonText } from '../files/write-atomically.ts';
import { certificateName } from '../manifest/report-files.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { isOfThisProgram } from './check-remade.ts';
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
  else if (digest !== undefined && jsonText(value) !== text)
    faults.push({ file, what: 'is not laid out as payproof wrote it' });
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
 * Compares every row and field with the certificate that is made again from the journal: as far as wording goes, only where this very program wrote it,
 * as its manifest says.
 */
export function checkCertificate(
  certified: Certificate,
  again: Certificate,
  writtenBy: Manifest['tool'] | undefined,
  { faults, checked, unchecked }: Findings,
): void {
  const isSame = writtenBy !== undefined && isOfThisProgram({ tool: writtenBy });
  const isEarlier = certified.digest === undefined;
  const stated = (one: Certificate): object =>
    isSame && !isEarlier ? { ...one, digest: undefined } : factsOf(one, certified);
  const found = differences(stated(certified), stated(again));
  for (const { row, what } of found) faults.push({ file: certificateName, row, what });
  checked.push(
    `${pluralize(certified.requirements.length, 'verdict')} and ${pluralize(certified.latitudes.length, 'open point')}, judged again from the journal`,
  );
  if (!isSame)
    unchecked.push(
      `wording: the certificate was written by ${toolText(writtenBy ?? certified.tool)}, and this is ${toolText({ version, commit })}. Where a verdict differs, verify with that one`,
    );
  const unknown = again.requirements.filter(({ id }) => !certified.requirements.some((row) => row.id === id));
  if (unknown.length > 0 && !isSame)
    unchecked.push(
      `${pluralize(unknown.length, 'requirement')} of this version that the certificate has not`,
    );
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

/**
 * What a certificate states, apart from its wording, which another version of payproof may have changed. `like` is the certificate that is
 * checked: what it lacks, as an earlier one does, is left out of both.
 */
function factsOf(certified: Certificate, like: Certificate): object {
  const { target, tool, totals, seed, started_at, duration_ms, interrupted } = certified;
  const rows = new Set(like.requirements.map(({ id }) => id));
  const points = new Set(like.latitudes.map(({ id }) => id));
  return {
    verdict: certified.verdict,
    ...(like.night !== undefined && {
      night: { verdict: certified.night?.verdict, exit: certified.night?.exit },
    }),
    target: { name: target.name, interfaces: target.interfaces, capabilities: target.capabilities },
    tool: {
      version: tool.version,
      node: tool.node,
      ...(like.tool.commit !== undefined && { commit: tool.commit }),
    },
    seed,
    started_at,
    duration_ms,
    interrupted,
    ...(like.shards !== undefined && { shards: certified.shards }),
    totals,
    ...(like.under_way !== undefined && { under_way: certified.under_way }),
    requirements: certified.requirements
      .filter(({ id }) => rows.has(id))
      .map(({ id, level, verdict, checks }) => ({ id, level, verdict, checks })),
    latitudes: certified.latitudes
      .filter(({ id }) => points.has(id))
      .map(({ id, observed, checks, consistent }) => ({ id, observed, checks, consistent })),
    failures: certified.failures.map(({ requirement, interface: of, steps, flaky, reproduction }) => ({
      requirement,
      interface: of,
      steps,
      flaky,
      reproduction,
    })),
    known_deviations: certified.known_deviations,
    ...(like.journal !== undefined && {
      endpoints: target.endpoints,
      documents: certified.documents,
      settings: certified.settings,
      profile: certified.profile,
      journal: certified.journal,
    }),
  };
}

/** What a certificate says otherwise than its journal shows. */
interface Difference {
  /** The id of a row, or the path of a field: `totals.requests`. */
  readonly row: string;
  readonly what: string;
}

/** Differences that are listed; a certificate of another run has thousands. */
const mostListed = 50;

/** Longest value that is shown. */
const longestShown = 120;

/** Where two JSON values differ: rows of a list by their ids, fields by their paths. */
function differences(certified: object, shown: object): readonly Difference[] {
  const found: Difference[] = [];
  compare(certified, shown, '', (difference) => found.push(difference));
  if (found.length <= mostListed) return found;
  const more = found.length - mostListed;
  return [...found.slice(0, mostListed), { row: `${more} more`, what: 'differ too' }];
}

type Report = (difference: Difference) => void;

function compare(says: unknown, shows: unknown, at: string, report: Report): void {
  if (Array.isArray(says) && Array.isArray(shows)) return compareLists(says, shows, at, report);
  if (isRecord(says) && isRecord(shows)) {
    for (const key of new Set([...Object.keys(says), ...Object.keys(shows)]))
      compare(says[key], shows[key], at === '' ? key : `${at}.${key}`, report);
    return;
  }
  if (says === shows) return;
  report({ row: at, what: `the certificate says ${shortText(says)}, the journal shows ${shortText(shows)}` });
}

function compareLists(says: readonly unknown[], shows: readonly unknown[], at: string, report: Report): void {
  const [ours, theirs] = [byId(says), byId(shows)];
  if (ours === undefined || theirs === undefined) {
    for (let index = 0; index < Math.max(says.length, shows.length); index += 1)
      compare(says[index], shows[index], `${at}.${index}`, report);
    return;
  }
  for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
    const [one, other] = [ours.get(id), theirs.get(id)];
    if (one === undefined) report({ row: id, what: `is missing in ${at}` });
    else if (other === undefined) report({ row: id, what: `is in ${at}, and the register has no such id` });
    else compare(one, other, '', ({ row, what }) => report({ row: id, what: `${row}: ${what}` }));
  }
  const doubled = says.length - ours.size;
  if (doubled > 0) report({ row: at, what: `has ${doubled} of its entries twice` });
  const order = [...ours.keys()].join() === [...theirs.keys()].join();
  if (!order && ours.size === theirs.size && doubled === 0)
    report({ row: at, what: 'has its entries in another order' });
}

/** The rows of a list by their ids; undefined where they have none. */
function byId(rows: readonly unknown[]): ReadonlyMap<string, unknown> | undefined {
  const found = new Map<string, unknown>();
  for (const row of rows) {
    if (!isRecord(row) || typeof row['id'] !== 'string') return undefined;
    found.set(row['id'], row);
  }
  return found;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shortText(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
