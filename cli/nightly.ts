import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { SettingsError } from '../harness/settings/settings-error.ts';
import type { NightEnd, NightTask } from '../harness/records/night-records.ts';
import { readSummary } from '../reports/journal/fold.ts';
import { isAlarm } from '../reports/nightly/night-violations.ts';
import { nightly as nightOf } from '../reports/nightly/nightly.ts';
import { register } from '../reports/register.ts';
import { displayDir, writeReportsOf } from '../reports/write.ts';
import { allClaims } from '../suites/claims/all-claims.ts';
import type { Regression, RunConfig } from '../suites/run/run-config.ts';
import type { RunOptions } from '../suites/run/run-config.ts';
import { exitCodes } from './command/exit-codes.ts';
import { keptReproductions } from './nightly/kept.ts';
import { checkRun, nightsBefore } from './nightly/nights-before.ts';
import {
  completeOption,
  duration,
  liveOption,
  onlyOption,
  runsNumber,
  seedOption,
  type TargetOptions,
  wholeNumber,
  withTarget,
} from './command/options.ts';
import { cleanUpAfter } from './run/clean-up.ts';
import { resumeFolder, resumeOptions } from './run/resume-options.ts';
import type { PreparedRun } from '../suites/run/prepare.ts';
import { prepareInterruptible } from './run/prepare-interruptible.ts';
import { printForecast } from './run/print-forecast.ts';
import { printStart } from './run/print-start.ts';
import { printRun } from './run/print-run.ts';
import { printNoteOnPin } from './run/prompt-pin.ts';
import { lengthOf } from './progress/run-length.ts';
import { noDisplay, showProgress, type ShownProgress } from './progress/show-progress.ts';
import { withGithubOutput, withGithub, type TellGithub } from './run/tell-github.ts';
import type { GithubCommands } from './command/github-commands.ts';
import { causeOf } from '../harness/preflight/trouble.ts';
import { pluralize, plain } from '../reports/words/plain.ts';
import { historyName, appendHistory, historyRow } from '../reports/nightly/history-file.ts';
import { meansOf, setupOf } from '../harness/means/means.ts';
import type { Certificate } from '../reports/certificate/certificate-schema.ts';
import type { RunSummary } from '../reports/journal/summary.ts';
import {
  nextOpen,
  openAfter,
  openInputsName,
  readOpenInputs,
  writeOpenInputs,
} from '../reports/nightly/open-inputs.ts';
import { digestOfInputs } from '../suites/plans/plan-cache.ts';
import type { Nightly } from '../reports/nightly/nightly-schema.ts';
import { pruneNights } from './nightly/prune.ts';
import { stderr, stdout } from './command/terminal.ts';
import { steadyNow } from '../harness/time.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const usualMs = 10 * minuteMs;

/** Few, so that every model gets its turn in a short night; rounds are repeated until the time is over. */
const runsOfRound = 32;

/** `nightly`: explores one target for a while, and says what differs from the night before. */
export function addNightly(program: Command, exit: (code: number) => void, github: GithubCommands): void {
  withGithub(withTarget(program.command('nightly')))
    .description(
      'replays the regressions, explores with fresh seeds for a while, and compares with the run before',
    )
    .option(
      '--for <duration>',
      'how long: 30s, 10m (the default), 1h. What is running then may finish: up to a quarter longer (10 s to 2 min, or four times webhooks.deadline)',
      duration(1000, dayMs),
    )
    .addOption(onlyOption())
    .addOption(seedOption())
    .option('--runs <n>', `random sequences per model in each round (default: ${runsOfRound})`, runsNumber)
    .option('--max-requests <n>', 'stop after this many requests', wholeNumber(1))
    .option('--bail', 'stop at the first violation that is not a known deviation, after shrinking it')
    .addOption(completeOption())
    .addOption(liveOption())
    .option(
      '--previous <dir>',
      'the folder of the run to compare with (default: the newest night of this target next to --out)',
    )
    .option(
      '--keep <n>',
      'afterwards remove the oldest nights of this target beside this one, so that n stay (default: all stay)',
      wholeNumber(1),
    )
    .option('--out <dir>', "the run's folder (default: runs/<started>-<target>)")
    .option(
      '--resume <dir>',
      'finish the night in this folder, which was killed or interrupted: what is left of its time, and nothing that was judged',
      resumeFolder,
    )
    .addHelpText(
      'after',
      `
First runs the reproductions in regressions/ and those of the run before, then what certify plans, then random sequences in rounds, each
with its own seed. Tests that need the target for themselves (its clock, its consumers or its webhook URL, through the control interface)
run once a night. A line of each night is added to history.ndjson beside its folder; open-inputs.json there says what no night has tried of the inputs,
which the next one begins with. A known deviation raises no alarm, unless it no longer happens. Flaky violations, drift and untested requirements are printed
and raise no alarm.

Examples:
  payproof nightly --target sandbox
  payproof nightly --target sandbox --for 1h --only legacy
  payproof nightly --target sandbox --keep 30
  payproof nightly --target sandbox --seed 42 --json > nightly.json

Exit status:
  0    no alarm
  1    alarm: a violation that is not a known deviation, or a known deviation that no longer happens
  2    wrong usage or settings, or the folder can't be made
  3    inconclusive: the target could not be reached, or went away; with --require-complete, anything was left out
  130  interrupted; what was done so far is written`,
    )
    .action(async (options: NightlyOptions) =>
      exit(await withGithubOutput(options, github, (tell) => runNightly(options, tell))),
    );
}

