import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { stringify } from 'yaml';
import { startReference } from '../../../reference/server.ts';
import { createRandom } from '../../support/setups/random.ts';
import { certificateIn, ended } from '../resume/killed.ts';
import { startProxy, type Passed } from '../support/proxy.ts';
import { entryOf } from '../support/reference-target.ts';

/** What comes in the place of replies while a server cannot be reached, control calls included. Undefined: connections are refused. */
const kinds: Readonly<Record<string, Passed | undefined>> = {
  refused: undefined,
  '503': page(503, '<h1>Service Unavailable</h1>'),
  page: page(200, '<h1>We will be back soon</h1>'),
};

/**
 * Whole runs with one outage that is shorter than `limits.away`, at a request that is drawn from the seed. Exits 1 where a run is not conformant or
 * accuses the server, or where the outage was not met. Options: `--seconds N` and `--kind NAME` (both may be repeated), `--seeds N`, `--parallel N`.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', multiple: true, default: ['10', '32', '59'] },
    kind: { type: 'string', multiple: true, default: Object.keys(kinds) },
    seeds: { type: 'string', default: '3' },
    parallel: { type: 'string', default: '2' },
  },
});

/** After the preflight, and long before the last request of a default run. */
const outageBetween = { first: 500, last: 15_000 };

let wrong = 0;
process.stdout.write('kind     outage s  seed  at request  exit  verdict        requests  run s  faults\n');
const limit = pLimit(Number(values.parallel));
const cases = values.seconds.flatMap((seconds) =>
  values.kind.flatMap((kind) =>
    Array.from({ length: Number(values.seeds) }, (_, nth) => ({
      kind,
      seconds: Number(seconds),
      seed: nth + 1,
    })),
  ),
);
await Promise.all(cases.map((one) => limit(() => tryOutage(one))));
process.stdout.write(`${cases.length - wrong} of ${cases.length} runs are as they must be\n`);
process.exitCode = wrong === 0 ? 0 : 1;

async function tryOutage({ kind, seconds, seed }: (typeof cases)[number]): Promise<void> {
  const { first, last } = outageBetween;
  const below = createRandom(1000 * seed + seconds + 100 * Object.keys(kinds).indexOf(kind));
  const at = first + below(last - first);
  const folder = mkdtempSync(join(tmpdir(), 'outage-'));
  const reference = await startReference({ seed });
  const instead = kinds[kind];
  let isOut = false;
  let outage: Promise<void> | undefined;
  const goOut = async (): Promise<void> => {
    isOut = true;
    if (instead === undefined) await proxy.die();
    await sleep(seconds * 1000);
    isOut = false;
    if (instead === undefined) await proxy.revive();
  };
  const proxy = await startProxy(() => reference.url, {
    control: (call) => (isOut && instead !== undefined ? { ...call, instead } : call),
    before: (request) => {
      if (request.n >= at) outage ??= goOut();
      return isOut && instead !== undefined ? { ...request, instead } : request;
    },
  });
  const targets = join(folder, 'targets.yaml');
  writeFileSync(targets, stringify({ targets: { local: entryOf(reference, proxy.url) } }));
  const out = join(folder, 'run');
  const startedAt = performance.now();
  const { exit, said } = await ended(
    ['certify', '--targets', targets, '--seed', String(seed), '--out', out],
    folder,
  );
  const ran = (performance.now() - startedAt) / 1000;
  await outage;
  await proxy.close();
  await reference.close();
  const { verdict, failures, troubles, totals } = certificateIn(out);
  const faults = [
    ...(exit === 0 ? [] : [`exit ${exit}: ${said.slice(-300)}`]),
    ...failures.map(({ summary }) => `accused: ${summary}`),
    ...(troubles.some(({ event }) => event === 'away') ? [] : ['the outage was not met']),
  ];
  if (faults.length > 0) wrong += 1;
  else rmSync(folder, { recursive: true });
  const cells = [
    kind.padEnd(7),
    String(seconds).padStart(8),
    String(seed).padStart(4),
    String(at).padStart(10),
    String(exit).padStart(4),
    verdict.padEnd(13),
    String(totals.requests).padStart(8),
    ran.toFixed(0).padStart(5),
    ...(faults.length > 0 ? [`${faults.join('; ')} (${out})`] : []),
  ];
  process.stdout.write(`${cells.join('  ')}\n`);
}

function page(http: number, body: string): Passed {
  return { http, headers: { 'content-type': 'text/html' }, body: Buffer.from(body) };
}
