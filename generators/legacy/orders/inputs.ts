import type { Machine } from '../../../engine/machine.ts';
import type { Classed } from '../../../engine/plan/category-coverage.ts';
import { isMore, isSame } from '../../../models/legacy/payment/amounts.ts';
import type { LegacyState, Payment } from '../../../models/legacy/payment/state.ts';
import type { Setup } from '../../../models/setup.ts';
import { plannedShapes } from '../../inputs/order.ts';
import { measures } from './data-classes.ts';
import { isWithin, meant } from './parts.ts';

type Inputs = NonNullable<Machine<LegacyState, never, never>['inputs']>;

/** Captures of single lines, by which a target shows what it has stored of each. */
const ofLines = ['of the first line', 'of a middle line', 'of the last line'] as const;
/** Then those that leave the least, and what they leave. */
const toTheEnd = ['nearly all', 'all but a piece', 'the rest'] as const;
const measuring = ['remaining', 'remaining+0.01', 'whole yen', 'full'] as const;

/**
 * An order of each shape, and what shows how a target computes with it: captures of the first, a middle and the last line, an update with the same
 * order, captures up to the last yen or piece and of that, or one of all at once, and refunds that measure each of them.
 */
export function orderInputs(setup: Setup): Inputs {
  const begin: readonly Classed[] =
    setup.personas.approve === undefined
      ? []
      : plannedShapes('legacy', setup).map((kind) => [
          { kind, uses: {} },
          { class: kind, role: 'begin' },
        ]);
  const changing = (operation: 'capture' | 'update') => (state: LegacyState) =>
    Object.entries(state.payments).flatMap(([payment, one]) => {
      const next = nextOf(one);
      const first = next?.operation === operation ? [change(next.kind, payment)] : [];
      return operation === 'capture' && isTakenAtOnce(one) ? [...first, change('full', payment)] : first;
    });
  return {
    authorize: ({ payments }) => (Object.keys(payments).length === 0 ? begin : []),
    capture: changing('capture'),
    update: changing('update'),
    refund: ({ captures }) =>
      Object.entries(captures).flatMap(([key, capture]) =>
        capture.amount === undefined || capture.returned
          ? []
          : measuring
              .filter((kind) => measures(kind, capture))
              .map((kind) => probe(kind, key, capture.payment)),
      ),
  };
}

const change = (kind: string, payment: string): Classed => [
  { kind, uses: { payment } },
  { class: kind, role: 'change', of: payment },
];

const probe = (kind: (typeof measuring)[number], capture: string, payment: string): Classed => [
  { kind, uses: { capture, payment }, ...(kind === 'remaining+0.01' && { negative: true }) },
  { class: kind, role: 'probe', of: capture },
];

/**
 * Whether the payment of an order is captured in full as well, in another sequence: where a part may be refused for its fraction or its discount line, a
 * refusal says nothing of the sum.
 */
function isTakenAtOnce({ state, taken, updated, order }: Payment): boolean {
  const { items, total, tax, shipping } = order;
  const isFraction = [total, tax, shipping, ...items.map(({ amount }) => amount)].some((one) =>
    one.includes('.'),
  );
  const isUntouched = state.is !== 'close' && !updated && isSame(taken.amount, '0');
  return isUntouched && (isFraction || items.some(({ amount }) => isMore('0', amount)));
}

/** What is done next with the payment of an order; undefined: nothing is left to do. */
function nextOf(
  payment: Payment,
): { readonly operation: 'capture' | 'update'; readonly kind: string } | undefined {
  if (payment.state.is === 'close' || payment.amountUnknown === true) return undefined;
  const possible = (kind: string): boolean => isWithin(payment, meant(kind, payment));
  const line = ofLines.find(possible);
  if (!payment.updated && line !== undefined) return { operation: 'capture', kind: line };
  if (!payment.updated) return { operation: 'update', kind: 'same order' };
  const kind = toTheEnd.find(possible);
  return kind === undefined ? undefined : { operation: 'capture', kind };
}
