import type { Observation } from '../../engine/model.ts';
import type { Owed, OwedCapture } from '../../harness/records/cleanup-records.ts';
import type { ApiCall, Reply } from '../../models/wire.ts';
import { objectOf } from '../webhooks/bench.ts';
import { idOf } from './id-of.ts';

/** The payments that are remembered. */
export interface Remembered {
  /** The payment of an id. */
  payment(side: Owed['interface'], id: string): Owed | undefined;
  /** The payment of a legacy capture. */
  ofCapture(id: string): Owed | undefined;
}

/** What is owed of a payment after a legacy call, by its status texts (legacy, Endpoints); undefined: nothing that is known has changed. */
export function afterLegacy(
  call: ApiCall,
  observation: Observation<Reply>,
  known: Remembered,
): Owed | undefined {
  const sent = objectOf(call.body);
  if ('lost' in observation) return afterLoss(call, sent, known);
  const reply = objectOf(observation.reply.body);
  const id = idOf(sent['payment_id']) ?? idOf(reply['payment_id']);
  const payment = id === undefined ? undefined : known.payment('legacy', id);
  switch (reply['status']) {
    case 'authorize_success':
      return id === undefined ? undefined : { interface: 'legacy', id, state: 'open', captures: [] };
    case 'close_success':
    case 'close':
      return payment && { ...payment, state: 'closed' };
    case 'open':
      return payment && { ...payment, state: 'open' };
    case 'capture_success':
      return id === undefined ? undefined : captured(payment ?? fresh(id), sent, idOf(reply['capture_id']));
    case 'refund_success':
    case 'refund_fail':
      return refunded(sent, reply, known);
    default:
      return undefined;
  }
}

function fresh(id: string): Owed {
  return { interface: 'legacy', id, state: 'open', captures: [] };
}

function captured(payment: Owed, sent: Readonly<Record<string, unknown>>, capture: string | undefined): Owed {
  const isFull = !['items', 'tax', 'shipping'].some((name) => Object.hasOwn(sent, name));
  const state = isFull ? 'closed' : payment.state;
  if (capture === undefined)
    return { ...payment, state, doubt: 'a capture of it was answered without an id' };
  const others = payment.captures.filter(({ id }) => id !== capture);
  return { ...payment, state, captures: [...others, { id: capture }] };
}

/** legacy, Refund: without an amount the rest of the capture is refunded. Whether the payment is open again is not shown. */
function refunded(
  sent: Readonly<Record<string, unknown>>,
  reply: Readonly<Record<string, unknown>>,
  known: Remembered,
): Owed | undefined {
  const id = idOf(sent['capture_id']);
  const payment = id === undefined ? undefined : known.ofCapture(id);
  const capture = payment?.captures.find((one) => one.id === id);
  if (payment === undefined || capture === undefined) return undefined;
  const isWhole = !Object.hasOwn(sent, 'amount');
  const left = (captures: readonly OwedCapture[]) => [
    ...payment.captures.filter((one) => one !== capture),
    ...captures,
  ];
  if (reply['status'] === 'refund_success') {
    const state = payment.state === 'closed' ? 'unsure' : payment.state;
    return { ...payment, state, captures: left(isWhole ? [] : [{ ...capture, partly: true }]) };
  }
  // Of one that was refunded before, nothing is left then.
  if (!isWhole || capture.partly !== true || reply['reason'] !== 'invalid_amount') return undefined;
  return { ...payment, captures: left([]) };
}

function afterLoss(
  { operation, credential }: ApiCall,
  sent: Readonly<Record<string, unknown>>,
  known: Remembered,
): Owed | undefined {
  if (operation === 'authorize' && credential === 'valid') {
    const ref = idOf(objectOf(sent['order'])['order_ref']);
    const doubt = 'authorize was not answered: a payment with this order_ref may be open';
    return { interface: 'legacy', id: ref ?? 'without order_ref', state: 'closed', captures: [], doubt };
  }
  const id = idOf(sent['payment_id']);
  const payment = id === undefined ? undefined : known.payment('legacy', id);
  if (payment === undefined) return undefined;
  if (operation === 'close') return { ...payment, state: 'unsure' };
  if (operation !== 'capture') return undefined;
  return {
    ...payment,
    state: 'unsure',
    doubt: 'a capture of it was not answered, and nothing shows the id of one',
  };
}
