import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { soundCase } from './all-cases.ts';
import type { Case } from './case.ts';
import { runCase, type Result } from './run-case.ts';

/**
 * Runs cases: prints a line for each as it ends, then all in order as a table. `json`: a file that keeps the figures. Gives whether each is as
 * it must be.
 */
export async function printCases(cases: readonly Case[], json?: string): Promise<boolean> {
  const cores = availableParallelism();
  const working = pLimit(cores);
  // A case that mostly waits leaves its processor to others.
  const waiting = pLimit(2 * cores);

  process.stdout.write(`${headings()}\n`);
  const sound = await runCase(soundCase);
  process.stdout.write(`${lineOf(sound)}\n`);
  const results = await Promise.all(
    cases.map((one) =>
      (one.waits === true ? waiting : working)(async () => {
        const result = await runCase(one, sound.peakMegabytes);
        process.stdout.write(`${lineOf(result)}\n`);
        return result;
      }),
    ),
  );
  const all = [sound, ...results];
  const failed = all.filter(({ faults }) => faults.length > 0);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(all, undefined, 2)}\n`);
  process.stdout.write(`\n${[headings(), ...all.map(cellsOf)].join('\n')}\n\n`);
  for (const result of failed) process.stdout.write(`${lineOf(result)}\n`);
  process.stdout.write(`${all.length - failed.length} passed, ${failed.length} failed\n`);
  return failed.length === 0;
}

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
