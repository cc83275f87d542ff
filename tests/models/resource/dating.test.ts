import { expect, test } from 'vitest';
import { at } from '../../../models/checks.ts';
import { dating } from '../../../models/resource/clock.ts';
import { initialState, type ResourceState } from '../../../models/resource/state.ts';
import { estimatedClock } from '../../../models/time.ts';
import { reply } from '../../support/setups/resource-replies.ts';

const rule = 'resource.payment.created-at';
const hourMs = 3_600_000;
const sentAt = Date.parse('2026-11-27T10:00:05.400Z');
/** A clock that control has shown, in step with ours. */
const read: ResourceState = { ...initialState, clock: { least: -5, most: 5, readAt: sentAt, isRead: true } };
/** The clock by the dates of replies, which may be those of a gateway. */
const estimated: ResourceState = { ...initialState, clock: estimatedClock(0) };
/** What an issued token has shown, which may be wrong itself. */
const ofToken: ResourceState = { ...initialState, clock: { least: -5, most: 5, readAt: sentAt } };

/** Whether a payment with this created_at is accused, where its answer took so long. */
function isAccused(state: ResourceState, shown: string, tookMs: number): boolean {
  const answer = { ...reply(200, { created_at: shown }), sentAt, receivedAt: sentAt + tookMs };
  const checks = dating(state, rule, 'created_at', (body) => [at(body, ['created_at'])]);
  return checks.some((one) => one.test(answer).length > 0);
}

test.each<readonly [title: string, state: ResourceState, shown: string, tookMs: number, accused: boolean]>([
  ['of the request is right', read, '2026-11-27T10:00:05.410Z', 20, false],
  ['of any moment until the answer is right', read, '2026-11-27T10:00:09.000Z', 5000, false],
  ['cut to the second is right, with zeros', read, '2026-11-27T10:00:05.000Z', 20, false],
  ['cut to the second is right, without a fraction', read, '2026-11-27T10:00:05Z', 20, false],
  ['rounded to the next second is right', read, '2026-11-27T10:00:06Z', 20, false],
  ['in microseconds is right', read, '2026-11-27T10:00:05.410000Z', 20, false],
  [
    'of a minute later may be of a clock that others have moved on',
    read,
    '2026-11-27T10:01:05.410Z',
    20,
    false,
  ],
  ['of a second before is wrong', read, '2026-11-27T10:00:04.410Z', 20, true],
  ['cut to the minute is wrong', read, '2026-11-27T10:00:00.000Z', 20, true],
  ['of Japan, marked as UTC, is wrong', read, '2026-11-27T19:00:05.410Z', 20, true],
  ['of Japan is wrong by the dates of replies as well', estimated, '2026-11-27T19:00:05.410Z', 20, true],
  ['nine minutes off may be the clock of a gateway', estimated, '2026-11-27T10:09:05.410Z', 20, false],
  ['is not compared with what a token shows', ofToken, '2026-11-27T19:00:05.410Z', 20, false],
  ['is not compared where no clock is known', initialState, '2026-11-27T19:00:05.410Z', 20, false],
  ['of another form breaks another rule', read, 'yesterday', 20, false],
])('a time %s', (_title, state, shown, tookMs, accused) => {
  expect(isAccused(state, shown, tookMs)).toBe(accused);
});

test('a recorder may have written its times later', () => {
  const recorded = { ...read, slackMs: 120_000 };
  expect(isAccused(recorded, '2026-11-27T09:59:05.410Z', 20)).toBe(false);
  expect(isAccused(recorded, new Date(sentAt + 9 * hourMs).toISOString(), 20)).toBe(true);
});
