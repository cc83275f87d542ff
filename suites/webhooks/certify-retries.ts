import { isSameSet } from '../../engine/collections.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import {
  judgeAccepted,
  fewestSends,
  judgeAfterwards,
  judgeMeanwhile,
} from '../../models/webhooks/accepted.ts';
import { judgePassage, type PassageVerdict } from '../../models/webhooks/passage.ts';
import { deliveryRules as rules } from '../../spec/legacy/deliveries.ts';
import { eventRules } from '../../spec/legacy/events.ts';
import type { Session } from '../run/session.ts';
import { type LaterEvent, isUnseen } from './awaited-events.ts';
import type { Bench } from './bench.ts';
import { certifyNotifications, type NotificationProcedure } from './certify-notifications.ts';
import { RealClock } from './clock/real-clock.ts';
import { retryPassage, type Passage } from './retry-passage.ts';
import { SteppedClock } from './clock/stepped-clock.ts';
import { Transport } from './clock/transport.ts';

// Loopback needs about a millisecond; the longer one is for the second attempt, before anybody is accused.
const settleMs = { first: 2, second: 10 } as const;

/**
 * Certifies how the target retries notifications that are not accepted (legacy, Events, rules 3 and 4; Limits): one passage of its clock,
 * and a second, slower one before it is accused. Needs the target to itself where it moves the clock; without a clock to move it watches
 * in real time, in the background. Journals the verdict.
 */
export function certifyRetries(session: Session): Promise<readonly FailureRecord[]> {
  return certifyNotifications(session, { name: 'retries', judge: judgeRetries(session) });
}

/** How one attempt of it is judged. Where only later events are accused, the second takes coarse steps and says nothing else. */
export function judgeRetries(session: Session): NotificationProcedure['judge'] {
  return async (bench, attempt, accused) => {
    const isShort = accused !== undefined && isOnlyLater(accused);
    const look = (): Promise<Passage> => passed(bench, session, attempt, isShort ? accused : undefined);
    const passage = await look();
    const verdict = judged(withoutUnseen(passage, session), attempt);
    const isMissed = passage.isLateByTargetsClock && !verdict.evidence.includes(rules.lateAnswerTaken.id);
    if (isMissed && accused === undefined && verdict.breaches.length === 0)
      return withLateAnswer(verdict, judged(withoutUnseen(await look(), session), attempt));
    if (!isShort) return verdict;
    const { evidence, breaches } = verdict;
    // Coarse steps say nothing else, and who is accused is known.
    return {
      evidence: evidence.filter((rule) => accused.has(rule)),
      breaches: breaches.filter(({ rule }) => accused.has(rule)),
      observed: {},
    };
  };
}

/** A verdict, with what another passage shows of an answer that came too late in the first. What it accuses of is looked at once more. */
function withLateAnswer(verdict: PassageVerdict, again: PassageVerdict): PassageVerdict {
  if (again.breaches.length > 0) return again;
  const { id } = rules.lateAnswerTaken;
  return again.evidence.includes(id) ? { ...verdict, evidence: [...verdict.evidence, id] } : verdict;
}

/** Whether only events are missed that happened during or after the retries: then the intervals between them need no second look. */
function isOnlyLater(accused: ReadonlySet<string>): boolean {
  return [...accused].every(
    (rule) => rule === rules.laterEventsMeanwhile.id || rule === rules.laterEventsAfter.id,
  );
}

/** Later events are closings: of a target that never sends theirs, those that do not come say nothing about retries. */
function withoutUnseen(passage: Passage, session: Session): Passage {
  if (!isUnseen(session, eventRules.closeSuccess)) return passage;
  const came = ({ sends }: LaterEvent): boolean => sends.length > 0;
  return { ...passage, later: passage.later.filter(came), afterwards: passage.afterwards.filter(came) };
}

