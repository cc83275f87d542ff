import { getOrCreate } from '../../engine/collections.ts';
import type { Setup } from '../../models/setup.ts';
import type { faker } from '../faker.ts';
import {
  covering,
  impossiblePairs,
  isPossible,
  oneByOne,
  type Combination,
  type InputModel,
} from '../../engine/inputs/input-model.ts';

const classes = {
  lines: [2, 1, 10, 11, 20, 21, 100],
  quantity: [1, 2, 10, 12, 1000],
  discount: ['none', 'small', 'several', 'several pieces', 'nearly all', 'all lines'],
  tax: ['absent', 'zero', 'tenth', 'odd', 'fraction'],
  shipping: ['odd', 'absent', 'zero', 'tenth', 'fraction'],
  prices: ['whole', 'awkward', 'halves'],
  large: ['none', '2^31-1', '2^31', '2^32', '10^12'],
  free: ['none', 'a line'],
  titles: ['different', 'the same'],
  ids: ['different', 'by case', 'by a zero', 'missing'],
} as const;

/** What an order has, by the classes of its parameters. */
export type OrderCombination = Combination<typeof classes>;

export type Charge = OrderCombination['tax'];

/** The most lines of an order, with its discounts. */
export const mostLines = 103;

/** The interfaces, as far as their orders differ. */
export type Of = 'legacy' | 'resource';

const isCharged = (charge: Charge): boolean => charge !== 'absent' && charge !== 'zero';

/** The input model of an order, of both interfaces. */
export const orderShapes: InputModel<typeof classes> = {
  classes,
  reasons: {
    lines:
      'one, several, and either side of pages and lists of ten and twenty; a hundred is past any of them',
    quantity: 'one, several, two digits, the dozen of a form, and past what three digits hold',
    discount:
      'none, one of one piece, several lines of them, several pieces of one, all but the least total, all that the lines cost: then the total is that of tax and shipping alone',
    tax: 'left out, 0, whole, whole but no tenth, with a tenth of a yen: a rounded tax and one that is computed show only in the last two',
    shipping: 'as for tax, with a hundredth of a yen, the smallest part of a total',
    prices:
      'whole yen; decimals whose sums are wrong in binary; halves of a yen, which some round up, some down and some to the even yen',
    large:
      'either side of what 31 bits hold, past what 32 hold, and past what a single-precision float tells apart',
    free: 'a line that costs nothing beside others that do',
    titles: 'lines that only their ids and prices tell apart',
    ids: 'told apart by case or by a zero in front alone, or not at all',
  },
  constraints: [
    {
      of: ['large', 'discount'],
      holds: ({ large, discount }) => large === 'none' || (discount !== 'none' && discount !== 'small'),
      reason: 'the settings bound the total, so that a large line needs discounts of its size',
    },
    {
      of: ['discount', 'tax', 'shipping'],
      holds: ({ discount, tax, shipping }) =>
        discount !== 'all lines' || isCharged(tax) || isCharged(shipping),
      reason: 'a total of nothing is no payment',
    },
    {
      of: ['free', 'lines'],
      holds: ({ free, lines }) => free === 'none' || lines > 1,
      reason:
        'where the only line is free there is nothing to discount, and its tax or shipping is a class of its own',
    },
    {
      of: ['titles', 'lines'],
      holds: ({ titles, lines }) => titles === 'different' || lines > 1,
      reason: 'one line shares its title with none',
    },
    {
      of: ['ids', 'lines'],
      holds: ({ ids, lines }) => ids === 'different' || ids === 'missing' || lines > 1,
      reason: 'one line has an id like none',
    },
    {
      of: ['prices', 'large'],
      holds: ({ prices, large }) => prices === 'whole' || large === 'none',
      reason: 'a double does not hold the hundredths of every sum of so many digits',
    },
  ],
};

/** The model of the orders of an interface; `whole`: of a target that takes whole yen only, as its settings say. */
function modelFor(of: Of, whole: boolean): InputModel<typeof classes> {
  const kept = <T extends string>(values: readonly T[], gone: T) => values.filter((one) => one !== gone);
  const left = {
    // An authorization requires the id of each line (legacy, Endpoints, Authorize).
    ...(of === 'legacy' && { ids: kept(classes.ids, 'missing') }),
    ...(whole && {
      tax: kept(classes.tax, 'fraction'),
      shipping: kept(classes.shipping, 'fraction'),
      prices: ['whole'],
    }),
  };
  return { ...orderShapes, classes: { ...classes, ...(left as unknown as Partial<typeof classes>) } };
}

const ordinary: OrderCombination = {
  lines: 2,
  quantity: 1,
  discount: 'none',
  tax: 'absent',
  shipping: 'odd',
  prices: 'whole',
  large: 'none',
  free: 'none',
  titles: 'different',
  ids: 'different',
};

// Each takes some hundreds of milliseconds. They are the same for all runs.
const known = new Map<string, ReadonlyMap<string, OrderCombination>>();
const knownImpossible = new Map<string, ReturnType<typeof impossiblePairs>>();

/** The shapes of the orders of an interface: each class alone beside ordinary ones, then each possible pair; by the kinds of their attempts. */
export function shapesOf(of: Of, whole: boolean): ReadonlyMap<string, OrderCombination> {
  return getOrCreate(known, `${of} ${whole}`, () => {
    const model = modelFor(of, whole);
    const all = covering(model, oneByOne(model, ordinary));
    return new Map(all.map((one, nth) => [`order shape ${nth + 1}`, one]));
  });
}

/** The pairs of classes that no order of an interface has, by the reason. */
export const impossibleShapes = (of: Of, whole: boolean) =>
  getOrCreate(knownImpossible, `${of} ${whole}`, () => impossiblePairs(modelFor(of, whole)));

/** The shape that a kind of attempt is of; undefined where it is of none. */
export const shapeNamed = (of: Of, kind: string, { data }: Setup): OrderCombination | undefined =>
  shapesOf(of, data?.wholeAmounts === true).get(kind);

/** Classes that a target may refuse, with their discounts: the documents are silent about them. */
const doubtful: ReadonlySet<unknown> = new Set([
  21,
  100,
  'a line',
  'by case',
  'by a zero',
  ...classes.large.slice(1),
]);

/** A shape of which each parameter is drawn by itself, of the classes that a target must take and, in half of them, of fractions of a yen. */
export function anyShape(from: typeof faker, of: Of, whole: boolean): OrderCombination {
  const model = modelFor(of, whole || from.datatype.boolean());
  const one = () =>
    Object.fromEntries(
      Object.entries(model.classes).map(([name, values]) => [
        name,
        from.helpers.arrayElement<unknown>(values.filter((value) => !doubtful.has(value))),
      ]),
    ) as unknown as OrderCombination;
  let made = one();
  for (let times = 0; times < mostDraws && !isPossible(model, made); times += 1) made = one();
  return isPossible(model, made) ? made : ordinary;
}

/** Nine in ten draws are possible. */
const mostDraws = 8;
