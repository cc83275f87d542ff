import { Big } from 'big.js';
import type { LegacyPayment, Order, OrderLine } from '../../legacy/records.ts';
import { objectIn } from '../../json.ts';
import { soundLegacyRules as sound } from '../../legacy/rules.ts';
import type { Overrides } from '../fault.ts';
import { fault, type Fault } from '../fault.ts';
import { linesOf, receiving } from './patches.ts';

/** Keeps another order than the one that an authorization or an update brings. */
const keeping = (change: (order: Order) => Partial<Order>): Overrides => ({
  stored: {
    legacyPayments(payment, before): LegacyPayment {
      if (before?.order === payment.order) return payment;
      const order = { ...payment.order, ...change(payment.order) };
      return { ...payment, order, ...(before === undefined && { authorizedAmount: order.totalAmount }) };
    },
  },
});

/** Keeps other lines, and the total as it is. */
const keepingLines = (change: (lines: readonly OrderLine[]) => readonly OrderLine[]): Overrides =>
  keeping(({ lines }) => ({ lines: change(lines) }));

const charges = ({ tax, shipping }: Order): Big => tax.plus(shipping);

/** Computes the total anew, with another worth of a line, or without it. */
const totalling = (
  worth: (line: OrderLine, nth: number, all: readonly OrderLine[]) => Big,
  extras: (order: Order) => Big = charges,
): Overrides =>
  keeping((order) => ({
    totalAmount: order.lines.reduce(
      (sum, line, nth) => sum.plus(worth(line, nth, order.lines)),
      extras(order),
    ),
  }));

/** The same of orders without discounts, whose totals another rule is about. */
const totallingGoods = (...[worth, extras = charges]: Parameters<typeof totalling>): Overrides =>
  keeping((order) =>
    order.lines.some(isDiscount)
      ? {}
      : {
          totalAmount: order.lines.reduce(
            (sum, line, nth) => sum.plus(worth(line, nth, order.lines)),
            extras(order),
          ),
        },
  );

const worthOf = ({ amount, quantity }: OrderLine): Big => amount.times(quantity);
const isDiscount = ({ amount }: OrderLine): boolean => amount.lt(0);

/** The lines of an order that a comparison of their ids does not tell apart. */
const comparing = (form: (id: string) => string): Overrides => ({
  legacy: {
    linesToCapture: ({ lines }, id) => lines.filter((line) => form(line.itemId ?? '') === form(id)),
  },
});

/** Lines of one title become one. */
const merged = (lines: readonly OrderLine[]): readonly OrderLine[] => {
  const byTitle = new Map<string, OrderLine>();
  for (const line of lines) {
    const first = byTitle.get(line.title);
    byTitle.set(line.title, first ? { ...first, quantity: first.quantity + line.quantity } : line);
  }
  return [...byTitle.values()];
};

