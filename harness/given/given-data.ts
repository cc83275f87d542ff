import { legacyOperations, type LegacyOperationName } from '../../spec/operations.ts';
import type { z } from 'zod';
import type { GivenData, GivenValues, GivenLegacyPayment, GivenPayment } from '../../models/setup.ts';
import { isDay, strict, text, yesOrNo } from '../settings/settings-forms.ts';
import { Big } from 'big.js';
import type { Json } from '../../engine/model.ts';

/** A value of the documents' type text. */
const value = text.optional();

const buyer = strict({
  name1: value,
  name2: value,
  dob: text.refine(isDay, 'must be a date YYYY-MM-DD, as in 1980-01-31').optional(),
  address: strict({
    address1: value,
    address2: value,
    address3: value,
    address4: value,
    postal_code: value,
  }).optional(),
});

const shippingAddress = strict({
  line1: value,
  line2: value,
  city: value,
  state: value,
  zip: text.regex(/^\d{3}-\d{4}$/, 'must have the form NNN-NNNN, as in 150-0002').optional(),
});

/** `data` of a target. The range of amounts is in `limits`. */
export const dataSchema = strict({
  buyer: buyer.optional(),
  shipping_address: shippingAddress.optional(),
  whole_amounts: yesOrNo,
}).optional();

type DataSettings = z.output<typeof dataSchema>;

/** The given data, by the names of the requests. */
export function givenData(set: DataSettings): { readonly data?: GivenData } {
  const { name1, address, ...others } = set?.buyer ?? {};
  const buyerValues = given({ name: name1, ...others });
  const buyerAddress = given({ ...address });
  const shipping = given({ ...set?.shipping_address });
  const data = {
    ...(buyerValues && { buyer: buyerValues }),
    ...(buyerAddress && { buyerAddress }),
    ...(shipping && { shippingAddress: shipping }),
    ...(set?.whole_amounts === true && { wholeAmounts: true as const }),
  };
  return Object.keys(data).length === 0 ? {} : { data };
}

/** The values that are given; undefined where none is. */
function given(set: Readonly<Record<string, string | undefined>>): GivenValues | undefined {
  const values = Object.entries(set).flatMap(([name, one]) => (one === undefined ? [] : [[name, one]]));
  return values.length === 0 ? undefined : (Object.fromEntries(values) as GivenValues);
}

interface GivenAmounts {
  readonly data?: { readonly whole_amounts?: boolean | undefined } | undefined;
  readonly limits?: { readonly amount: { readonly min: number; readonly max: number } } | undefined;
  readonly legacy?: Payments | undefined;
  readonly resource?: Payments | undefined;
}

interface Payments {
  readonly payments: readonly { readonly amount: number }[];
}

/** Where the settings give amounts with fractions, though the target takes none. */
export function fractionsIn({
  data,
  limits,
  legacy,
  resource,
}: GivenAmounts): readonly (readonly PropertyKey[])[] {
  if (data?.whole_amounts !== true) return [];
  const ofPayments = Object.entries({ legacy, resource }).flatMap(([name, block]) =>
    (block?.payments ?? []).map(({ amount }, index) => ({
      path: [name, 'payments', index, 'amount'],
      amount,
    })),
  );
  const ofRange = Object.entries(limits?.amount ?? {}).map(([name, amount]) => ({
    path: ['limits', 'amount', name],
    amount,
  }));
  return [...ofRange, ...ofPayments]
    .filter(({ amount }) => !Number.isInteger(amount))
    .map(({ path }) => path);
}

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

/** The paths of operations that a target has elsewhere. */
export type LegacyPaths = Readonly<Partial<Record<LegacyOperationName, string>>>;

/** A path of the document, or one below it, as the target has it. */
export function targetPath(path: string, paths: LegacyPaths | undefined): string {
  for (const [operation, own] of Object.entries(paths ?? {})) {
    const { path: documented } = legacyOperations[operation as LegacyOperationName];
    if (path === documented) return own;
    if (path === `${documented}/nothing`) return `${own}/nothing`;
  }
  return path;
}
