import { existsSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { loadTarget } from '../harness/settings/settings.ts';
import { SettingsError } from '../harness/settings/settings-error.ts';
import { Unreachable } from '../harness/preflight/trouble.ts';
import { smallerName } from '../reports/manifest/report-files.ts';
import { plain, pluralize } from '../reports/words/plain.ts';
import type { Reproduction } from '../reports/reproduction/reproduction.ts';
import { stepLines } from '../reports/words/accusation.ts';
import type { ReplayResult } from '../suites/replay/replay.ts';
import { exitCodes } from './command/exit-codes.ts';
import { collected, liveOption, wholeNumber, withTarget } from './command/options.ts';
import { jsonFilesIn, readReproduction, readReproductions } from './replay/read-reproduction.ts';
import { exitOf, replayStored, type ReplayOptions } from './replay/replay-stored.ts';
import type { PlannedRequest } from '../suites/replay/dry-run.ts';
import { basename, dirname, join } from 'node:path';
import { writeReproduction } from '../reports/write.ts';
import { onInterrupt } from './command/interrupt.ts';
import { ConsentMissing } from '../harness/preflight/live.ts';
import { checkStored } from '../suites/replay/check-stored.ts';
import { stdout } from './command/terminal.ts';

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
    .option('--watch', 'run it again whenever the target went away and answers anew, until Ctrl-C')
    .option(
      '--watch-files <path>',
      'run it again whenever this file, or one in this folder, changes; repeatable',
      collected,
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
  payproof replay failure.json --target local --watch --watch-files src     while you mend the server

Exit status:
  0    it no longer fails
  1    it still fails; of an open point, it is still answered so
  2    wrong usage or settings
  3    the target could not be reached, or an answer was lost
  130  interrupted; with --shrink the smallest so far is written

With --watch and --watch-files Ctrl-C ends it with the status of the last run.`,
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
    if (isWatched(options)) throw new SettingsError('--watch takes one reproduction, not a folder.');
    return replayFolder(path, options);
  }
  const reproduction = readReproduction(path);
  if (options.shrink && options.times > 1)
    throw new SettingsError('--shrink decides itself how often to run it: leave out --times.');
  if (options.shrink) return shrinkFile(path, reproduction, options);
  if (isWatched(options)) return replayWatching(reproduction, options);
  return replayOnce(reproduction, options);
}

function isWatched({ watch, watchFiles }: ReplayOptions): boolean {
  return watch === true || watchFiles !== undefined;
}

async function replayOnce(reproduction: Reproduction, options: ReplayOptions): Promise<number> {
  const result = await replayStored(reproduction, options);
  const code = exitOf(result);
  if (options.json) stdout.json({ ...result, exit: code });
  else stdout.says(resultText, [reproduction, result]);
  return code;
}

/** Replays again at each change until it is interrupted, and gives the exit status of the last time. */
async function replayWatching(reproduction: Reproduction, options: ReplayOptions): Promise<number> {
  const { targets, target, watch, watchFiles = [] } = options;
  const settings = loadTarget({ file: targets, name: target ?? reproduction.target });
  const isAlone = settings.kind === 'embedded';
  if (isAlone && watchFiles.length === 0)
    throw new SettingsError(
      'The embedded target is started for each replay, so that it never answers anew. Give --watch-files, or another --target.',
    );
  const missing = watchFiles.find((one) => !existsSync(one));
  if (missing !== undefined) throw new SettingsError(`There is no file ${missing} to watch.`);
  const { nextChange } = await import('./replay/watch.ts');
  const url = watch === true && !isAlone ? (settings.legacy ?? settings.resource)?.baseUrl : undefined;
  const interrupt = onInterrupt('Ended.');
  let code: number = exitCodes.inconclusive;
  try {
    for (;;) {
      code = await replayOnce(reproduction, options).catch(unreachable);
      if (interrupt.signal.aborted) return code;
      const again = await nextChange({ url, files: watchFiles, signal: interrupt.signal });
      if (again === undefined) return code;
      if (options.json !== true) stdout.text(`\n${again}: again`);
    }
  } finally {
    interrupt.release();
  }
}

/** A target that is away will answer again; what else is wrong ends the watch. */
function unreachable(error: unknown): number {
  if (!(error instanceof Unreachable)) throw error;
  stdout.says((message: string) => `? could not be run: ${message}`, [error.message]);
  return exitCodes.inconclusive;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // What can't be looked at is named when it is read.
    return false;
  }
}

function resultText({ requirement, summary, assumed }: Reproduction, result: ReplayResult): string {
  const { failed, outOf, others, unjudged, lines, breaches } = result;
  const counts = [
    `${failed} of ${outOf} times`,
    ...(others > 0 ? [`${others} failed in another way`] : []),
    ...(unjudged > 0 ? [`${unjudged} could not be judged`] : []),
  ];
  return [
    `${plain(foundNow(result, assumed !== undefined))}: ${counts.join(', ')}`,
    ...stepLines({ transcript: lines }),
    ...new Set(
      breaches.map(
        ({ expected, received }) => `     expected ${plain(expected)}, received ${plain(received)}`,
      ),
    ),
    `  kept as  ${requirement.length === 0 ? '' : `${requirement.join(', ')}: `}${plain(summary)}`,
  ].join('\n');
}

/** What a replay has found, in the order of what matters to who mends the server. */
function foundNow({ failed, others, unjudged }: ReplayResult, isAnswer: boolean): string {
  if (failed > 0) return isAnswer ? 'still answered so' : '✗ still fails';
  if (others > 0) return '✗ fails in another way';
  if (unjudged > 0) return '? could not be judged';
  return isAnswer ? 'no longer answered so' : '✓ no longer fails';
}

/** A body's characters at most on the terminal. */
const longestBody = 4000;

/** Prints the requests that a replay of these files would send, and sends none. */
async function showRequests(
  files: readonly string[],
  { targets, target, json }: ReplayOptions,
): Promise<void> {
  const { dryRun } = await import('../suites/replay/dry-run.ts');
  const shown = [];
  for (const file of files) {
    const reproduction = readReproduction(file);
    const requests = await dryRun(reproduction, {
      ...(targets === undefined ? {} : { targets }),
      target: target ?? reproduction.target,
    });
    shown.push({ file, requests });
  }
  if (json) stdout.json({ dry_run: true, reproductions: shown });
  else
    for (const { file, requests } of shown)
      stdout.says(
        ({ file: name, requests: all }) =>
          [`${name}: nothing was sent. A replay would send`, ...all.map(lineOf)].join('\n'),
        [{ file, requests }],
      );
}

function lineOf({ step, operation, kind, amount, method, url, body }: PlannedRequest): string {
  const moves =
    amount === undefined
      ? ''
      : amount === null
        ? '  amount: by the answers before it'
        : `  amount: ${amount}`;
  const sent = body === undefined ? '' : `\n       ${plain(body, longestBody)}`;
  return `  ${plain(step)}  ${operation} ${plain(kind)}${moves}  ${method} ${plain(url)}${sent}`;
}

/**
 * Runs the shrinker on a stored reproduction. Writes a smaller one, if found, next to it: `NAME-smaller.json`, with its script and
 * test file. Gives exit status 1 when the failure still happens, 0 when it does not, 130 when interrupted; the smallest so far is
 * written then too.
 */
async function shrinkFile(
  file: string,
  stored: Reproduction,
  { targets, target, live = false, json = false }: ReplayOptions,
): Promise<number> {
  const { shrinkAgain } = await import('../suites/replay/shrink-again.ts');
  const interrupt = onInterrupt();
  const record = await shrinkAgain(stored, {
    ...(targets === undefined ? {} : { targets }),
    target: target ?? stored.target,
    signal: interrupt.signal,
    live,
  }).finally(() => interrupt.release());
  const code = interrupt.signal.aborted ? exitCodes.interrupted : exitCodes.nonconformant;
  const print = (result: { readonly steps?: number; readonly file?: string }, text: string): void => {
    if (json) stdout.json({ before: stored.sequence.length, ...result });
    else stdout.text(text);
  };
  if (record === undefined) {
    print({}, 'it no longer fails in this way: there is nothing to shrink');
    return exitCodes.conformant;
  }
  const before = JSON.stringify(stored.sequence);
  const { length } = record.sequence;
  const isSmaller = length < stored.sequence.length || JSON.stringify(record.sequence).length < before.length;
  if (!isSmaller) {
    const why = interrupt.signal.aborted ? 'no smaller one was found so far' : 'no smaller one was found';
    print({ steps: length }, `${why}: ${length} steps`);
    return code;
  }
  const smaller = smallerName(basename(file, '.json'));
  const { requestsToShrink, summary } = record;
  const dir = dirname(file);
  await writeReproduction(
    dir,
    { ...record, reproduction: smaller },
    { target: stored.target, tool: stored.tool },
  );
  print(
    { steps: length, file: join(dir, `${smaller}.json`) },
    `${plain(summary)}\n${stored.sequence.length} steps before, ${length} now, with ${requestsToShrink} requests: ${join(dir, `${smaller}.json`)}`,
  );
  return code;
}

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
async function replayFolder(dir: string, options: ReplayOptions): Promise<number> {
  // The documents permit each answer to an open point: another one is no failure.
  const kept = readReproductions(dir).filter(({ reproduction }) => reproduction.assumed === undefined);
  if (kept.length === 0)
    throw new SettingsError(`${dir} holds no reproduction. certify writes them into <out>/reproductions.`);
  const lines: Line[] = [];
  for (const { file, reproduction } of kept) {
    const line = await replayed(file, reproduction, options);
    lines.push(line);
    if (!options.json) stdout.says(lineText, [line, reproduction]);
  }
  const code = exitOfFolder(lines);
  if (options.json) stdout.json({ reproductions: lines, exit: code });
  else stdout.text(summaryText(lines));
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

function summaryText(lines: readonly Line[]): string {
  const count = (of: Line['verdict']) => lines.filter(({ verdict }) => verdict === of).length;
  const rest = count('not run') === 0 ? '' : `, ${count('not run')} could not be run`;
  return `${pluralize(lines.length, 'reproduction')}: ${count('passes')} pass, ${count('fails')} fail${rest}`;
}

function exitOfFolder(lines: readonly Line[]): number {
  if (lines.some(({ verdict }) => verdict === 'fails')) return exitCodes.nonconformant;
  return lines.every(({ verdict }) => verdict === 'passes') ? exitCodes.conformant : exitCodes.inconclusive;
}
