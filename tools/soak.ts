import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { wholeNumber } from '../cli/command/options.ts';
import { openJournal } from '../harness/journal/journal.ts';
import { packedJournalName } from '../harness/journal/journal-bytes.ts';
import { readJournal } from '../harness/journal/read-journal.ts';
import { redactorOf } from '../harness/secrets/redact.ts';
import { randomProfile } from '../reference/erratic.ts';
import { Fold } from '../reports/journal/fold.ts';
import { writeReportsOf } from '../reports/write.ts';
import { allClaims } from '../suites/claims/all-claims.ts';
import type { Claim } from '../suites/run/claim.ts';
import type { RunConfig } from '../suites/run/run-config.ts';
import { planRun, runRecord } from '../suites/run/prepare.ts';
import { runClaim } from '../suites/run/run-claim.ts';
import { openRun } from '../suites/run/open-run.ts';
import { requestsPerRun } from './requests-per-run.ts';
import { startServer } from './server-process.ts';
import { SoakTally, soakTable } from './soak-tally.ts';

interface Options {
  readonly requests: number;
  readonly rounds?: number;
  readonly seed: number;
  readonly chaos: string;
  readonly every: number;
  readonly out?: string;
}

/** Of one server, whose list of tokens grows with each of them. */
const requestsPerRound = 25_000;
/** The share of the runs that a suite gets which needs the target for itself: it waits more than it sends. */
const aloneShare = 0.25;
/** Each fourth server answers open points inconsistently. */
const erraticEvery = 4;
const progressMs = 10_000;

const options = new Command('soak')
  .description('certifies many conforming servers, one after another, into one journal')
  .option('--requests <n>', 'requests in all, at least', wholeNumber(1), 1_000_000)
  .option(
    '--rounds <n>',
    'servers, each of another profile; default: one for 25,000 requests',
    wholeNumber(1),
  )
  .option('--seed <n>', 'the first seed', wholeNumber(0), 1)
  .option('--chaos <kinds>', 'how notifications are disturbed', 'delay=300ms,duplicate=0.5,reorder')
  .option('--every <n>', 'requests between two measurements of the memory', wholeNumber(1), 50_000)
  .option('--out <dir>', 'where to keep the journal and the reports; default: they are deleted')
  .parse()
  .opts<Options>();

const dir = options.out === undefined ? mkdtempSync(join(tmpdir(), 'payproof-soak-')) : resolve(options.out);
mkdirSync(dir, { recursive: true });
const perRound =
  options.rounds === undefined ? requestsPerRound : Math.ceil(options.requests / options.rounds);
const startedAt = Date.now();
const tally = new SoakTally(options.every);
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());

console.log(
  `${options.requests} requests, ${perRound} a server, seed ${options.seed}, chaos ${options.chaos}`,
);
console.log(soakTable.head);
const progress = setInterval(() => process.stderr.write(`${tally.progress()}\n`), progressMs);
while (tally.totals.requests < options.requests && !interrupt.signal.aborted) {
  tally.round += 1;
  await oneRound(tally.round, Math.min(perRound, options.requests - tally.totals.requests));
}
clearInterval(progress);
console.log(tally.flatness());
console.log(
  `${tally.accusations.length} accusations, ${tally.flaky.length} flaky, ${tally.inconclusive} sequences without verdict, ${tally.troubles} troubles in ${tally.totals.requests} requests`,
);
const agrees = await readBack();
if (options.out === undefined) rmSync(dir, { recursive: true, force: true });
const isClean = tally.accusations.length === 0 && tally.troubles === 0 && agrees;
process.exitCode = !isClean ? 1 : interrupt.signal.aborted ? 130 : 0;

/** Certifies one server; all rounds write to one journal. */
async function oneRound(number: number, requests: number): Promise<void> {
  const seed = options.seed + number - 1;
  const { signal } = interrupt;
  const server = await startServer(dir, [
    '--seed',
    String(seed),
    '--chaos',
    options.chaos,
    ...profileOf(number, seed).flatMap((one) => ['--profile', one]),
  ]);
  tally.server = server.pid;
  try {
    const runs = Math.ceil(requests / requestsPerRun);
    const asked = { targets: server.targetsFile, target: 'local', only: [], bail: false, seed, runs };
    const { config: looked } = await planRun(asked);
    const config: RunConfig = { ...looked, startedAt };
    const file = openJournal(join(dir, packedJournalName), redactorOf(config.target));
    const journal = {
      ...file,
      write: (record: Parameters<typeof file.write>[0]) => {
        file.write(record);
        tally.note(record);
      },
    };
    const run = openRun(config, journal);
    try {
      if (number === 1) journal.write(runRecord(config));
      for (const claim of allClaims) {
        if (signal.aborted) break;
        // The journal already has an error of our own as a trouble.
        await runClaim(run, claim, { claims: allClaims, signal, changes: shortened(config, claim) }).catch(
          () => undefined,
        );
      }
      if (signal.aborted || tally.totals.requests >= options.requests)
        journal.write({ k: 'end', at: Date.now() - startedAt, interrupted: signal.aborted });
    } finally {
      await run.close();
    }
  } finally {
    tally.mark(false);
    await server.stop();
  }
}

function shortened(config: RunConfig, { machine }: Claim): Partial<RunConfig> {
  return machine?.exclusive === true ? { runs: Math.ceil(config.runs * aloneShare) } : {};
}

/** As options of `serve`. */
function profileOf(number: number, seed: number): readonly string[] {
  if (number % erraticEvery === 0) return ['erratic'];
  return Object.entries(randomProfile(seed)).map(([latitude, choice]) => `${latitude}=${choice}`);
}

/** Makes the reports from the journal again. Gives whether its lines and totals are those that were written. */
async function readBack(): Promise<boolean> {
  const file = join(dir, packedJournalName);
  const started = performance.now();
  const folded = new Fold();
  let lines = 0;
  for await (const record of readJournal(file)) {
    lines += 1;
    folded.add(record);
  }
  const { verdict, totals, transitions } = await writeReportsOf(folded.summary(), dir);
  const seconds = (performance.now() - started) / 1000;
  const { requests, sequences, webhooks } = tally.totals;
  const agree =
    lines === tally.lines &&
    totals.requests === requests &&
    totals.sequences === sequences &&
    totals.webhooks === webhooks;
  console.log(
    `journal: ${(statSync(file).size / 1e6).toFixed(0)} MB, ${lines} lines, read and reported in ${seconds.toFixed(0)} s; ` +
      `certificate: ${verdict}, ${totals.requests} requests, ${totals.sequences} sequences, ${totals.webhooks} webhooks, ${transitions.length} transitions; ` +
      `the totals ${agree ? 'agree' : `DIFFER from ${tally.lines} lines, ${requests} requests, ${sequences} sequences, ${webhooks} webhooks`}`,
  );
  return agree;
}