/** Faults that only some shapes of orders show, one or more for each class of their input model. */
export const legacyNumbersFaults: readonly Fault[] = [
  fault('legacy-lines-in-31-bits', 'legacy.authorize.discount', {
    summary: 'What a line costs is kept in 32 bits with a sign.',
    ...totalling((line) => {
      const worth = worthOf(line);
      return worth.mod(1).eq(0) ? new Big(Number(worth) | 0) : worth;
    }),
  }),
  fault('legacy-lines-in-32-bits', 'legacy.authorize.discount', {
    summary: 'What a line costs is kept in 32 bits without a sign.',
    ...totalling((line) => (isDiscount(line) ? worthOf(line) : new Big(Number(worthOf(line)) % 2 ** 32))),
  }),
  fault('legacy-lines-in-single-precision', 'legacy.authorize.discount', {
    summary: 'What a line of more than 2^32 yen costs is kept in single precision.',
    ...totalling((line) => {
      const worth = worthOf(line);
      return worth.gt(2 ** 32) ? new Big(Math.fround(Number(worth))) : worth;
    }),
  }),
  fault('legacy-total-in-floats', 'legacy.authorize.amount', {
    summary: 'The total is the sum of the lines in binary floats.',
    ...keeping(({ lines, tax, shipping, totalAmount }) => {
      const sum = (sofar: number, line: OrderLine) => sofar + Number(line.amount) * line.quantity;
      const inFloats = new Big(lines.reduce(sum, Number(tax) + Number(shipping)));
      return { totalAmount: lines.some(isDiscount) ? totalAmount : inFloats };
    }),
  }),
  fault('legacy-prices-rounded-to-even', 'legacy.authorize.amount', {
    summary: 'Prices of half a yen are rounded to the even yen.',
    ...totallingGoods(({ amount, quantity }) =>
      (amount.mod(1).abs().eq('0.5') ? amount.round(0, Big.roundHalfEven) : amount).times(quantity),
    ),
  }),
  fault('legacy-tax-rounded-to-yen', 'legacy.authorize.amount', {
    summary: 'The tax is rounded to whole yen before it is added.',
    ...totallingGoods(worthOf, ({ tax, shipping }) => tax.round(0).plus(shipping)),
  }),
  fault('legacy-shipping-rounded-to-tenths', 'legacy.authorize.amount', {
    summary: 'The shipping fee is rounded to tenths of a yen before it is added.',
    ...totallingGoods(worthOf, ({ tax, shipping }) => tax.plus(shipping.round(1))),
  }),
  fault('legacy-first-discount-only', 'legacy.authorize.discount', {
    summary: 'Of several discounts only the first counts.',
    ...totalling((line, nth, all) =>
      isDiscount(line) && all.findIndex(isDiscount) < nth ? new Big(0) : worthOf(line),
    ),
  }),
  fault('legacy-discount-of-one-piece', 'legacy.authorize.discount', {
    summary: 'A discount counts once, whatever its quantity.',
    ...totalling((line) => (isDiscount(line) ? line.amount : worthOf(line))),
  }),
  fault('legacy-discount-of-half-at-most', 'legacy.authorize.discount', {
    summary: 'A discount of more than half of the goods counts as half of them.',
    ...keeping(({ lines, totalAmount }) => {
      const goods = lines
        .filter((line) => !isDiscount(line))
        .reduce((sum, line) => sum.plus(worthOf(line)), new Big(0));
      const off = lines.filter(isDiscount).reduce((sum, line) => sum.minus(worthOf(line)), new Big(0));
      const half = goods.div(2).round(0, Big.roundDown);
      return { totalAmount: off.gt(half) ? totalAmount.plus(off).minus(half) : totalAmount };
    }),
  }),
  fault('legacy-ten-lines-kept', 'legacy.capture.partial-succeeds', {
    summary: 'Of more than ten lines the first ten are kept.',
    ...keepingLines((lines) => lines.slice(0, 10)),
  }),
  fault('legacy-twenty-lines-kept', 'legacy.capture.partial-succeeds', {
    summary: 'Of more than twenty lines the first twenty are kept.',
    ...keepingLines((lines) => lines.slice(0, 20)),
  }),
  fault('legacy-lines-merged-by-title', 'legacy.capture.partial-succeeds', {
    summary: 'Lines of one title are kept as one.',
    ...keepingLines(merged),
  }),
  fault('legacy-quantity-of-two-digits', 'legacy.capture.partial-succeeds', {
    summary: 'Of more than 99 pieces of a line 99 are kept.',
    ...keepingLines((lines) => lines.map((line) => ({ ...line, quantity: Math.min(line.quantity, 99) }))),
  }),
  fault('legacy-quantity-of-one-digit', 'legacy.capture.partial-succeeds', {
    summary: 'Of the pieces of a line the last digit is kept.',
    ...keepingLines((lines) => lines.map((line) => ({ ...line, quantity: line.quantity % 10 || 10 }))),
  }),
  fault('legacy-ids-without-case', 'legacy.capture.partial-succeeds', {
    summary: 'Ids of lines are compared without their case.',
    ...comparing((id) => id.toLowerCase()),
  }),
  fault('legacy-ids-as-numbers', 'legacy.capture.partial-succeeds', {
    summary: 'Ids of lines are compared as numbers.',
    ...comparing((id) => (/^\d+$/.test(id) ? String(Number(id)) : id)),
  }),
  fault('legacy-shipping-alone-refused', 'legacy.authorize.discount', {
    summary: 'An authorization is refused as malformed whose lines come to nothing.',
    legacy: receiving('authorize', (body) => {
      const worth = linesOf(body).map((line) => Number(line['amount']) * Number(line['quantity']));
      const isNothing = worth.length > 0 && worth.reduce((sum, one) => sum + one, 0) === 0;
      return isNothing && objectIn(body['order'])['total_amount'] !== undefined ? {} : body;
    }),
  }),
  fault('legacy-update-keeps-ten-lines', 'legacy.capture.partial-succeeds', {
    summary: 'Of more than ten lines of an update the first ten are kept.',
    legacy: {
      orderAfterUpdate: (before, after) => {
        const order = sound.orderAfterUpdate(before, after);
        return { ...order, lines: order.lines.slice(0, 10) };
      },
    },
  }),
];
