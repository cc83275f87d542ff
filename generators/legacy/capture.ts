import type { Attempt } from '../../engine/machine.ts';
import type { Part } from '../../models/legacy/payment/amounts.ts';
import { captureModel } from '../../models/legacy/capture.ts';
import type { Payment } from '../../models/legacy/payment/state.ts';
import { captureRequest } from '../../spec/legacy/capture.ts';
import { isMalformed } from '../malformed.ts';
import {
  fractionWeight,
  intents,
  isWithin,
  meant,
  moreOfLine,
  named,
  removed,
  someLine,
  unknownLine,
} from './orders/parts.ts';
import { onPayment } from './on-payment.ts';
import { formOf } from './requests.ts';
import { refusalOf } from './subjects.ts';

const inParts = [
  'one line',
  'last line',
  'half the quantity',
  'one piece',
  'two lines',
  'discount with a line',
  'a part of a discount with a line',
  'lines without extras',
  'tax only',
  'shipping only',
  'tax and shipping',
  'nearly all',
  'the rest',
] as const;
const beyond = [
  'more than is left',
  'a line again',
  moreOfLine,
  unknownLine,
  removed,
  'discount alone',
  'line without quantity',
  'no tax',
  'no shipping',
] as const;

export const captureOperation = onPayment({
  model: captureModel,
  schema: captureRequest,
  forms: ['full', 'one line', 'shipping only'],
  intents: intentsOn,
  body({ payments }, step) {
    const payment = payments[step.uses['payment'] ?? ''];
    // A malformed body is made from the capture of a line.
    const intent = isMalformed(step.kind) ? someLine : intents[formOf(step)];
    const part = payment && named(intent?.(payment));
    if (intents[step.kind] !== undefined && part === undefined && intent !== someLine) return undefined;
    return part === undefined ? {} : wire(part, step.kind !== 'line without quantity');
  },
  simpler: {
    'the rest': ['full'],
    'half the quantity': ['full', 'one line'],
    'one line': ['full'],
    'last line': ['full', 'one line'],
    'tax only': ['full', 'one line'],
    'shipping only': ['full', 'one line'],
    'tax and shipping': ['tax only', 'shipping only'],
    'one piece': ['full', 'one line'],
    'two lines': ['full', 'one line'],
    'discount with a line': ['full', 'one line', 'two lines'],
    'a part of a discount with a line': ['full', 'one line', 'discount with a line'],
    'lines without extras': ['full', 'one line', 'two lines'],
    'nearly all': ['one line', 'lines without extras'],
  },
});

/** Possible in few orders, and wrong in many servers. */
const ofDiscounts: ReadonlySet<string> = new Set([
  'discount with a line',
  'a part of a discount with a line',
]);

/** Possible in few orders, or permitted to be accepted: what was captured then shows only later. */
const weights: Readonly<Record<string, number>> = { [removed]: 8, [unknownLine]: 4 };

function intentsOn(payment: Payment): readonly Omit<Attempt, 'uses'>[] {
  if (payment.state.is === 'close') {
    return ['full', 'any line']
      .filter((kind) => kind === 'full' || meant(kind, payment) !== undefined)
      .map((kind) => ({ kind, ...refusalOf(payment) }));
  }
  if (payment.amountUnknown) return [];
  const able = inParts.filter((kind) => isWithin(payment, meant(kind, payment)));
  const unable = beyond.filter((kind) => meant(kind, payment) !== undefined);
  const weight = fractionWeight(payment.authorized);
  return [
    { kind: 'full', weight: 2 * weight },
    ...able.map((kind) => ({ kind, weight: (ofDiscounts.has(kind) ? 3 : 1) * weight })),
    ...unable.map((kind) => ({ kind, negative: true, weight: weights[kind] ?? 1 })),
  ];
}

function wire({ items, tax, shipping }: Part, counted = true) {
  return {
    ...(items.length > 0 && {
      items: items.map(({ item, quantity }) => ({ item_id: item, ...(counted && { quantity }) })),
    }),
    ...(tax !== undefined && { tax: Number(tax) }),
    ...(shipping !== undefined && { shipping: Number(shipping) }),
  };
}
