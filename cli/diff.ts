import type { Command } from 'commander';
import { diffText } from '../reports/diff/diff-text.ts';
import { diffOf, isAlike, type RunDiff } from '../reports/diff/run-diff.ts';
import { readSummary } from '../reports/journal/fold.ts';
import { register } from '../reports/register.ts';
import { displayDir } from '../reports/write.ts';
import { exitCodes } from './command/exit-codes.ts';
import { stdout } from './command/terminal.ts';

/** `diff DIR DIR`: what the later of two runs says otherwise of the target. */
export function addDiff(program: Command, exit: (code: number) => void): void {
  program
    .command('diff')
    .description(
      'compares two runs: verdicts, evidence, observed open points, failures by signature, latency',
    )
    .argument('<before>', 'the folder of a run')
    .argument('<after>', 'the folder of another')
    .option('--json', 'print one JSON object on standard output and nothing else there')
    .addHelpText(
      'after',
      `
Both are read from their journals and judged by this version, so that runs of different versions can be compared. Nothing is sent.
A failure is the same in both where it was seen at the same operation and breaks the same requirements, whatever its sequence.

Examples:
  payproof diff runs/2026-01-31T09-00-00-sandbox runs/2026-02-01T09-00-00-sandbox
  payproof diff runs/before runs/after --json | jq '.failures.appeared'

Exit status:
  0  both say the same of the target
  1  a requirement, an open point or a failure differs
  2  a folder holds no journal of a run`,
    )
    .action(async (before: string, after: string, { json = false }: { json?: boolean }) => {
      const diff = diffOf(await readSummary(before), await readSummary(after), register);
      if (json) stdout.json(diffAsJson(diff));
      else stdout.says(diffText, [diff, displayDir(before), displayDir(after)], { wrap: true });
      exit(isAlike(diff) ? exitCodes.conformant : exitCodes.nonconformant);
    });
}

/** With the names that the other reports have. */
function diffAsJson({ before, after, openPoints, ...rest }: RunDiff): Readonly<Record<string, unknown>> {
  const run = ({ startedAt, latency, ...known }: RunDiff['before']) => ({
    ...known,
    started_at: startedAt,
    latency_ms: latency ?? null,
  });
  return { before: run(before), after: run(after), ...rest, open_points: openPoints };
}
