import { basename } from 'node:path';
import { ConsentMissing } from '../../harness/preflight/live.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { counted } from '../../reports/words/counted.ts';
import { plain } from '../../reports/words/plain.ts';
import type { Reproduction } from '../../reports/reproduction/reproduction.ts';
import { checkStored } from '../../suites/replay/check-stored.ts';
import { exitCodes } from '../command/exit-codes.ts';
import { readReproductions } from './read-reproduction.ts';
import { exitOf, replayStored, type ReplayOptions } from './replay-stored.ts';
import { terminalJson, terminalText } from '../command/terminal.ts';

/** How one reproduction of a folder went. */
interface Line {
  readonly file: string;
  readonly requirement: readonly string[];
  readonly verdict: 'passes' | 'fails' | 'not run';
  readonly failed: number;
  readonly outOf: number;
  /** Why it could not be run. */
  readonly reason?: string;
}

/**
 * Runs every reproduction of a folder, one after another: a regression test. Prints a line for each and a summary.
 * Gives exit status 1 when any fails, else 3 when any could not be run, else 0. Throws a SettingsError when the folder holds none.
 */
export async function replayFolder(dir: string, options: ReplayOptions): Promise<number> {
  const kept = readReproductions(dir);
  if (kept.length === 0)
    throw new SettingsError(`${dir} holds no reproduction. certify writes them into <out>/reproductions.`);
  const lines: Line[] = [];
  for (const { file, reproduction } of kept) {
    const line = await replayed(file, reproduction, options);
    lines.push(line);
    if (!options.json) process.stdout.write(`${terminalText(lineText(line, reproduction))}\n`);
  }
  const code = exitOfFolder(lines);
  process.stdout.write(
    options.json ? `${terminalJson({ reproductions: lines, exit: code })}\n` : `${summary(lines)}\n`,
  );
  return code;
}

async function replayed(file: string, reproduction: Reproduction, options: ReplayOptions): Promise<Line> {
  const { requirement } = reproduction;
  try {
    checkStored(reproduction);
    const result = await replayStored(reproduction, options);
    const { failed, others, outOf } = result;
    const code = exitOf(result);
    const verdict =
      code === exitCodes.nonconformant ? 'fails' : code === exitCodes.conformant ? 'passes' : 'not run';
    const reason = verdict === 'not run' ? { reason: 'an answer was lost, or a step could not be made' } : {};
    return { file, requirement, verdict, failed: failed + others, outOf, ...reason };
  } catch (error) {
    // It holds for the whole folder: nothing of it may be sent.
    if (error instanceof ConsentMissing) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { file, requirement, verdict: 'not run', failed: 0, outOf: 0, reason };
  }
}

const marks = { passes: '✓', fails: '✗', 'not run': '?' } as const;

function lineText(
  { file, verdict, failed, outOf, reason }: Line,
  { requirement, summary: text }: Reproduction,
): string {
  const counts = verdict === 'fails' ? ` ${failed} of ${outOf}` : '';
  const why = reason === undefined ? '' : `: ${plain(reason)}`;
  const what = verdict === 'fails' ? `\n    ${requirement.join(', ')}: ${plain(text)}` : '';
  return `${marks[verdict]} ${verdict}${counts}  ${basename(file)}${why}${what}`;
}

function summary(lines: readonly Line[]): string {
  const count = (of: Line['verdict']) => lines.filter(({ verdict }) => verdict === of).length;
  const rest = count('not run') === 0 ? '' : `, ${count('not run')} could not be run`;
  return `${counted(lines.length, 'reproduction')}: ${count('passes')} pass, ${count('fails')} fail${rest}`;
}

function exitOfFolder(lines: readonly Line[]): number {
  if (lines.some(({ verdict }) => verdict === 'fails')) return exitCodes.nonconformant;
  return lines.every(({ verdict }) => verdict === 'passes') ? exitCodes.conformant : exitCodes.inconclusive;
}
