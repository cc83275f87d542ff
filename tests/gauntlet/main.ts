import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { allCases, soundCase } from './all-cases.ts';
import { runCase, type Result } from './run-case.ts';

/** Runs every case, or those whose names hold an argument's text, and prints a line for each. Exits 1 when one is not as it must be. */
const sought = process.argv.slice(2);
const chosen = allCases.filter(
  ({ name }) => sought.length === 0 || sought.some((part) => name.includes(part)),
);
const limit = pLimit(availableParallelism());

process.stdout.write(
  `${'exit'.padStart(4)}  ${'verdict'.padEnd(13)}  ${'MB'.padStart(5)}  ${'s'.padStart(5)}  case\n`,
);
const sound = await runCase(soundCase);
process.stdout.write(`${lineOf(sound)}\n`);
const results = await Promise.all(
  chosen.map((one) =>
    limit(async () => {
      const result = await runCase(one, sound.peakMegabytes);
      process.stdout.write(`${lineOf(result)}\n`);
      return result;
    }),
  ),
);
const failed = results.filter(({ faults }) => faults.length > 0);
process.stdout.write(`${results.length - failed.length} passed, ${failed.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

function lineOf({ name, exit, verdict, peakMegabytes, seconds, faults }: Result): string {
  const cells = [
    String(exit ?? 'killed').padStart(4),
    verdict.padEnd(13),
    peakMegabytes.toFixed(0).padStart(5),
    seconds.toFixed(1).padStart(5),
    name,
  ];
  return [cells.join('  '), ...faults.map((fault) => `      ✗ ${fault}`)].join('\n');
}
