import { anything, assert, jsonValue, oneof, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeNotifications } from '../../../engine/judge/judge-notifications.ts';
import type { ExpectedNotification } from '../../../engine/model.ts';
import { bodyChecks } from '../../../models/legacy/events/event-body.ts';
import { choicesOf } from '../../../models/legacy/replies/shown-choices.ts';
import {
  allowed,
  allowedOf,
  forbidden,
  expectedOnce,
  isAboutEvent,
  unsolicited,
} from '../../../models/legacy/events/events.ts';
import type { Notification } from '../../../models/wire.ts';
import { eventRules } from '../../../spec/legacy/events.ts';

const sound = {
  payment_id: 'pay_1',
  capture_id: 'cap_1',
  status: 'capture_success',
  event_type: 'payment',
  event_datetime: '2026-11-20 10:00:00',
  timestamp: '2026-11-20T10:00:00.000Z',
};
const happenedMs = Date.UTC(2026, 10, 20, 10);
const about = {
  paymentId: 'pay_1',
  captureId: 'cap_1',
  orderRef: 'A-1',
  at: { least: happenedMs - 20, most: happenedMs },
};

function notificationOf(body: unknown): Notification {
  return { receivedAt: 0, body, text: JSON.stringify(body) ?? '', contentType: 'application/json' };
}

function accused(obligation: ExpectedNotification<Notification>, body: unknown): string[] {
  const notification = notificationOf(body);
  if (!obligation.matches(notification)) return ['missing'];
  return obligation.checks.flatMap((check) => check.test(notification)).map((breach) => breach.rule);
}

describe('an expected notification', () => {
  it('is accused of its form, not of its absence, when its body is not an object', () => {
    expect(accused(expectedOnce('capture_success', about), [sound])).toEqual([eventRules.json.id]);
  });

  it('matches the documented body', () => {
    expect(accused(expectedOnce('capture_success', about), sound)).toEqual([]);
  });

  it.each([
    ['a missing capture_id', { capture_id: undefined }, eventRules.captureId.id],
    ['the payment_id in place of the capture_id', { capture_id: 'pay_1' }, eventRules.captureId.id],
    ['a wrong payment_id', { payment_id: 'pay_2' }, eventRules.paymentId.id],
    [
      'a timestamp in another zone than UTC',
      { timestamp: '2026-11-20T19:00:00.000Z', event_datetime: '2026-11-20 19:00:00' },
      eventRules.createdAt.id,
    ],
    ['an event_datetime of another year', { event_datetime: '1970-01-01 00:00:00' }, eventRules.createdAt.id],
    ['an event_type that is not text', { event_type: 7 }, eventRules.eventType.id],
    ['an ISO event_datetime', { event_datetime: '2026-11-20T10:00:00' }, eventRules.eventDatetime.id],
    ['a day that no calendar has', { event_datetime: '2026-02-30 10:00:00' }, eventRules.eventDatetime.id],
    ['a timestamp with an offset', { timestamp: '2026-11-20T10:00:00.000+09:00' }, eventRules.timestamp.id],
    ['a timestamp without fraction', { timestamp: '2026-11-20T10:00:00Z' }, eventRules.timestamp.id],
    ['a reason on a success', { reason: 'fine' }, eventRules.reasonOnlyOnRefundFail.id],
    ['the capture_id of another capture', { capture_id: 'cap_2' }, 'missing'],
    ['another status', { status: 'capture_fail' }, 'missing'],
  ])('%s breaks its own row', (_, change, rule) => {
    expect(accused(expectedOnce('capture_success', about), { ...sound, ...change })).toEqual([rule]);
  });

  it('is a POST request', () => {
    const put = { ...notificationOf(sound), method: 'PUT' };
    const broken = expectedOnce('capture_success', about).checks.flatMap((check) => check.test(put));
    expect(broken.map(({ rule }) => rule)).toEqual([eventRules.method.id]);
  });

  it('of a failed refund names the cause and the capture', () => {
    const fail = { ...sound, status: 'refund_fail' };
    expect(accused(expectedOnce('refund_fail', about), { ...fail, reason: 'invalid_amount' })).toEqual([]);
    expect(accused(expectedOnce('refund_fail', about), fail)).toEqual([eventRules.reason.id]);
    expect(accused(expectedOnce('refund_fail', about), { ...fail, reason: 'x', capture_id: null })).toEqual([
      eventRules.refundCaptureId.id,
    ]);
  });

  it('of an authorize must show the order_ref that was given, but none otherwise', () => {
    const body = { ...sound, status: 'authorize_success', capture_id: null };
    expect(accused(expectedOnce('authorize_success', about), { ...body, order_ref: 'A-1' })).toEqual([]);
    expect(accused(expectedOnce('authorize_success', about), body)).toEqual([eventRules.orderRef.id]);
    expect(accused(expectedOnce('authorize_success', { paymentId: 'pay_1' }), body)).toEqual([]);
  });

  it('cites the row that requires it, also one outside the table of statuses', () => {
    expect(expectedOnce('close_success', about).cites).toContain(eventRules.closeSuccess.id);
    expect(expectedOnce('close_success', about, eventRules.closingOnExpiry).cites).toContain(
      'legacy.events.closing-on-expiry',
    );
  });

  it('has one key per event, whether expected, allowed or forbidden', () => {
    const keys = [expectedOnce('update_success', about), allowed('update_success', about)].map(
      (one) => one.key,
    );
    expect(
      new Set([...keys, forbidden('update_success', about, eventRules.orderRefOnlySilent).key]).size,
    ).toBe(1);
  });
});

