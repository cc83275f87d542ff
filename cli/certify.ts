import type { Command } from 'commander';
import type { Certificate } from '../reports/certificate/certificate-schema.ts';
import { pluralize } from '../reports/words/plain.ts';
import { register } from '../reports/register.ts';
import { displayDir } from '../reports/write.ts';
import { mostShards } from '../harness/records/shard-records.ts';
import { defaultTargetsFile, loadTarget } from '../harness/settings/settings.ts';
import { openKnownDeviations } from '../harness/settings/write-known-deviations.ts';
import { SettingsError } from '../harness/settings/settings-error.ts';
import { answerOtherThreads } from '../harness/given/ask-pin.ts';
import { receiverClosed } from '../harness/receiver/receiver.ts';
import { allClaims } from '../suites/claims/all-claims.ts';
import { planSuites, type SuitePlan } from '../suites/explore/coverage-goals.ts';
import { presumed, wantedOfCheckout, withMade } from '../suites/supplies/by-checkout.ts';
import { withShare } from '../suites/shards/share.ts';
import { planRun, runRecord } from '../suites/run/prepare.ts';
import { type RunOptions } from '../suites/run/run-config.ts';
import { signingKey, signRun } from './evidence/sign-run.ts';
import { exitCodes, exitHelp } from './command/exit-codes.ts';
import { endOnInterrupt } from './command/interrupt.ts';
import { keptReproductions } from './nightly/kept.ts';
import {
  completeOption,
  liveOption,
  onlyOption,
  runsNumber,
  seedOption,
  shardOption,
  type TargetOptions,
  wholeNumber,
  withTarget,
} from './command/options.ts';
import { endRun } from './run/end-run.ts';
import { resumeFolder, resumeOptions } from './run/resume-options.ts';
import { runSuites } from './command/run-suites.ts';
import { prepareInterruptible } from './run/prepare-interruptible.ts';
import { withGithubOutput, withGithub, type TellGithub } from './run/tell-github.ts';
import type { GithubCommands } from './command/github-commands.ts';
import { printForecast, printLongRun } from './run/print-forecast.ts';
import { printStart } from './run/print-start.ts';
import { printRun } from './run/print-run.ts';
import { hasTerminal, printNoteOnPin, promptPin } from './run/prompt-pin.ts';
import { lengthOf } from './progress/run-length.ts';
import { noDisplay, showProgress } from './progress/show-progress.ts';
import { mostRequests, type RunConfig } from '../suites/run/run-config.ts';
import { receives } from '../suites/shards/part-of.ts';
import type { PlannedSequence } from '../engine/plan/order.ts';
import { wants } from '../harness/given/wants.ts';
import { whyNotApplicable, whyUntestable } from '../reports/certificate/applicable.ts';
import { allRequirements } from '../spec/register.ts';
import { stderr, stdout } from './command/terminal.ts';

/** `certify`: runs every suite against one target and writes the certificate. */
export function addCertify(program: Command, exit: (code: number) => void, github: GithubCommands): void {
  withGithub(withTarget(program.command('certify')))
    .description('runs every suite against one target and writes the certificate')
    .addOption(onlyOption())
    .addOption(seedOption())
    .option('--runs <n>', 'random sequences per model', runsNumber)
    .option('--max-requests <n>', 'stop after this many requests', wholeNumber(1))
    .option(
      '--real-time',
      'watch the retries of notifications in real time where the clock cannot be moved: about half an hour',
    )
    .option(
      '--workers <n>',
      'threads that check suites side by side, those of the two interfaces apart (default: the cores, at most 4)',
      wholeNumber(1, 64),
    )
    .option('--bail', 'stop at the first violation, after shrinking it')
    .addOption(completeOption())
    .addOption(liveOption())
    .option(
      '--write-known-deviations',
      'add each requirement that fails to known_deviations in the targets file, as a baseline: later runs warn of it, and a night says when it no longer happens',
    )
    .option('--sign <file>', 'sign the run at its end with this private key (payproof keygen makes one)')
    .addOption(shardOption())
    .option('--own-server', 'each shard has a server of its own: they do not share the target')
    .option(
      '--queue [address]',
      'give parts of the run to workers (payproof work) by this Redis server, such as redis://127.0.0.1:6379, and join what they make (default: that of PAYPROOF_REDIS_URL)',
    )
    .option('--parts <n>', 'of a run by queue: how many parts (default: 24)', wholeNumber(2, mostShards))
    .option(
      '--at-once <n>',
      'of a run by queue: parts at once, which share what the target allows at once and a second (default: 4)',
      wholeNumber(1, mostShards),
    )
    .option('--plan', 'print the planned sequences and what they cover; run nothing')
    .option('--out <dir>', "the run's folder (default: runs/<started>-<target>)")
    .option(
      '--resume <dir>',
      'finish the run in this folder, which was killed or interrupted; what was judged is not repeated',
      resumeFolder,
    )
    .addHelpText(
      'after',
      `
Examples:
  payproof certify                                 the embedded implementation
  payproof certify --target sandbox --only legacy
  payproof certify --target sandbox --only resource.refund                  what is about one operation, or one requirement by its id
  payproof certify --target sandbox --plan
  payproof certify --target sandbox --seed 42 --shard 2/5 --out shards/2     (then: payproof merge shards/*)
  payproof certify --target sandbox --queue redis://127.0.0.1:6379          (and on each machine: payproof work --target sandbox --queue …)
  payproof certify --resume runs/2026-01-31T09-00-00-sandbox
  payproof certify --target sandbox --seed 42 --json > certificate.json
${exitHelp}`,
    )
    .action(async (options: CertifyOptions) =>
      exit(
        options.plan
          ? await showPlan(options)
          : options.queue !== undefined
            ? await withGithubOutput(options, github, (tell) => byQueue(options, tell))
            : await withGithubOutput(options, github, (tell) => certify(options, tell)),
      ),
    );
}

