import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { stringify } from 'yaml';
import { type ReferenceOptions, type RunningReference, startReference } from '../../../reference/server.ts';
import type { Badge } from '../../../reports/ci/badge.ts';
import { command } from '../../support/runs/command.ts';
import { differencesFromLine, verdictLines, type VerdictLine } from '../../support/runs/verdict-lines.ts';
import { chromiumPath } from '../../support/targets/chromium.ts';
import { certificateFile, startTlsServer } from '../../support/targets/tls-server.ts';
import type { Hostile } from '../case.ts';
import { certificateIn } from '../resume/killed.ts';
import { entryOf } from '../support/reference-target.ts';

/**
 * One real run for each line of the table in docs/verdicts.md, against the reference behind TLS. Exits 1 where a run ends otherwise than its line says.
 * Takes Chromium (`CHROMIUM`, or one on the PATH). Options: texts that the lines have, `--parallel N`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { parallel: { type: 'string', default: '2' } },
});

interface Arranged {
  /** Options of `certify`. */
  readonly options?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly reference?: ReferenceOptions;
  /** True: the target is reached by http. */
  readonly isPlain?: true;
  entry?(entry: Hostile['entry']): Hostile['entry'];
  /** What happens to the run under way. */
  meanwhile?(run: ReturnType<typeof command>, reference: RunningReference): Promise<void>;
}

const without =
  (...keys: readonly string[]) =>
  (entry: Hostile['entry']): Hostile['entry'] =>
    Object.fromEntries(Object.entries(entry).filter(([key]) => !keys.includes(key))) as Hostile['entry'];

/** Loaded by `node --require`: as on a machine on which nobody installed playwright-core. */
const lacking = join(mkdtempSync(join(tmpdir(), 'without-playwright-')), 'require.cjs');
writeFileSync(
  lacking,
  `const Module = require('node:module');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  if (request === 'playwright-core') throw Object.assign(new Error('not installed'), { code: 'MODULE_NOT_FOUND' });
  return resolve.call(this, request, ...rest);
};
`,
);

/** What each line leaves out, done to a run that has all. */
const arranged: Readonly<Record<string, Arranged>> = {
  nothing: {},
  'what `--only` leaves out': { options: ['--only', 'legacy'] },
  'a browser': { environment: { PAYPROOF_CHROMIUM: '', PATH: '/nowhere' } },
  'playwright-core': { environment: { NODE_OPTIONS: `--require=${lacking}` } },
  TLS: { isPlain: true },
  'an interface that the entry does not claim': { entry: without('resource') },
  'a means, such as a clock that can be moved': {
    entry: ({ legacy, ...entry }) => {
      const { personas, ...rest } = legacy as { readonly personas: Readonly<Record<string, unknown>> };
      const { pin: _, ...others } = personas;
      return { ...entry, legacy: { ...rest, personas: others } };
    },
  },
  'random sequences, by few `--runs`': { options: ['--runs', '5'] },
  'random sequences, by `--max-requests`': { options: ['--max-requests', '14000'] },
  'evidence for a `must`: the requests were spent': { options: ['--max-requests', '1500'] },
  'the core of an interface, such as tokens': {
    entry: without('control', 'checkout'),
    environment: { PAYPROOF_CHROMIUM: 'none' },
  },
  'the target, which went away': {
    entry: (entry) => ({ ...entry, limits: { away: '2s' } }),
    meanwhile: async (run, reference) => {
      await run.printed(/[1-9]\d* sequences/);
      await reference.close();
    },
  },
  'the other shards': { options: ['--shard', '1/2', '--own-server'] },
  'the end: the run was interrupted': {
    meanwhile: async (run) => {
      await run.printed(/[1-9]\d* sequences/);
      run.child.kill('SIGINT');
    },
  },
  'anything, with `--require-complete`': { options: ['--runs', '5', '--require-complete'] },
  'anything, beside a violation': {
    options: ['--runs', '5'],
    reference: { faults: ['resource-refund-exhausted-is-409'] },
  },
};

/** Lines that no run against the reference can have, with the reason. */
const onlyMade: Readonly<Record<string, string>> = {
  'evidence for a `may`': 'the reference shows each of them, or what it answers instead excuses it',
};

const asked = verdictLines.filter(
  ({ missing }) => positionals.length === 0 || positionals.some((text) => missing.includes(text)),
);
for (const { missing } of asked)
  if (missing in onlyMade) process.stdout.write(`not run: ${missing}: ${onlyMade[missing]}\n`);
const chosen = asked.filter(({ missing }) => !(missing in onlyMade));
let wrong = 0;
process.stdout.write('exit  verdict        requests  run s  what is missing\n');
const limit = pLimit(Number(values.parallel));
await Promise.all(chosen.map((line) => limit(() => tryLine(line))));
rmSync(dirname(lacking), { recursive: true });
process.stdout.write(`${chosen.length - wrong} of ${chosen.length} runs end as their line says\n`);
process.exitCode = wrong === 0 ? 0 : 1;

async function tryLine(line: VerdictLine): Promise<void> {
  const how = arranged[line.missing];
  if (how === undefined) throw new Error(`there is no run for the line "${line.missing}"`);
  const folder = mkdtempSync(join(tmpdir(), 'verdict-'));
  const reference = await startReference({ seed: 1, ...how.reference });
  const { port } = new URL(reference.url);
  const tls = await startTlsServer({ certificate: 'valid.pem', to: Number(port) });
  const url = how.isPlain === true ? reference.url : `https://127.0.0.1:${tls.port}`;
  const entry = {
    ...entryOf(reference, url),
    checkout: { script_url: `${url}/checkout/app.js` },
    control: { url: `${reference.url}/control` },
  };
  const targets = join(folder, 'targets.yaml');
  writeFileSync(targets, stringify({ targets: { local: how.entry?.(entry) ?? entry } }));
  const out = join(folder, 'run');
  const startedAt = performance.now();
  const run = command(
    ['certify', '--targets', targets, '--seed', '1', '--out', out, ...(how.options ?? [])],
    folder,
    {
      PAYPROOF_CHROMIUM: chromiumPath ?? 'none',
      NODE_EXTRA_CA_CERTS: certificateFile('ca.pem'),
      ...how.environment,
    },
  );
  await how.meanwhile?.(run, reference);
  const { exit, out: said, err } = await run.finished;
  const ran = (performance.now() - startedAt) / 1000;
  await tls.close();
  await reference.close();
  if (!existsSync(join(out, 'certificate.json'))) throw new Error(`${line.missing}: ${said}${err}`);
  const certificate = certificateIn(out);
  const badge = JSON.parse(readFileSync(join(out, 'badge.json'), 'utf8')) as Badge;
  const differences = differencesFromLine(line, { certificate, exit, badge });
  if (differences.length > 0) wrong += 1;
  else rmSync(folder, { recursive: true });
  const cells = [
    String(exit).padStart(4),
    certificate.verdict.padEnd(13),
    String(certificate.totals.requests).padStart(8),
    ran.toFixed(0).padStart(5),
    line.missing,
    ...(differences.length > 0 ? [`${differences.join('; ')} (${out}) ${(said + err).slice(-300)}`] : []),
  ];
  process.stdout.write(`${cells.join('  ')}\n`);
}
