import type { Factors, FactorTable } from './pairs.ts';
import {
  discountOf,
  lineFactors,
  lineImpossible,
  lineValues,
  recordOf,
  type Fields,
  type Tried,
} from './lines.ts';

/** Pairs of metadata in a request, and those that a payment has. */
const pairs = ['left out', 'none', 'some', 'twenty'];
const held = pairs.slice(1);
/** Empty texts are open points. */
const given = ['absent', 'text'];

/** The data of the interface of payments and tokens that replies depend on, by operation. */
export const resourceTables: readonly FactorTable[] = [
  {
    operation: 'create',
    values: {
      ...lineValues,
      order_ref: given,
      store_name: given,
      description: given,
      metadata: pairs,
    },
    impossible: lineImpossible,
  },
  {
    operation: 'update',
    values: {
      description: given,
      order_ref: given,
      metadata: pairs,
      before: held,
      status: ['AUTHORIZED', 'CLOSED'],
    },
    impossible: [],
  },
  {
    operation: 'capture',
    values: {
      metadata: pairs,
      before: held,
      discount: lineValues.discount,
      tax: lineValues.tax,
      shipping: lineValues.shipping,
    },
    impossible: [],
  },
  {
    operation: 'refund',
    values: {
      amount: ['left out', 'whole yen', 'fraction'],
      before: ['first', 'later'],
      metadata: pairs,
      reason: given,
      discount: lineValues.discount,
    },
    impossible: [
      ['amount=left out', 'before=later'],
      // Two open points in one request would tell nothing about either.
      ['amount=fraction', 'reason=text'],
    ],
  },
];

/** The factors of each accepted request of one sequence, in order. Refused requests change nothing and are counted elsewhere. */
export function resourceFactors(sequence: readonly Tried[]): readonly (readonly [string, Factors])[] {
  const payments = new Map<unknown, Fields>();
  return sequence.flatMap(({ operation, http, body, reply }) => {
    const id = reply['id'];
    const before = payments.get(id);
    if (http >= 300 || typeof id !== 'string' || !id.startsWith('pay_')) return [];
    // The order as it was sent: a reply may fill in what was left out.
    payments.set(id, { ...reply, order: before?.['order'] ?? body['order'] });
    const factors =
      operation === 'create' ? createFactors(body) : before && changeFactors(operation, body, before);
    return factors === undefined ? [] : [[operation, factors] as const];
  });
}

function createFactors(body: Fields): Factors {
  const order = recordOf(body['order']);
  return {
    ...lineFactors(order),
    order_ref: textOf(order['order_ref']),
    store_name: textOf(body['store_name']),
    description: textOf(body['description']),
    metadata: pairsOf(body['metadata']),
  };
}

function changeFactors(operation: string, body: Fields, before: Fields): Factors | undefined {
  const order = recordOf(before['order']);
  const metadata = pairsOf(body['metadata']);
  const discount = discountOf(order);
  if (operation === 'update') {
    return {
      description: textOf(body['description']),
      order_ref: textOf(body['order_ref']),
      metadata,
      before: heldPairs(before),
      status: String(before['status']).toUpperCase(),
    };
  }
  if (operation === 'capture') {
    const { tax, shipping } = lineFactors(order);
    return { metadata, before: heldPairs(before), discount, tax: tax ?? '', shipping: shipping ?? '' };
  }
  if (operation !== 'refund') return undefined;
  const { amount } = body;
  const refunds = Array.isArray(before['refunds']) ? before['refunds'].length : 0;
  return {
    amount: typeof amount !== 'number' ? 'left out' : Number.isInteger(amount) ? 'whole yen' : 'fraction',
    before: refunds === 0 ? 'first' : 'later',
    metadata,
    reason: textOf(body['reason']),
    discount,
  };
}

const heldPairs = (payment: Fields): string => pairsOf(payment['metadata'] ?? {});

function pairsOf(metadata: unknown): string {
  if (metadata === undefined) return 'left out';
  const count = Object.keys(recordOf(metadata)).length;
  return count === 0 ? 'none' : count < 20 ? 'some' : 'twenty';
}

const textOf = (value: unknown): string => (value === undefined ? 'absent' : 'text');