type CertifyOptions = Omit<RunOptions, 'bail' | 'resume'> &
  TargetOptions & {
    readonly bail?: boolean;
    readonly plan?: boolean;
    readonly resume?: string;
    readonly workers?: number;
    readonly sign?: string;
    readonly writeKnownDeviations?: boolean;
    readonly github?: boolean;
    readonly queue?: string | true;
    readonly parts?: number;
    readonly atOnce?: number;
  };

/** What a run by queue can't do, since no part knows what the others find. */
const notByQueue = ['bail', 'shard', 'ownServer', 'sign', 'realTime', 'writeKnownDeviations'] as const;

async function byQueue(options: CertifyOptions, tell: TellGithub): Promise<number> {
  const other = notByQueue.find((name) => options[name] !== undefined);
  if (other !== undefined)
    throw new SettingsError(
      `--queue and --${other.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} exclude each other.`,
    );
  // Imported late: other runs need none of it.
  const { certifyByQueue } = await import('./queue/certify-by-queue.ts');
  return certifyByQueue(options, tell);
}

async function certify(
  { resume, workers, sign, writeKnownDeviations = false, github: _told, ...asked }: CertifyOptions,
  tell: TellGithub,
): Promise<number> {
  // A wrong key is reported before a run that takes minutes.
  const key = sign === undefined ? undefined : signingKey(sign, resume ?? asked.out);
  const addDeviations = writeKnownDeviations ? knownDeviationsOf(asked) : undefined;
  refuseShardWithout(asked, resume);
  const options = resume === undefined ? asked : await resumeOptions(resume, asked, 'certify');
  const { prepared, interrupt } = await prepareInterruptible({
    ...options,
    bail: options.bail ?? false,
    isInteractive: hasTerminal(),
    ...keptReproductions(options.targets),
    ...(options.quiet !== true && { onPlan: (config) => printForecast(withShare(config), allClaims) }),
  });
  const { config } = prepared;
  // Were the thread of the suites ended while its receiver takes requests, Node might abort the whole process.
  const receiver = receiverClosed(config.out);
  interrupt.waitFor(receiver.closed);
  if (options.quiet !== true) printStart(config);
  if (options.quiet !== true) printNoteOnPin(config);
  if (options.quiet !== true) printShard(config);
  if (options.quiet !== true) printLongRun(config, allClaims);
  const progress = options.quiet ? noDisplay : showProgress(config.out, lengthOf(config, allClaims));
  const { signal } = interrupt;
  const endAnswers = answerOtherThreads(config.out, () => progress.pausedFor(() => promptPin(signal)));
  const outcome = await runSuites(config, signal, { workers, startAnother: prepared.startAnother });
  receiver.release();
  interrupt.waitFor(Promise.resolve());
  endAnswers();
  const { certificate, summary } = await endRun(prepared, outcome, signal, { ...options, progress });
  interrupt.release();
  // Who signs vouches for a whole run.
  const signed =
    key === undefined
      ? undefined
      : outcome.interrupted
        ? 'not signed, since the run was interrupted'
        : `signed by ${await signRun(config.out, key)}`;
  if (signed !== undefined && options.quiet !== true) stderr.text(`payproof: ${signed}`);
  const exit = outcome.interrupted ? exitCodes.interrupted : exitCodeOf(certificate);
  tell({ certificate, summary, register, night: undefined, dir: displayDir(config.out), exit });
  printRun({ certificate, summary, dir: config.out, json: options.json ?? false });
  addDeviations?.(certificate);
  return exit;
}