async function passed(
  bench: Bench,
  session: Session,
  attempt: 'first' | 'second',
  onlyLater?: ReadonlySet<string>,
): Promise<Passage> {
  const { run, means, suite: name, journal } = session;
  const isStepped = means.has('clock.advance');
  const way = new Transport(attempt, settleMs[attempt], bench.deadlineMs);
  const clock = isStepped ? new SteppedClock(bench, way) : new RealClock(run.access.time, bench.ended);
  let noted = -2;
  const passage = await retryPassage(bench, clock, {
    // A second passage costs seconds where the clock is stepped, and half an hour in real time.
    patienceMs:
      isStepped && attempt === 'first' ? run.access.delays.exclusive.real.shortMs() : bench.deadlineMs,
    // Where one notification is delivered after another, what follows takes hours of the clock.
    onlyMeanwhile: onlyLater !== undefined && isSameSet(onlyLater, new Set([rules.laterEventsMeanwhile.id])),
    isCoarse: onlyLater !== undefined,
    onProgress: (retries) => {
      if (retries === noted) return;
      noted = retries;
      const note = `${Math.max(0, retries)} of 9 retries`;
      journal.write({ k: 'suite', name, event: 'progress', at: session.now(), note });
    },
  }).finally(() => clock.close());
  run.access.inbox.forget([...passage.histories, ...passage.accepted].map(({ paymentId }) => paymentId));
  return passage;
}

/**
 * The verdict on a whole passage: each notification's retries, and the notifications of other events meanwhile and afterwards. In a second
 * attempt retries need not be seen again before an event afterwards is missed: a target that was switched off for good sends none.
 */
export function judged(
  { histories, accepted, later, afterwards }: Passage,
  attempt: 'first' | 'second' = 'first',
): PassageVerdict & { readonly about?: readonly string[] } {
  const finding = judgePassage(histories);
  const { examples, ...verdict } = finding;
  const [earliest, ...others] = histories;
  if (earliest === undefined) return verdict;
  const firsts = others.map(({ failing, sends }) => ({
    what: `the authorize_success that meets ${failing}`,
    ...receipt(sends[0]?.at),
  }));
  const closings = later.map(({ paymentId, what, sends }) => ({
    paymentId,
    event: { what, ...receipt(sends[0]?.at) },
  }));
  const ended = accepted.map((history) => ({ ...history, verdict: judgeAccepted(history) }));
  const hadRetries = attempt === 'second' || histories.some(({ sends }) => sends.length >= fewestSends);
  const lastly = hadRetries ? afterwards : afterwards.filter(({ sends }) => sends.length > 0);
  const ofOthers = [
    ...lastly.map(({ what, sends }) => judgeAfterwards({ what, ...receipt(sends[0]?.at) })),
    judgeMeanwhile(earliest, [...firsts, ...closings.map(({ event }) => event)]),
    ...closings.map(({ paymentId, event }) => {
      const own = histories.find((history) => history.paymentId === paymentId);
      return own === undefined ? { evidence: [], breaches: [] } : judgeMeanwhile(own, [event]);
    }),
  ];
  const parts = [...ended.map(({ verdict: part }) => part), ...ofOthers];
  const breaches = [...verdict.breaches, ...parts.flatMap((part) => part.breaches)];
  const broken = new Set(breaches.map(({ rule }) => rule));
  const evidence = [...verdict.evidence, ...parts.flatMap((part) => part.evidence)];
  // Where another event is missed as well, the payments of the retries are not all that is accused.
  const isOfOthers = ofOthers.some((part) => part.breaches.length > 0);
  const accused = [
    ...histories.filter((one) => examples.includes(one)),
    ...ended.filter((one) => one.verdict.breaches.length > 0),
  ];
  const about = isOfOthers ? [] : accused;
  return {
    ...verdict,
    breaches,
    evidence: evidence.filter((rule) => !broken.has(rule)),
    ...(about.length > 0 && { about: about.map(({ paymentId }) => paymentId) }),
  };
}

function receipt(at: number | undefined): { readonly receivedBy?: number } {
  return at === undefined ? {} : { receivedBy: at };
}
