import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { faults } from '../../reference/faults.ts';
import { spreadOver } from '../../suites/faults/certify-fault.ts';
import { type Pin, type PinnedRun, pinOf } from './pin.ts';

/**
 * Pins what runs on the embedded target send and judge, so that code can be moved without changing it. `--write FILE` keeps it, `--against FILE`
 * prints what is different now and exits 1 where anything is. `--seeds N`: so many sound runs; `--faults N`: so many faults, spread over the list;
 * `--fault ID`, repeatable: these alone; `--part I/N`: every Nth run from the Ith, to run parts at once.
 */
const { values } = parseArgs({
  options: {
    write: { type: 'string' },
    against: { type: 'string' },
    seeds: { type: 'string', default: '3' },
    faults: { type: 'string', default: '40' },
    fault: { type: 'string', multiple: true },
    part: { type: 'string', default: '1/1' },
  },
});
const asked = faults.filter(({ inBrowser }) => inBrowser !== true);
const sample = values.fault ?? spreadOver(asked, Number(values.faults)).map(({ id }) => id);
const seeds = Array.from(
  { length: values.fault === undefined ? Number(values.seeds) : 0 },
  (_, index) => index + 1,
);
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const runs: readonly PinnedRun[] = [
  ...seeds.map((seed) => ({ seed })),
  ...sample.map((fault) => ({ seed: 1, fault })),
].filter((_, index) => index % parts === part - 1);

const kept: Record<string, Pin> =
  values.against === undefined
    ? {}
    : (JSON.parse(readFileSync(values.against, 'utf8')) as Record<string, Pin>);
const made: Record<string, Pin> = {};
let different = 0;
for (const run of runs) {
  const name = run.fault ?? `sound, seed ${run.seed}`;
  const pin = (made[name] = await pinOf(run));
  const was = kept[name];
  const changed =
    values.against === undefined
      ? []
      : [...new Set([...Object.keys(was ?? {}), ...Object.keys(pin)])].filter(
          (what) => was?.[what] !== pin[what],
        );
  different += changed.length;
  process.stdout.write(`${name}: ${Object.keys(pin).length} pins, ${changed.length} different\n`);
  for (const what of changed)
    process.stdout.write(
      `  ${what}\n    was ${was?.[what] ?? 'not there'}\n    is  ${pin[what] ?? 'not there'}\n`,
    );
}
if (values.write !== undefined) writeFileSync(values.write, `${JSON.stringify(made, undefined, 1)}\n`);
process.exit(different === 0 ? 0 : 1);
