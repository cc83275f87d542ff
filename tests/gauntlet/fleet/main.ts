import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse, stringify } from 'yaml';
import { targetEntry } from '../../../cli/serve.ts';
import { type FleetReport, fleetSchema } from '../../../reports/fleet/fleet-schema.ts';
import { command } from '../../support/runs/command.ts';
import { variants } from './variants.ts';

/**
 * Certifies a fleet of variants of the reference, conforming profiles and seeded faults, with some workers, and compares each verdict with the
 * expected one. `--ratio` runs the fleet with one worker as well and prints how the times compare. Exits 1 on any other verdict.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '48' },
    workers: { type: 'string', default: '2' },
    ratio: { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
const all = variants(Number(values.count), Number(values.seed));
const servers = await Promise.all(all.map(({ start }) => start()));
interface Entry {
  readonly targets: { readonly local: unknown };
}
const targets = Object.fromEntries<unknown>(
  servers.map((server, index) => [
    all[index]?.name ?? '',
    (parse(targetEntry(server)) as Entry).targets.local,
  ]),
);
writeFileSync(join(folder, 'targets.yaml'), stringify({ targets }));
const fleet = {
  name: 'Variants of the reference',
  runs: Number(values.runs),
  targets: [{ include: 'targets.yaml' }],
};
writeFileSync(join(folder, 'fleet.yaml'), stringify(fleet));
process.stdout.write(`${folder}\n`);

const { report, seconds } = await certified(values.workers, 'site');
const other = all.filter(({ name, expected }) => {
  const row = report.targets.find((target) => target.name === name);
  return row?.trouble !== undefined || row?.run?.verdict !== expected;
});
for (const { name, expected } of other) process.stdout.write(`✗ ${name}: expected ${expected}\n`);
process.stdout.write(
  `${all.length - other.length} of ${all.length} verdicts as expected, ${values.workers} workers, ${seconds.toFixed(0)} s\n`,
);
if (values.ratio) {
  const alone = await certified('1', 'site-of-one');
  process.stdout.write(
    `one worker ${alone.seconds.toFixed(0)} s, ratio ${(seconds / alone.seconds).toFixed(2)}\n`,
  );
}
await Promise.all(servers.map(({ close }) => close()));
process.exitCode = other.length === 0 ? 0 : 1;

async function certified(workers: string, site: string): Promise<{ report: FleetReport; seconds: number }> {
  const out = join(folder, site);
  const started = performance.now();
  const { child, finished } = command([
    'fleet',
    join(folder, 'fleet.yaml'),
    '--workers',
    workers,
    '--seed',
    values.seed,
    '--out',
    out,
  ]);
  child.stderr?.pipe(process.stderr);
  await finished;
  const took = (performance.now() - started) / 1000;
  return {
    report: fleetSchema.parse(JSON.parse(readFileSync(join(out, 'fleet.json'), 'utf8'))),
    seconds: took,
  };
}
