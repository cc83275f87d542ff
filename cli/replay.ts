import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { SettingsError } from '../harness/settings-error.ts';
import { plain } from '../reports/plain.ts';
import { type Reproduction, reproductionSchema } from '../reports/reproduction.ts';
import { usesText } from '../reports/transcript.ts';
import type { ReplayResult } from '../suites/replay.ts';
import { exitCodes } from './exit-codes.ts';
import { type TargetOptions, wholeNumber, withTarget } from './options.ts';

/** `replay FILE`: runs one reproduction against a target. */
export function addReplay(program: Command, exit: (code: number) => void): void {
  withTarget(program.command('replay'))
    .description('runs one reproduction against a target')
    .argument('<file>', "a reproduction, as certify writes it into the run's folder")
    .option('--times <n>', 'run it so often, each time on fresh entities', wholeNumber(1, 1000), 1)
    .addHelpText(
      'after',
      `
Examples:
  payproof replay runs/2026-01-31T09-00-00-sandbox/reproductions/1-close-refuses.json --target sandbox
  payproof replay failure.json --target sandbox --times 20 --json

Exit status:
  0    it no longer fails
  1    it still fails
  2    wrong usage or settings
  3    the target could not be reached, or an answer was lost`,
    )
    .action(async (file: string, options: TargetOptions & { times: number }) => {
      const reproduction = readReproduction(file);
      // Imported only now: the other verbs need no machines.
      const { replay } = await import('../suites/replay.ts');
      const { targets, target, times } = options;
      const result = await replay(reproduction, {
        ...(targets === undefined ? {} : { targets }),
        target: target ?? reproduction.target,
        times,
      });
      const code = exitOf(result);
      process.stdout.write(
        options.json ? `${JSON.stringify({ ...result, exit: code })}\n` : resultText(reproduction, result),
      );
      exit(code);
    });
}

/** Reads a reproduction. Throws a SettingsError when the file is none. */
export function readReproduction(file: string): Reproduction {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new SettingsError(`${file} can't be read as a reproduction: ${plain((cause as Error).message)}`);
  }
  const parsed = reproductionSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue === undefined || issue.path.length === 0 ? 'the file' : `"${issue.path.join('.')}"`;
  throw new SettingsError(
    `${file} is no reproduction: ${at}: ${plain(issue?.message ?? '')}. certify writes them into <out>/reproductions.`,
  );
}

/** A violation of another kind is still a violation; without any, a run that could not be judged proves nothing. */
function exitOf({ failed, others, unjudged }: ReplayResult): number {
  if (failed + others > 0) return exitCodes.nonconformant;
  return unjudged > 0 ? exitCodes.inconclusive : exitCodes.conformant;
}

function resultText({ requirement, summary }: Reproduction, result: ReplayResult): string {
  const { failed, outOf, others, unjudged, lines, breaches } = result;
  const counts = [
    `failed ${failed} of ${outOf} times`,
    ...(others > 0 ? [`${others} failed in another way`] : []),
    ...(unjudged > 0 ? [`${unjudged} could not be judged`] : []),
  ];
  return `${[
    `${requirement.join(', ')}: ${plain(summary)}`,
    ...lines.map((line, index) => {
      const what = [line.operation, usesText(line, lines), line.kind].filter((part) => part !== '');
      return `${String(index + 1).padStart(3)}  ${what.join('  ')}  → ${plain(line.received, 160)}`;
    }),
    ...breaches.map(
      ({ expected, received }) => `     expected ${plain(expected)}, received ${plain(received)}`,
    ),
    counts.join(', '),
  ].join('\n')}\n`;
}
