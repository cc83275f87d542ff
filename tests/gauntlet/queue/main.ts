import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { byQueue } from './by-queue.ts';

/**
 * Certifies the reference alone and by a queue: one coordinator and three workers, one of which is killed with SIGKILL every 10 s and started again. Exits
 * 1 where verdicts differ, a sequence counts twice, the target got more requests in a second than its limit, or a key is in Redis. `--fault ID`: with a
 * fault.
 */
const { values } = parseArgs({
  options: {
    fault: { type: 'string' },
    workers: { type: 'string', default: '3' },
    parts: { type: 'string', default: '24' },
    rate: { type: 'string', default: '300' },
    runs: { type: 'string', default: '96' },
    seed: { type: 'string', default: '1' },
    kill: { type: 'string', default: '10' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'queue-'));
process.stdout.write(`${folder}\n`);
const perSecond = Number(values.rate);
const found = await byQueue({
  folder,
  fault: values.fault,
  workers: Number(values.workers),
  parts: Number(values.parts),
  atOnce: Number(values.workers),
  perSecond,
  killEveryMs: Number(values.kill) * 1000,
  arguments: ['--seed', values.seed, '--runs', values.runs],
});
const { alone, merged, differences, kills, doubled, mostPerSecond, secretsInRedis, seconds } = found;
const lines = [
  `${values.fault ?? 'sound'}: ${merged.verdict}, alone ${alone.verdict}; ${differences.length} differences`,
  ...differences.map((one) => `  ✗ ${one}`),
  `${merged.totals.sequences} sequences (alone ${alone.totals.sequences}), ${doubled.length} counted twice; ${merged.totals.requests} requests (alone ${alone.totals.requests})`,
  `${kills} workers killed in ${seconds.toFixed(0)} s`,
  `at most ${mostPerSecond} requests in a second at the target, of ${perSecond} allowed`,
  `${secretsInRedis.length} keys of the target in Redis`,
];
process.stdout.write(`${lines.join('\n')}\n`);
const isRight =
  differences.length === 0 &&
  doubled.length === 0 &&
  mostPerSecond <= perSecond &&
  secretsInRedis.length === 0;
process.exitCode = isRight ? 0 : 1;
