import { describe, expect, it } from 'vitest';
import { judgeRegistration } from '../../../models/webhooks/registration.ts';
import type { Notification } from '../../../models/wire.ts';
import { deliveryRules } from '../../../spec/legacy/deliveries.ts';
import { eventRules } from '../../../spec/legacy/events.ts';
import { eventLatitudes } from '../../../spec/legacy/latitudes/events-latitudes.ts';

const orderRef = 'declined-1';

function notification(body: Readonly<Record<string, string>>): Notification {
  return { receivedAt: 0, body, text: JSON.stringify(body), contentType: 'application/json' };
}

/** The verdict on what came once an authorization was declined. */
function declined(...bodies: readonly Readonly<Record<string, string>>[]) {
  return judgeRegistration({ declined: { orderRef, notifications: bodies.map(notification) } });
}

describe('a notification beside a declined authorization', () => {
  it('of a type that the document does not show is named as that, and leads to no accusation', () => {
    const { evidence, breaches, observed } = declined({ event_type: 'ping', status: 'ping' });
    expect(breaches).toEqual([]);
    expect(evidence).toEqual([eventRules.status.id]);
    expect(observed).toEqual({ [eventLatitudes.eventType.id]: 'other' });
  });

  it('with a status of no table, which names no payment, is accused of its status', () => {
    const [breach] = declined({ event_type: 'payment', status: 'authorize_fail' }).breaches;
    expect(breach).toMatchObject({
      rule: eventRules.status.id,
      expected: 'one of the nine codes, none of which is for a declined authorization',
    });
  });

  it.each(['payment', 'declined'])('that names its order is one of it, whatever its type: %s', (type) => {
    const [breach] = declined({ event_type: type, status: 'x', order_ref: orderRef }).breaches;
    expect(breach).toMatchObject({
      rule: eventRules.status.id,
      expected: 'no notification of a declined authorization: none of the nine codes is for one',
    });
  });
});

it('that notifications go to the URL is proven only by a change of it', () => {
  const set = { early: false, next: true };
  expect(judgeRegistration({ set }).evidence).not.toContain(deliveryRules.toTheUrl.id);
  expect(judgeRegistration({ set, moved: { toNew: true, toOld: false } }).evidence).toContain(
    deliveryRules.toTheUrl.id,
  );
});
