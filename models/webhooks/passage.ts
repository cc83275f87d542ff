import type { Breach } from '../../engine/model.ts';
import { deliveryRules } from '../../spec/legacy/deliveries.ts';
import { eventLatitudes } from '../../spec/legacy/latitudes/events-latitudes.ts';
import { withoutDuplicates } from './duplicates.ts';
import { timestampOf } from './event-identity.ts';
import { between, firstIntervalMs, intervalsOf, seconds, type Interval } from './intervals.ts';
import { readingsOf } from './readings.ts';
import { overlap, RegularSends } from './regular-sends.ts';
import { judgeReading, judgeRetries, type RetryHistory, type RetryVerdict } from './retries.ts';

/** The time limit for the receiver's answer (legacy, Limits), ms. */
export const answerTimeMs = 10_000;

export interface PassageVerdict extends RetryVerdict {
  /** Latitude id → choice. */
  readonly observed: Readonly<Record<string, string>>;
}

/** A verdict with the notifications that it is about. */
export interface PassageFinding extends PassageVerdict {
  readonly broken: readonly RetryHistory[];
}

/**
 * Judges several notifications observed while the target's clock was moved, each refused in its own way. Nobody is accused where some of the
 * sends of each keep the schedule and the others may be copies; what all of them have in common is no accident, though, and is judged as
 * the schedule itself.
 */
export function judgePassage(histories: readonly RetryHistory[]): PassageFinding {
  const evidence = new Set<string>();
  const breaches: Breach[] = [];
  const broken: RetryHistory[] = [];
  const observed: Record<string, string> = {};
  const answered = histories.filter(({ failing }) => failing !== 'no-answer');
  const quick = answered.find((one) => withoutDuplicates(one.sends).length > 1);
  const stamp = retryTimestamp(histories);
  if (stamp !== undefined) observed[eventLatitudes.retryTimestamp.id] = stamp;
  const take = (verdict: RetryVerdict, about: readonly RetryHistory[], called: string): void => {
    for (const rule of verdict.evidence) evidence.add(rule);
    if (verdict.breaches.length > 0) broken.push(...about);
    for (const breach of verdict.breaches)
      breaches.push({ ...breach, received: `${breach.received} (${called})` });
  };
  for (const history of histories) {
    const { failing } = history;
    if (failing === 'no-answer') {
      const { from, ...verdict } = judgeUnanswered(history, quick);
      if (from !== undefined) observed[eventLatitudes.intervalFrom.id] = from;
      take(verdict, [history], failing);
    } else {
      take(judgeWithCopies(history, 0), [history], failing);
    }
  }
  const retried = answered.filter((one) => one.sends.length > 1 && !broken.includes(one));
  take(judgeRegular(retried), retried, 'each of those that were answered');
  const accused = new Set(breaches.map((breach) => breach.rule));
  return { evidence: [...evidence].filter((rule) => !accused.has(rule)), breaches, broken, observed };
}

/** The verdict on one notification: that without close copies, or none of the schedule where some other reading of the sends keeps it. */
function judgeWithCopies(history: RetryHistory, lagMs: number): RetryVerdict {
  const nearest = judgeRetries(history, lagMs);
  if (nearest.breaches.length === 0) return nearest;
  for (const reading of readingsOf(history, lagMs)) {
    if (reading === undefined) return { evidence: [], breaches: [] };
    const { evidence } = judgeReading({ ...history, sends: reading }, reading, lagMs);
    return { evidence: evidence.filter((rule) => !countsSends.has(rule)), breaches: [] };
  }
  return nearest;
}

/** What says how many sends there may be: one notification alone does not prove it where it has copies. */
const countsSends: ReadonlySet<string> = new Set([
  deliveryRules.atMostNine.id,
  deliveryRules.noneAfterLast.id,
]);

