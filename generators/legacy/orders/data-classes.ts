import { Big } from 'big.js';
import type { Machine, DataClass } from '../../../engine/machine.ts';
import type { Uses } from '../../../engine/model.ts';
import { isMore, isSame, minus, sumOf } from '../../../models/legacy/payment/amounts.ts';
import { removedLines } from '../../../models/legacy/payment/order.ts';
import type { Capture, LegacyState, Payment } from '../../../models/legacy/payment/state.ts';
import { andMalformed } from '../../malformed-classes.ts';
import { otherTexts } from '../checksums.ts';
import { moreOfLine, removed } from './parts.ts';

const orders: ReadonlySet<string> = new Set([
  'one line',
  'several lines',
  'discount',
  'discount of several pieces',
  'fractions',
  'fractions with a tax of zero',
  'discount without shipping',
]);

/** A target may take any of them, and each shows in one request alone. */
const texts: ReadonlySet<string> = new Set(otherTexts);

/** Rewrites of an order that the document defines whatever was captured. */
const rewrites: ReadonlySet<string> = new Set([
  'same order',
  'zeros for what is free',
  'new line',
  'replaced lines',
  'lowered',
  'repriced',
]);

/**
 * Refunds that show from outside how much a capture took: 0.01 yen more must be refused. A refund of a fraction of a yen may be refused,
 * but the fraction that whole yen leave can be refunded in full.
 */
export function measures(kind: string, { amount = '0', refunded }: Capture): boolean {
  const untouched = isSame(refunded, '0');
  if (kind === 'remaining+0.01') return untouched;
  if (!amount.includes('.')) return kind === 'remaining' && untouched;
  return kind === 'whole yen' || (kind === 'full' && isMore('1', minus(amount, refunded)));
}

const returns: ReadonlySet<string> = new Set([
  'part',
  'half',
  'full',
  'remaining',
  'remaining+0.01',
  'whole yen',
  'a tenth of a yen',
]);

/**
 * Where wrong sums show: captures by what they take, the kind of order, first or later; refunds by what they measure, how many came before,
 * the share and the kind of the amount.
 */
export const dataClasses: NonNullable<Machine<LegacyState, never, never>['dataClasses']> = {
  authorize: andMalformed((_state, { kind }) =>
    orders.has(kind)
      ? { class: kind, role: 'begin' }
      : texts.has(kind)
        ? { class: kind, role: 'probe' }
        : undefined,
  ),
  update: andMalformed((state, { kind, uses }) => {
    const payment = open(state, uses);
    if (payment === undefined || !rewrites.has(kind)) return undefined;
    return {
      class: `${kind}, ${payment.updated ? 'again' : orderOf(payment)}, ${turnOf(payment)}`,
      role: 'change',
    };
  }),
  capture: andMalformed((state, { kind, uses, negative }) => {
    const payment = open(state, uses);
    if (payment === undefined) return undefined;
    if (kind === removed && wereAll(payment)) return { class: kind, role: 'change' };
    // What is left of the line is captured after it.
    if (kind === moreOfLine) return { class: `${kind}, ${turnOf(payment)}`, role: 'probe' };
    if (negative === true) return undefined;
    const rest =
      kind === 'full' || kind === 'the rest' ? inFloats(payment.order.total, payment.taken.amount) : '';
    return { class: `${kind}, ${orderOf(payment)}, ${turnOf(payment)}${rest}`, role: 'change' };
  }),
  refund: andMalformed((state, { kind, uses: { capture: key } }) => {
    const capture = key === undefined ? undefined : state.captures[key];
    return key === undefined || capture === undefined ? undefined : ofRefund(kind, key, capture);
  }),
};

function open(state: LegacyState, uses: Uses): Payment | undefined {
  const payment = state.payments[uses['payment'] ?? ''];
  return payment === undefined || payment.state.is === 'close' || payment.amountUnknown === true
    ? undefined
    : payment;
}

/** Whether the lines that were removed were worth all that is authorized: a target that still captures them closes the payment, which a read shows. */
function wereAll(payment: Payment): boolean {
  const sum = sumOf({ items: removedLines(payment), tax: '0', shipping: '0' });
  const { taken, authorized, order } = payment;
  return isSame(taken.amount, '0') && isSame(sum, authorized) && isSame(sum, order.total);
}

const turnOf = ({ taken }: Payment): string => (isSame(taken.amount, '0') ? 'first' : 'later');

function ofRefund(kind: string, key: string, capture: Capture): DataClass | undefined {
  if (capture.amount === undefined || capture.returned) return undefined;
  const before = isSame(capture.refunded, '0') ? 'first' : (capture.parts ?? 0) > 1 ? 'third' : 'second';
  const share = capture.full === true ? 'of all' : 'of a part';
  const whole = capture.amount.includes('.') ? 'no whole yen' : 'whole yen';
  if (kind === 'whole yen' && capture.refunded.includes('.'))
    return { class: `${kind} after a fraction`, role: 'probe' };
  if (measures(kind, capture)) return { class: kind, role: 'probe', of: key };
  if (!returns.has(kind)) return undefined;
  const rest = kind === 'full' ? inFloats(capture.amount, capture.refunded) : '';
  return { class: `${kind}, ${before}, ${share}, ${whole}${rest}`, role: 'probe' };
}

/** Whether binary floats give less or more than decimals for what is left: a target may then capture too little or too much. */
function inFloats(whole: string, taken: string): string {
  const wrong = new Big(Number(whole) - Number(taken)).cmp(minus(whole, taken));
  return wrong === 0 ? '' : wrong < 0 ? ', less in floats' : ', more in floats';
}

function orderOf({ order, updated }: Payment): string {
  if (updated) return 'updated';
  const amounts = order.items.map(({ amount }) => amount);
  if ([order.total, order.tax, ...amounts].some((amount) => amount.includes('.'))) return 'fractions';
  return amounts.some((amount) => amount.startsWith('-')) ? 'discount' : 'plain';
}
