import type { Breach } from '../../engine/model.ts';
import { deliveryRules } from '../../spec/legacy/deliveries.ts';
import { eventLatitudes } from '../../spec/legacy/latitudes/events-latitudes.ts';
import { withoutDuplicates } from './duplicates.ts';
import { timestampOf } from './event-identity.ts';
import { firstIntervalMs, intervalsOf, seconds, type Interval } from './intervals.ts';
import { judgeRetries, type RetryHistory, type RetryVerdict } from './retries.ts';

/** The time limit for the receiver's answer (legacy, Limits), ms. */
export const answerTimeMs = 10_000;

export interface PassageVerdict extends RetryVerdict {
  /** Latitude id → choice. */
  readonly observed: Readonly<Record<string, string>>;
}

/**
 * Judges several notifications observed while the target's clock was moved, each refused in its own way. Intervals of an unanswered one
 * may count from the send or from the end of the answer time (a latitude): the comparison with one that was answered at once shows which.
 */
export function judgePassage(histories: readonly RetryHistory[]): PassageVerdict {
  const evidence = new Set<string>();
  const breaches: Breach[] = [];
  const observed: Record<string, string> = {};
  const answered = histories.find(
    (one) => one.failing !== 'no-answer' && withoutDuplicates(one.sends).length > 1,
  );
  const stamp = retryTimestamp(histories);
  if (stamp !== undefined) observed[eventLatitudes.retryTimestamp.id] = stamp;
  for (const history of histories) {
    let verdict: RetryVerdict = judgeRetries(history);
    if (history.failing === 'no-answer') {
      const { lags, breach } = lagsOf(history, answered);
      // Where the first interval permits both readings, the one with fewer breaches counts.
      const readings = lags.map((ms) => ({ ms, verdict: judgeRetries(history, ms) }));
      const [best] = readings.sort(
        (one, other) => one.verdict.breaches.length - other.verdict.breaches.length,
      );
      if (breach !== undefined) {
        // A wrong answer time makes the intervals unknown, so they are not judged.
        breaches.push(breach);
        verdict = { evidence: [], breaches: [] };
      } else if (best !== undefined) {
        evidence.add(deliveryRules.answerTime.id);
        observed[eventLatitudes.intervalFrom.id] = best.ms === 0 ? 'send' : 'failure';
        verdict = best.verdict;
      }
    }
    for (const rule of verdict.evidence) evidence.add(rule);
    breaches.push(
      ...verdict.breaches.map((breach) => ({
        ...breach,
        received: `${breach.received} (${history.failing})`,
      })),
    );
  }
  const broken = new Set(breaches.map((breach) => breach.rule));
  return { evidence: [...evidence].filter((rule) => !broken.has(rule)), breaches, observed };
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
  const [slow] = intervalsOf(withoutDuplicates(unanswered.sends), 0);
  if (slow === undefined) return { lags: [] };
  const [quick] = answered === undefined ? [] : intervalsOf(withoutDuplicates(answered.sends), 0);
  const usual = quick ?? { least: firstIntervalMs, most: firstIntervalMs };
  const lags = [0, answerTimeMs].filter((ms) =>
    overlap(slow, { least: usual.least + ms, most: usual.most + ms }),
  );
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

function overlap(a: Interval, b: Interval): boolean {
  return a.least <= b.most && b.least <= a.most;
}
