import type { Machine, Operation, Step, Uses } from '../../engine/model.ts';
import { at } from '../../models/checks.ts';
import { predictAuthorize } from '../../models/legacy/authorize.ts';
import { predictCapture } from '../../models/legacy/capture.ts';
import { predictClose } from '../../models/legacy/close.ts';
import { choicesOf } from '../../models/legacy/event-choices.ts';
import { unsolicited } from '../../models/legacy/events.ts';
import { presumedReply } from '../../models/legacy/presumed.ts';
import { predictPin } from '../../models/legacy/pins.ts';
import { predictRefund } from '../../models/legacy/refund.ts';
import type { LegacyOutcome } from '../../models/legacy/refusals.ts';
import { initialState, type Capture, type LegacyState, type Payment } from '../../models/legacy/state.ts';
import { predictStatus } from '../../models/legacy/status.ts';
import { predictClock, predictPassing } from '../../models/legacy/time.ts';
import { predictUpdate } from '../../models/legacy/update.ts';
import { isSame } from '../../models/legacy/amounts.ts';
import type { Setup } from '../../models/setup.ts';
import type { ApiCall, Call, Notification, Reply } from '../../models/wire.ts';
import { capture as captureRules } from '../../spec/legacy/capture.ts';
import type { keyMutations } from '../request-mutations.ts';
import { authorizeGenerator } from './authorize.ts';
import { captureGenerator } from './capture.ts';
import { closeGenerator } from './close.ts';
import { passTimeGenerator, readClockGenerator, readPinGenerator } from './control.ts';
import { refundGenerator } from './refund.ts';
import { statusGenerator } from './status.ts';
import { telling } from './data-classes.ts';
import { updateGenerator } from './update.ts';

type LegacyOperation = Operation<LegacyState, Call, Reply, Notification>;

/** The legacy interface as a machine: its operations in one table, and the controls that this target offers. */
export function legacyMachine(setup: Setup): Machine<LegacyState, Call, Reply, Notification> {
  const { means, validityMs } = setup;
  // How far the target's clock is from ours is open at first where control can tell it, or can move it: somebody may have moved it before.
  const movable = means.has('clock.advance');
  const initial = initialState(movable || means.has('clock.read') ? undefined : setup.skewMs);
  return {
    name: 'legacy',
    initial,
    fresh: (nonce) => ({ ...initial, nonce }),
    operations: [
      { name: 'authorize', weight: 1, ...authorizeGenerator(setup), predict: api(predictAuthorize(setup)) },
      { name: 'capture', weight: 3, ...captureGenerator, predict: api(predictCapture) },
      { name: 'refund', weight: 5, ...refundGenerator, predict: api(predictRefund) },
      { name: 'update', weight: 1.5, ...updateGenerator, predict: api(predictUpdate) },
      { name: 'close', weight: 0.7, ...closeGenerator, predict: api(predictClose) },
      { name: 'status', reads: true, ...statusGenerator, predict: api(predictStatus(setup)) },
      ...controls(setup, movable, validityMs),
    ].map((operation) => (setup.twoKeys === true ? operation : withoutOtherKey(operation))),
    presumed: presumedReply,
    abstract,
    stage,
    ...(setup.exclusive ? {} : { telling }),
    routes: (state) =>
      [...Object.values(state.payments), ...Object.values(state.captures)].flatMap(({ id }) =>
        id === undefined ? [] : [id],
      ),
    shows: (notification, state) => choicesOf(notification, Object.values(state.payments)),
    unsolicited: (notification, state) =>
      unsolicited(
        notification,
        Object.values(state.captures).flatMap(({ id }) => (id === undefined ? [] : [id])),
      ),
  };
}

/** The same operation without the other interface's key, where there is none that would be wrong here. */
function withoutOtherKey(operation: LegacyOperation): LegacyOperation {
  const other: keyof typeof keyMutations = 'key of the other interface';
  return {
    ...operation,
    attempts: (state) => operation.attempts(state).filter(({ kind }) => kind !== other),
  };
}

function controls(setup: Setup, movable: boolean, validityMs: number): readonly LegacyOperation[] {
  const { means, exclusive } = setup;
  const found: LegacyOperation[] = [];
  if (means.has('pins.read')) {
    const predict = (state: LegacyState, _call: Call, step: Step) => predictPin(state, step);
    found.push({ name: 'read-pin', control: true, ...readPinGenerator, predict });
  }
  if (means.has('clock.read')) {
    found.push({ name: 'read-clock', control: true, ...readClockGenerator, predict: predictClock });
  }
  if (movable && exclusive) {
    const predict = (state: LegacyState, call: Call) => {
      const ms = at(call.body, ['ms']);
      return predictPassing(state, typeof ms === 'number' ? ms : 0, validityMs);
    };
    found.push({ name: 'pass-time', control: true, ...passTimeGenerator(setup), predict });
  }
  return found;
}

/** The prediction of an operation under `/pay/`, to which no control call ever comes. */
function api(predict: (state: LegacyState, call: ApiCall, step: Step) => readonly LegacyOutcome[]) {
  return (state: LegacyState, call: Call, step: Step): readonly LegacyOutcome[] => {
    if (call.to === 'control') throw new Error(`${step.operation} was resolved to a control call`);
    return predict(state, call, step);
  };
}

/** What a step on these entities meets: of a capture how far it is refunded, of a payment its state and what is captured. */
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
  const back = returned
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
  return amount?.includes('.') ? `${of}, ${back}, no whole yen` : `${of}, ${back}`;
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
    return Object.keys(state.payments).length === 0 ? 'none authorized' : 'some authorized';
  }
  const { is, by } = payment.state;
  const taken = isSame(payment.taken.amount, '0') ? 'not captured' : 'captured';
  const of = `${is === 'close' && by !== undefined ? `closed by ${by}` : is}, ${taken}`;
  if (capture === undefined) return of;
  const { refunded, returned } = capture;
  const left = returned ? 'returned' : isSame(refunded, '0') ? 'not refunded' : 'partly refunded';
  return `${of}, ${shareOf(capture, payment)}, ${left}`;
}

/** Which share of its payment a capture took: each is reckoned in its own way, so that each is refunded beyond its end. */
function shareOf({ amount, because }: Capture, payment: Payment): string {
  if (!because.includes(captureRules.fullSucceeds.id)) return 'a part';
  return amount !== undefined && isSame(amount, payment.authorized) ? 'the whole' : 'the rest';
}

function paymentClass({ state: { is, by }, order, taken, updated, unsure }: Payment): string {
  const discounted = order.items.some(({ amount }) => amount.startsWith('-'));
  const captured = isSame(taken.amount, '0') ? 'not captured' : 'captured';
  return [is === 'close' && by !== undefined ? `closed by ${by}` : is, captured]
    .concat(updated ? ['updated'] : [], unsure ? ['unsure'] : [], discounted ? ['discounted'] : [])
    .join(', ');
}
