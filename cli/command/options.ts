import { type Command, InvalidArgumentError, Option } from 'commander';
import { durationForm, durationMsOf, headerName } from '../../harness/settings/settings-forms.ts';
import { mostShards } from '../../harness/records/shard-records.ts';
import { scopes } from '../../harness/means/scope.ts';
import { duration as saidMs } from '../../reports/timeline/duration.ts';

/** The options that every verb with a target shares. */
export interface TargetOptions {
  readonly targets?: string;
  readonly target?: string;
  readonly traceHeader?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Adds the options that choose a target and the form of the output. */
export function withTarget(command: Command): Command {
  return command
    .option('--targets <file>', 'the targets file (default: targets.yaml)')
    .option('--target <name>', "the target (default: the file's own default)")
    .option(
      '--trace-header <name>',
      'send a header with the sequence and step of each request, such as X-Request-Id; traceparent has the form of W3C Trace Context',
      traceHeader,
    )
    .option('--json', 'print one JSON object on standard output and nothing else there')
    .option('--quiet', 'no progress');
}

function traceHeader(name: string): string {
  const { error } = headerName.safeParse(name);
  if (error === undefined) return name.toLowerCase();
  throw new InvalidArgumentError(`It ${error.issues[0]?.message ?? 'must be the name of an HTTP header'}.`);
}

/** `--seed`, shared by every verb that uses random numbers. */
export function seedOption(): Option {
  return new Option('--seed <n>', 'seed of all random choices').argParser(wholeNumber(0, 0x7fff_ffff));
}

/** Of `--runs`. A sequence takes some ten requests, so that these keep a fast target busy for hours. */
const mostRuns = 100_000;

/** `--runs`. */
export const runsNumber = wholeNumber(1, mostRuns);

/** `--runs` of servers with faults: without any, only what is planned is sent. */
export const plannedOrRuns = wholeNumber(0, mostRuns);

/** More than any run sends or makes. */
const mostOfAny = 1_000_000_000;

/** A parser for whole numbers within bounds. */
export function wholeNumber(min: number, max = mostOfAny) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number, ${min} to ${max}.`);
  };
}

/** A parser for durations within bounds, ms. */
export function duration(leastMs: number, mostMs: number) {
  return (text: string): number => {
    const ms = durationMsOf(text);
    if (ms === undefined) throw new InvalidArgumentError(`It is not a duration. ${durationForm}.`);
    if (ms >= leastMs && ms <= mostMs) return ms;
    throw new InvalidArgumentError(`It must be from ${saidMs(leastMs)} to ${saidMs(mostMs)}.`);
  };
}

/** `--shard`: which part of a run is made, such as 2/5. */
export function shardOption(): Option {
  return new Option(
    '--shard <i/n>',
    'make this part of the run, such as 2/5; payproof merge joins the parts. All have the same --seed',
  ).argParser((text: string) => {
    const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
    if (index >= 1 && index <= of && of <= mostShards) return { index, of };
    throw new InvalidArgumentError(
      `It must be the number of a shard and how many there are, such as 2/5; at most ${mostShards}.`,
    );
  });
}

/** `--live`. */
export function liveOption(): Option {
  return new Option(
    '--live',
    'agree to spend real money; the entry must say "live: accepted" too. Without both, nothing is sent to a target with a live key',
  );
}

/** `--require-complete`. */
export function completeOption(): Option {
  return new Option(
    '--require-complete',
    'end inconclusive, exit 3, where anything was left out, for whatever reason (docs/verdicts.md)',
  );
}

/** `--only`, repeatable. */
export function onlyOption(): Option {
  return new Option(
    '--only <what>',
    `${scopes.join(', ')}, an operation such as legacy.capture, or the id of a requirement; repeatable`,
  )
    .argParser(collected)
    .default([], 'all');
}

/** Adds one value of a repeatable option to those before it. */
export function collected(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
