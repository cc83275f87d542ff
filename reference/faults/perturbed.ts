import { Big } from 'big.js';
import type { LegacyPayment } from '../legacy/records.ts';
import { type LegacyRules, soundLegacyRules as legacy } from '../legacy/rules.ts';
import { type ResourceRules, soundResourceRules as resource } from '../resource/rules.ts';
import { type Fault, fault } from './fault.ts';

/** Ways in which a program gets a number wrong. */
type Wrong = (right: Big) => Big;

const everyNumber: Readonly<Record<string, Wrong>> = {
  'last-place-less': (right) => right.minus(lastPlaceOf(right)),
  'last-place-more': (right) => right.plus(lastPlaceOf(right)),
  rounded: (right) => right.round(0, Big.roundHalfUp),
  'rounded-down': (right) => right.round(0, Big.roundDown),
};

const lastPlaceOf = (right: Big): Big => new Big(right.round(0, 0).eq(right) ? '1' : '0.01');

/** A term of an order that a sum has left out. */
const termsOfLegacy: Readonly<Record<string, (payment: LegacyPayment) => Big>> = {
  'without-shipping': ({ order }) => order.shipping,
  'without-tax': ({ order }) => order.tax,
  'without-last-line': ({ order: { lines } }) => lines.at(-1)?.amount ?? new Big(0),
};

const inFloats = (from: Big, ...taken: readonly Big[]): Big =>
  new Big(taken.reduce((left, one) => left - one.toNumber(), from.toNumber()));

/** What a server decides by each wrong number, with the row that it breaks. */
const ofLegacy: readonly (readonly [
  rule: string,
  requirement: string,
  Readonly<Record<string, Partial<LegacyRules>>>,
])[] = [
  [
    'capturable',
    'legacy.capture.full-succeeds',
    {
      ...mapped(everyNumber, (wrong) => ({ capturable: (payment) => wrong(legacy.capturable(payment)) })),
      ...mapped(termsOfLegacy, (term) => ({
        capturable: (payment) => legacy.capturable(payment).minus(term(payment)),
      })),
      'in-floats': {
        capturable: ({ order, captured }) => inFloats(order.totalAmount, captured.amount),
      },
    },
  ],
  [
    'shown',
    'legacy.authorize.amount',
    {
      ...mapped(everyNumber, (wrong) => ({ amountShown: (payment) => wrong(legacy.amountShown(payment)) })),
      ...mapped(termsOfLegacy, (term) => ({
        amountShown: (payment) => legacy.amountShown(payment).minus(term(payment)),
      })),
    },
  ],
  [
    'billed',
    'legacy.refund.partial-succeeds',
    mapped(everyNumber, (wrong) => ({ billed: (...args) => wrong(legacy.billed(...args)) })),
  ],
  [
    'price',
    'legacy.capture.partial-succeeds',
    mapped(everyNumber, (wrong) => ({ priceOf: (...args) => wrong(legacy.priceOf(...args)) })),
  ],
  [
    'refundable',
    'legacy.refund.partial-succeeds',
    {
      ...mapped(everyNumber, (wrong) => ({ refundable: (...args) => wrong(legacy.refundable(...args)) })),
      'in-floats': { refundable: ({ amount, refunded }) => inFloats(amount, refunded) },
    },
  ],
  [
    'full-refund',
    'legacy.refund.full-succeeds',
    mapped(everyNumber, (wrong) => ({ fullRefund: (capture) => wrong(legacy.fullRefund(capture)) })),
  ],
];

const ofResource: readonly (readonly [
  rule: string,
  requirement: string,
  Readonly<Record<string, Partial<ResourceRules>>>,
])[] = [
  // How much a capture takes is open, but no more than was authorized.
  [
    'captured',
    'resource.capture.within-amount',
    {
      'last-place-more': {
        captureAmount: (payment) => new Big(resource.captureAmount(payment)).plus(1).toNumber(),
      },
    },
  ],
  [
    'remaining',
    'resource.refund.partial',
    {
      ...mapped(everyNumber, (wrong) => ({ remaining: (...args) => wrong(resource.remaining(...args)) })),
      'in-floats': {
        remaining: (capture, refunds) =>
          inFloats(
            new Big(capture.amount),
            ...refunds
              .filter(({ captureId }) => captureId === capture.id)
              .map(({ amount }) => new Big(amount)),
          ),
      },
    },
  ],
  [
    'refunded',
    'resource.refund.partial',
    mapped(everyNumber, (wrong) => ({
      refundAmount: (...args) => {
        const right = resource.refundAmount(...args);
        return right && wrong(right);
      },
    })),
  ],
];

function mapped<T, R extends object>(
  all: Readonly<Record<string, T>>,
  make: (one: T) => Partial<R>,
): Readonly<Record<string, Partial<R>>> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, make(one)]));
}

/** A server with one wrong number in its decisions. Meant to be guarded: without a guard most show at once. */
export const perturbedFaults: readonly Fault[] = [
  ...ofLegacy.flatMap(([rule, requirement, all]) =>
    Object.entries(all).map(([how, rules]) =>
      fault(`perturbed-legacy-${rule}-${how}`, requirement, { summary: summaryOf(rule, how), legacy: rules }),
    ),
  ),
  ...ofResource.flatMap(([rule, requirement, all]) =>
    Object.entries(all).map(([how, rules]) =>
      fault(`perturbed-resource-${rule}-${how}`, requirement, {
        summary: summaryOf(rule, how),
        resource: rules,
      }),
    ),
  ),
];

function summaryOf(rule: string, how: string): string {
  return `The number "${rule}" is wrong: ${how.replaceAll('-', ' ')}.`;
}
