import { array, assert, constantFrom, double, integer, property, record } from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { judgeAfterwards } from '../../../models/webhooks/accepted.ts';
import { judgePassage } from '../../../models/webhooks/passage.ts';
import { judgeRetries, type Failing, type RetryHistory } from '../../../models/webhooks/retries.ts';
import { deliveryRules as rules } from '../../../spec/legacy/deliveries.ts';

const start = Date.UTC(2026, 10, 20);
const hour = 3_600_000;
const documented = [10, 10, 10, 20, 40, 80, 160, 320, 600];

/** The observed history of sends after these intervals, when the clock is moved in steps of `tickMs`. */
function observed(intervals: readonly number[], tickMs = 500, failing: Failing = 'error'): RetryHistory {
  let due = 0;
  const times = [0, ...intervals.map((interval) => (due += interval * 1000))];
  const sends = times.map((time) => {
    const steps = Math.ceil(time / tickMs);
    return {
      since: start + Math.max(0, steps - 1) * tickMs,
      at: start + steps * tickMs,
      body: '{"payment_id":"p"}',
    };
  });
  return { failing, sends, until: start + due + hour };
}

/** Adds a duplicate of each send after so many half seconds; none where it is negative. */
function duplicated(history: RetryHistory, halves: readonly number[]): RetryHistory {
  const sends = history.sends.flatMap((send, index) => {
    const delay = (halves[index] ?? -1) * 500;
    return delay < 0 ? [send] : [send, { ...send, since: send.since + delay, at: send.at + delay }];
  });
  return { ...history, sends };
}

function accused(history: RetryHistory): string[] {
  return [...new Set(judgeRetries(history).breaches.map((breach) => breach.rule))];
}

test.each<[Failing, string]>([
  ['other-2xx', 'answers with a 2xx status other than 200'],
  ['redirect', 'answers with a redirect'],
  ['error', 'answers with an error'],
  ['no-answer', 'does not answer'],
  ['lost-connection', 'closes the connection'],
])('a retry that never comes after %s is told in words', (failing, words) => {
  const once = { failing, sends: observed([], 500, failing).sends, until: start + hour };
  const [breach] = judgePassage([once]).breaches;
  expect(breach?.expected).toBe(`the notification once more, 10 s later, when the receiver ${words}`);
  expect(breach?.received).toBe(
    `it once, and not again within 10 minutes of the target's clock (when the receiver ${words})`,
  );
});

test('what several notifications break is said once, with the first of them as its example', () => {
  const twoRetries = (failing: Failing) => observed([10, 10], 500, failing);
  const histories = [twoRetries('redirect'), twoRetries('error'), twoRetries('lost-connection')];
  const { breaches, examples } = judgePassage(histories);
  expect(breaches.map(({ rule }) => rule)).toEqual([rules.firstThree.id, rules.lastInterval.id]);
  expect(examples).toEqual([histories[0]]);
  expect(breaches[0]?.received).toBe(
    'intervals 10 s, 10 s (when the receiver answers with a redirect; broken as well when the receiver answers with an error, when the receiver closes the connection)',
  );
});

test.each<[what: string, intervals: readonly number[], due: unknown]>([
  ['the first retry, where there is none', [], { send: 2, afterMs: 10_000 }],
  ['the third retry, where there are two', [10, 10], { send: 4, afterMs: 10_000 }],
  [
    'the second retry, where it comes late',
    [10, 30, 10, 20, 40, 80, 160, 320, 600],
    { send: 3, afterMs: 10_000 },
  ],
  [
    'the last retry, where it comes early',
    [10, 10, 10, 20, 40, 80, 160, 300, 300],
    { send: 10, afterMs: 600_000 },
  ],
])('the send that is due is said as data: %s', (_, intervals, due) => {
  const { breaches } = judgeRetries(observed(intervals));
  expect(breaches[0]?.expect).toEqual([due]);
});