type NightlyOptions = Omit<RunOptions, 'bail' | 'kept' | 'realTime' | 'resume'> &
  TargetOptions & {
    readonly for?: number;
    readonly bail?: boolean;
    readonly previous?: string;
    readonly keep?: number;
    readonly resume?: string;
    readonly github?: boolean;
  };

async function runNightly(
  { resume, github: _told, ...asked }: NightlyOptions,
  tell: TellGithub,
): Promise<number> {
  const { night: task, ...options } =
    resume === undefined ? { ...asked, night: undefined } : await resumeOptions(resume, asked, 'nightly');
  const forMs = task?.forMs ?? options.for ?? usualMs;
  if (task !== undefined) refuseOtherNight(task, options);
  if (options.previous !== undefined) checkRun(options.previous);
  const { kept: regressions, unrunnable } = keptReproductions(options.targets);
  const { prepared, interrupt } = await prepareInterruptible({
    ...options,
    runs: options.runs ?? runsOfRound,
    bail: options.bail ?? false,
    unrunnable,
    // One that goes on can wait for its target: what it has done so far stands.
    evenUnreachable: task === undefined,
    mostAwayMs: forMs,
    ...(options.quiet !== true && { onPlan: (config) => printForecast(config, allClaims, { forMs }) }),
    complete: (config) =>
      task === undefined
        ? withNightsBefore(config, forMs, options.previous, regressions)
        : asBefore(config, task, regressions),
  });
  const { config } = prepared;
  if (options.quiet !== true) printStart(config);
  if (options.quiet !== true) printNoteOnPin(config);
  const progress =
    options.quiet === true || config.unreachable !== undefined
      ? noDisplay
      : showProgress(config.out, { ...lengthOf(config, allClaims), forMs });
  let over: NightEnd | undefined;
  try {
    // Imported late: the other verbs need no machines.
    const { runNight } = await import('../suites/nightly/nightly.ts');
    const { claimsOfRun } = await import('../suites/replay/kept.ts');
    over =
      config.unreachable === undefined
        ? await runNight(config, {
            forMs,
            signal: interrupt.signal,
            claims: claimsOfRun,
            isEnough: (failure) => config.bail && isAlarm(failure, config.target.knownDeviations, register),
          })
        : { why: 'unreachable', cause: config.unreachable, planned: false, rounds: 0 };
  } catch (error) {
    await progress.end();
    await prepared.breakOff();
    throw error;
  }
  const { certificate, summary } = await endNight(prepared, interrupt.signal, over, { ...options, progress });
  const night = nightOf(certificate, summary, register);
  if (night !== undefined) await afterNight(config, night, summary, options);
  prepared.release();
  interrupt.release();
  const exit = night?.exit ?? exitCodes.inconclusive;
  tell({ certificate, summary, register, night, dir: displayDir(config.out), exit });
  if (options.json) stdout.json(night);
  else printRun({ certificate, summary, dir: config.out, json: false });
  return exit;
}

/** Undoes what a night has left, closes it and writes its reports. Its display ends, whatever comes of that. */
async function endNight(
  { config, finish }: PreparedRun,
  interrupted: AbortSignal,
  over: NightEnd | undefined,
  { quiet, progress }: { readonly quiet?: boolean | undefined; readonly progress: ShownProgress },
): Promise<{ readonly certificate: Certificate; readonly summary: RunSummary }> {
  try {
    progress.reports();
    if (config.unreachable === undefined)
      await progress.pausedFor(() => cleanUpAfter(config, interrupted, { quiet }));
    await finish(interrupted.aborted, over);
    const summary = await readSummary(config.out);
    return { summary, certificate: await writeReportsOf(summary, config.out) };
  } finally {
    await progress.end();
  }
}

