import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { SettingsError } from '../harness/settings/settings-error.ts';
import { plain } from '../reports/words/plain.ts';
import type { Reproduction } from '../reports/reproduction/reproduction.ts';
import { usesText } from '../reports/words/transcript.ts';
import type { ReplayResult } from '../suites/replay/replay.ts';
import { exitCodes } from './command/exit-codes.ts';
import { liveOption, wholeNumber, withTarget } from './command/options.ts';
import { jsonFilesIn, readReproduction } from './replay/read-reproduction.ts';
import { replayFolder } from './replay/replay-folder.ts';
import { exitOf, replayStored, type ReplayOptions } from './replay/replay-stored.ts';
import { showRequests } from './replay/show-requests.ts';
import { shrinkFile } from './replay/shrink-file.ts';
import { terminalJson, terminalText } from './command/terminal.ts';

/** `replay FILE`: runs one reproduction against a target. */
export function addReplay(program: Command, exit: (code: number) => void): void {
  withTarget(program.command('replay'))
    .description('runs one reproduction, or a folder of them, against a target')
    .argument('<path>', "a reproduction, as certify writes it into the run's folder, or a folder of them")
    .option('--times <n>', 'how often to run it, each time on fresh entities', wholeNumber(1, 1000), 1)
    .addOption(liveOption())
    .option('--shrink', 'shrink it further, and write the smaller one next to it')
    .option(
      '--dry-run',
      'print the requests that it would send, with placeholders for keys and ids; send nothing',
    )
    .addHelpText(
      'after',
      `
Examples:
  payproof replay runs/2026-01-31T09-00-00-sandbox/reproductions/1-close-refuses.json --target sandbox
  payproof replay failure.json --target sandbox --times 20 --json
  payproof replay regressions --target sandbox     every one in the folder
  payproof replay failure.json --target sandbox --shrink
  payproof replay failure.json --target sandbox --dry-run

Exit status:
  0    it no longer fails
  1    it still fails
  2    wrong usage or settings
  3    the target could not be reached, or an answer was lost
  130  interrupted; with --shrink the smallest so far is written`,
    )
    .action(async (path: string, options: ReplayOptions) => exit(await replayPath(path, options)));
}

async function replayPath(path: string, options: ReplayOptions): Promise<number> {
  if (options.dryRun) {
    await showRequests(isFolder(path) ? jsonFilesIn(path) : [path], options);
    return exitCodes.conformant;
  }
  if (isFolder(path)) {
    if (options.shrink) throw new SettingsError('--shrink takes one reproduction, not a folder.');
    return replayFolder(path, options);
  }
  const reproduction = readReproduction(path);
  if (options.shrink && options.times > 1)
    throw new SettingsError('--shrink decides itself how often to run it: leave out --times.');
  if (options.shrink) return shrinkFile(path, reproduction, options);
  const result = await replayStored(reproduction, options);
  const code = exitOf(result);
  process.stdout.write(
    options.json
      ? `${terminalJson({ ...result, exit: code })}\n`
      : terminalText(resultText(reproduction, result)),
  );
  return code;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
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
