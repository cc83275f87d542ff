import { Big } from 'big.js';
import { stateWord } from '../../spec/state-word.ts';
import type { Observation } from '../../engine/model.ts';
import type { Owed, OwedCapture } from '../../harness/records/cleanup-records.ts';
import type { Call, Reply } from '../../models/wire.ts';
import { objectOf } from '../webhooks/bench.ts';
import type { Remembered } from './after-legacy.ts';
import { idOf } from './id-of.ts';

/** Captures of one payment at most: a payment can be captured once. */
const mostCaptures = 20;

/** The operations that make a payment, or commit money of one that was given. */
const making: ReadonlySet<string> = new Set(['create', 'capture', 'issue-payment']);

/** Those that change what is owed. */
const changing: ReadonlySet<string> = new Set(['capture', 'refund', 'close']);

/** What is owed of a payment by the object that a call of the resource interface brought (resource, Payment); undefined: nothing that is known has changed. */
export function afterResource(
  call: Call,
  observation: Observation<Reply>,
  known: Remembered,
): Owed | undefined {
  if ('lost' in observation) return afterLoss(call, known);
  const { http, body } = observation.reply;
  const shown = objectOf(body);
  const id = idOf(shown['id']);
  if (http < 200 || http > 299 || id === undefined || !Array.isArray(shown['captures'])) return undefined;
  if (known.payment('resource', id) === undefined && !making.has(call.operation)) return undefined;
  return {
    interface: 'resource',
    id,
    state: stateOf(shown['status']),
    captures: owedCaptures(shown['captures'], shown['refunds']),
  };
}

function stateOf(status: unknown): Owed['state'] {
  switch (stateWord(status) ?? '') {
    case 'AUTHORIZED':
      return 'open';
    case 'CLOSED':
    case 'REJECTED':
      return 'closed';
    default:
      return 'unsure';
  }
}

function owedCaptures(captures: readonly unknown[], refunds: unknown): readonly OwedCapture[] {
  const all = Array.isArray(refunds) ? refunds.slice(0, 1000).map(objectOf) : [];
  return captures.slice(0, mostCaptures).flatMap((one): OwedCapture[] => {
    const { id: shown, amount } = objectOf(one);
    const id = idOf(shown);
    if (id === undefined) return [];
    const own = all.filter((refund) => refund['capture_id'] === id);
    if (own.length === 0) return [{ id }];
    const rest = own.reduce((sum, refund) => sum.minus(amountOf(refund['amount'])), amountOf(amount));
    return rest.gt(0) ? [{ id, rest: rest.toNumber() }] : [];
  });
}

function amountOf(value: unknown): Big {
  return typeof value === 'number' && Number.isFinite(value) ? new Big(value) : new Big(0);
}

function afterLoss(call: Call, known: Remembered): Owed | undefined {
  if (call.to !== 'resource') return undefined;
  if (call.operation === 'create' && call.credential === 'valid') {
    const ref = idOf(objectOf(objectOf(call.body)['order'])['order_ref']);
    const doubt = 'create was not answered: a payment with this order_ref may be open';
    return { interface: 'resource', id: ref ?? 'without order_ref', state: 'closed', captures: [], doubt };
  }
  // /payments/{id}/captures
  const [, , segment = ''] = call.path.split('/');
  const payment = changing.has(call.operation) ? known.payment('resource', decoded(segment)) : undefined;
  return payment && { ...payment, state: 'unsure' };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