/** Adds what the night is compared with, so that its journal is complete, and runs first what failed then. */
function withNightsBefore(
  config: RunConfig,
  forMs: number,
  previous: string | undefined,
  regressions: readonly Regression[],
): RunConfig {
  const { before, trend, seen, kept } = nightsBefore(config, previous);
  const { open, afresh } = readOpenInputs(dirname(config.out), config.target.name, digestOf(config));
  if (afresh !== undefined)
    say(`what was left over of the inputs is not known, and all is tried again: ${afresh}`);
  const all = withoutDoubles(regressions, kept);
  const nightly = {
    run: basename(config.out),
    forMs,
    kept: Object.fromEntries(all.map(({ name, requirement }) => [name, requirement])),
    ...(before !== undefined && { before }),
    trend,
    seen,
    open,
  };
  return { ...config, nightly, kept: all };
}

/** Of the inputs of a run's target. */
function digestOf({ target, capabilities, skewMs, ...config }: RunConfig): string {
  const means = meansOf(target, capabilities, config);
  return digestOfInputs(setupOf(target, means, { exclusive: false, skewMs }));
}

/** The task of a night that goes on: what it is compared with and what it runs first is as it was. */
function asBefore(config: RunConfig, task: NightTask, regressions: readonly Regression[]): RunConfig {
  const last = task.before && nightsBefore(config, join(dirname(config.out), task.before.run));
  const all = withoutDoubles(regressions, last?.kept ?? []);
  return { ...config, nightly: task, kept: all.filter(({ name }) => Object.hasOwn(task.kept, name)) };
}

function withoutDoubles(
  regressions: readonly Regression[],
  kept: readonly Regression[],
): readonly Regression[] {
  const names = new Set(regressions.map(({ name }) => name));
  return [...regressions, ...kept.filter(({ name }) => !names.has(name))];
}

/** A night is resumed for the time that it had, and compared with the night that it was compared with. */
function refuseOtherNight({ forMs }: NightTask, options: Pick<NightlyOptions, 'for' | 'previous'>): void {
  if (options.previous !== undefined)
    throw new SettingsError('--resume keeps the night that it is compared with: leave --previous out.');
  if (options.for !== undefined && options.for !== forMs)
    throw new SettingsError(
      `--for was ${forMs / 1000} s and is ${options.for / 1000} s: a night is resumed for what is left of its time.`,
    );
}

/** Notes a night in the history beside its folder and what it has left over of the inputs, and removes old nights where `keep` says how many stay. None can harm the night: what fails is said. */
async function afterNight(
  config: RunConfig,
  night: Nightly,
  { run, inputs, end }: RunSummary,
  { keep, quiet = false }: { readonly keep?: number | undefined; readonly quiet?: boolean | undefined },
): Promise<void> {
  const place = dirname(config.out);
  const row = historyRow(night);
  try {
    if (row !== undefined) await appendHistory(place, row);
  } catch (error) {
    say(`${displayDir(join(place, historyName))} has no line of this night: ${reason(error)}`);
  }
  const open = run.nightly?.open;
  try {
    if (open !== undefined && inputs.length > 0)
      await writeOpenInputs(place, config.target.name, nextOpen(open, openAfter(open, inputs), end?.night));
  } catch (error) {
    say(`${displayDir(join(place, openInputsName))} does not know of this night: ${reason(error)}`);
  }
  if (keep === undefined) return;
  try {
    const next = nightsBefore({ ...config, out: join(place, 'next'), startedAt: steadyNow() + 1 });
    const spared = [night.compared_with, next.before?.run].filter((name) => typeof name === 'string');
    const { removed, left } = await pruneNights(config, { keep, spared });
    if (removed.length > 0 && !quiet)
      say(`removed ${pluralize(removed.length, 'night')} of before the last ${keep}`);
    for (const { dir, why } of left) say(`${displayDir(dir)} was not removed: ${why}`);
  } catch (error) {
    say(`old nights could not be removed: ${reason(error)}`);
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? causeOf(error) : error.message;
}

function say(text: string): void {
  stderr.says((one) => `payproof: ${one}`, [plain(text)]);
}
