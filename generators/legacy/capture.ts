import type { Attempt } from '../../engine/model.ts';
import { aboutPayment } from '../../models/legacy/about-payment.ts';
import { captureModel } from '../../models/legacy/capture.ts';
import type { Part } from '../../models/legacy/amounts.ts';
import type { LegacyState, Payment } from '../../models/legacy/state.ts';
import { captureRequest } from '../../spec/legacy/capture.ts';
import { malformed } from '../malformed.ts';
import { borrowedChecksums } from './checksums.ts';
import { fractionWeight } from './fraction-weight.ts';
import { intents, isWithin, meant, named, removed, someLine } from './parts.ts';
import type { Shape } from './operations.ts';
import { bodiesOf, drawNamed, formOf, request, simplerKinds, mutatedAttempts } from './requests.ts';
import { foreign, refusalOf, subjectOf } from './subjects.ts';

const bad = bodiesOf(captureRequest);
const inParts = [
  'one line',
  'last line',
  'half the quantity',
  'one piece',
  'two lines',
  'discount with a line',
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
  'a line of no order',
  removed,
  'discount alone',
  'line without quantity',
  'no tax',
  'no shipping',
] as const;

export const captureOperation: Shape = {
  name: 'capture',

  attempts(state) {
    const known = Object.entries(state.payments).flatMap(([key, payment]) => attemptsOn(state, key, payment));
    return [...known, ...foreign(state)];
  },

  draw: drawNamed(bad, ['full', 'one line', 'shipping only']),

  resolve(state, step) {
    const subject = subjectOf(state, step);
    if (subject === undefined) return undefined;
    const payment = state.payments[step.uses['payment'] ?? ''];
    // A malformed body is made from the capture of a line.
    const form = formOf(step);
    const intent = step.kind.startsWith(malformed) ? someLine : intents[form];
    const part = payment && named(intent?.(payment));
    if (intents[step.kind] !== undefined && part === undefined && intent !== someLine) return undefined;
    const parts = part && wire(part, step.kind !== 'line without quantity');
    const body = { payment_id: subject.id, ...parts };
    return request(step, 'capture', body, subject.of, bad);
  },

  simpler: (step) =>
    simplerKinds(step, {
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
      'lines without extras': ['full', 'one line', 'two lines'],
      'nearly all': ['one line', 'lines without extras'],
    }),

  predict: aboutPayment(captureModel),
};

function attemptsOn(state: LegacyState, key: string, payment: Payment): readonly Attempt[] {
  const uses = { payment: key };
  const wrong = [...mutatedAttempts(uses, bad), ...borrowedChecksums(key, state)];
  if (payment.state.is === 'close') {
    const kinds = ['full', 'any line'].filter(
      (kind) => kind === 'full' || meant(kind, payment) !== undefined,
    );
    return [...kinds.map((kind) => ({ kind, uses, ...refusalOf(payment) })), ...wrong];
  }
  if (payment.unsure) return wrong;
  const able = inParts.filter((kind) => isWithin(payment, meant(kind, payment)));
  const unable = beyond.filter((kind) => meant(kind, payment) !== undefined);
  const weight = fractionWeight(payment.authorized);
  return [
    { kind: 'full', uses, weight: 2 * weight },
    ...able.map((kind) => ({ kind, uses, weight: (kind === 'discount with a line' ? 3 : 1) * weight })),
    ...unable.map((kind) => ({ kind, uses, negative: true, weight: kind === removed ? 8 : 1 })),
    ...wrong,
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
