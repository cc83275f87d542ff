import type { Sequence, Uses } from '../../engine/model.ts';
import { avoiding } from '../../engine/walk/walk.ts';
import { sameOrder } from '../../generators/inputs/order.ts';
import { severalTexts } from '../../generators/inputs/texts.ts';
import type { AnyMachine } from './machines.ts';
import { drawingUnder, drawnSteps, step, type Planned } from './planned.ts';

/** A change of the payment, or of one of its captures. */
type Change = readonly [operation: string, kind: string, capture?: string];

/** What a machine does with one payment one after another. */
interface LaterTurns {
  readonly before: readonly Planned[];
  readonly make: readonly [operation: string, uses: Uses];
  readonly read: readonly [operation: string, kind: string];
  readonly lives: readonly Lives[];
}

interface Lives {
  /** The kinds of orders. */
  readonly orders: readonly string[];
  /** Whether a payment with the same order stands beside it. */
  readonly isBeside: boolean;
  /** Each a sequence of its own. A capture is named by its place among the changes. */
  readonly changes: readonly (readonly Change[])[];
}

/** Three captures of one payment, which leave some of it. */
const captures: readonly Change[] = [
  ['capture', 'shipping only'],
  ['capture', 'tax only'],
  ['capture', 'one line'],
];

/** By machine. */
const later: Readonly<Record<string, LaterTurns>> = {
  legacy: {
    before: [],
    make: ['authorize', {}],
    read: ['status', 'read'],
    lives: [
      {
        // The first two have an order_ref, so that the one beside has the same.
        orders: ['several lines', 'fractions', 'discount of several pieces'],
        changes: [
          // Whatever a first refund of the third capture gives, a further yen, or less, shows it.
          [...captures, ['refund', 'full', 'c3'], ['refund', 'one yen', 'c3'], ['update', 'same order']],
          [
            ...captures,
            ['refund', 'part', 'c3'],
            ['refund', 'part', 'c3'],
            ['refund', 'remaining+0.01', 'c3'],
            ['refund', 'remaining', 'c3'],
            ['capture', 'more than is left'],
            ['capture', 'the rest'],
            ['refund', 'half', 'c9'],
            ['refund', 'remaining+0.01', 'c9'],
            ['refund', 'full', 'c9'],
            ['refund', 'full', 'c1'],
          ],
          [...captures, ['update', 'same order'], ['capture', 'full'], ['refund', 'remaining', 'c5']],
          [...captures, ['close', 'plain'], ['refund', 'full', 'c3'], ['refund', 'one yen', 'c3']],
        ],
        isBeside: true,
      },
      {
        // Each text of them is of another class.
        orders: severalTexts,
        isBeside: false,
        changes: [
          [
            ['update', 'same order'],
            ['capture', 'one line'],
            ['refund', 'part', 'c2'],
            ['refund', 'remaining+0.01', 'c2'],
            ['refund', 'remaining', 'c2'],
            ['capture', 'more than is left'],
            ['capture', 'full'],
            ['refund', 'remaining+0.01', 'c7'],
            ['refund', 'full', 'c7'],
            ['refund', 'one yen', 'c7'],
          ],
        ],
      },
    ],
  },
  'resource-payments': {
    before: [step('s1', 'issue-token', 'plain')],
    make: ['create', { token: 's1' }],
    read: ['get', 'plain'],
    lives: [
      {
        orders: ['several items', 'discount', 'mixed order'],
        changes: [
          [
            ['update', 'all'],
            ['update', 'order_ref'],
            ['update', 'all'],
            ['capture', 'empty object'],
            ['refund', 'part', 'c4'],
            ['refund', 'part', 'c4'],
            ['refund', 'remaining+1', 'c4'],
            ['refund', 'remaining', 'c4'],
            ['refund', 'one', 'c4'],
            ['update', 'all'],
          ],
        ],
        isBeside: true,
      },
      {
        orders: severalTexts,
        isBeside: false,
        changes: [
          [
            ['update', 'all'],
            ['capture', 'empty object'],
            ['refund', 'part', 'c2'],
            ['refund', 'remaining+1', 'c2'],
            ['refund', 'remaining', 'c2'],
          ],
        ],
      },
    ],
  },
};

/** Third and later changes of a payment, each of which shows what it did, beside one of the same order; and the whole life of payments with unusual texts. None of those that this target can't be asked for. */
export function laterTurns(name: string, machine: AnyMachine, seed: number): readonly Sequence[] {
  const of = later[name];
  if (of === undefined) return [];
  const draw = drawingUnder(seed);
  return of.lives.flatMap(({ orders, isBeside, changes: all }) =>
    orders.flatMap((order) =>
      all.flatMap((changes) => {
        const planned = plannedOf(of, order, changes, isBeside);
        const drawn = drawnSteps(machine, planned, draw);
        return drawn === undefined ? [] : [avoiding(machine, drawn.steps, () => true)];
      }),
    ),
  );
}

function plannedOf(
  { before, make: [making, uses], read }: LaterTurns,
  order: string,
  changes: readonly Change[],
  isBeside: boolean,
): readonly Planned[] {
  let last = before.length;
  const next = (operation: string, kind: string, on: Uses): Planned => {
    last += 1;
    return step(`s${last}`, operation, kind, on);
  };
  const made = next(making, order, uses);
  const beside = isBeside ? [next(making, sameOrder, { ...uses, other: made.id })] : [];
  const captured = new Map<string, string>();
  const steps = changes.map(([operation, kind, capture], nth) => {
    const on = { payment: made.id, ...(capture !== undefined && { capture: captured.get(capture) ?? '' }) };
    const one = next(operation, kind, on);
    if (operation === 'capture') captured.set(`c${nth + 1}`, one.id);
    return one;
  });
  const reads = [made, ...beside].map(({ id }) => next(...read, { payment: id }));
  return [...before, made, ...beside, ...steps, ...reads];
}
