import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { defaultKeys } from '../../reference/settings.ts';
import type { Case } from './case.ts';
import { everythingOf, secretsIn } from '../support/secrets-scan.ts';
import { controlCharacterIn } from './support/control-characters.ts';

/** What came of a case. */
export interface Result {
  readonly name: string;
  readonly exit: number | null;
  readonly verdict: string;
  readonly peakMegabytes: number;
  readonly seconds: number;
  /** What is not as it must be; none when the case is passed. */
  readonly faults: readonly string[];
}

const bin = fileURLToPath(new URL('../../bin/payproof.mjs', import.meta.url));

/** What a behaviour may take over a sound run. */
const moreMegabytes = 400;
const timeoutSeconds = 2;
/** Of the target's `limits.timeout`, and 60 s over it. */
const mostSeconds = timeoutSeconds * 20 + 60;
/** What the shell commands of hostile ids and texts would make. */
const planted = '/tmp/payproof-gauntlet';

interface Certificate {
  readonly verdict: string;
  readonly failures: readonly { readonly requirement: readonly string[]; readonly flaky: boolean }[];
}

/** Runs `certify` as a process of its own against what the case starts, and compares what comes out with what must. `soundMegabytes`: the peak of a sound run. */
export async function runCase(one: Case, soundMegabytes = Infinity): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-'));
  const hostile = await one.start();
  const out = join(folder, 'run');
  const limits = { concurrency: 4, timeout: `${timeoutSeconds}s` };
  writeFileSync(
    join(folder, 'targets.yaml'),
    stringify({ targets: { hostile: { ...hostile.entry, limits } } }),
  );
  mkdirSync(join(folder, 'elsewhere'));
  rmSync(planted, { force: true });
  try {
    const args = [
      'certify',
      '--targets',
      join(folder, 'targets.yaml'),
      '--target',
      'hostile',
      '--out',
      out,
      '--seed',
      '1',
      ...one.args,
    ];
    const ran = await measured(args, join(folder, 'elsewhere'), hostile.environment);
    const certificate = certificateIn(out);
    const { apiKey, secret, secretKey } = defaultKeys;
    const places = everythingOf(existsSync(out) ? out : join(folder, 'elsewhere'), ran);
    const outside = readdirSync(join(folder, 'elsewhere'));
    const faults = [
      ...unexpected(one, ran, certificate, soundMegabytes + moreMegabytes),
      ...secretsIn(places, [apiKey, secret, secretKey, ...(hostile.secrets ?? [])]),
      ...(outside.length > 0 ? [`wrote outside its folder: ${outside.join(', ')}`] : []),
      ...(existsSync(planted) ? ['ran a command of the target'] : []),
    ];
    const { exit, peakMegabytes, seconds } = ran;
    return { name: one.name, exit, verdict: certificate?.verdict ?? '-', peakMegabytes, seconds, faults };
  } finally {
    await hostile.close();
    rmSync(folder, { recursive: true, force: true });
    rmSync(planted, { force: true });
  }
}

interface Ran {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
  readonly peakMegabytes: number;
  readonly seconds: number;
}

/** Runs the command, and reads its peak memory from the system while it lives. Killed when it takes far too long. */
async function measured(
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  let peakMegabytes = 0;
  child.stdout.setEncoding('utf8').on('data', (chunk) => (out += String(chunk)));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (err += String(chunk)));
  const watch = setInterval(() => (peakMegabytes = Math.max(peakMegabytes, peakOf(child.pid))), 100);
  const kill = setTimeout(() => child.kill('SIGKILL'), 2 * mostSeconds * 1000);
  await once(child, 'close');
  clearInterval(watch);
  clearTimeout(kill);
  return { exit: child.exitCode, out, err, peakMegabytes, seconds: (performance.now() - startedAt) / 1000 };
}

/** MB; 0 where the system does not tell, as outside Linux. */
function peakOf(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}

function certificateIn(out: string): Certificate | undefined {
  const file = join(out, 'certificate.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Certificate) : undefined;
}

function unexpected(
  { expect }: Case,
  ran: Ran,
  certificate: Certificate | undefined,
  mostMegabytes: number,
): readonly string[] {
  const { accuses = [], finds = [], says } = expect;
  const printed = ran.out + ran.err;
  const accused = (certificate?.failures ?? [])
    .filter(({ flaky }) => !flaky)
    .flatMap(({ requirement }) => requirement);
  const wrongly =
    accuses === 'any' ? [] : accused.filter((row) => !accuses.includes(row) && !finds.includes(row));
  const controls = controlCharacterIn(printed);
  return [
    ...(expect.exit.includes(ran.exit ?? -1)
      ? []
      : [`exit ${ran.exit}, expected ${expect.exit.join(' or ')}: ${ran.err.slice(-300)}`]),
    ...(says !== undefined && !says.test(printed)
      ? [`does not say ${String(says)}: ${printed.slice(-300)}`]
      : []),
    ...(/payproof itself failed|^\s+at .+:\d+:\d+\)?$/m.test(printed)
      ? [`failed itself: ${printed.slice(-300)}`]
      : []),
    ...(wrongly.length > 0 ? [`accuses ${[...new Set(wrongly)].join(', ')}`] : []),
    ...finds.filter((row) => !accused.includes(row)).map((row) => `does not find ${row}`),
    ...(controls === undefined ? [] : [`sends ${controls} to the terminal`]),
    ...(ran.peakMegabytes > mostMegabytes ? [`takes ${Math.round(ran.peakMegabytes)} MB`] : []),
    ...(ran.seconds > mostSeconds ? [`takes ${Math.round(ran.seconds)} s`] : []),
  ];
}