/** Opens the known deviations of the chosen target, before a run that takes minutes. Gives what adds to them what a run found, and says so. */
function knownDeviationsOf({
  targets = defaultTargetsFile,
  target,
}: TargetOptions): (found: Certificate) => void {
  const { name } = loadTarget({ file: targets, name: target });
  const add = openKnownDeviations(targets, name);
  return ({ requirements, started_at: startedAt }) => {
    const failed = requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    let added: readonly string[] = [];
    try {
      added = add(failed, startedAt.slice(0, 'yyyy-mm-dd'.length));
    } catch (error) {
      // The run stands, whatever became of the file meanwhile.
      stderr.says(
        (why) => `payproof: nothing was added: ${why}`,
        [error instanceof Error ? error.message : String(error)],
      );
      return;
    }
    stderr.says(
      (file, ids) =>
        ids.length === 0
          ? `payproof: nothing was added to known_deviations in ${file}`
          : `payproof: added to known_deviations in ${file}, so that later runs warn of it: ${ids.join(', ')}`,
      [targets, added] as const,
    );
  };
}

/** Prints the plan, from the settings and what the target offers. Writes no folder and no journal. */
async function showPlan({ resume, sign: _none, github: _told, ...options }: CertifyOptions): Promise<number> {
  if (resume !== undefined) throw new SettingsError('--plan and --resume exclude each other.');
  if (options.shard !== undefined)
    throw new SettingsError(
      '--plan prints the plan of the whole run, which all shards have: leave --shard out.',
    );
  const release = endOnInterrupt(options);
  try {
    const { config: looked, close } = await planRun({
      ...options,
      bail: options.bail ?? false,
      isInteractive: hasTerminal(),
    });
    await close();
    // What the run will make in the checkout has no ids yet.
    const count = wantedOfCheckout(looked.target, looked.capabilities);
    const plan = { ...looked, target: withMade(looked.target, presumed(count)) };
    if (count > 0 && options.json !== true)
      stdout.text(`made in the checkout first: ${pluralize(count, 'token')}`);
    stdout.text(planText(plan, planSuites(plan, allClaims), options.json ?? false));
    return exitCodes.conformant;
  } finally {
    release();
  }
}

function exitCodeOf({ verdict }: Certificate): number {
  return exitCodes[verdict];
}

/** Throws SettingsError where a shard is asked for that could not be merged with the others. */
function refuseShardWithout(
  { shard, ownServer, seed }: Pick<RunOptions, 'shard' | 'ownServer' | 'seed'>,
  resume: string | undefined,
): void {
  if (resume !== undefined) return;
  if (shard === undefined && ownServer === true)
    throw new SettingsError('--own-server is about the shards of a run: give --shard, such as --shard 2/5.');
  if (shard !== undefined && seed === undefined)
    throw new SettingsError(
      '--shard needs --seed: all shards of a run have the same one. Give each the same number, such as that of the pipeline.',
    );
}

/** Says on standard error which part of a run is made, and what no other may do meanwhile. */
function printShard(config: RunConfig): void {
  const text = shardText(config);
  if (text !== undefined) stderr.text(text);
}

/** The same as text; undefined for a whole run. */
export function shardText(config: RunConfig): string | undefined {
  const { shard, division, target } = config;
  if (shard === undefined || division === undefined) return undefined;
  const { index, of, shared } = shard;
  const { requestsPerSecond, concurrency } = target.limits;
  const most = mostRequests(config);
  const allowed = [
    ...(most === Infinity ? [] : [`at most ${most} requests`]),
    ...(requestsPerSecond === undefined ? [] : [`${Number(requestsPerSecond.toFixed(2))} a second`]),
    `${concurrency} at once`,
  ];
  const isApart = division.exclusiveRunsAlone && !division.dividing.includes(index);
  return [
    `This is shard ${index} of ${of}, ${shared ? 'which share the target' : 'each with a server of its own'}. Its share: ${allowed.join(', ')}.`,
    ...(isApart
      ? [`It moves the target's clock, consumers or webhook URL: no other shard may run meanwhile.`]
      : division.exclusiveRunsAlone
        ? [`Shard 1 holds the target alone: run it before these or after them, not meanwhile.`]
        : []),
    ...(receives(shard) ? [] : ['Shard 1 receives the notifications.']),
  ].join('\n');
}

