import type { Command } from 'commander';
import type { Certificate } from '../reports/certificate/certificate-schema.ts';
import { counted } from '../reports/words/counted.ts';
import { register } from '../reports/register.ts';
import { displayDir } from '../reports/write.ts';
import { mostShards } from '../harness/records/shard-records.ts';
import { SettingsError } from '../harness/settings/settings-error.ts';
import { answerOtherThreads } from '../harness/given/ask-pin.ts';
import { receiverClosed } from '../harness/receiver/receiver-notice.ts';
import { allClaims } from '../suites/claims/all-claims.ts';
import { planSuites } from '../suites/explore/plan-suites.ts';
import { presumed, wantedOfCheckout, withMade } from '../suites/supplies/by-checkout.ts';
import { withShare } from '../suites/shards/share.ts';
import { lookAt, type RunOptions } from '../suites/run/prepare.ts';
import { signingKey, signRun } from './evidence/sign-run.ts';
import { exitCodes, exitHelp } from './command/exit-codes.ts';
import { endOnInterrupt } from './command/interrupt.ts';
import { keptReproductions } from './nightly/kept.ts';
import {
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
import { runSuites, type SuitesOutcome } from './command/run-suites.ts';
import { prepareInterruptible } from './run/prepare-interruptible.ts';
import { toldToGithub, withGithub, type TellGithub } from './run/tell-github.ts';
import { planText } from './run/print-plan.ts';
import { printForecast } from './run/print-forecast.ts';
import { printShard, refuseShardWithout } from './run/print-shard.ts';
import { printRun } from './run/print-run.ts';
import { isSomebodyThere, printNoteOnPin, promptPin } from './run/prompt-pin.ts';
import { lengthOf } from './progress/run-length.ts';
import { noDisplay, showProgress } from './progress/show-progress.ts';

/** `certify`: runs every suite against one target and writes the certificate. */
export function addCertify(program: Command, exit: (code: number) => void): void {
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
    .addOption(liveOption())
    .option('--sign <file>', 'sign the run at its end with this private key (payproof keygen makes one)')
    .addOption(shardOption())
    .option('--own-server', 'each shard has a server of its own: they do not share the target')
    .option(
      '--queue <address>',
      'give parts of the run to workers (payproof work) by this Redis server, such as redis://127.0.0.1:6379, and join what they make',
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
            ? await toldToGithub(options, (tell) => byQueue(options, tell))
            : await toldToGithub(options, (tell) => certify(options, tell)),
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
    readonly github?: boolean;
    readonly queue?: string;
    readonly parts?: number;
    readonly atOnce?: number;
  };

/** What a run by queue can't do, since no part knows what the others find. */
const notByQueue = ['bail', 'shard', 'ownServer', 'sign', 'realTime'] as const;

async function byQueue(options: CertifyOptions, tell: TellGithub): Promise<number> {
  const { queue = '' } = options;
  const other = notByQueue.find((name) => options[name] !== undefined);
  if (other !== undefined)
    throw new SettingsError(
      `--queue and --${other.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} exclude each other.`,
    );
  // Imported late: other runs need none of it.
  const { certifyByQueue } = await import('./queue/certify-by-queue.ts');
  return certifyByQueue({ ...options, queue }, tell);
}

async function certify(
  { resume, workers, sign, github: _told, ...asked }: CertifyOptions,
  tell: TellGithub,
): Promise<number> {
  // A wrong key is told before a run that takes minutes.
  const key = sign === undefined ? undefined : signingKey(sign, resume ?? asked.out);
  refuseShardWithout(asked, resume);
  const options = resume === undefined ? asked : await resumeOptions(resume, asked, 'certify');
  const { prepared, interrupt } = await prepareInterruptible({
    ...options,
    bail: options.bail ?? false,
    somebody: isSomebodyThere(),
    ...keptReproductions(options.targets),
    ...(options.quiet !== true && { onPlan: (plan) => printForecast(withShare(plan), allClaims) }),
  });
  const { plan } = prepared;
  // Were the thread of the suites ended while its receiver takes requests, Node might abort the whole process.
  const receiver = receiverClosed(plan.out);
  interrupt.waitFor(receiver.closed);
  if (options.quiet !== true) printNoteOnPin(plan);
  if (options.quiet !== true) printShard(plan);
  const progress = options.quiet ? noDisplay : showProgress(plan.out, lengthOf(plan, allClaims));
  const { signal } = interrupt;
  const endAnswers = answerOtherThreads(plan.out, () => progress.pausedFor(() => promptPin(signal)));
  let outcome: SuitesOutcome = { faults: [] };
  try {
    outcome = await runSuites(plan, interrupt.signal, { workers, startAnother: prepared.startAnother });
  } catch (error) {
    outcome = { faults: [error instanceof Error ? error.message : String(error)] };
  } finally {
    receiver.release();
    interrupt.waitFor(Promise.resolve());
    endAnswers();
    await progress.end();
  }
  const { certificate, summary } = await endRun(prepared, outcome, interrupt.signal, options);
  interrupt.release();
  // Who signs vouches for a whole run.
  const signed =
    key === undefined
      ? undefined
      : interrupt.signal.aborted
        ? 'not signed, since the run was interrupted'
        : `signed by ${await signRun(plan.out, key)}`;
  if (signed !== undefined && options.quiet !== true) process.stderr.write(`payproof: ${signed}\n`);
  const exit = interrupt.signal.aborted ? exitCodes.interrupted : exitCodeOf(certificate);
  tell({ certificate, summary, register, night: undefined, dir: displayDir(plan.out), exit });
  printRun({ certificate, summary, dir: plan.out, json: options.json ?? false });
  return exit;
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
    const { plan: looked, close } = await lookAt({
      ...options,
      bail: options.bail ?? false,
      somebody: isSomebodyThere(),
    });
    await close();
    // What the run will make in the checkout has no ids yet.
    const count = wantedOfCheckout(looked.target, looked.capabilities);
    const plan = { ...looked, target: withMade(looked.target, presumed(count)) };
    if (count > 0 && options.json !== true)
      process.stdout.write(`made in the checkout first: ${counted(count, 'token')}\n`);
    process.stdout.write(`${planText(plan, planSuites(plan, allClaims), options.json ?? false)}\n`);
    return exitCodes.conformant;
  } finally {
    release();
  }
}

function exitCodeOf({ verdict }: Certificate): number {
  return exitCodes[verdict];
}
