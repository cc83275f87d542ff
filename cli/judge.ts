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
import { leftOutOf } from '../suites/judge/recognise/left-out.ts';
import { type LeftOut } from '../suites/judge/recognise/checksum-recipe.ts';
import { threadsOf } from '../suites/judge/tie/tie.ts';
import type { Conversations } from '../suites/judge/tie/conversations.ts';
import { runRecord } from '../suites/run/prepare.ts';
import { reachTarget } from '../suites/availability/reach-target.ts';
import { askedFolder, freshFolder, makeRunFolder, openRunJournal } from '../suites/run/run-folder.ts';
import { unwrittenConfig } from '../suites/run/unwritten-run.ts';
import { exitCodes } from './command/exit-codes.ts';
import { plainRun } from './run/print-run.ts';
import { type TargetOptions, withTarget } from './command/options.ts';
import { causeTexts } from '../reports/words/causes.ts';
import { unreadWords } from '../harness/traffic/parts/unread.ts';
import { plainValues, pluralize } from '../reports/words/plain.ts';
import type { Certificate } from '../reports/certificate/certificate-schema.ts';
import type { RunSummary } from '../reports/journal/summary.ts';
import { register } from '../reports/register.ts';
import type { Unjudged } from '../suites/judge/recognise/recognise.ts';
import { stdout } from './command/terminal.ts';
import { steadyNow } from '../harness/time.ts';

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
  0  the target is not accused
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
  const config = unwrittenConfig(
    target,
    { capabilities: threads.hasControl ? controlled : [], skewMs: undefined },
    {
      out: out === undefined ? freshFolder(steadyNow(), `${target.name}-judged`) : askedFolder(out),
      startedAt: traffic.startsAt,
    },
  );
  const record = runRecord(config);
  const settings = { ...record.settings, ...judgedSettings(file, traffic, threads) };
  const lock = makeRunFolder(config, { ...record, settings }, redactorOf(target));
  try {
    const journal = openRunJournal(config);
    let judgement: Judgement;
    try {
      for (const { receivedAt, headers, body, answered } of traffic.notifications)
        journal.write({ k: 'notification', at: receivedAt - traffic.startsAt, headers, body, answered });
      const means = meansOf(target, config.capabilities);
      judgement = await judgeTraffic(traffic, target, { means, threads, write: (one) => journal.write(one) });
      journal.write({ k: 'end', at: Math.round(traffic.endsAt - traffic.startsAt), interrupted: false });
    } finally {
      journal.close();
    }
    journal.failed.throwIfAborted();
    const summary = await readSummary(config.out);
    const certificate = await writeReportsOf(summary, config.out);
    if (json) stdout.json(certificate);
    else {
      const { damaged, unread = [], form } = traffic;
      const told = {
        exchanges: traffic.exchanges.length,
        notifications: traffic.notifications.length,
        unreadLines: plainValues(notRead({ damaged, unread: unread.slice(0, 1), form })),
        certificate: plainValues(certificate),
        summary: plainRun(summary),
        dir: plainValues(displayDir(config.out)),
      };
      stdout.text(judgeText(plainValues(judgement), told), { wrap: true });
    }
    if (certificate.verdict === 'nonconformant') return exitCodes.nonconformant;
    return judgement.judged > 0 ? exitCodes.conformant : exitCodes.inconclusive;
  } finally {
    lock.release();
  }
}

