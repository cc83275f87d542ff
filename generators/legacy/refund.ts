import { numberForms } from '../request-mutations.ts';
import { Big } from 'big.js';
import type { Attempt } from '../../engine/machine.ts';
import { predictRefund } from '../../models/legacy/refund.ts';
import { isMore, isSame, minus, plus } from '../../models/legacy/payment/amounts.ts';
import { captureId, paymentId, type Capture } from '../../models/legacy/payment/state.ts';
import { refundRequest } from '../../spec/legacy/refund.ts';
import { isMalformed } from '../malformed.ts';
import type { Shape } from './operations.ts';
import {
  bodiesOf,
  drawNamed,
  formOf,
  requestForms,
  request,
  seldomWeight,
  simplerKinds,
  mutatedAttempts,
} from './requests.ts';
import { fractionWeight } from './orders/parts.ts';
import { mayNameBoth } from './subjects.ts';

const bad = bodiesOf(refundRequest);
const borrowed = ['checksum of nothing', 'checksum of its payment', 'id of a payment'];
const mutated = mutatedAttempts(bad, borrowed, seldomWeight);
/** Refunds are tried on the latest captures: more add steps, not states. */
const mostCaptures = 3;

export const refundOperation: Shape = {
  name: 'refund',

  attempts(state) {
    const captures = Object.entries(state.captures).slice(-mostCaptures);
    const known = captures.flatMap(([key, capture]) => {
      const uses = { capture: key, payment: capture.payment };
      const others = captures.filter(([, { payment }]) => payment === capture.payment).length > 1;
      // A wrong amount shows best beside another capture's.
      const weight = fractionWeight(capture.amount) * (others ? 2.5 : 1);
      return [
        ...attemptsOn(capture).map((attempt) => ({
          ...attempt,
          uses,
          weight: (attempt.weight ?? 1) * weight,
        })),
        ...mutated(uses),
      ];
    });
    // Alone it would be tried again and again.
    return known.length === 0
      ? []
      : [...known, { kind: 'id never issued', uses: {}, negative: true, weight: 0.5 }];
  },

  unusual: ({ captures }) =>
    Object.entries(captures).flatMap(([key, { amount, returned, payment }]) =>
      amount === undefined || returned
        ? []
        : [...requestForms, ...numberForms].map((one) => ({ ...one, uses: { capture: key, payment } })),
    ),

  draw: drawNamed(bad, ['full', 'part']),

  resolve(state, step) {
    if (step.kind === 'id never issued') {
      const { id } = step.data as { readonly id: string };
      return request(step, 'refund', { capture_id: id }, id, bad);
    }
    const key = step.uses['capture'] ?? '';
    const capture = state.captures[key];
    const payment = capture && state.payments[capture.payment];
    if (capture === undefined || payment === undefined) return undefined;
    const own = captureId(capture, key);
    const ofPayment = paymentId(payment, capture.payment);
    if (step.kind === 'id of a payment' && payment.id !== undefined && mayNameBoth(payment.id, [capture]))
      return undefined;
    if (step.kind === 'id of a payment')
      return request(step, 'refund', { capture_id: ofPayment }, ofPayment, bad);
    const of =
      step.kind === 'checksum of its payment' ? ofPayment : step.kind === 'checksum of nothing' ? '' : own;
    const intent = intents[isMalformed(step.kind) ? 'part' : formOf(step)];
    const amount = intent?.(capture);
    if (intents[step.kind] !== undefined && amount === undefined) return undefined;
    const body = { capture_id: own, ...(amount !== undefined && { amount: Number(amount) }) };
    return request(step, 'refund', body, of, bad);
  },

  simpler: (step) =>
    simplerKinds(step, {
      part: ['full'],
      half: ['full', 'part'],
      remaining: ['full', 'part', 'half'],
      'whole yen': ['full', 'part', 'half'],
      'a tenth of a yen': ['full', 'part'],
      'remaining+0.01': ['remaining+1'],
    }),

  predict: predictRefund,
};

function attemptsOn(capture: Capture): readonly Omit<Attempt, 'uses'>[] {
  const open = [
    { kind: 'zero', negative: true, weight: 0.5 },
    { kind: 'below zero', negative: true, weight: 0.5 },
  ];
  if (capture.amount === undefined) {
    const most = capture.atMost === undefined ? [] : [{ kind: 'beyond all', negative: true }];
    return capture.returned ? [] : [{ kind: 'full' }, ...most];
  }
  if (capture.returned) {
    return [
      { kind: 'one yen', negative: true, weight: 40 },
      { kind: 'full', negative: true, weight: 0.5 },
      ...open,
    ];
  }
  // Only these show whether too much was captured, and whether every refund counts.
  const beyond = ['remaining+1', 'remaining+0.01'].map((kind) => ({ kind, negative: true, weight: 40 }));
  if (isSame(capture.amount, capture.refunded))
    return [...beyond, { kind: 'full', negative: true, weight: 0.5 }];
  return [
    { kind: 'part' },
    { kind: 'half' },
    { kind: 'remaining', weight: 2.5 },
    { kind: 'full', weight: isSame(capture.refunded, '0') ? 0.7 : 4 },
    ...['whole yen', 'a tenth of a yen']
      .filter((kind) => intents[kind]?.(capture) !== undefined)
      .map((kind) => ({ kind, weight: 12 })),
    ...beyond,
    ...open,
  ];
}

function remaining({ amount, refunded }: Capture): string | undefined {
  return amount === undefined ? undefined : minus(amount, refunded);
}

/** A share of what is left, in whole yen if that is more than zero. */
function share(capture: Capture, of: number): string | undefined {
  const left = remaining(capture);
  if (left === undefined) return undefined;
  const whole = new Big(left).div(of).round(0, Big.roundDown).toFixed();
  return isMore(whole, '0') ? whole : left;
}

function above(capture: Capture, more: string): string | undefined {
  const left = remaining(capture);
  return left === undefined ? undefined : plus(left, more);
}

/** What is left, where it is no whole number of yen. */
function fractional(capture: Capture): string | undefined {
  const left = remaining(capture);
  return left?.includes('.') ? left : undefined;
}

/** The amount that each intent means; undefined when what is left is unknown. Other kinds send no amount. */
const intents: Readonly<Record<string, (capture: Capture) => string | undefined>> = {
  part: (capture) => share(capture, 4),
  half: (capture) => share(capture, 2),
  remaining,
  'remaining+1': (capture) => above(capture, '1'),
  'remaining+0.01': (capture) => above(capture, '0.01'),
  // Only after a capture of a fraction of a yen: otherwise no merchant would refund one.
  'whole yen': (capture) => {
    const left = fractional(capture);
    const whole = left && new Big(left).round(0, Big.roundDown).toFixed();
    return whole !== undefined && isMore(whole, '0') ? whole : undefined;
  },
  'a tenth of a yen': (capture) => {
    const left = fractional(capture);
    return left !== undefined && isMore(left, '0.1') ? '0.1' : undefined;
  },
  'beyond all': ({ atMost, refunded }) => atMost && plus(minus(atMost, refunded), '1'),
  'one yen': () => '1',
  zero: () => '0',
  'below zero': () => '-1',
};
