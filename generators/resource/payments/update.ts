import fc from 'fast-check';
import type { Draw } from '../../../engine/machine.ts';
import type { Json, Step } from '../../../engine/model.ts';
import { predictUpdate } from '../../../models/resource/payments/update.ts';
import type { ResourceState } from '../../../models/resource/state.ts';
import { updateRequest } from '../../../spec/resource/payments/update.ts';
import { pairs, pairsIn, reference, sentence } from '../data.ts';
import type { Shape } from '../shape.ts';
import { first, onEach, paymentsOf } from '../attempts.ts';
import { isOfOthers, otherFields } from '../../malformed-classes.ts';

const shared = 'order_ref of another payment';
const intents = [
  'order_ref',
  shared,
  'description',
  'metadata 1',
  'metadata 0',
  'metadata 20',
  'all',
  'nothing',
] as const;

/** The intents of updating a payment. */
export const updateOperation: Shape = {
  name: 'update',
  entity: 'payment',
  schema: updateRequest,
  body: 'optional',
  ordinary: 'all',
  intents: (state) =>
    onEach('payment', paymentsOf(state), ({ status }, key) =>
      status.is === 'REJECTED'
        ? [{ kind: 'all', negative: true, weight: 0.3 }]
        : [
            ...intents.filter((kind) => kind !== shared || otherReference(state, key) !== undefined),
            ...Object.keys(otherFields).map((kind) => ({ kind, weight: 0.3 })),
            { kind: 'metadata 21', negative: true },
          ],
    ),
  sound: (state) => first('payment', paymentsOf(state), ({ status }) => status.is !== 'REJECTED'),
  draw: (kind, _state, _uses, draw) => bodyFor(kind, draw),
  marks,
  texts: { within: 'all', texts: ['description'], ids: ['order_ref'], pairs: 'metadata' },
  predict: predictUpdate,
};

function bodyFor(kind: string, draw: Draw): Json {
  const count = pairsIn[kind];
  if (count !== undefined) return { metadata: draw(pairs(count)) };
  if (isOfOthers(kind)) return { description: draw(sentence), ...otherFields[kind] };
  switch (kind) {
    case 'order_ref':
      return { order_ref: draw(reference) };
    case shared:
      return { order_ref: '$other' };
    case 'description':
      return { description: draw(sentence) };
    case 'nothing':
      return {};
    default:
      return {
        order_ref: draw(reference),
        description: draw(sentence),
        metadata: draw(pairs(draw(fc.constantFrom(0, 2, 20)))),
      };
  }
}

/** The order_ref of another payment, since it need not be unique. */
function marks(state: ResourceState, step: Step): Readonly<Record<string, Json>> | undefined {
  const other = otherReference(state, step.uses['payment']);
  if (step.kind === shared && other === undefined) return undefined;
  return { $other: other ?? null };
}

/** An order_ref that another payment has: an empty text names no order. */
function otherReference(state: ResourceState, key: string | undefined): string | undefined {
  const others = paymentsOf(state).filter(([other]) => other !== key);
  return others.map(([, { orderRef }]) => orderRef?.is).find((is) => is !== undefined && is !== '');
}
