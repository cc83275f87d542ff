import type { Factors, FactorTable } from './pairs.ts';
import {
  discountOf,
  extraOf,
  fractionsOf,
  fractionValues,
  lineFactors,
  lineImpossible,
  lineValues,
  linesOf,
  recordOf,
  type Fields,
  type Line,
  type Tried,
} from './lines.ts';

const before = ['nothing captured', 'captured before'];

/** The data of the signed interface that sums depend on, by operation. */
export const legacyTables: readonly FactorTable[] = [
  {
    operation: 'authorize',
    values: { ...lineValues, fractions: fractionValues, order_ref: ['absent', 'present'] },
    impossible: lineImpossible,
  },
  {
    operation: 'update',
    values: { ...lineValues, fractions: fractionValues, before },
    impossible: lineImpossible,
  },
  {
    operation: 'capture',
    values: {
      what: ['all', 'lines', 'extras', 'lines and extras'],
      quantity: ['whole lines', 'part of a line'],
      'discount taken': ['none', 'whole', 'part'],
      before,
      order: ['as authorized', 'updated'],
      fractions: fractionValues,
    },
    impossible: [
      ...['all', 'extras'].flatMap((what) => [
        ...['whole lines', 'part of a line'].map((one) => [`what=${what}`, `quantity=${one}`] as const),
        ...['none', 'whole', 'part'].map((one) => [`what=${what}`, `discount taken=${one}`] as const),
      ]),
      // A part of a discount is a part of a line.
      ['quantity=whole lines', 'discount taken=part'],
    ],
  },
  {
    operation: 'refund',
    values: {
      amount: ['left out', 'whole yen', 'fraction'],
      before: ['first', 'later'],
      capture: ['all', 'part'],
      discount: ['none', 'one unit', 'several units'],
    },
    // A capture must be known to be refunded without an amount a second time: nothing is left.
    impossible: [['amount=left out', 'before=later']],
  },
];

interface Payment {
  order: Fields;
  updated: boolean;
  captures: number;
}

interface Capture {
  readonly payment: Payment;
  readonly part: boolean;
  refunds: number;
}

/** The factors of each accepted request of one sequence, in order. Refused requests change nothing and are counted elsewhere. */
export function legacyFactors(sequence: readonly Tried[]): readonly (readonly [string, Factors])[] {
  const payments = new Map<unknown, Payment>();
  const captures = new Map<unknown, Capture>();
  return sequence.flatMap(({ operation, body, reply }): readonly (readonly [string, Factors])[] => {
    const ends = typeof reply['status'] === 'string' && reply['status'].endsWith('_success');
    const payment = payments.get(body['payment_id']);
    const capture = captures.get(body['capture_id']);
    if (!ends) return [];
    if (operation === 'authorize') {
      const order = recordOf(body['order']);
      payments.set(reply['payment_id'], { order, updated: false, captures: 0 });
      const ref = order['order_ref'] === undefined ? 'absent' : 'present';
      return [[operation, { ...lineFactors(order), fractions: fractionsOf(order), order_ref: ref }]];
    }
    if (operation === 'update' && payment !== undefined) {
      const order = recordOf(body['order']);
      if (linesOf(order).length === 0) return [];
      Object.assign(payment, { order, updated: true });
      return [
        [
          operation,
          {
            ...lineFactors(order),
            fractions: fractionsOf(order),
            before: before[Math.min(payment.captures, 1)] ?? '',
          },
        ] as const,
      ];
    }
    if (operation === 'capture' && payment !== undefined) {
      const factors = captureFactors(payment, body);
      payment.captures += 1;
      captures.set(reply['capture_id'], { payment, part: factors['what'] !== 'all', refunds: 0 });
      return [[operation, factors]];
    }
    if (operation === 'refund' && capture !== undefined) {
      const factors = refundFactors(capture, body);
      capture.refunds += 1;
      return [[operation, factors]];
    }
    return [];
  });
}

function captureFactors({ order, updated, captures }: Payment, body: Fields): Factors {
  const taken = linesOf(body);
  const extras = [body['tax'], body['shipping']].some((value) => extraOf(value) !== 'absent');
  const what = taken.length > 0 ? (extras ? 'lines and extras' : 'lines') : extras ? 'extras' : 'all';
  return {
    what,
    before: before[Math.min(captures, 1)] ?? '',
    order: updated ? 'updated' : 'as authorized',
    fractions: fractionsOf(order),
    ...(taken.length > 0 && takenFactors(order, taken)),
  };
}

function takenFactors(order: Fields, taken: readonly Line[]): Factors {
  const ordered = new Map(linesOf(order).map((line) => [line.id, line]));
  const isPart = ({ id, quantity }: Line): boolean => quantity < (ordered.get(id)?.quantity ?? 0);
  const discounts = taken.filter(({ id }) => (ordered.get(id)?.price ?? 0) < 0);
  return {
    quantity: taken.some(isPart) ? 'part of a line' : 'whole lines',
    'discount taken': discounts.length === 0 ? 'none' : discounts.some(isPart) ? 'part' : 'whole',
  };
}

function refundFactors({ payment, part, refunds }: Capture, body: Fields): Factors {
  const { amount } = body;
  return {
    amount: typeof amount !== 'number' ? 'left out' : Number.isInteger(amount) ? 'whole yen' : 'fraction',
    before: refunds === 0 ? 'first' : 'later',
    capture: part ? 'part' : 'all',
    discount: discountOf(payment.order),
  };
}