/** The verdict on what several notifications have in common, where only copies would excuse each of them alone. */
function judgeRegular(histories: readonly RetryHistory[]): RetryVerdict {
  const none: RetryVerdict = { evidence: [], breaches: [] };
  const regular = RegularSends.of(histories);
  if (regular === undefined) return none;
  const nearest = judgeRetries(regular.common);
  if (nearest.breaches.length === 0) return nearest;
  const { model } = regular;
  for (const reading of readingsOf(model, 0)) {
    if (reading === undefined) return none;
    if (regular.explains(reading)) return judgeReading({ ...model, sends: reading }, reading);
  }
  return nearest;
}

interface Unanswered extends RetryVerdict {
  /** From when the intervals run; undefined: not known. */
  readonly from?: 'send' | 'failure';
}

/**
 * The verdict on sends that are never answered. Their intervals may count from the send or from the end of the answer time (a latitude): the
 * comparison with one that was answered at once shows which. Where both are possible, the one with fewer breaches counts.
 */
function judgeUnanswered(history: RetryHistory, quick: RetryHistory | undefined): Unanswered {
  if (withoutDuplicates(history.sends).length < 2) return judgeRetries(history);
  const { lags, breach } = lagsOf(history, quick);
  const possible = breach === undefined ? lags : [];
  // The simplest readings first: the first interval is that of the schedule, and copies came soon after their sends.
  const simple = possible.map((ms) => ({ ms, verdict: judgeRetries(history, ms) }));
  const kept = ({ verdict }: (typeof simple)[number]): boolean => verdict.breaches.length === 0;
  const withCopies = (ms: number) => ({ ms, verdict: judgeWithCopies(history, ms) });
  const best =
    simple.find(kept) ??
    [0, answerTimeMs].map(withCopies).find(kept) ??
    simple.toSorted((one, other) => one.verdict.breaches.length - other.verdict.breaches.length)[0];
  // A wrong answer time makes the intervals unknown, so they are not judged.
  if (best === undefined) return { evidence: [], breaches: breach === undefined ? [] : [breach] };
  const { evidence, breaches } = best.verdict;
  return {
    evidence: [...evidence, deliveryRules.answerTime.id],
    breaches,
    from: best.ms === 0 ? 'send' : 'failure',
  };
}

/** Whether retries carry the timestamp of their first send; undefined where none shows it. */
function retryTimestamp(histories: readonly RetryHistory[]): 'same' | 'own' | undefined {
  const shown = histories.flatMap(({ sends }) => {
    const [first, ...retries] = withoutDuplicates(sends).map(({ body }) => timestampOf(body));
    return first === undefined ? [] : retries.flatMap((one) => (one === undefined ? [] : one === first));
  });
  if (shown.length === 0) return undefined;
  return shown.every(Boolean) ? 'same' : 'own';
}

/** The possible additions to an interval by an unanswered send: none, or the answer time. A breach when neither fits. */
function lagsOf(
  unanswered: RetryHistory,
  answered: RetryHistory | undefined,
): { readonly lags: readonly number[]; readonly breach?: Breach } {
  const [first, ...others] = withoutDuplicates(unanswered.sends);
  const [second] = others;
  if (first === undefined || second === undefined) return { lags: [] };
  const slow = between(first, second, 0);
  const [quick] = answered === undefined ? [] : intervalsOf(withoutDuplicates(answered.sends), 0);
  const usual = quick ?? { least: firstIntervalMs, most: firstIntervalMs };
  const lags = [0, answerTimeMs].filter((ms) => overlap(slow, later(usual, ms)));
  // The receiver may answer until its 10 seconds are over, whatever the target's intervals are.
  const isEarly = slow.most < answerTimeMs;
  if (lags.length > 0 && !isEarly) return { lags };
  return {
    lags,
    breach: {
      rule: deliveryRules.answerTime.id,
      expected: 'a retry after the 10 s that the receiver has to answer, or one interval later',
      received: `${seconds(slow)} after the unanswered send`,
    },
  };
}

function later({ least, most }: Interval, ms: number): Interval {
  return { least: least + ms, most: most + ms };
}
