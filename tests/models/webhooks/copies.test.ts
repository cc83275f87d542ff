import { array, assert, constantFrom, double, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../../models/webhooks/intervals.ts';
import { judgePassage } from '../../../models/webhooks/passage.ts';
import type { Failing, RetryHistory } from '../../../models/webhooks/retries.ts';
import { deliveryRules as rules } from '../../../spec/legacy/deliveries.ts';

const start = Date.UTC(2026, 10, 20);
const documented = [10, 10, 10, 20, 40, 80, 160, 320, 600];
const answered: readonly Failing[] = ['other-2xx', 'redirect', 'error', 'error', 'lost-connection'];

interface Copies {
  /** After the send that they copy, s. */
  readonly delayS: number;
  /** Whether the nth send of all has one. */
  readonly has: (nth: number) => boolean;
}

/** What is observed of such intervals where each send may have copies, and its instant is known to `widthMs`. */
function observed(
  failing: Failing,
  intervals: readonly number[],
  copies: readonly Copies[],
  { widthMs = 500, seed = 0 } = {},
): RetryHistory {
  let due = 0;
  const times = [0, ...intervals.map((interval) => (due += interval))];
  const copied = copies.flatMap(({ delayS, has }) =>
    times.flatMap((time, nth) => (has(nth + seed * times.length) ? [time + delayS] : [])),
  );
  const sends = [...times, ...copied]
    .toSorted((one, other) => one - other)
    .map((time): Send => {
      const at = Math.ceil((start + time * 1000) / widthMs) * widthMs;
      return { since: at - widthMs, at, body: '{"payment_id":"p"}' };
    });
  return { failing, sends, until: start + due * 1000 + 7_200_000 };
}

/** All ways of refusing, as in a run; intervals of unanswered sends may be longer by 10 s. */
function passage(
  intervals: readonly number[],
  copies: readonly Copies[],
  { lagS = 0, widthMs = 500 } = {},
): readonly RetryHistory[] {
  const lagging = intervals.map((interval) => interval + lagS);
  return [
    ...answered.map((failing, seed) => observed(failing, intervals, copies, { widthMs, seed })),
    ...[5, 6].map((seed) => observed('no-answer', lagging, copies, { widthMs, seed })),
  ];
}

function accused(histories: readonly RetryHistory[]): readonly string[] {
  return [...new Set(judgePassage(histories).breaches.map(({ rule }) => rule))];
}

const always = () => true;
const proven = [
  rules.firstThree,
  rules.growing,
  rules.lastInterval,
  rules.atMostNine,
  rules.noneAfterLast,
  rules.answerTime,
  rules.sameEvent,
].map(({ id }) => id);

describe('identical copies of refused notifications', () => {
  it.each([1, 5, 6, 9, 10, 12, 20, 30, 60])(
    'after each send, %i s later, break nothing, and hide no evidence',
    (delayS) => {
      for (const lagS of [0, 10]) {
        for (const widthMs of [500, 2000]) {
          const histories = passage(documented, [{ delayS, has: always }], { lagS, widthMs });
          const { breaches, evidence } = judgePassage(histories);
          expect(breaches).toEqual([]);
          expect(evidence).toEqual(expect.arrayContaining(proven));
        }
      }
    },
  );

  /** Half of the sends, some of them the same ones of each notification: drawn once, and accused. */
  const sameOfEach = {
    delayS: 32.2212422515124,
    // prettier-ignore
    which: [
      8, 4, 2, 0, 5, 3, 5, 2, 8, 1, 8, 4, 9, 4, 8, 7, 7, 2, 0, 1, 6, 8, 4, 1, 8, 3, 9, 2, 5, 1, 2, 2, 6, 3, 1, 5, 6, 9, 8, 3,
      7, 6, 3, 1, 2, 8, 9, 5, 5, 0, 2, 4, 2, 8, 7, 4, 8, 6, 8, 0, 9, 6, 7, 7, 4, 2, 5, 4, 6, 1,
    ],
    share: 5,
  };

  it('break nothing, however many, late and irregular they are, and whatever the factors of the schedule', () => {
    const copies = record({
      delayS: double({ min: 0.1, max: 90, noNaN: true }),
      which: array(integer({ min: 0, max: 9 }), { minLength: 70, maxLength: 70 }),
      share: constantFrom(2, 5, 8, 10),
    });
    const factors = array(double({ min: 1.1, max: 6, noNaN: true }), { maxLength: 5 });
    assert(
      property(
        array(copies, { maxLength: 2 }),
        factors,
        constantFrom(0, 10),
        constantFrom(100, 500, 2000),
        (drawn, growth, lagS, widthMs) => {
          let interval = 10;
          const growing = growth.map((factor) => (interval *= factor)).filter((length) => length < 600);
          const having = drawn.map(({ delayS, which, share }) => {
            return { delayS, has: (nth: number) => (which[nth] ?? 0) < share };
          });
          const histories = passage([10, 10, 10, ...growing, 600], having, { lagS, widthMs });
          expect(judgePassage(histories).breaches).toEqual([]);
        },
      ),
      {
        numRuns: 150,
        examples: [[[sameOfEach], [2.1995576675889774, 2.0558984881817786, 1.1662972907912477], 0, 500]],
      },
    );
  });

  it('break nothing where the observation ends in the middle', () => {
    const histories = passage(documented, [{ delayS: 12, has: (nth) => nth % 3 !== 0 }]);
    const ends = [5000, 10_500, 15_000, 31_000, 50_500, 95_000, 1_000_000].map((ms) => start + ms);
    for (const until of ends) {
      const cut = histories.map((one) => ({
        ...one,
        until,
        sends: one.sends.filter(({ at }) => at <= until),
      }));
      expect(judgePassage(cut).breaches).toEqual([]);
    }
  });
});

describe('a copy with an event_datetime of its own', () => {
  const dated = (second: number) => `{"payment_id":"p","event_datetime":"2026-11-20 00:00:${10 + second}"}`;

  it('is a duplicate, not a retry that changes its event', () => {
    const histories = passage(documented, [{ delayS: 3, has: (nth) => nth % 4 === 1 }]);
    const copied = histories.map((one) => ({
      ...one,
      sends: one.sends.map((send, nth) => {
        const isCopy = nth > 0 && send.at - (one.sends[nth - 1]?.at ?? 0) < 5000;
        return { ...send, body: dated(isCopy ? 3 : 0) };
      }),
    }));
    expect(judgePassage(copied).breaches).toEqual([]);
  });

  it('but a retry is not', () => {
    const redated = passage(documented, []).map((one) => ({
      ...one,
      sends: one.sends.map((send, nth) => ({ ...send, body: dated(nth) })),
    }));
    expect(accused(redated)).toContain(rules.sameEvent.id);
  });

  it('nor is what names another payment', () => {
    const histories = passage(documented, [{ delayS: 3, has: (nth) => nth === 5 }]);
    const other = histories.map((one) => ({
      ...one,
      sends: one.sends.map((send, nth) => (nth === 6 ? { ...send, body: '{"payment_id":"q"}' } : send)),
    }));
    expect(accused(other)).toContain(rules.sameEvent.id);
  });
});

describe('what every notification has in common is no accident', () => {
  const wrong = [
    ['a tenth retry after 10 minutes', [...documented, 600], rules.atMostNine],
    ['a tenth retry after a minute', [...documented, 60], rules.atMostNine],
    ['ten retries, the last after 10 minutes', [10, 10, 10, 13, 20, 40, 80, 160, 320, 600], rules.atMostNine],
    ['ten seconds throughout', [10, 10, 10, 10, 10, 10, 10, 10, 600], rules.growing],
    ['a constant half minute', [10, 10, 10, 30, 30, 30, 30, 30, 600], rules.growing],
    ['a last interval of 11 minutes', [10, 10, 10, 20, 40, 80, 160, 320, 660], rules.lastInterval],
    ['a last interval of 5 minutes', [10, 10, 10, 20, 40, 80, 120, 200, 300], rules.lastInterval],
    ['one more after an hour', [10, 10, 10, 60, 600, 3600], rules.noneAfterLast],
  ] as const;

  it.each(wrong)('%s is accused', (_, intervals, rule) => {
    expect(accused(passage(intervals, []))).toContain(rule.id);
    expect(accused(passage(intervals, [], { lagS: 10 }))).toContain(rule.id);
  });

  // One too many in the middle, beside copies: which is the copy can't be known any more.
  const atTheEnd = wrong.filter(([title]) => title !== 'ten retries, the last after 10 minutes');

  it.each(atTheEnd)('%s is accused beside copies that come now and then', (_, intervals, rule) => {
    const copies = { delayS: 25, has: (nth: number) => nth % 7 === 3 };
    expect(accused(passage(intervals, [copies]))).toContain(rule.id);
  });

  it('but a tenth send of one of them alone may be a late copy', () => {
    const [one, ...others] = passage(documented, []);
    const [more] = passage([...documented, 600], []);
    if (one === undefined || more === undefined) throw new Error('there is no passage');
    expect(accused([more, ...others])).toEqual([]);
  });
});

describe('sends at other times than the schedule, which no copies explain', () => {
  it.each([
    ['first intervals of 30 s', [30, 30, 30, 60, 90, 120, 200, 400, 600], rules.firstThree],
    ['a third interval of 15 s', [10, 10, 15, 20, 40, 80, 160, 320, 600], rules.firstThree],
    ['two retries', [10, 10], rules.firstThree],
    ['a schedule that stops early', [10, 10, 10, 20, 40], rules.lastInterval],
  ] as const)('%s are accused, with copies and without', (_, intervals, rule) => {
    for (const copies of [[], [{ delayS: 12, has: always }], [{ delayS: 5, has: always }]])
      expect(accused(passage(intervals, copies))).toContain(rule.id);
  });
});
