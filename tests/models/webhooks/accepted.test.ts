import { array, assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeAccepted, type AcceptedHistory } from '../../../models/webhooks/accepted.ts';
import { deliveryRules as rules } from '../../../spec/legacy/deliveries.ts';

const start = Date.UTC(2026, 10, 20);
const hour = 3_600_000;

/** The sends of an accepted notification so many seconds after the first, when the clock is moved in steps of half a second. */
function accepted(seconds: readonly number[], changes: Partial<AcceptedHistory> = {}): AcceptedHistory {
  const sends = [0, ...seconds].map((second) => {
    const at = start + second * 1000;
    return { since: at - 500, at, body: '{"payment_id":"p"}' };
  });
  return { answered: 'at-once', sends, inTime: true, until: start + hour, ...changes };
}

function accused(history: AcceptedHistory): readonly string[] {
  return judgeAccepted(history).breaches.map(({ rule }) => rule);
}

describe('a notification that is answered with 200', () => {
  it('proves that this ends the sends, at once or late', () => {
    expect(judgeAccepted(accepted([]))).toEqual({ evidence: [rules.endedBy200.id], breaches: [] });
    expect(judgeAccepted(accepted([], { answered: 'late' }))).toEqual({
      evidence: [rules.lateAnswerTaken.id],
      breaches: [],
    });
  });

  it.each([
    ['at once, and is retried on the schedule', [10, 20, 30, 50, 90], {}, rules.endedBy200],
    ['at once, and is retried three times and no more', [10, 20, 30], {}, rules.endedBy200],
    ['at once, and is retried beside duplicates', [1, 6, 10, 13, 20, 26, 30], {}, rules.endedBy200],
    ['late, and is retried', [10, 20, 30, 50], { answered: 'late' }, rules.lateAnswerTaken],
    [
      'late, and is retried 10 s after a limit of 5',
      [15, 30, 45],
      { answered: 'late' },
      rules.lateAnswerTaken,
    ],
  ] as const)('%s: that breaks its own row', (_, seconds, changes, rule) => {
    expect(accused(accepted(seconds, changes))).toEqual([rule.id]);
  });

  it.each([
    ['whose answer crossed with a resend', [10]],
    ['whose answer crossed with a resend, which was duplicated', [10, 20]],
    ['that came ten times within a second', [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]],
    ['whose copies come at other intervals', [4, 9, 31, 300]],
  ])('%s is not accused', (_, seconds) => {
    expect(accused(accepted(seconds))).toEqual([]);
  });

  it('is not accused for any two duplicates, however late they are', () => {
    const copies = array(integer({ min: 0, max: 60 }), { maxLength: 2 });
    assert(
      property(copies, constantFrom('at-once', 'late'), (seconds, answered) => {
        expect(
          accused(
            accepted(
              seconds.toSorted((a, b) => a - b),
              { answered },
            ),
          ),
        ).toEqual([]);
      }),
    );
  });

  it('but perhaps after the 10 seconds is not judged at all', () => {
    const history = accepted([10, 20, 30], { answered: 'late', inTime: false });
    expect(judgeAccepted(history)).toEqual({ evidence: [], breaches: [] });
  });

  it('is not judged where it is unknown when its copies were sent, or where the watch was shorter', () => {
    const whole = accepted([10, 20, 30]);
    const sends = whole.sends.map((send, nth) => (nth === 0 ? send : { ...send, since: send.at - 9000 }));
    expect(judgeAccepted({ ...whole, sends })).toEqual({ evidence: [], breaches: [] });
    expect(judgeAccepted(accepted([], { until: start + 20_000 })).evidence).toEqual([]);
  });
});