describe('the documented schedule', () => {
  it('proves every rule about retries', () => {
    const { evidence, breaches } = judgeRetries(observed(documented));
    expect(breaches).toEqual([]);
    expect(evidence).toEqual(
      [
        rules.retriedAfterError,
        rules.sameEvent,
        rules.firstThree,
        rules.growing,
        rules.lastInterval,
        rules.atMostNine,
        rules.noneAfterLast,
      ].map((rule) => rule.id),
    );
  });

  it('may have fewer than nine retries, and any factor', () => {
    const factors = array(double({ min: 1.05, max: 6, noNaN: true }), { maxLength: 6 });
    const ticks = integer({ min: 50, max: 2000 });
    assert(
      property(factors, ticks, (growth, tickMs) => {
        let interval = 10;
        const growing = growth.map((factor) => (interval *= factor)).filter((length) => length < 600);
        const schedule = [10, 10, 10, ...growing.slice(0, 5), 600];
        expect(accused(observed(schedule, tickMs))).toEqual([]);
      }),
    );
  });

  it('is not accused for an identical duplicate of a send', () => {
    const history = observed(documented);
    const sends = history.sends.flatMap((send) => [send, { ...send, at: send.at + 3 }]);
    expect(accused({ ...history, sends })).toEqual([]);
  });

  it('is not accused for duplicates some seconds after their sends', () => {
    assert(
      property(array(integer({ min: -1, max: 10 }), { minLength: 10, maxLength: 10 }), (halves) => {
        expect(accused(duplicated(observed(documented), halves))).toEqual([]);
      }),
    );
  });

  it('is not accused for duplicates in a step that is longer than the first interval', () => {
    const sends = observed(documented).sends.flatMap((send, index) =>
      index < 6
        ? [send]
        : [
            { ...send, since: send.at - 12_000 },
            { ...send, since: send.at - 12_000 },
          ],
    );
    expect(accused({ ...observed(documented), sends })).toEqual([]);
  });

  it('is not accused when the clock was moved in steps too long to follow it', () => {
    expect(accused(observed(documented, 1_200_000))).toEqual([]);
  });

  it('is not accused when the observation ends before the schedule', () => {
    assert(
      property(integer({ min: 1, max: 9 }), (seen) => {
        const whole = observed(documented);
        const sends = whole.sends.slice(0, seen);
        expect(accused({ ...whole, sends, until: (sends.at(-1)?.at ?? start) + 5000 })).toEqual([]);
      }),
    );
  });
});

describe('a wrong schedule breaks its own rules only', () => {
  it.each([
    ['no retry at all', [], [rules.retriedAfterError]],
    ['a first interval of 3 s', [3, 10, 10, 20, 40, 80, 160, 320, 600], [rules.firstThree]],
    ['first intervals of 12 s', [12, 12, 12, 20, 40, 80, 160, 320, 600], [rules.firstThree]],
    ['a third interval that already grows', [10, 10, 20, 40, 80, 160, 320, 450, 600], [rules.firstThree]],
    ['ten seconds throughout', [10, 10, 10, 10, 10, 10, 10, 10, 600], [rules.growing]],
    ['a constant minute', [10, 10, 10, 60, 60, 60, 60, 60, 600], [rules.growing]],
    ['a last interval of 5 minutes', [10, 10, 10, 20, 40, 80, 120, 200, 300], [rules.lastInterval]],
    ['two retries', [10, 10], [rules.firstThree, rules.lastInterval]],
    ['a schedule that stops early', [10, 10, 10, 20, 40], [rules.lastInterval]],
    ['a tenth retry', [...documented, 600], [rules.atMostNine]],
    [
      'ten retries of which the last comes after 10 minutes',
      [10, 10, 10, 13, 20, 40, 80, 160, 320, 600],
      [rules.lastInterval, rules.atMostNine],
    ],
    ['the sixth retry an hour after the last', [10, 10, 10, 60, 600, 3600], [rules.noneAfterLast]],
    ['one more after an hour', [...documented, 1800], [rules.atMostNine, rules.noneAfterLast]],
  ])('%s', (_, intervals, broken) => {
    expect(accused(observed(intervals))).toEqual(broken.map((rule) => rule.id));
  });

  it.each([1, 2, 3, 4, 5])('intervals of %i s instead of 10, which are not duplicates', (interval) => {
    const first = [interval, interval, interval, 20, 40, 80, 160, 320, 600];
    expect(accused(observed(first))).toContain(rules.firstThree.id);
    const all = documented.map((length) => (length * interval) / 10);
    expect(accused(observed(all))).toEqual(
      expect.arrayContaining([rules.firstThree.id, rules.lastInterval.id]),
    );
  });

  it.each([500, 5000])('a tenth retry beside duplicates %i ms after their sends', (delayMs) => {
    const history = duplicated(observed([...documented, 600]), [delayMs / 500, -1, delayMs / 500]);
    expect(accused(history)).toEqual([rules.atMostNine.id]);
  });

  it('another event in a retry', () => {
    const history = observed(documented);
    const sends = history.sends.map((send, index) =>
      index < 4 ? send : { ...send, body: '{"payment_id":"q"}' },
    );
    expect(accused({ ...history, sends })).toEqual([rules.sameEvent.id]);
  });

  it('but a new timestamp is not another event', () => {
    const history = observed(documented);
    const sends = history.sends.map((send, index) => ({
      ...send,
      body: `{"payment_id":"p","timestamp":${index}}`,
    }));
    expect(accused({ ...history, sends })).toEqual([]);
    expect(judgePassage([{ ...history, sends }]).observed).toEqual({});
  });

  it.each([
    ['same', () => 0],
    ['own', (index: number) => index],
  ])('and whether a retry has the timestamp of the first send is an open point: %s', (choice, stamp) => {
    const history = observed(documented);
    const sends = history.sends.map((send, index) => ({ ...send, body: `{"timestamp":"${stamp(index)}"}` }));
    const verdict = judgePassage([{ ...history, sends }]);
    expect(verdict.breaches).toEqual([]);
    expect(verdict.observed).toEqual({ 'legacy.deliveries.retry-timestamp': choice });
  });
});

