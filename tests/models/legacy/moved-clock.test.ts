import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expiresChecks } from '../../../models/legacy/payment/expiry.ts';
import { predictClock, predictPassing } from '../../../models/legacy/payment/passing.ts';
import { initialState, type LegacyState, type Payment } from '../../../models/legacy/payment/state.ts';
import type { Reply } from '../../../models/wire.ts';
import { openPayment } from '../../support/setups/legacy-state.ts';
import { reply } from '../../support/setups/resource-replies.ts';

const validityMs = 30 * 24 * 3_600_000;

type Event =
  | { readonly is: 'authorize' | 'status' | 'read' }
  | { readonly is: 'others'; readonly ms: number }
  | { readonly is: 'move'; readonly ms: number; readonly counts: boolean; readonly shows: boolean };

/** How long a request is on its way, how long it is worked on, and what passes afterwards, ms. */
interface Timing {
  readonly way: number;
  readonly work: number;
  readonly pause: number;
}

const times = fc.integer({ min: 0, max: 6000 });
const moves = fc.integer({ min: 0, max: 40 * 24 * 3_600_000 });
const events: fc.Arbitrary<readonly (Event & Timing)[]> = fc.array(
  fc
    .tuple(
      fc.oneof(
        fc.constantFrom<Event>({ is: 'authorize' }, { is: 'status' }, { is: 'read' }),
        fc.record({ is: fc.constant('others' as const), ms: moves }),
        fc.record({
          is: fc.constant('move' as const),
          ms: moves,
          counts: fc.boolean(),
          shows: fc.boolean(),
        }),
      ),
      fc.record({ way: times, work: times, pause: times }),
    )
    .map(([event, timing]) => ({ ...event, ...timing })),
  { minLength: 4, maxLength: 12 },
);

/** Offers the expiries that a sound target shows to the model, after each of these events. Gives what it accuses. */
function accused(of: readonly (Event & Timing)[]): readonly string[] {
  let ours = Date.parse('2026-11-27T10:00:20.000Z');
  let offset = 0;
  let state: LegacyState = { ...initialState(undefined, validityMs), isClockMoved: true };
  const expiries = new Map<string, string>();
  const found: string[] = [];
  const look = (): void => {
    for (const [key, payment] of Object.entries(state.payments)) {
      const is = expiries.get(key) ?? '';
      for (const one of expiresChecks(state, payment))
        found.push(...one.test(reply(200, { expires: is })).map(({ received }) => `${key}: ${received}`));
      const seen: Payment = { ...payment, expires: { is, setBy: 'legacy.authorize.validity' } };
      state = { ...state, payments: { ...state.payments, [key]: seen } };
    }
  };
  for (const [at, event] of of.entries()) {
    const sentAt = ours;
    ours += event.way;
    const came = ours;
    ours += event.work;
    // The time that a move takes is part of it where the target aims at an instant.
    if (event.is === 'move') offset += event.counts ? Math.max(0, event.ms - event.work) : event.ms;
    const shown = ours + offset;
    ours += event.way;
    const answer: Reply = {
      ...reply(200, event.is === 'move' && !event.shows ? {} : { now: new Date(shown).toISOString() }),
      sentAt,
      receivedAt: ours,
    };
    if (event.is === 'others') offset += event.ms;
    if (event.is === 'read') state = predictClock(state)[0]?.next(answer) ?? state;
    if (event.is === 'move') state = predictPassing(state, event.ms)[0]?.next(answer) ?? state;
    if (event.is === 'authorize') {
      const { moved: born, stoodMs: bornStoodMs, clock } = state;
      expiries.set(
        `s${at}`,
        new Date(came + offset + validityMs).toISOString().slice(0, 19).replace('T', ' '),
      );
      const made: Payment = { ...openPayment, authorization: answer, born, bornStoodMs, clock };
      state = { ...state, payments: { ...state.payments, [`s${at}`]: made } };
    }
    if (event.is === 'status') look();
    ours += event.pause;
  }
  look();
  return found;
}

test('the expiries of a sound target are never accused, however its clock is moved and however long that takes', () => {
  fc.assert(
    fc.property(events, (of) => {
      expect(accused(of)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});
