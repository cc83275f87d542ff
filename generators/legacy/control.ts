import type { Step } from '../../engine/model.ts';
import { at } from '../../models/checks.ts';
import { predictPin } from '../../models/legacy/pins.ts';
import {
  ageOf,
  awaitsClock,
  expiryDigitMs,
  predictClock,
  predictPassing,
} from '../../models/legacy/payment/passing.ts';
import type { LegacyState } from '../../models/legacy/payment/state.ts';
import type { Setup } from '../../models/setup.ts';
import type { ControlCall } from '../../models/wire.ts';
import { advancingClock, isClockCall, type ClockMove } from '../../models/clock-call.ts';
import { encoded } from '../../spec/forms.ts';
import { toTurnMs, turnMove } from '../calendar.ts';
import { edgeMove, edgeOf, isEdge } from '../expiry-edges.ts';
import type { LegacyOperation } from './operations.ts';
import { phoneIn } from './pins.ts';

const hourMs = 3_600_000;
const mostMarginMs = 300_000;
const plainMs: Readonly<Record<string, number>> = { 'an hour': hourMs, 'half a day': 12 * hourMs };

/** Five minutes, or less where the validity is short: enough for the steps of a sequence to be made meanwhile. */
function marginMs({ validityMs }: Setup): number {
  return Math.min(mostMarginMs, Math.floor(validityMs / 4));
}

/** How far the clock has to move: an hour, or so that a payment stands just before or just past its expiry, ms. */
function distanceMs(setup: Setup, state: LegacyState, step: Pick<Step, 'kind' | 'uses'>): number | undefined {
  const toTurn = toTurnMs(step.kind, state.clock, state.moved);
  // Others could expire on the way.
  if (toTurn !== undefined) return Object.keys(state.payments).length === 0 ? toTurn : undefined;
  const ms = plainMs[step.kind] ?? toExpiryMs(setup, state, step);
  if (ms === undefined || ms <= 0) return undefined;
  if (isEdge(step.kind)) return ms;
  const after = { ...state, moved: state.moved + ms };
  // A payment right at its expiry could be open or closed.
  const onEdge = Object.values(state.payments).some(
    (other) => Math.abs(ageOf(after, other) - setup.validityMs) < marginMs(setup) / 2,
  );
  return onEdge ? undefined : ms;
}

function toExpiryMs(setup: Setup, state: LegacyState, step: Pick<Step, 'kind' | 'uses'>): number | undefined {
  const payment = state.payments[step.uses['payment'] ?? ''];
  const beside = besideMs(setup, step.kind);
  if (payment === undefined || beside === undefined) return undefined;
  if (payment.state.is === 'close' && !isEdge(step.kind)) return undefined;
  return setup.validityMs + beside - ageOf(state, payment);
}

/** How far from the expiry a kind lies, ms. The time that passes meanwhile shortens what is left before the expiry, and lengthens what lies behind it. */
function besideMs(setup: Setup, kind: string): number | undefined {
  if (kind === 'just before expiry') return -marginMs(setup);
  if (kind === 'past expiry') return Math.max(expiryDigitMs, marginMs(setup));
  const edge = edgeOf(kind, setup.validityMs);
  return edge !== undefined && edge >= 0 ? edge + expiryDigitMs : edge;
}

/** How far a move to a place may miss it: no further than the places are apart, and never to the other side of an expiry. */
function moveOf(setup: Setup, state: LegacyState, kind: string, ms: number): ClockMove {
  const tolerated = edgeMove(kind) ?? turnMove(kind);
  if (tolerated !== undefined) return tolerated;
  const tolerance = marginMs(setup) / 4;
  if (plainMs[kind] === undefined)
    return { earlyMs: kind === 'just before expiry' ? tolerance : 0, lateMs: tolerance, keeps: 'least' };
  const room = Object.values(state.payments)
    .map((payment) => setup.validityMs - ageOf(state, payment) - ms)
    .filter((leftMs) => leftMs > 0)
    .map((leftMs) => leftMs - marginMs(setup));
  return { earlyMs: 0, lateMs: Math.max(tolerance, Math.min(hourMs, ...room)), keeps: 'least' };
}

/** Moves the target's clock to one side or the other of a payment's expiry. */
export const passTime = (setup: Setup): LegacyOperation => ({
  name: 'pass-time',
  control: true,

  attempts(state) {
    return Object.keys(state.payments)
      .flatMap((payment) => [
        { kind: 'just before expiry', uses: { payment } },
        { kind: 'past expiry', uses: { payment }, weight: 0.7 },
        // An instant that an operation wrongly moves shows only when time has passed before it.
        { kind: 'an hour', uses: { payment }, weight: 0.7 },
        // A 12-hour clock, or the day of another time zone, shows only by payments made in different halves of a day.
        { kind: 'half a day', uses: { payment }, weight: 0.5 },
      ])
      .filter((attempt) => distanceMs(setup, state, attempt) !== undefined);
  },

  resolve(state, step) {
    const ms = distanceMs(setup, state, step);
    if (ms === undefined) return undefined;
    return advancingClock('pass-time', ms, moveOf(setup, state, step.kind, ms));
  },

  readBack(step) {
    const payment = step.uses['payment'] ?? '';
    return { operation: 'status', kind: 'read', uses: { payment }, data: { encoding: 'hex' } };
  },

  predict(state, call) {
    const ms = at(call.body, ['ms']);
    // One that others have recorded says nothing of how it may miss its place.
    const passed = isClockCall(call) ? call.move.passed : undefined;
    return predictPassing(state, typeof ms === 'number' ? ms : 0, passed);
  },
});

/** Reads the target's clock, so that expiries can be judged on a target whose clock may have been moved before. */
export const readClock = ({ exclusive }: Setup): LegacyOperation => ({
  name: 'read-clock',
  control: true,
  attempts(state) {
    if (state.clock === undefined) return [{ kind: 'read', uses: {}, weight: 3 }];
    // Only the plans of the suite that moves it read it again: elsewhere an expiry is seldom shown behind it.
    const isAwaited =
      exclusive && Object.values(state.payments).some((payment) => awaitsClock(state, payment));
    return isAwaited ? [{ kind: 'read', uses: {}, weight: 0 }] : [];
  },
  resolve: () => ({
    to: 'control',
    operation: 'read-clock',
    method: 'GET',
    path: '/clock',
  }),
  predict: predictClock,
});

/** Reads the newest PIN of a phone. */
export function readingPin(phone: string): ControlCall {
  return { to: 'control', operation: 'read-pin', method: 'GET', path: `/pins?phone=${encoded(phone)}` };
}

/** Reads the PIN that was sent for an authorization that waits for one; a person reads only that of the persona `pin`. */
export const readPin = ({ asksPin, personas }: Setup): LegacyOperation => ({
  name: 'read-pin',
  control: true,

  attempts: (state) =>
    Object.entries(state.asked)
      .filter(
        ([, { pin, data }]) =>
          pin === undefined && (asksPin !== true || phoneIn(data) === personas.pin?.phone),
      )
      .map(([asked]) => ({ kind: 'read', uses: { asked }, weight: 5 })),

  resolve(state, step) {
    const phone = phoneIn(state.asked[step.uses['asked'] ?? '']?.data);
    if (typeof phone !== 'string') return undefined;
    return { ...readingPin(phone), ...(asksPin === true && { ofPerson: true }) };
  },

  predict: (state, _call, step) => predictPin(state, step),
});
