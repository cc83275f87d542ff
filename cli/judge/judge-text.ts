import type { Traffic } from '../../harness/traffic/traffic.ts';
import { accusation } from '../../reports/words/accusation.ts';
import { unreadWords } from '../../harness/traffic/parts/unread.ts';
import { counted } from '../../reports/words/counted.ts';
import type { Certificate } from '../../reports/certificate/certificate-schema.ts';
import type { RunSummary } from '../../reports/journal/summary.ts';
import { register } from '../../reports/register.ts';
import { firstTimeline } from '../../reports/timeline/text.ts';
import type { Judgement } from '../../suites/judge/judge-traffic.ts';
import { leftOutWords } from './left-out-words.ts';
import type { Unjudged } from '../../suites/judge/recognise/recognise.ts';

/** Why exchanges are not judged, in words. */
const reasons: Readonly<Record<Unjudged, string>> = {
  elsewhere: 'their address is none of the target',
  path: 'the documents know no such path',
  query: 'the documents know no query',
  key: 'their key is not that of the settings, and may be that of another merchant',
  version: 'they ask for a version that the settings do not name',
  beginning: 'what they name was made before the recording, and no read has shown it',
  pin: 'nobody has seen the PIN that was sent',
  overlap: 'a request about the same payment or token was sent before the last reply had come',
  long: 'so many requests came before about the same payment or token',
  expiry: 'a payment may have expired meanwhile',
  preflight:
    'a browser has asked so whether it may send another (CORS), which is no request of the documents',
  body: 'their body was not recorded, or not wholly',
  checksum: 'nothing is known of their checksum, and they may be refused for it',
};

/** What a person reads of judged traffic: violations first, the verdict last. `dir` is the run's folder as the reader would type it. */
export function judgeText(
  judgement: Judgement,
  {
    traffic,
    certificate,
    summary,
    dir,
  }: {
    readonly traffic: Traffic;
    readonly certificate: Certificate;
    readonly summary: RunSummary;
    readonly dir: string;
  },
): string {
  const { judged, sequences, unjudged, leftOut } = judgement;
  const of = (verdict: string) => certificate.requirements.filter((row) => row.verdict === verdict).length;
  const accused = of('fail');
  const left = [...unjudged].map(
    ([why, times]) => `not judged   ${counted(times, 'exchange')}: ${reasons[why]}`,
  );
  const lost = [...summary.inconclusive].map(
    ([why, times]) => `no verdict   ${counted(times, 'sequence')}: ${why}`,
  );
  return [
    ...summary.failures.map((failure) =>
      accusation(failure.record, register, dir, firstTimeline(failure, summary)),
    ),
    [
      ...leftOutWords(leftOut).map(([, words]) => `left out     ${words}`),
      ...left,
      ...lost,
      ...notRead(traffic),
      ...(traffic.notifications.length === 0 ? ['notifications were not judged: the file holds none'] : []),
    ].join('\n'),
    [
      `${judged} of ${counted(traffic.exchanges.length, 'exchange')} judged, in ${counted(sequences, 'sequence')}; ${counted(traffic.notifications.length, 'notification')}`,
      `${of('pass')} rows hold in it, ${accused} are broken; the other ${certificate.requirements.length - of('pass') - accused} were not touched`,
      `certificate  ${dir}/certificate.json`,
      `page         ${dir}/report.html`,
    ].join('\n'),
    accused > 0
      ? `${counted(accused, 'requirement')} broken in this traffic`
      : judged === 0
        ? 'nothing of this traffic could be judged'
        : 'nobody is accused: what was recorded is permitted, as far as it goes',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The parts of the file that are of another form: how many, and what is wrong with the first. */
function notRead({ damaged, unread = [], form }: Traffic): readonly string[] {
  if (damaged === 0) return [];
  const why = unreadWords(unread, form === 'har' ? 'entry' : 'line');
  return [`not read     ${counted(damaged, 'record')} of another form${why === '' ? '' : `, first ${why}`}`];
}
