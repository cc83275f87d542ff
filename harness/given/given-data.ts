import type { z } from 'zod';
import type { GivenData, GivenValues } from '../../models/setup.ts';
import { isDay, strict, text, yesOrNo } from '../settings/settings-forms.ts';

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
