import { legacyOperations } from '../../spec/operations.ts';
import type { Machine, Uses } from '../../engine/model.ts';
import { choicesOf, presumedReply, choicesShown } from '../../models/legacy/replies/shown-choices.ts';
import { unsolicited } from '../../models/legacy/events/events.ts';
import { isRefusal } from '../../models/legacy/replies/replies.ts';
import {
  initialState,
  type Capture,
  type LegacyState,
  type Payment,
} from '../../models/legacy/payment/state.ts';
import { isSame } from '../../models/legacy/payment/amounts.ts';
import { isOtherHalfOfDay } from '../../models/legacy/payment/expiry.ts';
import type { Setup, GivenLegacyPayment } from '../../models/setup.ts';
import { type Call, type Notification, type Reply, givenId } from '../../models/wire.ts';
import { weighed, inWholeAmounts } from '../weights.ts';
import { authorizeOperation } from './authorize.ts';
import { captureOperation } from './capture.ts';
import { closeOperation } from './close.ts';
import { passTime, readClock, readPin } from './control.ts';
import { complete, type LegacyOperation } from './operations.ts';
import { refundOperation } from './refund.ts';
import { statusOperation } from './status.ts';
import { inPlainEncoding } from './checksums.ts';
import { dataClasses } from './orders/data-classes.ts';
import { updateOperation } from './update.ts';
import { at } from '../../models/checks.ts';
import { predictAdoptPayment } from '../../models/legacy/payment/adopt-payment.ts';

/** The legacy interface as a machine: its operations, and the controls that this target offers. */
export function legacyMachine(setup: Setup): Machine<LegacyState, Call, Reply, Notification> {
  const { means } = setup;
  // Unknown at first where control can read or move the target's clock: it may have been moved before.
  const known = !means.has('clock.advance') && !means.has('clock.read');
  const initial = initialState(known ? setup.skewMs : undefined);
  const api = [
    authorizeOperation(setup),
    captureOperation,
    refundOperation,
    updateOperation,
    closeOperation,
    statusOperation(setup),
  ].map((shape) => complete(shape, setup));
  return {
    name: 'legacy',
    initial,
    fresh: (nonce) => ({ ...initial, nonce }),
    operations: [...api, ...controls(setup), ...given(setup)].map(inWholeAmounts(setup)).map(weights),
    presumed: presumedReply,
    abstract,
    stage,
    ...(setup.exclusive ? {} : { dataClasses }),
    routes: (state) =>
      [...Object.values(state.payments), ...Object.values(state.captures)].flatMap(({ id }) =>
        id === undefined ? [] : [id],
      ),
    shown: (performed) => choicesShown(performed, setup.personas),
    choicesIn: (notification, state) => choicesOf(notification, Object.values(state.payments)),
    ownFields: true,
    avoiding: inPlainEncoding,
    refuses: (reply) => reply.http < 500 && isRefusal(reply),
    unsolicited: (notification, state) =>
      unsolicited(
        notification,
        Object.values(state.captures).flatMap(({ id }) => (id === undefined ? [] : [id])),
      ),
  };
}

const weights = weighed<LegacyOperation>({ capture: 3, refund: 5, update: 1.5, close: 0.7 });

/** Payments of the settings, where none can be authorized. */
function given(setup: Setup): readonly LegacyOperation[] {
  const [first, ...others] = setup.legacyPayments ?? [];
  if (first === undefined || setup.exclusive || setup.personas.approve !== undefined) return [];
  return [adoptPayment([first, ...others], setup)];
}

function controls(setup: Setup): readonly LegacyOperation[] {
  const { means, exclusive } = setup;
  return [
    ...(means.has('pins.read') || setup.asksPin === true ? [readPin(setup)] : []),
    ...(means.has('clock.read') ? [readClock] : []),
    ...(means.has('clock.advance') && exclusive ? [passTime(setup)] : []),
  ];
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

/** A payment of the settings, read to learn its state. Each serves one sequence, so nothing else is made in that. */
function adoptPayment(
  all: readonly [GivenLegacyPayment, ...GivenLegacyPayment[]],
  { validityMs }: Setup,
): LegacyOperation {
  const id = givenId('legacy-payment');
  return {
    name: 'adopt-payment',
    reads: true,
    attempts: ({ payments, asked }) =>
      Object.keys(payments).length + Object.keys(asked).length > 0 ? [] : [{ kind: 'given', uses: {} }],
    spends: () => 'legacy-payment',
    resolve: () => ({
      to: 'legacy',
      operation: 'status',
      method: 'POST',
      path: legacyOperations.status.path,
      body: { payment_id: id },
      credential: 'valid',
      checksum: { of: id, encoding: 'hex' },
      given: 'legacy-payment',
    }),
    predict(state, call, step) {
      if (call.to === 'control') throw new Error('a payment is adopted by a call to the target');
      const sent = at(call.body, ['payment_id']);
      // Offline no payment is chosen yet.
      const adopted = all.find((one) => one.id === sent) ?? { ...all[0], id };
      return predictAdoptPayment(state, call, step, adopted, validityMs);
    },
  };
}
