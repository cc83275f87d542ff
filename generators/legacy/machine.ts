import { legacyOperations } from '../../spec/operations.ts';
import type { Machine } from '../../engine/machine.ts';
import { legacyModel } from '../../models/legacy/machine.ts';
import type { LegacyState } from '../../models/legacy/payment/state.ts';
import type { Setup, GivenLegacyPayment } from '../../models/setup.ts';
import { type Call, type Notification, type Reply, givenId } from '../../models/wire.ts';
import { legacyChanges } from '../changes.ts';
import { weighed, inWholeAmounts } from '../weights.ts';
import { authorizeOperation, bystander } from './authorize.ts';
import { captureOperation } from './capture.ts';
import { closeOperation } from './close.ts';
import { passTime, readClock, readPin } from './control.ts';
import { complete, type LegacyOperation } from './operations.ts';
import { refundOperation } from './refund.ts';
import { statusOperation } from './status.ts';
import { inPlainEncoding } from './checksums.ts';
import { dataClasses } from './orders/data-classes.ts';
import { orderCombinations } from '../inputs/order.ts';
import { orderInputs } from './orders/inputs.ts';
import { updateOperation } from './update.ts';
import { at } from '../../models/checks.ts';
import { predictAdoptPayment } from '../../models/legacy/payment/adopt-payment.ts';

type LegacyMachine = Machine<LegacyState, Call, Reply, Notification>;

/** The legacy interface as a machine: its operations, and the controls that this target offers. */
export function legacyMachine(setup: Setup): LegacyMachine {
  const api = [
    authorizeOperation(setup),
    captureOperation,
    refundOperation,
    updateOperation,
    closeOperation,
    statusOperation,
  ].map((shape) => complete(shape, setup));
  return {
    ...legacyModel(setup),
    operations: [...api, ...controls(setup), ...given(setup)].map(inWholeAmounts(setup)).map(weights),
    ...(setup.exclusive
      ? {}
      : {
          dataClasses,
          inputs: orderInputs(setup),
          changes: legacyChanges,
          combinations: { authorize: orderCombinations('legacy', setup) },
        }),
    avoiding: inPlainEncoding,
    audit,
    ...(setup.exclusive || setup.personas.approve === undefined ? {} : { bystander }),
  };
}

/**
 * No more than is left can be captured, and then all of it, which closes the payment: Status shows it before a close tries it, so that no other row is
 * accused of it. The same of the refunds of each capture. What can't be captured is closed.
 */
const audit: NonNullable<LegacyMachine['audit']> = [
  { operation: 'status', kind: 'read' },
  { operation: 'capture', kind: 'more than is left', negative: true },
  { operation: 'capture', kind: 'full' },
  { operation: 'status', kind: 'read' },
  { operation: 'close', kind: 'plain', negative: true },
  { operation: 'refund', kind: 'remaining+0.01', negative: true },
  { operation: 'refund', kind: 'beyond all', negative: true },
  { operation: 'refund', kind: 'remaining' },
  { operation: 'refund', kind: 'remaining+1', negative: true },
  { operation: 'refund', kind: 'one yen', negative: true },
  { operation: 'close', kind: 'plain' },
];

const weights = weighed<LegacyOperation>({ capture: 3, refund: 5, update: 1.5, close: 0.7 });

/** Payments of the settings, where none can be authorized. */
function given(setup: Setup): readonly LegacyOperation[] {
  const [first, ...others] = setup.legacyPayments ?? [];
  if (first === undefined || setup.exclusive || setup.personas.approve !== undefined) return [];
  return [adoptPayment([first, ...others])];
}

function controls(setup: Setup): readonly LegacyOperation[] {
  const { means, exclusive } = setup;
  return [
    ...(means.has('pins.read') || setup.asksPin === true ? [readPin(setup)] : []),
    ...(means.has('clock.read') ? [readClock(setup)] : []),
    ...(means.has('clock.advance') && exclusive ? [passTime(setup)] : []),
  ];
}

/** A payment of the settings, read to learn its state. Each serves one sequence, so nothing else is made in that. */
function adoptPayment(all: readonly [GivenLegacyPayment, ...GivenLegacyPayment[]]): LegacyOperation {
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
      return predictAdoptPayment(state, call, step, adopted);
    },
  };
}
