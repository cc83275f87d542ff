import type { Machine } from '../../engine/machine.ts';
import type { Uses } from '../../engine/model.ts';
import { legacyBelieves } from './believed.ts';
import { isRefusal } from './replies/replies.ts';
import { choicesOf, choicesShown, presumedReply } from './replies/shown-choices.ts';
import { unsolicited } from './events/events.ts';
import { isSame } from './payment/amounts.ts';
import { isOtherHalfOfDay } from './payment/expiry.ts';
import { type Capture, initialState, type LegacyState, type Payment } from './payment/state.ts';
import { certainFields } from '../../spec/fields/all-fields.ts';
import type { Setup } from '../setup.ts';
import { knownClock } from '../time.ts';
import type { Call, Notification, Reply } from '../wire.ts';

/** The machine of the legacy interface without its operations: its states, and what replies and notifications show of them. */
export function legacyModel(
  setup: Setup,
): Omit<Machine<LegacyState, Call, Reply, Notification>, 'operations'> {
  const initial: LegacyState = {
    ...initialState(knownClock(setup), setup.validityMs),
    ...(setup.means.has('clock.advance') && { isClockMoved: true }),
  };
  return {
    name: 'legacy',
    initial,
    fresh: (nonce) => ({ ...initial, nonce }),
    presumed: presumedReply,
    abstract,
    stage,
    routes: ({ payments, captures }) => [...idsOf(payments), ...idsOf(captures)],
    shown: (performed) => choicesShown(performed, setup.personas),
    choicesIn: (notification, state) => choicesOf(notification, Object.values(state.payments)),
    ownFields: true,
    believes: legacyBelieves,
    certainFields,
    refuses: (reply) => reply.http < 500 && isRefusal(reply),
    unsolicited: (notification, { captures }) => unsolicited(notification, idsOf(captures)),
  };
}

function idsOf(made: Readonly<Record<string, Payment | Capture>>): readonly string[] {
  return Object.values(made).flatMap(({ id }) => id ?? []);
}

/** The state that a step on these entities meets: how far a capture is refunded, or the state of a payment and what is captured. */
function abstract(state: LegacyState, uses: Uses): string {
  const capture = state.captures[uses['capture'] ?? ''];
  const payment = state.payments[capture?.payment ?? uses['payment'] ?? ''];
  if (payment === undefined) {
    const open = Object.values(state.payments).filter(({ state: { is } }) => is === 'open').length;
    return uses['asked'] === undefined ? `${open} open` : waiting(state, uses);
  }
  const of = paymentClass(payment);
  if (capture === undefined) return of;
  const { amount, refunded, returned, parts = 0 } = capture;
  const refunds = returned
    ? 'returned'
    : amount === undefined
      ? 'amount open'
      : isSame(refunded, '0')
        ? 'not refunded'
        : isSame(refunded, amount)
          ? 'refunded to the end'
          : parts > 1
            ? 'refunded in parts'
            : 'partly refunded';
  return amount?.includes('.') ? `${of}, ${refunds}, no whole yen` : `${of}, ${refunds}`;
}

function waiting({ asked }: LegacyState, { other }: Uses): string {
  if (other !== undefined) return 'two PINs asked';
  return Object.keys(asked).length > 1 ? 'PIN asked beside another' : 'PIN asked';
}

/** The states of the document with what made them, and whether something is captured or returned: neither what was ordered nor what is unsure. */
function stage(state: LegacyState, uses: Uses): string {
  const capture = state.captures[uses['capture'] ?? ''];
  const payment = state.payments[capture?.payment ?? uses['payment'] ?? ''];
  if (payment === undefined) {
    if (uses['asked'] !== undefined) return waiting(state, uses);
    if (Object.keys(state.payments).length === 0) return 'none authorized';
    return isOtherHalfOfDay(state, state.moved) ? 'some authorized half a day before' : 'some authorized';
  }
  const { is, by } = payment.state;
  const taken = isSame(payment.taken.amount, '0') ? 'not captured' : 'captured';
  const of = `${is === 'close' && by !== undefined ? `closed by ${by}` : is}, ${taken}`;
  if (capture === undefined) return of;
  const { refunded, returned } = capture;
  const left = returned ? 'returned' : isSame(refunded, '0') ? 'not refunded' : 'partly refunded';
  return `${of}, ${shareOf(capture, payment)}, ${left}`;
}

/** Which share of its payment a capture took: targets compute each in its own way, so a refund beyond each is tried. */
function shareOf({ amount, full }: Capture, payment: Payment): string {
  if (full !== true) return 'a part';
  return amount !== undefined && isSame(amount, payment.authorized) ? 'the whole' : 'the rest';
}

function paymentClass({ state: { is, by }, order, taken, updated, amountUnknown }: Payment): string {
  const discounted = order.items.some(({ amount }) => amount.startsWith('-'));
  const captured = isSame(taken.amount, '0') ? 'not captured' : 'captured';
  return [is === 'close' && by !== undefined ? `closed by ${by}` : is, captured]
    .concat(updated ? ['updated'] : [], amountUnknown ? ['unsure'] : [], discounted ? ['discounted'] : [])
    .join(', ');
}
