import { describe, expect, it } from 'vitest';
import { eventIdentity } from '../../models/webhooks/event-identity.ts';

const event = '{"payment_id":"p1","status":"close_success","timestamp":"2026-01-01T00:00:00.000Z"}';

describe('two notifications tell of one event', () => {
  it.each([
    ['when they are the same text', event],
    [
      'when the keys stand in another order',
      '{"status":"close_success","timestamp":"2026-01-01T00:00:00.000Z","payment_id":"p1"}',
    ],
    [
      'when they are spaced otherwise',
      '{ "payment_id": "p1",\n "status": "close_success", "timestamp": "2026-01-01T00:00:00.000Z" }',
    ],
    ['when a send is counted in a further field', event.replace('{', '{"attempt":2,')],
    [
      'when the copy was stamped at its own send',
      '{"payment_id":"p1","status":"close_success","timestamp":"2026-01-01T00:00:07.100Z"}',
    ],
  ])('%s', (_, other) => {
    expect(eventIdentity(other)).toBe(eventIdentity(event));
  });
});

describe('two notifications tell of two events', () => {
  it.each([
    ['when one names another payment', event.replace('p1', 'p2')],
    ['when one has another status', event.replace('close_success', 'close_fail')],
    ['when one is no JSON', event.slice(1)],
    ['when one is a list', `[${event}]`],
  ])('%s', (_, other) => {
    expect(eventIdentity(other)).not.toBe(eventIdentity(event));
  });
});
