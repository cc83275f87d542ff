import type { Breach } from '../../engine/model.ts';
import { deliveryRules } from '../../spec/legacy/deliveries.ts';
import { eventLatitudes } from '../../spec/legacy/events-latitudes.ts';
import { withoutDuplicates } from './duplicates.ts';
import { firstIntervalMs, intervalsOf, seconds, type Interval } from './intervals.ts';
import { judgeRetries, type RetryHistory, type RetryVerdict } from './retries.ts';

/** The time that the receiver has to answer (legacy, Limits), ms. */
export const answerTimeMs = 10_000;

export interface PassageVerdict extends RetryVerdict {
  /** Latitude id → choice. */
  readonly observed: Readonly<Record<string, string>>;
}

/**
 * Judges several notifications that were watched through one passage of the target's clock, each refused in its own way.
 * Those that were never answered may count their intervals from the send or from the end of the answer time (a latitude),
 * which is told by setting them beside those that were answered at once.
 */
export function judgePassage(histories: readonly RetryHistory[]): PassageVerdict {
  const evidence = new Set<string>();
  const breaches: Breach[] = [];
  const observed: Record<string, string> = {};
  const answered = histories.find(
    (one) => one.failing !== 'no-answer' && withoutDuplicates(one.sends).length > 1,
  );
  for (const history of histories) {
    let verdict: RetryVerdict = judgeRetries(history);
    if (history.failing === 'no-answer') {
      const { lags, breach } = lagsOf(history, answered);
      // Where both readings are possible by the first interval, the kinder one tells.
      const readings = lags.map((ms) => ({ ms, verdict: judgeRetries(history, ms) }));
      const [best] = readings.sort(
        (one, other) => one.verdict.breaches.length - other.verdict.breaches.length,
      );
      if (breach !== undefined) {
        // How long the target waits is wrong already: its intervals can't be told from its waiting.
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

/** What an unanswered send adds to the interval: nothing, or the answer time. Neither: the answer time is another. */
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
  // Before its 10 seconds are over the receiver may still answer, whatever the target's intervals are.
  const hasty = slow.most < answerTimeMs;
  if (lags.length > 0 && !hasty) return { lags };
  return {
    lags,
    breach: {
      rule: deliveryRules.answerTime.id,
      expected: 'a retry when the 10 s that the receiver has to answer are over, or its interval after that',
      received: `${seconds(slow)} after the send that was not answered`,
    },
  };
}

function overlap(a: Interval, b: Interval): boolean {
  return a.least <= b.most && b.least <= a.most;
}
