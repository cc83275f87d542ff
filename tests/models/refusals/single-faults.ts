import type { Json } from '../../../engine/model.ts';
import type { Malformed } from '../../../generators/malformed.ts';
import {
  bodyMutations,
  keyMutations,
  methodMutations,
  type Mutations,
  pathMutations,
} from '../../../generators/request-mutations.ts';
import type { ApiCall } from '../../../models/wire.ts';
import type { Fault } from './enumerated.ts';

export const faultsFrom = (part: Fault['part'], mutations: Mutations): readonly Fault[] =>
  Object.entries(mutations).map(([name, apply]) => ({ name, part, apply }));

/** One malformed body of each class and field that is not inside another. */
export function ofBody(bad: Malformed): readonly Fault[] {
  return bad.kinds.flatMap((kind) =>
    bad
      .of(kind)
      .slice(0, 2)
      .map(({ name, path, apply }) => ({
        name,
        path,
        part: 'field' as const,
        apply: (call: ApiCall) => ({ ...call, body: apply(call.body ?? {}) }),
      })),
  );
}

const {
  'bytes that are no UTF-8': bytes,
  'field of no table': field,
  'another content type': type,
  ...whole
} = bodyMutations;
export const anywhere: readonly Fault[] = [
  ...faultsFrom('key', {
    'key missing': keyMutations['key missing'],
    'key wrong': keyMutations['key wrong'],
  }),
  ...faultsFrom('path', pathMutations),
  ...faultsFrom('whole body', { 'no body': whole['no body'], 'array for object': whole['array for object'] }),
  ...faultsFrom('beside', { 'bytes that are no UTF-8': bytes, 'field of no table': field }),
  ...faultsFrom('media type', { 'another content type': type }),
];
export const ofMethod = (...methods: readonly string[]) => faultsFrom('method', methodMutations(methods));

/** A field with this value. */
const put = (name: string, value: Json): Fault => ({
  name: `${name} ${JSON.stringify(value)}`,
  path: name,
  part: 'field',
  apply: (call) => ({ ...call, body: { ...(call.body as object), [name]: value } }),
});

/** What requests of an operation may be refused for by their own values, beside malformed ones. */
export const legacyValues: Readonly<Record<string, readonly Fault[]>> = {
  capture: [
    put('items', [{}]),
    put('items', [{ item_id: 'no line of the order', quantity: 1 }]),
    put('items', [{ item_id: 'no line of the order' }]),
    put('tax', 0),
    put('tax', 0.5),
  ],
  update: [put('order', { items: [{ title: 'tea', amount: 1, quantity: 1 }], total_amount: 1e6 })],
  refund: [put('amount', 0), put('amount', -1), put('amount', 0.5)],
};

export const resourceValues: Readonly<Record<string, readonly Fault[]>> = {
  refund: [
    put('amount', 0),
    put('amount', -1),
    put('amount', 0.5),
    put('reason', 'a reason'),
    put('capture_id', 'cap_of_nobody'),
  ],
};

export const ofVersions = faultsFrom('version', {
  'version wrong': (call) => ({ ...call, version: 'wrong' }),
  'version missing': (call) => ({ ...call, version: 'missing' }),
});
