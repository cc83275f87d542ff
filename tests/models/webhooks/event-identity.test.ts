import { describe, expect, it } from 'vitest';
import { eventIdentity } from '../../../models/webhooks/event-identity.ts';

const event = '{"payment_id":"p1","status":"close_success","timestamp":"2026-01-01T00:00:00.000Z"}';

describe('two notifications are of the same event', () => {
  it.each([
    ['when they are the same text', event],
    [
      'when the keys have another order',
      '{"status":"close_success","timestamp":"2026-01-01T00:00:00.000Z","payment_id":"p1"}',
    ],
    [
      'when they have other white space',
      '{ "payment_id": "p1",\n "status": "close_success", "timestamp": "2026-01-01T00:00:00.000Z" }',
    ],
    ['when a further field counts the sends', event.replace('{', '{"attempt":2,')],
    [
      'when each copy has a timestamp of its own',
      '{"payment_id":"p1","status":"close_success","timestamp":"2026-01-01T00:00:07.100Z"}',
    ],
  ])('%s', (_, other) => {
    expect(eventIdentity(other)).toBe(eventIdentity(event));
  });
});

describe('two notifications are of two events', () => {
  it.each([
    ['when one names another payment', event.replace('p1', 'p2')],
    ['when one has another status', event.replace('close_success', 'close_fail')],
    ['when one is not JSON', event.slice(1)],
    ['when one is a list', `[${event}]`],
  ])('%s', (_, other) => {
    expect(eventIdentity(other)).not.toBe(eventIdentity(event));
  });
});
