import { array, assert, constantFrom, double, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../../models/webhooks/intervals.ts';
import { judgePassage } from '../../../models/webhooks/passage.ts';
import { type RetryHistory, withoutDuplicates } from '../../../models/webhooks/retries.ts';
import { deliveryRules as rules } from '../../../spec/legacy/deliveries.ts';
import { judgeMeanwhile } from '../../../models/webhooks/accepted.ts';
import { resolutions, stepLength } from '../../../suites/webhooks/clock/passage-clock.ts';

interface Simulated {
  readonly failing: RetryHistory['failing'];
  /** ms after the start. */
  readonly due: readonly number[];
}

const start = Date.UTC(2026, 10, 20);

function dueAfter(first: number, intervalsS: readonly number[]): readonly number[] {
  let due = first;
  return [due, ...intervalsS.map((interval) => (due += interval * 1000))];
}

/** Watches targets that send on schedule, as the passage does; each step takes `realMs` of real time. */
function watch(
  targets: readonly Simulated[],
  realMs: number,
  resolution?: number,
): { histories: RetryHistory[]; steps: number } {
  const all = targets.map(({ failing, due }) => ({ failing, due: [...due], sends: [] as Send[] }));
  let now = start;
  let steps = 0;
  const go = (ms: number): void => {
    const since = now;
    now += ms + realMs;
    for (const one of all) {
      while (one.due.length > 0 && start + (one.due[0] ?? 0) <= now) {
        one.due.shift();
        one.sends.push({ since, at: now, body: '{}' });
      }
    }
  };
  for (let first = 0; first < 10; first += 1) go(10);
  for (; steps < 5000; steps += 1) {
    const progress = all.map(({ sends }) => {
      const kept = withoutDuplicates(sends);
      return { last: kept.at(-1) ?? { since: start, at: start }, retries: kept.length - 1 };
    });
    const ms = stepLength(progress, now, 1_200_000, { resolution });
    if (ms === undefined) break;
    go(ms);
  }
  for (const ms of [5000, 1_200_000, 3_600_000]) go(ms);
  return { histories: all.map(({ failing, sends }) => ({ failing, sends, until: now })), steps };
}

function accused(intervals: readonly number[]): string[] {
  const targets = [
    { failing: 'error', due: dueAfter(0, intervals) },
    { failing: 'redirect', due: dueAfter(40, intervals) },
    { failing: 'other-2xx', due: dueAfter(60, intervals) },
    { failing: 'no-answer', due: dueAfter(80, intervals) },
  ] as const;
  const verdict = judgePassage(watch(targets, 5).histories);
  return [...new Set(verdict.breaches.map(({ rule }) => rule))];
}

describe('the steps in which the clock is moved', () => {
  it('accuse no conforming schedule, whatever its factors, its lateness and what an unanswered send adds', () => {
    const factors = array(double({ min: 1.06, max: 5, noNaN: true }), { maxLength: 5 });
    assert(
      property(
        factors,
        constantFrom(0, 10),
        integer({ max: 30, min: 1 }),
        array(integer({ max: 900, min: 0 })),
        (...drawn) => {
          const [growth, lag, realMs, late] = drawn;
          let interval = 10;
          const growing = growth.map((factor) => (interval *= factor)).filter((length) => length < 600);
          const schedule = [10, 10, 10, ...growing, 600];
          const targets = (['error', 'other-2xx', 'no-answer'] as const).map((failing, nth) => {
            const waits = schedule.map((one) => one + (failing === 'no-answer' ? lag : 0));
            const due = dueAfter(nth * 30, waits).map((at, send) => at + (late[send] ?? 0));
            return { failing, due };
          });
          const { histories, steps } = watch(targets, realMs);
          expect(judgePassage(histories).breaches).toEqual([]);
          expect(steps).toBeLessThan(1500);
        },
      ),
    );
  });

  it('accuse no conforming schedule of which each send may have a copy within a second, and the first be late', () => {
    const copies = array(integer({ max: 1000, min: -1000 }), { minLength: 10, maxLength: 10 });
    assert(
      property(
        copies,
        copies,
        integer({ max: 30, min: 1 }),
        integer({ max: 20_000, min: 0 }),
        (one, other, realMs, lateMs) => {
          const targets = [one, other, []].map((delays, nth) => {
            const due = dueAfter(
              nth * 30 + (nth === 1 ? lateMs : 0),
              [10, 10, 10, 20, 40, 80, 160, 320, 600],
            );
            const copied = due.flatMap((at, send) =>
              (delays[send] ?? -1) < 0 ? [at] : [at, at + (delays[send] ?? 0)],
            );
            return { failing: 'error', due: copied.toSorted((a, b) => a - b) } as const;
          });
          const { histories, steps } = watch(targets, realMs);
          expect(judgePassage(histories).breaches).toEqual([]);
          expect(steps).toBeLessThan(1500);
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([
    ['first intervals of 5 s', [5, 5, 5, 20, 40, 80, 160, 320, 600], rules.firstThree],
    ['first intervals of 12 s', [12, 12, 12, 20, 40, 80, 160, 320, 600], rules.firstThree],
    [
      'one interval of 30 s among the first three',
      [10, 10, 30, 50, 80, 120, 160, 320, 600],
      rules.firstThree,
    ],
    ['ten seconds throughout', [10, 10, 10, 10, 10, 10, 10, 10, 600], rules.growing],
    ['a constant half minute', [10, 10, 10, 30, 30, 30, 30, 30, 600], rules.growing],
    ['intervals that shrink', [10, 10, 10, 300, 200, 100, 600], rules.growing],
    ['a last interval of 5 minutes', [10, 10, 10, 20, 40, 80, 120, 200, 300], rules.lastInterval],
    ['a last interval of 11 minutes', [10, 10, 10, 20, 40, 80, 160, 320, 660], rules.lastInterval],
    ['four retries', [10, 10, 10, 20], rules.lastInterval],
    ['a tenth retry', [10, 10, 10, 20, 40, 80, 160, 320, 600, 900], rules.atMostNine],
    ['the sixth retry after an hour', [10, 10, 10, 60, 600, 3600], rules.noneAfterLast],
    ['one more after an hour', [10, 10, 10, 20, 40, 80, 160, 320, 600, 3600], rules.noneAfterLast],
  ])('show %s', (_, intervals, rule) => {
    expect(accused(intervals)).toContain(rule.id);
  });

  it('show a retry that does not wait for the answer', () => {
    expect(accused([4, 4, 4, 20, 40, 80, 160, 320, 600])).toEqual([rules.firstThree.id, rules.answerTime.id]);
  });

  it('do not accuse the answer time when all intervals are equally too long', () => {
    expect(accused([15, 15, 15, 20, 40, 80, 160, 320, 600])).toEqual([rules.firstThree.id]);
  });
});

describe('coarse steps, where only later events are judged', () => {
  /** By then the retries have ended, ms. */
  const twoHours = 7_200_000;

  /** What is said of another notification that is sent so many ms after the first send of one that is retried. */
  function judged(growth: readonly number[], sentAfterMs: number, realMs: number) {
    let interval = 10;
    const growing = growth.map((factor) => (interval *= factor)).filter((length) => length < 600);
    const intervals = [10, 10, 10, ...growing, 600];
    const targets = [
      { failing: 'error', due: dueAfter(0, intervals) },
      { failing: 'redirect', due: [sentAfterMs] },
    ] as const;
    const { histories, steps } = watch(targets, realMs, resolutions.coarse);
    const [earlier, later] = histories;
    if (earlier === undefined) throw new Error('nothing is retried');
    const receivedBy = later?.sends[0]?.at;
    const verdict = judgeMeanwhile(earlier, [
      { what: 'authorize_success', ...(receivedBy === undefined ? {} : { receivedBy }) },
    ]);
    return { ...verdict, steps };
  }
  const growth = array(double({ min: 1.06, max: 5, noNaN: true }), { maxLength: 5 });
  const realMs = integer({ max: 30, min: 1 });

  it('accuse no target that sends the other notification while the first is retried, and are few', () => {
    assert(
      property(growth, integer({ max: 60_000, min: 0 }), realMs, (factors, sentAfterMs, ms) => {
        const { breaches, steps } = judged(factors, sentAfterMs, ms);
        expect(breaches).toEqual([]);
        expect(steps).toBeLessThan(150);
      }),
    );
  });

  it('accuse a target that sends the other notification only after the last retry', () => {
    assert(
      property(growth, realMs, (factors, ms) => {
        expect(judged(factors, twoHours, ms).breaches.map(({ rule }) => rule)).toEqual([
          rules.laterEventsMeanwhile.id,
        ]);
      }),
    );
  });
});
