import { expect, test } from 'vitest';
import { expiresChecks } from '../../../models/legacy/payment/expiry.ts';
import { initialState, type LegacyState, type Payment } from '../../../models/legacy/payment/state.ts';
import { estimatedClock } from '../../../models/time.ts';
import type { ClockReading, Sent } from '../../../models/wire.ts';
import { openPayment } from '../../support/setups/legacy-state.ts';
import { reply } from '../../support/setups/resource-replies.ts';

const rule = 'legacy.authorize.validity';
const hourMs = 3_600_000;
const validityMs = 30 * 24 * hourMs;
/** When the payment was authorized. */
const start = Date.parse('2026-11-27T10:00:20.000Z');
const sent = (afterMs: number): Sent => ({ sentAt: start + afterMs, receivedAt: start + afterMs + 20 });
/** A reading of a clock that shows our time, so long after the start. */
const read = (afterMs: number): ClockReading => ({ least: -5, most: 5, readAt: start + afterMs });
const civil = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
const made = (authorization: Sent, clock: ClockReading | undefined): Payment => ({
  ...openPayment,
  authorization,
  clock,
});

/** Whether an expiry is accused that lies so far from the right one. */
function isAccused(state: LegacyState, payment: Payment, offMs: number): boolean {
  const shown = reply(200, { expires: civil(start + validityMs + offMs) });
  const checks = expiresChecks({ ...state, payments: { ...state.payments, s1: payment } }, payment);
  return checks.some((one) => one.test(shown).some((breach) => breach.rule === rule));
}

const before = read(-1000);
const known = (clock: ClockReading): LegacyState => initialState(clock, validityMs);
const moving = (clock: ClockReading): LegacyState => ({ ...known(clock), isClockMoved: true });

test.each<readonly [title: string, state: LegacyState, clock: ClockReading, offMs: number, accused: boolean]>(
  [
    ['of the authorization is right', moving(read(100)), before, 0, false],
    ['in Japanese time is right', moving(read(100)), before, 9 * hourMs, false],
    ['that is 40 s late is wrong by a clock that was read since', moving(read(100)), before, 40_000, true],
    ['that is a day late is wrong by it', moving(read(100)), before, 24 * hourMs, true],
    [
      'that is a day late may be of a clock that was moved since it was read',
      moving(before),
      before,
      24 * hourMs,
      false,
    ],
    ['that is a day early is wrong by any reading', moving(before), before, -24 * hourMs, true],
    ['that is 40 s late is right where the suite moves no clock', known(before), before, 40_000, false],
    ['that is 3 min late is wrong there', known(before), before, 180_000, true],
    [
      'that is 90 s late may be by the date of a gateway',
      known(estimatedClock(0)),
      estimatedClock(0),
      90_000,
      false,
    ],
    ['that is 3 min late is wrong by that too', known(estimatedClock(0)), estimatedClock(0), 180_000, true],
  ],
)('an expiry %s', (_title, state, clock, offMs, accused) => {
  expect(isAccused(state, made(sent(0), clock), offMs)).toBe(accused);
});

/** A payment that was authorized 30 s before, and its expiry as it was shown. */
const earlier = (clock: ClockReading, offMs: number): Payment => ({
  ...made(sent(-30_000), clock),
  expires: { is: civil(start - 30_000 + validityMs + offMs), setBy: rule },
});

test.each<readonly [title: string, state: LegacyState, clock: ClockReading, offMs: number, accused: boolean]>(
  [
    [
      'the time between their authorizations later is right',
      known(estimatedClock(0)),
      estimatedClock(0),
      0,
      false,
    ],
    [
      'cut to the same minute is wrong, whatever the clock',
      known(estimatedClock(0)),
      estimatedClock(0),
      30_000,
      true,
    ],
    [
      'an hour apart is right, since summer time may begin',
      known(estimatedClock(0)),
      estimatedClock(0),
      hourMs,
      false,
    ],
    ['half a day apart is wrong', known(estimatedClock(0)), estimatedClock(0), 12 * hourMs, true],
    [
      'half a day apart is wrong by readings around both',
      moving(read(100)),
      read(-40_000),
      12 * hourMs,
      true,
    ],
    [
      'half a day apart may be of a clock that was moved in between',
      moving(read(-40_000)),
      read(-40_000),
      -12 * hourMs,
      false,
    ],
  ],
)('two expiries of a sequence, %s', (_title, state, clock, offMs, accused) => {
  const both = { ...state, payments: { s0: earlier(clock, offMs) } };
  expect(isAccused(both, made(sent(0), clock), 0)).toBe(accused);
});
