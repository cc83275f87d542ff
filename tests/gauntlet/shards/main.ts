import { availableParallelism, tmpdir } from 'node:os';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { faults } from '../../../reference/faults.ts';
import { createRandom } from '../../support/setups/random.ts';
import { compared } from './compared.ts';

/**
 * Certifies the reference in one run and in shards that are merged, sound and with faults at random, each shard on a server of its own. The
 * verdicts of rows and the accusations must be the same, and inconclusive without one of the shards. Exits 1 on any difference. `--fault ID`,
 * repeatable: these faults instead.
 */
const { values } = parseArgs({
  options: {
    shards: { type: 'string', default: '5' },
    count: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '24' },
    parallel: { type: 'string', default: String(availableParallelism()) },
    fault: { type: 'string', multiple: true },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'shards-'));
const limit = pLimit(Number(values.parallel));
const picked = values.fault ?? pickedAtRandom(Number(values.seed), Number(values.count));
let different = 0;
process.stdout.write(`${folder}\n`);
await Promise.all(
  [undefined, ...picked].map(async (fault) => {
    const { verdict, differences, withoutOne, requests, accusations } = await compared(fault, {
      folder: join(folder, fault ?? 'sound'),
      shards: Number(values.shards),
      seed: values.seed,
      runs: values.runs,
      inTurn: (task) => limit(task),
    });
    const isWrong = differences.length > 0 || withoutOne === 'conformant';
    different += isWrong ? 1 : 0;
    const lines = differences.slice(0, 20).map((one) => `      ✗ ${one}`);
    process.stdout.write(
      `${[`${(fault ?? 'sound').padEnd(46)} ${verdict.padEnd(13)} ${accusations} accusations  ${requests.join(' / ')} requests  ${differences.length} differences; without a shard ${withoutOne}`, ...lines].join('\n')}\n`,
    );
  }),
);
process.stdout.write(
  `${different} of ${picked.length + 1} differ between one run and ${values.shards} merged shards\n`,
);
process.exitCode = different === 0 ? 0 : 1;

function pickedAtRandom(seed: number, count: number): readonly string[] {
  const below = createRandom(seed);
  const left = faults.map(({ id }) => id);
  return Array.from({ length: count }, () => left.splice(below(left.length), 1)).flat();
}
