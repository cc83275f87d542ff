import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitOf } from '../../../cli/replay/replay-stored.ts';
import type { FailureRecord } from '../../../harness/records/failure-record.ts';
import { version } from '../../../harness/files/version.ts';
import type { Fault } from '../../../reference/faults/fault.ts';
import type { RunningReference } from '../../../reference/server.ts';
import { whyNoScript } from '../../../reports/reproduction/reproduction.ts';
import { hurlFile } from '../../../reports/reproduction/hurl/hurl.ts';
import { playwrightFile } from '../../../reports/reproduction/playwright/playwright-file.ts';
import { vitestFile } from '../../../reports/reproduction/vitest/vitest-file.ts';
import { writeReproduction } from '../../../reports/write.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { blaming, claimsAbout } from '../../../suites/faults/certify-fault.ts';
import { onFreshServer, replayOn } from '../../../tools/reproductions/replay-afresh.ts';
import { chromiumPath } from '../../support/targets/chromium.ts';
import { hurlCommand } from '../../support/targets/hurl.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export const forms = ['replay', '.sh', '.test.ts', '.hurl', '.spec.ts'] as const;
type Form = (typeof forms)[number];

/**
 * One form of a failure: `not judged` where a script or a test is red on the server with the fault, and says that it can't judge the sound one,
 * `sends only` where the script says that a replay judges, `none` where there is no such file.
 */
export interface Tried {
  readonly failure: string;
  readonly breaches: FailureRecord['breaches'];
  readonly form: Form;
  readonly came: 'right' | 'not judged' | 'wrong' | 'sends only' | 'none';
  /** What was wrong. */
  readonly why?: string;
}

const root = join(import.meta.dirname, '../../..');

/** Finds a fault, and runs each form of each of its failures against a server with the fault and a sound one. */
export async function tryFault(
  fault: Fault,
  run: { readonly runs: number; readonly seed: number },
): Promise<readonly Tried[]> {
  const outcome = await certifyEmbedded({
    ...run,
    faults: [fault.id],
    claims: claimsAbout(fault),
    ...(fault.inBrowser === true && { inBrowser: true }),
    // What a guarded fault breaks depends on its guard too, so that any failure will do.
    enough: (found) => found.some(fault.guards === undefined ? blaming(fault) : ({ flaky }) => !flaky),
  });
  const dir = mkdtempSync(join(tmpdir(), 'payproof-reproductions-'));
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  const tried: Tried[] = [];
  try {
    for (const failure of outcome.failures.filter(({ flaky }) => !flaky)) {
      const found = { target: 'faulty', tool: { name: 'payproof', version } } as const;
      await writeReproduction(dir, failure, found);
      for (const form of forms) {
        tried.push(await tryForm(form, failure, { dir, fault }));
      }
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
  return tried;
}

async function tryForm(
  form: Tried['form'],
  failure: FailureRecord,
  { dir, fault }: { readonly dir: string; readonly fault: Fault },
): Promise<Tried> {
  const tried = { failure: `${fault.id}: ${failure.reproduction}`, breaches: failure.breaches, form };
  if (form === '.test.ts' && vitestFile(failure) === undefined) return { ...tried, came: 'none' };
  if (form === '.spec.ts' && playwrightFile(failure) === undefined) return { ...tried, came: 'none' };
  if (form === '.hurl' && (hurlFile(failure) === undefined || hurlCommand === undefined))
    return { ...tried, came: 'none' };
  const onlySends = form === '.sh' && whyNoScript(failure) !== undefined;
  // What shows by chance is sent until it is seen: on a busy machine requests are less often under way together.
  const untilSeen = { ROUNDS: '100' };
  const faulty = await onFreshServer([fault.id], (server) =>
    runForm(form, failure, { dir, server, more: untilSeen }),
  );
  const sound = await onFreshServer([], (server) => runForm(form, failure, { dir, server }));
  if (onlySends && faulty.exit === 3 && sound.exit === 3) return { ...tried, came: 'sends only' };
  // hurl ends with 4 where an assertion fails.
  const red = form === '.hurl' ? 4 : 1;
  if (faulty.exit === red && sound.exit === 0) return { ...tried, came: 'right' };
  const canDecline = form === '.sh' || form === '.test.ts';
  if (canDecline && faulty.exit === red && sound.exit === 3) return { ...tried, came: 'not judged' };
  const output = (faulty.exit === red ? sound : faulty).output.slice(-1500);
  return { ...tried, came: 'wrong', why: `faulty ${faulty.exit}, sound ${sound.exit}\n${output}` };
}

async function runForm(
  form: Tried['form'],
  failure: FailureRecord,
  {
    dir,
    server,
    more = {},
  }: { readonly dir: string; readonly server: RunningReference; readonly more?: NodeJS.ProcessEnv },
): Promise<{ readonly exit: number | null; readonly output: string }> {
  const { url, controlUrl, checkoutUrl, keys } = server;
  const file = join(dir, failure.reproduction);
  if (form === 'replay') {
    const result = await replayOn(server, failure);
    return { exit: exitOf(result), output: JSON.stringify(result.breaches) };
  }
  const env = {
    PATH: process.env['PATH'],
    NO_COLOR: '1',
    TARGET_URL: url,
    CONTROL_URL: controlUrl,
    PAY_API_KEY: keys.apiKey,
    PAY_SECRET: keys.secret,
    PAY_SECRET_KEY: keys.secretKey,
    PAY_PUBLIC_KEY: keys.publicKey,
    DEADLINE_MS: '2000',
    SETTLE_MS: '1000',
    ...more,
  };
  if (form === '.hurl' && hurlCommand !== undefined) {
    const [command = '', ...words] = hurlCommand;
    const variables = {
      target_url: url,
      control_url: controlUrl,
      pay_secret_key: keys.secretKey,
      pay_public_key: keys.publicKey,
      pay_control_key: 'none',
    };
    const given = Object.entries(variables).flatMap(([name, value]) => ['--variable', `${name}=${value}`]);
    return ended(command, [...words, '--test', '--no-color', ...given, `${file}.hurl`], { env, cwd: dir });
  }
  if (form === '.sh') return ended('sh', [`${file}.sh`], { env, cwd: dir });
  if (form === '.spec.ts') {
    const playwright = join(root, 'node_modules/.bin/playwright');
    const given = {
      ...env,
      CHECKOUT_SCRIPT: checkoutUrl,
      ...(chromiumPath !== undefined && { CHROMIUM: chromiumPath }),
    };
    const words = ['test', '--reporter', 'line', '--workers', '1', `${failure.reproduction}.spec.ts`];
    return ended(playwright, words, { env: given, cwd: dir });
  }
  const vitest = join(root, 'node_modules/.bin/vitest');
  const results = join(dir, 'results.json');
  const reported = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', results];
  const words = ['run', '--root', dir, ...reported, `${failure.reproduction}.test.ts`];
  const ran = await ended(vitest, words, { env, cwd: dir });
  const { numPendingTests } = JSON.parse(readFileSync(results, 'utf8')) as { numPendingTests: number };
  // A skipped test has asserted nothing, though vitest ends with 0: a script ends with 3 there.
  return numPendingTests > 0 ? { ...ran, exit: 3 } : ran;
}

/** Runs a command to its end: its exit status, and all that it printed. */
async function ended(
  command: string,
  words: readonly string[],
  { env, cwd }: { readonly env: NodeJS.ProcessEnv; readonly cwd: string },
): Promise<{ readonly exit: number | null; readonly output: string }> {
  const child = spawn(command, words, { env, cwd });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [exit] = (await once(child, 'close')) as [number | null];
  return { exit, output };
}
