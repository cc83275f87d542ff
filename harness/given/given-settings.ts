import { Big } from 'big.js';
import type { Json } from '../../engine/model.ts';
import type { GivenLegacyPayment, GivenPayment } from '../../models/setup.ts';
import type { LegacyPaths } from './legacy-paths.ts';

/** Where a target has the operations that are not where the document has them, without that of authorize. */
export function otherPaths(all: {
  readonly [operation in keyof LegacyPaths]: string | undefined;
}): { readonly paths?: LegacyPaths } {
  const others = Object.entries(all).filter(([name, path]) => name !== 'authorize' && path !== undefined);
  return others.length === 0 ? {} : { paths: Object.fromEntries(others) };
}

/** The payments with decimals as text, and without keys that are undefined. */
export function givenPayments(
  all: readonly { readonly id: string; readonly amount: number; readonly lines: readonly object[] }[],
): readonly GivenPayment[] {
  return all.map(({ id, amount, lines }) => ({
    id,
    amount: new Big(amount).toFixed(),
    lines: JSON.parse(JSON.stringify(lines)) as GivenPayment['lines'],
  }));
}

/** The tokens that may be used up, apart from the others. */
export function givenTokens(all: readonly { readonly id: string; readonly spend: boolean }[]) {
  const ids = (spend: boolean) => all.filter((one) => one.spend === spend).map(({ id }) => id);
  const spendable = ids(true);
  return { tokens: ids(false), ...(spendable.length > 0 && { spendable }) };
}

interface GivenOrder {
  readonly amount: number;
  readonly lines: readonly { readonly amount: number; readonly quantity: number }[];
  readonly tax?: number | undefined;
  readonly shipping?: number | undefined;
}

/** The sum of an order's lines, tax and shipping. */
export function sumOf({ lines, tax = 0, shipping = 0 }: GivenOrder): Big {
  return lines.reduce(
    (sum, { amount, quantity }) => sum.plus(new Big(amount).times(quantity)),
    new Big(tax).plus(shipping),
  );
}

/** The payments of the legacy interface, each with its order as an authorization would send it. */
export function givenLegacyPayments(
  all: readonly (GivenOrder & { readonly id: string })[],
): readonly GivenLegacyPayment[] {
  return all.map(({ id, amount, lines, tax, shipping }) => {
    const order = { items: lines, tax, shipping, total_amount: amount };
    return { id, order: JSON.parse(JSON.stringify(order)) as { readonly [name: string]: Json } };
  });
}
