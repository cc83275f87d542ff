import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { defaultKeys } from '../../reference/settings.ts';
import type { Case } from './case.ts';
import { everythingOf, filesOf, secretsIn } from '../support/runs/secrets-scan.ts';
import { runCommand, type Ran } from './support/run-command.ts';

/** What came of a case. */
export interface Result {
  readonly name: string;
  readonly exit: number | null;
  readonly verdict: string;
  readonly peakMegabytes: number;
  /** By the clock. */
  readonly seconds: number;
  /** Without what it waited for a processor. */
  readonly ownSeconds: number;
  /** Rows that were accused. */
  readonly accused: readonly string[];
  /** What is not as it must be; none when the case is passed. */
  readonly faults: readonly string[];
}

/** What a behaviour may take over a sound run. */
const moreMegabytes = 400;
const timeoutSeconds = 2;
/** Of the target's `limits.timeout`, and 60 s over it. */
const mostSeconds = timeoutSeconds * 20 + 60;
/** A run is killed after so many times what it may take: on a busy machine it waits for a processor. */
const patience = 6;
/** What the shell commands of hostile ids and texts would make. */
const planted = '/tmp/payproof-gauntlet';

interface Certificate {
  readonly verdict: string;
  readonly reasons: readonly string[];
  readonly requirements: readonly { readonly id: string; readonly verdict: string }[];
  readonly failures: readonly { readonly requirement: readonly string[]; readonly flaky: boolean }[];
}

/** Runs `certify` as a process of its own against what the case starts, and compares what comes out with what must. `soundMegabytes`: the peak of a sound run. */
export async function runCase(one: Case, soundMegabytes = Infinity): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-'));
  const hostile = await one.start();
  const out = join(folder, 'run');
  const elsewhere = join(folder, 'elsewhere');
  // The only other place that a run may write to.
  const cache = join(folder, 'cache');
  const limits = { concurrency: 4, timeout: `${timeoutSeconds}s` };
  const targets = join(folder, 'targets.yaml');
  const entry = { ...hostile.entry, limits: { ...limits, ...hostile.limits } };
  writeFileSync(targets, stringify({ targets: { hostile: entry } }));
  mkdirSync(elsewhere);
  mkdirSync(cache);
  rmSync(planted, { force: true });
  try {
    const options = ['--targets', targets, '--target', 'hostile', '--out', out, '--seed', '1'];
    const ran = await runCommand(['certify', ...options, ...one.args], {
      cwd: elsewhere,
      environment: { PAYPROOF_CACHE: cache, ...hostile.environment },
      mostSeconds: patience * (one.mostSeconds ?? mostSeconds),
    });
    const certificate = certificateIn(out);
    const { apiKey, secret, secretKey } = defaultKeys;
    const kept = [...filesOf(cache)].map(([place, text]) => [`cache ${place}`, text] as const);
    const places = new Map([...everythingOf(existsSync(out) ? out : elsewhere, ran), ...kept, ...ran.shown]);
    const outside = readdirSync(elsewhere);
    const accused = accusedIn(certificate);
    const faults = [
      ...unexpected(one, ran, accused, soundMegabytes + moreMegabytes),
      ...unexpectedVerdict(one, ran, certificate),
      ...unexpectedReasons(one, ran, certificate),
      ...unseenRows(one, certificate),
      ...secretsIn(places, [apiKey, secret, secretKey, ...(hostile.secrets ?? [])]),
      ...(outside.length > 0 ? [`wrote outside its folder: ${outside.join(', ')}`] : []),
      ...(existsSync(planted) ? ['ran a command of the target'] : []),
    ];
    const { exit, peakMegabytes, seconds, ownSeconds } = ran;
    const verdict = certificate?.verdict ?? '-';
    return { name: one.name, exit, verdict, peakMegabytes, seconds, ownSeconds, accused, faults };
  } finally {
    await hostile.close();
    rmSync(folder, { recursive: true, force: true });
    rmSync(planted, { force: true });
  }
}

function certificateIn(out: string): Certificate | undefined {
  const file = join(out, 'certificate.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Certificate) : undefined;
}

function accusedIn(certificate: Certificate | undefined): readonly string[] {
  const sure = (certificate?.failures ?? []).filter(({ flaky }) => !flaky);
  return [...new Set(sure.flatMap(({ requirement }) => requirement))];
}

function unexpected(
  { expect, mostSeconds: longestSeconds = mostSeconds }: Case,
  ran: Ran,
  accused: readonly string[],
  mostMegabytes: number,
): readonly string[] {
  const { accuses = [], finds = [], says } = expect;
  const printed = ran.out + ran.err;
  const end = printed.trim().slice(-600);
  const wrongly =
    accuses === 'any' ? [] : accused.filter((row) => !accuses.includes(row) && !finds.includes(row));
  const controls = controlCharacterIn(printed);
  return [
    ...(expect.exit.includes(ran.exit ?? -1)
      ? []
      : [`exit ${ran.exit}, expected ${expect.exit.join(' or ')}: ${end}`]),
    ...(says !== undefined && !says.test(printed) ? [`does not say ${String(says)}: ${end}`] : []),
    ...(/payproof itself failed|^\s+at .+:\d+:\d+\)?$/m.test(printed) ? [`failed itself: ${end}`] : []),
    ...(wrongly.length > 0 ? [`accuses ${wrongly.join(', ')}`] : []),
    ...finds.filter((row) => !accused.includes(row)).map((row) => `does not find ${row}`),
    ...(controls === undefined ? [] : [`sends ${controls} to the terminal`]),
    ...(ran.peakMegabytes > mostMegabytes ? [`takes ${Math.round(ran.peakMegabytes)} MB`] : []),
    ...(ran.ownSeconds > longestSeconds ? [`takes ${Math.round(ran.ownSeconds)} s`] : []),
  ];
}

function unseenRows(
  { expect: { shows = [] } }: Case,
  certificate: Certificate | undefined,
): readonly string[] {
  const passed =
    certificate?.requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id) ?? [];
  return shows.filter((row) => !passed.includes(row)).map((row) => `has no evidence of ${row}`);
}

/** What a verdict is by its exit status. */
const exits: Readonly<Record<string, number>> = { conformant: 0, nonconformant: 1, inconclusive: 3 };

function unexpectedVerdict(
  { expect: { begins } }: Case,
  { exit, err }: Ran,
  certificate: Certificate | undefined,
): readonly string[] {
  const began = certificate !== undefined;
  if (begins !== undefined && began !== begins)
    return [`${began ? 'began' : 'did not begin'}: ${err.trim().slice(-300)}`];
  const fits = certificate === undefined || exits[certificate.verdict] === exit;
  return fits ? [] : [`its certificate is ${certificate.verdict}, and its exit ${exit}`];
}

/** Why a run ended with a verdict that was not expected. */
function unexpectedReasons(
  { expect }: Case,
  { exit }: Ran,
  certificate: Certificate | undefined,
): readonly string[] {
  if (certificate === undefined || expect.exit.includes(exit ?? -1)) return [];
  return certificate.reasons.map((reason) => `because: ${reason}`);
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u0008\u000b-\u000d\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;

/** The first control character that a terminal would act on; undefined where there is none. Line ends and tabs are none. */
function controlCharacterIn(text: string): string | undefined {
  const found = control.exec(text)?.[0];
  return found === undefined ? undefined : `U+${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
