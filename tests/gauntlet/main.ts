import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { allCases, soundCase } from './all-cases.ts';
import { runCase, type Result } from './run-case.ts';

/**
 * Runs every case, or those whose names hold an argument's text: a line for each as it ends, then all in order as a table. `--json FILE` keeps
 * the figures. Exits 1 when a case is not as it must be.
 */
const { values, positionals } = parseArgs({
  options: { json: { type: 'string' } },
  allowPositionals: true,
});
const chosen = allCases.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
const cores = availableParallelism();
const working = pLimit(cores);
// A case that mostly waits leaves its processor to others.
const waiting = pLimit(2 * cores);

process.stdout.write(`${headings()}\n`);
const sound = await runCase(soundCase);
process.stdout.write(`${lineOf(sound)}\n`);
const results = await Promise.all(
  chosen.map((one) =>
    (one.waits === true ? waiting : working)(async () => {
      const result = await runCase(one, sound.peakMegabytes);
      process.stdout.write(`${lineOf(result)}\n`);
      return result;
    }),
  ),
);
const all = [sound, ...results];
const failed = all.filter(({ faults }) => faults.length > 0);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(all, undefined, 2)}\n`);
process.stdout.write(`\n${[headings(), ...all.map(cellsOf)].join('\n')}\n\n`);
for (const result of failed) process.stdout.write(`${lineOf(result)}\n`);
process.stdout.write(`${all.length - failed.length} passed, ${failed.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

function headings(): string {
  return `${'exit'.padStart(6)}  ${'verdict'.padEnd(13)}  ${'MB'.padStart(5)}  ${'s'.padStart(6)}  ${'own s'.padStart(6)}  case`;
}

function lineOf(result: Result): string {
  return [cellsOf(result), ...result.faults.map((fault) => `      ✗ ${fault}`)].join('\n');
}

function cellsOf({ name, exit, verdict, peakMegabytes, seconds, ownSeconds }: Result): string {
  return [
    String(exit ?? 'killed').padStart(6),
    verdict.padEnd(13),
    peakMegabytes.toFixed(0).padStart(5),
    seconds.toFixed(1).padStart(6),
    ownSeconds.toFixed(1).padStart(6),
    name,
  ].join('  ');
}