describe('a notification that nothing explains', () => {
  it.each([
    ['no JSON', 'text', eventRules.json.id],
    ['an unknown status', { ...sound, status: 'authorize_fail' }, eventRules.status.id],
    ['no payment_id', { ...sound, payment_id: 1 }, eventRules.paymentId.id],
    ['an unknown capture_id', { ...sound, capture_id: 'cap_9' }, eventRules.captureId.id],
    ['a sound body of an event that did not happen', sound, eventRules.status.id],
  ])('with %s breaks the most specific row', (_, body, rule) => {
    expect(unsolicited(notificationOf(body), ['cap_1']).rule).toBe(rule);
  });
});

describe('the notification of a refund that failed', () => {
  const { paymentId, captureId } = about;
  const body = { ...sound, status: 'refund_fail' };
  /** The rules that it breaks after a refund of the payment's id, and one of the capture, have failed. */
  const broken = (one: unknown): readonly string[] => {
    const expected = [
      allowedOf('refund_fail', paymentId),
      expectedOnce('refund_fail', { paymentId, captureId }),
    ];
    const machine = { name: 'any', initial: null, operations: [], abstract: () => '' };
    const belief = [{ state: null, expected, assumed: undefined, deviations: 0 }];
    const { breaches } = judgeNotifications(machine, belief, [notificationOf(one)], ({ text }) => text);
    return breaches.map(({ rule }) => rule);
  };

  it('is not missing when it comes without its reason', () => {
    expect(broken(body)).toEqual([eventRules.reason.id]);
  });

  it('is missing when only one of the other refund came', () => {
    const missing = [eventRules.refundFail.id, eventRules.allSent.id];
    expect(broken({ ...body, capture_id: paymentId })).toEqual(missing);
  });
});

describe('hostile bodies', () => {
  it('never make a check, a match or an accusation throw', () => {
    assert(
      property(
        oneof(
          anything(),
          jsonValue().map((value) => ({ ...sound, status: value, timestamp: value })),
        ),
        (body) => {
          const notification = { ...notificationOf(null), body, text: 'x'.repeat(500) };
          expectedOnce('refund_fail', about).matches(notification);
          for (const check of bodyChecks('refund_fail', about)) check.test(notification);
          choicesOf(notification);
          expect(unsolicited(notification).rule).toMatch(/^legacy\.events\./);
        },
      ),
    );
  });
});

describe('the open points of a body', () => {
  it.each([
    ['2026-11-20 10:00:00', 'utc'],
    ['2026-11-20 19:00:01', 'japan'],
    ['2026-11-20 05:00:00', 'other'],
  ])('event_datetime %s is read as %s', (event_datetime, zone) => {
    expect(choicesOf(notificationOf({ ...sound, event_datetime }))['legacy.events.datetime-zone']).toBe(zone);
  });

  it.each([
    [{ ...sound, status: 'close_success', capture_id: null }, 'null'],
    [{ ...sound, status: 'close_success', capture_id: '' }, 'empty'],
    [{ status: 'close_success' }, 'left-out'],
  ])('the form of a field that does not apply is observed: %j', (body, choice) => {
    expect(choicesOf(notificationOf(body))['legacy.events.absent-fields']).toBe(choice);
  });

  it.each([
    ['A-1', undefined, 'absent'],
    ['A-1', 'A-1', 'present'],
    [undefined, undefined, undefined],
  ])(
    'an order_ref on another event is observed where one was set: %j shown as %j',
    (set, order_ref, choice) => {
      const body = { ...sound, status: 'close_success', order_ref };
      const orderRef = { is: set ?? null, setBy: '' };
      const payments = [{ id: 'pay_1', orderRef, orderRefAtAuthorize: set }];
      expect(choicesOf(notificationOf(body), payments)['legacy.events.order-ref-elsewhere']).toBe(choice);
    },
  );
});

describe('whether a notification belongs to an event', () => {
  const text = JSON.stringify(sound);
  const withoutId = { ...sound, capture_id: undefined };

  it.each([
    ['as documented', text, true],
    ['without the capture_id', JSON.stringify(withoutId), true],
    ['wrapped in an object', JSON.stringify({ data: sound }), true],
    ['as a text within an object', JSON.stringify({ message: text }), true],
    ['as a list', `[${text}]`, true],
    ['as a form', new URLSearchParams(sound).toString(), true],
    ['of another capture', JSON.stringify({ ...sound, capture_id: 'cap_2' }), false],
    ['of another event', JSON.stringify({ ...sound, status: 'refund_success' }), false],
    [
      'of another event, as a form',
      new URLSearchParams({ ...sound, status: 'refund_success' }).toString(),
      false,
    ],
    ['of another capture, as a list', JSON.stringify([{ ...sound, capture_id: 'cap_2' }]), false],
  ])('is known in each form: %s', (_, body, expected) => {
    const received = { receivedAt: 0, body: parsed(body), text: body, contentType: 'text/plain' };
    expect(isAboutEvent(received, 'capture_success', about)).toBe(expected);
  });
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
