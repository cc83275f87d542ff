import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { packedJournalName } from '../../../harness/journal/journal-bytes.ts';
import { readJournal } from '../../../harness/journal/read-journal.ts';
import { putBehindRelay } from '../../../tools/distance/relay.ts';
import { startServer, withoutCheckout } from '../../../tools/server-process.ts';
import { createRandom } from '../../support/setups/random.ts';
import { certificateDifferences } from './compare.ts';
import { certificateIn, ended, killedAt, sizeOf, type Moment } from './killed.ts';

/**
 * Kills a run with SIGKILL at random moments, resumes it, and compares its certificate with that of the unbroken run of the same seed. Every third
 * is killed once more while it is resumed. Exits 1 on any difference. `--in SUITE` (may be repeated): kills while that suite goes on. `--external`: a
 * server in a process of its own, a new one for each run, as with `--fault`, `--ms` and `--concurrency`, which put it behind a relay.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '5' },
    runs: { type: 'string', default: '8' },
    fault: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    in: { type: 'string', multiple: true, default: [] },
    external: { type: 'boolean', default: false },
    ms: { type: 'string', default: '0' },
    jitter: { type: 'string', default: '0' },
    concurrency: { type: 'string' },
  },
});
const { fault, seed, concurrency } = values;
const distance = { ms: Number(values.ms), jitter: Number(values.jitter), seed: Number(seed) };
const isExternal = values.external || fault !== undefined || concurrency !== undefined || distance.ms > 0;
const folder = mkdtempSync(join(tmpdir(), 'resumed-'));
const below = createRandom(Number(seed));
const asked = ['--seed', seed, '--runs', values.runs, ...values.only.flatMap((scope) => ['--only', scope])];

const whole = join(folder, 'unbroken');
await onServer('unbroken', (from) => ended([...from, ...asked, '--out', whole]));
const unbroken = certificateIn(whole);
const bytes = sizeOf(whole);
const exchanges = await exchangesIn(whole);
process.stdout.write(
  `${folder}: ${unbroken.verdict}, ${unbroken.totals.requests} requests, ${unbroken.totals.sequences} sequences, ${bytes} bytes\n`,
);
process.stdout.write(
  `${['killed at', 'requests by then', 'in all', 'exit', 'verdict      ', 'differences', isExternal ? 'counts' : 'counts of notifications'].join('  ')}\n`,
);
let different = 0;
for (let kill = 1; kill <= Number(values.kills); kill += 1) {
  const name = `killed-${kill}`;
  const out = join(folder, name);
  const moment = momentOf(kill);
  const { exit, said } = await onServer(name, async (from) => {
    const resumed = [...from, '--resume', out];
    let isKilled = await killedAt([...from, ...asked, '--out', out], out, moment);
    if (isKilled && kill % 3 === 0) {
      const size = sizeOf(out);
      isKilled = await killedAt(resumed, out, { bytes: size + below(Math.max(1, bytes - size)) });
    }
    // A resumed run sends less, so it may come to its end before the second moment.
    return isKilled ? ended(resumed) : { exit: undefined, said: 'certificate' };
  });
  const share = momentText(moment);
  if (sizeOf(out) === 0 || !said.includes('certificate')) {
    process.stdout.write(`${share.padStart(9)}  ${String(exit)}: ${said}\n`);
    different += 1;
    continue;
  }
  const resumed = certificateIn(out);
  const found = certificateDifferences(unbroken, resumed, { counts: isExternal ? 'none' : 'untimed' });
  const counts = certificateDifferences(unbroken, resumed).length - found.length;
  different += found.length > 0 ? 1 : 0;
  const before = resumed.resumed?.map((one) => one.requests_before).join(', ') ?? '';
  const cells = [
    share.padStart(9),
    before.padStart(16),
    String(resumed.totals.requests).padStart(6),
    String(exit).padStart(4),
    resumed.verdict.padEnd(13),
    String(found.length).padEnd(11),
    String(counts),
  ];
  process.stdout.write(
    `${[cells.join('  '), ...found.slice(0, 20).map((one) => `      ✗ ${one}`)].join('\n')}\n`,
  );
}
process.stdout.write(`${different} of ${values.kills} differ from the unbroken run\n`);
process.exitCode = different === 0 ? 0 : 1;

/** Gives `certify` and the target of one run to what makes it: what ran on a server before may have moved its clock or made payments. */
async function onServer<T>(name: string, use: (from: readonly string[]) => Promise<T>): Promise<T> {
  const own = join(folder, `${name}-server`);
  mkdirSync(own);
  if (!isExternal) {
    const targets = join(own, 'targets.yaml');
    writeFileSync(targets, stringify({ targets: { own: { kind: 'embedded' } } }));
    return use(['certify', '--targets', targets]);
  }
  const server = await startServer(own, fault === undefined ? [] : ['--fault', fault]);
  withoutCheckout(server.targetsFile);
  const limits = concurrency === undefined ? {} : { limits: { concurrency: Number(concurrency) } };
  const relay = await putBehindRelay(server.targetsFile, distance, limits);
  try {
    return await use(['certify', '--targets', server.targetsFile]);
  } finally {
    await relay.close();
    await server.stop();
  }
}

/** The suites that are named have their turns; where none is, it is anywhere in the run. */
function momentOf(kill: number): Moment {
  // So that those that are killed twice are not always in the same of three suites.
  const suite = values.in[(kill + Math.ceil(kill / 3)) % values.in.length];
  if (suite === undefined) return { bytes: 1 + below(bytes) };
  const count = exchanges.get(suite);
  if (count === undefined) throw new Error(`the run has no suite "${suite}"`);
  return { suite, exchanges: 1 + below(count) };
}

function momentText(moment: Moment): string {
  if ('suite' in moment) return `${moment.suite} ${moment.exchanges} of ${exchanges.get(moment.suite) ?? 0}`;
  return `${Math.round((100 * moment.bytes) / bytes)} %`;
}

/** How many exchanges the run in a folder has by suite, control calls included. */
async function exchangesIn(dir: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const record of readJournal(join(dir, packedJournalName)))
    if (record.k === 'exchange') counts.set(record.suite, (counts.get(record.suite) ?? 0) + 1);
  return counts;
}