/** What the certificate says of the traffic. */
function judgedSettings(
  file: string,
  { form, exchanges, isWhole }: Traffic,
  { unjudged, leftOut }: Conversations,
) {
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

/** Why exchanges are not judged, in words. */
const reasons: Readonly<Record<Unjudged, string>> = {
  elsewhere: 'their address is none of the target',
  path: 'the documents know no such path',
  query: 'the documents know no query',
  key: 'their key is not that of the settings, and may be that of another merchant',
  version: 'they ask for a version that the settings do not name',
  beginning: 'what they name was made before the recording, and no read has shown it',
  pin: 'the PIN that the target sent is not in the recording',
  overlap: 'a request about the same payment or token was sent before the last reply had come',
  long: 'so many requests came before about the same payment or token',
  expiry: 'a payment may have expired meanwhile',
  preflight:
    'a browser has asked so whether it may send another (CORS), which is no request of the documents',
  body: 'their body was not recorded, or not wholly',
  checksum: 'nothing is known of their checksum, and they may be refused for it',
};

/** What a person reads of judged traffic: violations first, the verdict last. `dir` is the run's folder as the reader would type it. */
function judgeText(
  judgement: Judgement,
  {
    exchanges,
    notifications,
    unreadLines,
    certificate,
    summary,
    dir,
  }: {
    readonly exchanges: number;
    readonly notifications: number;
    readonly unreadLines: readonly string[];
    readonly certificate: Certificate;
    readonly summary: RunSummary;
    readonly dir: string;
  },
): string {
  const { judged, sequences, unjudged, leftOut } = judgement;
  const of = (verdict: string) => certificate.requirements.filter((row) => row.verdict === verdict).length;
  const accused = of('fail');
  const left = [...unjudged].map(
    ([why, times]) => `not judged   ${pluralize(times, 'exchange')}: ${reasons[why]}`,
  );
  const lost = [...summary.inconclusive].map(
    ([why, times]) => `no verdict   ${pluralize(times, 'sequence')}: ${why}`,
  );
  return [
    ...causeTexts(summary.failures, { register, dir, run: summary.run }),
    [
      ...leftOutWords(leftOut).map(([, words]) => `left out     ${words}`),
      ...left,
      ...lost,
      ...unreadLines,
      ...(notifications === 0 ? ['notifications were not judged: the file holds none'] : []),
    ].join('\n'),
    [
      `${judged} of ${pluralize(exchanges, 'exchange')} judged, in ${pluralize(sequences, 'sequence')}; ${pluralize(notifications, 'notification')}`,
      `${of('pass')} requirements hold in it, ${accused} are broken; the other ${certificate.requirements.length - of('pass') - accused} were not touched`,
      `certificate  ${dir}/certificate.json`,
      `page         ${dir}/report.html`,
    ].join('\n'),
    accused > 0
      ? `${pluralize(accused, 'requirement')} broken in this traffic`
      : judged === 0
        ? 'nothing of this traffic could be judged'
        : 'the target is not accused: what was recorded is permitted, as far as it goes',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The parts of the file that are of another form: how many, and what is wrong with the first. */
function notRead({
  damaged,
  unread = [],
  form,
}: Pick<Traffic, 'damaged' | 'unread' | 'form'>): readonly string[] {
  if (damaged === 0) return [];
  const why = unreadWords(unread, form === 'har' ? 'entry' : 'line');
  return [
    `not read     ${pluralize(damaged, 'record')} of another form${why === '' ? '' : `, first ${why}`}`,
  ];
}

const credentials: Readonly<Record<NonNullable<LeftOut['credentials']>, string>> = {
  absent:
    'no request of the file has a key: the recorder has left them out, and they count as right (--credentials as-recorded judges them as they stand)',
  masked:
    'every key of the file is masked: they count as right (--credentials as-recorded judges them as they stand)',
};

const checksums: Readonly<Record<NonNullable<LeftOut['checksums']>, string>> = {
  masked: 'every checksum of the file is masked: they are not judged',
  'other secret':
    'no checksum of the file fits the secret of the settings, and requests were accepted: the secret is another one, and checksums are not judged',
};

const types: Readonly<Record<NonNullable<LeftOut['types']>, string>> = {
  absent:
    'no answer of the file names its content type: the recorder has left them out, and they are not judged',
};

/** What the recorder has left out of all requests, or of all answers: each with its consequence, in words. */
function leftOutWords(leftOut: LeftOut): readonly (readonly [what: string, words: string])[] {
  const found = [
    ['credentials', leftOut.credentials && credentials[leftOut.credentials]],
    ['checksums', leftOut.checksums && checksums[leftOut.checksums]],
    ['content types', leftOut.types && types[leftOut.types]],
  ] as const;
  return found.flatMap(([what, words]) => (words === undefined ? [] : [[what, words] as const]));
}