describe('an event after the last retry of an earlier one', () => {
  it('is proven where its notification came, and accused where it did not', () => {
    const what = 'close_success';
    const rule = rules.laterEventsAfter.id;
    expect(judgeAfterwards({ what, receivedBy: start })).toEqual({ evidence: [rule], breaches: [] });
    expect(judgeAfterwards({ what }).breaches.map((breach) => breach.rule)).toEqual([rule]);
  });
});

describe('sends that are never answered', () => {
  const quick = observed(documented);

  it.each([
    ['send', documented],
    ['failure', documented.map((interval) => interval + 10)],
  ])('may count their intervals from the %s', (from, intervals) => {
    const verdict = judgePassage([quick, observed(intervals, 500, 'no-answer')]);
    expect(verdict.breaches).toEqual([]);
    expect(verdict.observed).toEqual({ 'legacy.deliveries.interval-from': from });
    expect(verdict.evidence).toContain(rules.answerTime.id);
  });

  it.each([
    ['send', documented],
    ['failure', documented.map((interval) => interval + 10)],
  ])('may be duplicated like answered ones (intervals from the %s)', (from, intervals) => {
    assert(
      property(integer({ min: 0, max: 10 }), integer({ min: 0, max: 10 }), (one, other) => {
        const unanswered = duplicated(observed(intervals, 500, 'no-answer'), [one, -1, -1, other]);
        const verdict = judgePassage([duplicated(quick, [other, one]), unanswered]);
        expect(verdict.breaches).toEqual([]);
        expect(verdict.observed).toEqual({ 'legacy.deliveries.interval-from': from });
        expect(verdict.evidence).toEqual(
          expect.arrayContaining([rules.answerTime.id, rules.retriedAfterNoAnswer.id]),
        );
      }),
    );
  });

  it.each([5, 30])('break the answer time when the target waits %i s', (waitS) => {
    const slow = observed(
      documented.map((interval) => interval + waitS),
      500,
      'no-answer',
    );
    const accusedOf = judgePassage([quick, slow]).breaches.map((breach) => breach.rule);
    expect(accusedOf).toEqual([rules.answerTime.id]);
  });

  it('do not judge the answer time when all intervals are equally wrong', () => {
    const wrong = documented.map((interval) => interval * 1.5);
    const verdict = judgePassage([observed(wrong), observed(wrong, 500, 'no-answer')]);
    expect(verdict.breaches.map((breach) => breach.rule)).not.toContain(rules.answerTime.id);
    expect(verdict.evidence).not.toContain(rules.firstThree.id);
  });
});

describe('hostile histories', () => {
  it('never make the judge throw', () => {
    const send = record({
      since: integer(),
      at: integer(),
      body: constantFrom('', 'null', '[]', '{', '"x"'),
    });
    assert(
      property(array(send), integer(), (sends, until) => {
        const verdict = judgePassage([{ failing: 'no-answer', sends, until }]);
        expect(verdict.evidence.length).toBeLessThan(20);
      }),
    );
  });
});
