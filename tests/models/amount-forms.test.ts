import { describe, expect, it } from 'vitest';
import { missOf } from '../../engine/judge/miss.ts';
import { provenBy, type Hypothesis } from '../../engine/judge/belief.ts';
import { field, showsNoOther } from '../../models/checks.ts';
import type { Reply } from '../../models/wire.ts';

const reply = (amount: unknown): Reply => ({
  http: 200,
  contentType: 'application/json',
  body: { amount },
  text: '',
  sentAt: 0,
  receivedAt: 0,
});

const amount = field(
  'shows-amount',
  'amount',
  { amount: '1200' },
  {
    ofState: true,
    ...showsNoOther('amount', '1200'),
  },
);
const outcome = { name: 'shown', checks: [amount], next: () => 0 };

describe('an amount that breaks its rule', () => {
  it.each([
    ['the same number as text', '1200'],
    ['a text without a number', 'twelve hundred'],
    ['null', null],
    ['nothing', undefined],
    ['a list', [1200]],
  ])('leaves no doubt about the state as %s, so that judging goes on without it', (_what, value) => {
    expect(missOf(outcome, reply(value))).toMatchObject({ fields: ['amount'] });
    expect(missOf(outcome, reply(value), new Set(['amount']))).toBeUndefined();
  });

  it.each([
    ['another number', 1199],
    ['another number as text', '1199'],
  ])('leaves the state open as %s', (_what, value) => {
    expect(missOf(outcome, reply(value))?.fields).toBeUndefined();
    expect(missOf(outcome, reply(value), new Set(['amount']))).toBeDefined();
  });

  it('proves nothing once its field is not judged any more', () => {
    const hypothesis: Hypothesis<number, never> = { state: 0, expected: [], choices: {} } as never;
    expect(provenBy([{ hypothesis, outcome }], reply(1200))).toEqual(['shows-amount']);
    expect(provenBy([{ hypothesis, outcome }], reply(1200), new Set(['amount']))).toEqual([]);
  });
});
