import { basename } from 'node:path';
import { Option, type Command } from 'commander';
import { redactorOf } from '../harness/secrets/redact.ts';
import { controlled, meansOf } from '../harness/means/means.ts';
import { judgedFile } from '../harness/records/run-settings.ts';
import { readTraffic } from '../harness/traffic/read-traffic.ts';
import type { Traffic } from '../harness/traffic/traffic.ts';
import { readSummary } from '../reports/journal/fold.ts';
import { displayDir, writeReportsOf } from '../reports/write.ts';
import { judgeTraffic, type Judgement } from '../suites/judge/judge-traffic.ts';
import { leftOutOf } from '../suites/judge/recognise/find-left-out.ts';
import { threadsOf } from '../suites/judge/tie/tie.ts';
import type { Threads } from '../suites/judge/tie/threads.ts';
import { runRecord } from '../suites/run/prepare.ts';
import { reachTarget } from '../suites/availability/reach-target.ts';
import { askedFolder, freshFolder, makeRunFolder, openRunJournal } from '../suites/run/run-folder.ts';
import { unwrittenPlan } from '../suites/run/unwritten-run.ts';
import { exitCodes } from './command/exit-codes.ts';
import { judgeText } from './judge/judge-text.ts';
import { leftOutWords } from './judge/left-out-words.ts';
import { type TargetOptions, withTarget } from './command/options.ts';
import { terminalJson, terminalText, wrapped } from './command/terminal.ts';

interface JudgeOptions extends TargetOptions {
  readonly out?: string;
  readonly whole?: boolean;
  readonly credentials: Credentials;
}

/** How credentials are judged that a recorder may have left out. */
const credentialChoices = ['presumed', 'as-recorded'] as const;
type Credentials = (typeof credentialChoices)[number];

/** `judge FILE`: judges traffic that others have recorded. */
export function addJudge(program: Command, exit: (code: number) => void): void {
  withTarget(program.command('judge'))
    .description('judges traffic that others have recorded, as certify judges its own; sends nothing')
    .argument('<file>', 'a HAR file, lines of JSON, or the journal or the folder of a run')
    .option(
      '--whole',
      'the file holds all that the target ever got: an id that it does not show was never issued',
    )
    .addOption(
      new Option(
        '--credentials <how>',
        'presumed: where no request has a key, or each is masked, the recorder has left them out; as-recorded: they are judged as they stand',
      )
        .choices(credentialChoices)
        .default('presumed'),
    )
    .option('--out <dir>', "the run's folder (default: runs/<started>-<target>)")
    .addHelpText(
      'after',
      `
The file must hold every request about a payment or a token that it shows. What was made before it began is judged from the first read on.
docs/judge-traffic.md says what is read of each form.

Examples:
  payproof judge traffic.har --target sandbox
  payproof judge log.ndjson --target sandbox --json > certificate.json

Exit status:
  0  nobody is accused
  1  a requirement is broken
  2  wrong usage or settings, no traffic that can be read, or the folder can't be made
  3  nothing could be judged, or the folder can't be written any more`,
    )
    .action(async (file: string, options: JudgeOptions) => exit(await judge(file, options)));
}

async function judge(
  file: string,
  { out, json = false, whole, credentials, ...chosen }: JudgeOptions,
): Promise<number> {
  const read = await readTraffic(file);
  const traffic: Traffic = whole === true ? { ...read, isWhole: true } : read;
  // The embedded target has keys and personas only once it was started.
  const { target, close } = await reachTarget(chosen, { readsOnly: true });
  await close();
  const leftOut = leftOutOf(traffic, target, { asRecorded: credentials === 'as-recorded' });
  const threads = threadsOf(traffic, target, leftOut);
  const plan = unwrittenPlan(
    target,
    { capabilities: threads.hasControl ? controlled : [], skewMs: undefined },
    {
      out: out === undefined ? freshFolder(Date.now(), `${target.name}-judged`) : askedFolder(out),
      startedAt: traffic.startsAt,
    },
  );
  const record = runRecord(plan);
  const settings = { ...record.settings, ...judgedSettings(file, traffic, threads) };
  const lock = makeRunFolder(plan, { ...record, settings }, redactorOf(target));
  try {
    const journal = openRunJournal(plan);
    let judgement: Judgement;
    try {
      for (const { receivedAt, headers, body, answered } of traffic.notifications)
        journal.write({ k: 'notification', at: receivedAt - traffic.startsAt, headers, body, answered });
      const means = meansOf(target, plan.capabilities);
      judgement = await judgeTraffic(traffic, target, { means, threads, write: (one) => journal.write(one) });
      journal.write({ k: 'end', at: Math.round(traffic.endsAt - traffic.startsAt), interrupted: false });
    } finally {
      journal.close();
    }
    journal.failed.throwIfAborted();
    const summary = await readSummary(plan.out);
    const certificate = await writeReportsOf(summary, plan.out);
    const text = json
      ? terminalJson(certificate)
      : wrapped(
          terminalText(judgeText(judgement, { traffic, certificate, summary, dir: displayDir(plan.out) })),
          process.stdout.columns,
        );
    process.stdout.write(`${text}\n`);
    if (certificate.verdict === 'nonconformant') return exitCodes.nonconformant;
    return judgement.judged > 0 ? exitCodes.conformant : exitCodes.inconclusive;
  } finally {
    lock.release();
  }
}

/** What the certificate says of the traffic. */
function judgedSettings(file: string, { form, exchanges, isWhole }: Traffic, { unjudged, leftOut }: Threads) {
  return {
    [judgedFile]: basename(file),
    'judge form': form,
    'judge exchanges': exchanges.length,
    'judge --whole': isWhole === true,
    'judge --credentials': leftOut.isAsRecorded === true ? 'as-recorded' : 'presumed',
    ...Object.fromEntries(leftOutWords(leftOut).map(([what, words]) => [`judge ${what}`, words])),
    ...Object.fromEntries([...unjudged].map(([why, times]) => [`judge not judged, ${why}`, times])),
  };
}
