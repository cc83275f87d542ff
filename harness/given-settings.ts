import { Big } from 'big.js';
import type { GivenPayment } from '../models/setup.ts';
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
