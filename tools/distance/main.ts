import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { wholeNumber } from '../../cli/command/options.ts';
import { packedJournalName } from '../../harness/journal/journal-bytes.ts';
import { readJournal } from '../../harness/journal/read-journal.ts';
import { UnderWay } from '../../reports/journal/under-way.ts';
import { startServer } from '../server-process.ts';
import { ran } from '../speed/command.ts';
import { fixed, seconds, sumOf, tableOf } from '../table.ts';
import { checkoutOption, collectedNumber, jitterOption } from './options.ts';
import { putBehindRelay } from './relay.ts';

/**
 * Certifies the built-in server in a process of its own, behind a relay that delays what goes through it, and prints for each distance and each limit of
 * concurrency: seconds, requests, how many were under way on average, and the time beside the shortest that is possible, requests × round trip ÷
 * concurrency. Below each the same by suite and part, with when it began. With `--forecast` also what `doctor` says before, which must be within 30 % of it.
 */
const {
  ms: distances = [0, 20, 50, 150],
  jitter,
  concurrency: limits = [1, 8, 64],
  forecast: isForecast = false,
  seed,
  checkout,
} = new Command('distance')
  .option('--ms <n>', 'a round trip, ms; repeatable; default: 0, 20, 50 and 150', collectedNumber(0))
  .addOption(jitterOption())
  .option(
    '--concurrency <n>',
    'requests under way at most; repeatable; default: 1, 8 and 64',
    collectedNumber(1),
  )
  .option(
    '--forecast',
    'print beside each run how long `doctor` says that it takes, and how much longer it took',
  )
  .option('--seed <n>', 'seed of all random choices', wholeNumber(0), 1)
  .addOption(checkoutOption())
  .parse()
  .opts<{
    readonly ms?: readonly number[];
    readonly jitter: number;
    readonly concurrency?: readonly number[];
    readonly forecast?: boolean;
    readonly seed: number;
    readonly checkout: string;
  }>();
const dir = mkdtempSync(join(tmpdir(), 'payproof-distance-'));
const columns = tableOf(
  'ms  ',
  'limit',
  'suite, part                  ',
  'requests',
  '    from',
  ' seconds',
  'under way',
  'of the shortest',
);
console.log(columns.head);
try {
  for (const ms of distances) for (const limit of limits) await measure(ms, limit);
} finally {
  rmSync(dir, { recursive: true, force: true });
}

async function measure(roundTripMs: number, limit: number): Promise<void> {
  const name = `${roundTripMs}-${limit}`;
  const folder = join(dir, name);
  mkdirSync(folder);
  const server = await startServer(folder);
  const distance = { ms: roundTripMs, jitter, seed };
  const relay = await putBehindRelay(server.targetsFile, distance, { limits: { concurrency: limit } });
  try {
    const out = join(folder, 'run');
    const args = ['certify', '--target', 'local', '--seed', String(seed), '--out', out];
    const certifier = { name: 'now', folder: resolve(checkout) };
    const forecast = isForecast ? await forecastBy(certifier.folder, folder) : undefined;
    const { ms, exit } = await ran(certifier, args, { cache: join(dir, 'cache'), cwd: folder });
    const shares = await sharesOf(join(out, packedJournalName));
    const all = shares.map(({ share }) => share);
    const requests = sumOf(all.map((share) => share.requests));
    const busyMs = sumOf(all.map((share) => share.busyMs));
    const shortestMs = (requests * roundTripMs) / limit;
    const failed = exit === 0 ? '' : ` exit ${exit}`;
    const ratio = shortestMs === 0 ? '–' : `${fixed(ms / shortestMs, 1)}${failed}`;
    const told =
      forecast === undefined
        ? []
        : [
            `forecast ${forecast.requests} requests, ${fixed(forecast.latency_ms, 1)} ms each: ${seconds(forecast.ms)} s; it took ${fixed(ms / forecast.ms, 2)} of that`,
          ];
    const cells = ['all', requests, '', seconds(ms), fixed(busyMs / ms, 1), ratio, ...told];
    console.log(columns.row(roundTripMs, limit, ...cells));
    for (const { name: part, from, until, share } of shares) {
      const average = share.underWay()?.average ?? 0;
      console.log(
        columns.row('', '', part, share.requests, seconds(from), seconds(until - from), fixed(average, 1)),
      );
    }
  } finally {
    await relay.close();
    await server.stop();
  }
}

/** What `doctor` forecasts of a run. */
interface Forecast {
  readonly requests: number;
  readonly latency_ms: number;
  readonly ms: number;
}

async function forecastBy(program: string, cwd: string): Promise<Forecast> {
  const args = [join(program, 'bin', 'payproof.mjs'), 'doctor', '--target', 'local', '--json'];
  const env = { ...process.env, PAYPROOF_CACHE: join(dir, 'cache') };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env });
  return (JSON.parse(stdout) as { readonly forecast: Forecast }).forecast;
}

/** What a part of a suite sent, and when, ms since the run began. */
interface Share {
  readonly name: string;
  readonly from: number;
  until: number;
  readonly share: UnderWay;
}

async function sharesOf(file: string): Promise<readonly Share[]> {
  const shares: Share[] = [];
  /** The part of each suite that is under way. */
  const latest = new Map<string, Share>();
  for await (const record of readJournal(file)) {
    if (record.k === 'exchange') {
      const part = latest.get(record.suite);
      if (part !== undefined && record.control !== true) part.share.add(record);
    } else if (record.k === 'suite' && record.event === 'start') {
      const name = record.part === undefined ? record.name : `${record.name}, ${record.part}`;
      const one = { name, from: record.at, until: record.at, share: new UnderWay() };
      shares.push(one);
      latest.set(record.name, one);
    } else if (record.k === 'suite' && record.event === 'end') {
      const part = latest.get(record.name);
      if (part !== undefined) part.until = record.at;
    }
  }
  return shares;
}
