import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { byQueue } from './by-queue.ts';
import { certifyAlone, makeWholeRun, wholeRuns } from './whole-runs.ts';

/**
 * `--rows`: runs in which something goes wrong, each compared with the run alone; other arguments choose those whose names hold a text. Otherwise: certifies the reference alone and by a queue: one coordinator and three workers, one of which is killed with SIGKILL every 10 s and started again. Exits
 * 1 where verdicts differ, a sequence counts twice, the target got more requests in a second than its limit, or a key is in Redis. `--fault ID`: with a
 * fault.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'boolean', default: false },
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
process.exitCode = (values.rows ? await printRows() : await printKilled()) ? 0 : 1;

/** Prints a line for each row. Gives whether each is as it must be. */
async function printRows(): Promise<boolean> {
  const chosen = wholeRuns.filter(
    ({ name }) => positionals.length === 0 || positionals.some((text) => name.includes(text)),
  );
  const alone = await certifyAlone(folder);
  let isRight = chosen.length > 0;
  for (const [nth, row] of chosen.entries()) {
    const { name, verdict, peakMegabytes, seconds, faults } = await makeWholeRun(
      row,
      join(folder, `${nth}`),
      alone,
    );
    const cells = [
      verdict.padEnd(13),
      `${peakMegabytes.toFixed(0)} MB`.padStart(8),
      `${seconds.toFixed(0)} s`.padStart(6),
      name,
    ];
    process.stdout.write(`${[cells.join('  '), ...faults.map((fault) => `      ✗ ${fault}`)].join('\n')}\n`);
    isRight &&= faults.length === 0;
  }
  return isRight;
}

async function printKilled(): Promise<boolean> {
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
  return (
    differences.length === 0 &&
    doubled.length === 0 &&
    mostPerSecond <= perSecond &&
    secretsInRedis.length === 0
  );
}
