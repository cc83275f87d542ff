import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { startReference } from '../../../reference/server.ts';
import { createRandom } from '../../support/setups/random.ts';
import { certificateDifferences } from './compare.ts';
import { certificateIn, ended, killedAt, sizeOf } from './killed.ts';
import { entryOf } from '../support/reference-target.ts';

/**
 * Kills a run with SIGKILL at random moments, resumes it, and compares its certificate with that of the unbroken run of the same seed. Every third
 * is killed once more while it is resumed. Exits 1 on any difference.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '5' },
    runs: { type: 'string', default: '8' },
    fault: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'resumed-'));
const targets = join(folder, 'targets.yaml');
const below = createRandom(Number(values.seed));
const faults = values.fault === undefined ? [] : [values.fault];
const server = values.fault === undefined ? undefined : await startReference({ control: true, faults });
const entry = server === undefined ? { kind: 'embedded' } : entryOf(server, server.url);
writeFileSync(targets, stringify({ targets: { own: entry } }));
const from = ['--targets', targets];
const asked = [
  'certify',
  ...from,
  '--seed',
  values.seed,
  '--runs',
  values.runs,
  ...values.only.flatMap((scope) => ['--only', scope]),
];

const whole = join(folder, 'unbroken');
await ended([...asked, '--out', whole]);
const unbroken = certificateIn(whole);
const bytes = sizeOf(whole);
process.stdout.write(
  `${folder}: ${unbroken.verdict}, ${unbroken.totals.requests} requests, ${unbroken.totals.sequences} sequences, ${bytes} bytes\n`,
);
process.stdout.write(
  `${['killed at', 'requests by then', 'in all', 'exit', 'verdict      ', 'differences', 'counts of notifications'].join('  ')}\n`,
);
let different = 0;
for (let kill = 1; kill <= Number(values.kills); kill += 1) {
  const out = join(folder, `killed-${kill}`);
  const moments = [1 + below(bytes)];
  if (kill % 3 === 0) moments.push((moments[0] ?? 0) + below(bytes - (moments[0] ?? 0)));
  let isKilled = true;
  for (const [index, moment] of moments.entries())
    isKilled &&= await killedAt(
      index === 0 ? [...asked, '--out', out] : ['certify', ...from, '--resume', out],
      out,
      moment,
    );
  // A resumed run sends less, so it may come to its end before the second moment.
  const { exit, said } = isKilled
    ? await ended(['certify', ...from, '--resume', out])
    : { exit: undefined, said: 'certificate' };
  const share = moments.map((moment) => `${Math.round((100 * moment) / bytes)} %`).join(', ');
  if (sizeOf(out) === 0 || !said.includes('certificate')) {
    process.stdout.write(`${share.padStart(9)}  ${String(exit)}: ${said}\n`);
    different += 1;
    continue;
  }
  const resumed = certificateIn(out);
  const found = certificateDifferences(unbroken, resumed, { timed: true });
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
await server?.close();
process.stdout.write(`${different} of ${values.kills} differ from the unbroken run\n`);
process.exitCode = different === 0 ? 0 : 1;