/** The plan of a run as one JSON object, or as text. */
export function planText(run: RunConfig, suites: readonly SuitePlan[], json: boolean): string {
  const printed = printable(run, suites);
  return json ? JSON.stringify(printed) : textOf(printed);
}

type Printable = ReturnType<typeof printable>;

function printable(run: RunConfig, suites: readonly SuitePlan[]) {
  const sum = (of: (suite: SuitePlan) => number) => suites.reduce((total, suite) => total + of(suite), 0);
  const record = runRecord(run);
  const planned = new Set(suites.flatMap(({ rules }) => rules));
  const unreached = new Set(suites.flatMap(({ plan }) => plan.unreached));
  const applicable = allRequirements.filter((row) => whyNotApplicable(row, record) === undefined);
  return {
    target: run.target.name,
    seed: run.seed,
    sequences: sum(({ plan }) => plan.sequences.length),
    requests: sum(({ plan }) => plan.requests),
    least_requests: sum(({ plan }) => plan.leastRequests),
    wants: wants(record.target.given ?? {})
      .filter(({ given }) => given > 0)
      .map(({ given, wanted, text }) => ({ given, wanted, text })),
    suites: suites.map(({ claim, plan }) => ({
      suite: claim.suite,
      requests: plan.requests,
      least_requests: plan.leastRequests,
      uses_up: plan.spends,
      sequences: plan.sequences.map(printableSequence),
    })),
    by_other_suites: applicable
      .filter(({ id, level }) => level === 'must' && !planned.has(id))
      .map(({ id }) => id),
    out_of_reach: allRequirements.flatMap((row) => {
      const reason = unreached.has(row.id)
        ? 'no planned sequence covers it; the random walks may'
        : whyUntestable(row, record);
      return reason === undefined ? [] : [{ id: row.id, reason }];
    }),
  };
}

function printableSequence({ steps, goals, requests }: PlannedSequence) {
  return {
    requests,
    rows: goals.flatMap((goal) => (goal.kind === 'rule' ? [goal.rule] : [])),
    transitions: goals.flatMap((goal) => (goal.kind === 'rule' ? [] : [goal.key])),
    steps: steps.map(({ id, operation, kind, uses }) => ({ id, operation, kind, uses })),
  };
}

function textOf(plan: Printable): string {
  const { target, seed, sequences, requests } = plan;
  const head = `Plan for ${target}, seed ${seed}: ${pluralize(sequences, 'sequence')}, ${pluralize(requests, 'request')}; ${ofLeast(plan)}.`;
  const suites = plan.suites.map((suite) =>
    [
      `${suite.suite}: ${pluralize(suite.sequences.length, 'sequence')}, ${pluralize(suite.requests, 'request')}; ${ofLeast(suite)}`,
      ...suite.sequences.map(sequenceLine),
    ].join('\n'),
  );
  const others = plan.by_other_suites;
  const outside = plan.out_of_reach.map(({ id, reason }) => `  ${id}\n      ${reason}`);
  return [
    head,
    ...plan.wants.map(({ text }) => `${text[0]?.toUpperCase()}${text.slice(1)}.`),
    ...suites,
    ...(others.length === 0
      ? []
      : [`Covered by suites without a plan:\n${others.map((id) => `  ${id}`).join('\n')}`]),
    ...(outside.length === 0 ? [] : [`Out of reach with this target:\n${outside.join('\n')}`]),
  ].join('\n\n');
}

function ofLeast({ requests, least_requests: least }: { requests: number; least_requests: number }): string {
  if (least === 0) return 'nothing is left to cover';
  return `no plan takes fewer than ${least} (${(requests / least).toFixed(2)} times as many)`;
}

function sequenceLine(
  { requests, rows, transitions }: Printable['suites'][number]['sequences'][number],
  index: number,
): string {
  const shows = rows.length === 0 ? '' : `: ${rows.join(', ')}`;
  const counts = [
    pluralize(requests, 'request'),
    pluralize(transitions.length, 'transition'),
    ...(rows.length === 0 ? [] : [pluralize(rows.length, 'row')]),
  ];
  return `${String(index + 1).padStart(4)}  ${counts.join(', ')}${shows}`;
}
