import type { OperationName } from '../../spec/operations.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json } from '../../engine/model.ts';
import { malformedBodies } from '../../generators/malformed.ts';
import { bodyMutations, methodMutations } from '../../generators/request-mutations.ts';
import { malformationKinds } from '../../generators/malformed-values.ts';
import { unspecifiedInputOf } from '../../models/legacy/refusals/unspecified-input.ts';
import { faultsOf } from '../../models/resource/replies/bodies.ts';
import type { ApiCall } from '../../models/wire.ts';
import { authorizeRequest } from '../../spec/legacy/authorize.ts';
import { captureRequest as legacyCapture } from '../../spec/legacy/capture.ts';
import { updateRequest as legacyUpdate } from '../../spec/legacy/update.ts';
import { captureRequest } from '../../spec/resource/payments/capture.ts';
import { createRequest } from '../../spec/resource/payments/create.ts';
import { refundRequest } from '../../spec/resource/payments/refund.ts';
import { updateRequest } from '../../spec/resource/payments/update.ts';
import { suspendRequest } from '../../spec/resource/tokens/suspend.ts';

const schema = z.object({
  name: z.string(),
  zip: z.string().regex(/^\d{3}-\d{4}$/),
  items: z.array(z.object({ count: z.int(), price: z.number().optional() })),
  pairs: z.record(z.string(), z.string()).optional(),
});
const body: Json = { name: 'a', zip: '150-0002', items: [{ count: 2 }], pairs: { a: 'b' } };
const bodies = malformedBodies(schema);

describe('malformed bodies', () => {
  it('do not change the right one', () => {
    const before = JSON.stringify(body);
    for (const kind of bodies.kinds) for (const one of bodies.of(kind)) one.apply(body);
    expect(JSON.stringify(body)).toBe(before);
  });

  it.each([
    ['name missing', { zip: '150-0002', items: [{ count: 2 }], pairs: { a: 'b' } }],
    ['items[].count fraction', { ...(body as object), items: [{ count: 1.5 }] }],
    ['items[].price zero', { ...(body as object), items: [{ count: 2, price: 0 }] }],
    ['items[] null', { ...(body as object), items: [null] }],
    ['zip form', { ...(body as object), zip: '150-00029' }],
    ['pairs pair', { ...(body as object), pairs: { a: 'b', count: 12 } }],
    ['name astral characters', { ...(body as object), name: 'a𠮷野家😀' }],
  ])('change one thing: %s', (name, changed) => {
    expect(bodies.named(name)?.apply(body)).toEqual(changed);
  });

  it('change the last element of a list as well', () => {
    const several: Json = { ...(body as object), items: [{ count: 2 }, { count: 3, price: 1 }] };
    const changed = bodies.named('items[].count missing of the last')?.apply(several);
    expect(changed).toEqual({ ...(body as object), items: [{ count: 2 }, { price: 1 }] });
  });

  it('have unique names', () => {
    const names = bodies.kinds.flatMap((kind) => bodies.of(kind).map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
  });

  it('never omit an optional field', () => {
    expect(bodies.of('missing').map(({ name }) => name)).toEqual([
      'name missing',
      'zip missing',
      'items missing',
      'items[].count missing',
      'items[].count missing of the last',
    ]);
  });

  it('include every class, over the schemas of both interfaces', () => {
    const kinds = [authorizeRequest, createRequest].flatMap((one) => malformedBodies(one).kinds);
    expect(malformationKinds.filter((kind) => !kinds.includes(kind))).toEqual([]);
  });
});

const call = (operation: OperationName, sent: Json): ApiCall => ({
  to: 'legacy',
  operation,
  method: 'POST',
  path: '/',
  body: sent,
  credential: 'valid',
});

// What is beyond the basic plane is right in free text, and an empty object is one of metadata.
const right = new Set([
  'description astral characters',
  'order.items[].unit_price negative',
  'metadata astral characters',
  'metadata empty',
  'reason astral characters',
  'reason.description astral characters',
  'order.items[].title astral characters',
  'order.items[].description astral characters',
  // An open point of its own: a payment, a refund or a fee of nothing.
  'amount zero',
  'amount negative',
  'order.tax zero',
  'order.shipping zero',
]);
const create = {
  token_id: 'tok_1',
  amount: 100,
  currency: 'JPY',
  description: 'd',
  store_name: 's',
  buyer_data: { user_id: 'u' },
  order: { items: [{ id: 'i', title: 't', description: 'd', unit_price: 100, quantity: 1 }], order_ref: 'r' },
  metadata: { a: 'b' },
  shipping_address: { zip: '150-0002', line1: 'a', line2: 'b', city: 'c', state: 'd' },
};

describe('the resource judge recognizes every malformation', () => {
  it.each([
    ['create', createRequest, create],
    ['capture', captureRequest, {}],
    ['refund', refundRequest, { capture_id: 'cap_1', amount: 1, reason: 'r', metadata: {} }],
    ['update', updateRequest, { order_ref: 'r', description: 'd', metadata: {} }],
    ['suspend', suspendRequest, { wallet_id: 'w', reason: { code: 'general', description: 'd' } }],
  ] as const)('of %s', (_name, of, sent) => {
    expect(faultsOf(of, call('update', sent))).toEqual([]);
    const all = malformedBodies(of);
    const unrecognized = all.kinds
      .flatMap((kind) => all.of(kind))
      .filter((one) => !right.has(one.name) && faultsOf(of, call('update', one.apply(sent))).length === 0);
    expect(unrecognized.map(({ name }) => name)).toEqual([]);
  });
});

const order = {
  items: [{ item_id: 'i', title: 't', amount: 100, quantity: 1 }],
  total_amount: 100,
  order_ref: 'r',
};

// Without these a body lacks what its table requires; what is beyond the basic plane is right in free text; nothing is a fee as well.
const certain =
  /missing|^order (null|type|empty)|^order\.items(\[\])? (null|type|empty 2)|items\[\] (type 2|empty)|title astral|(tax|shipping|amount) (zero|negative)$/;

describe('the legacy judge recognizes every malformation but missing fields', () => {
  it.each([
    ['update', legacyUpdate, { payment_id: 'p', order }],
    ['capture', legacyCapture, { payment_id: 'p', items: [{ item_id: 'i', quantity: 1 }] }],
  ] as const)('of %s', (operation, of, sent) => {
    expect(unspecifiedInputOf(operation, call(operation, sent))).toBeUndefined();
    const all = malformedBodies(of, ['checksum', 'payment_id']);
    const unrecognized = all.kinds
      .flatMap((kind) => all.of(kind))
      .filter(
        (one) =>
          !certain.test(one.name) &&
          unspecifiedInputOf(operation, call(operation, one.apply(sent))) === undefined,
      );
    expect(unrecognized.map(({ name }) => name)).toEqual([]);
  });
});

describe('mutated requests', () => {
  it('are no JSON objects when their name says so', () => {
    const sent = call('capture', { payment_id: 'p' });
    const raw = (['no JSON', 'body cut off', 'nested too deep'] as const).map(
      (kind) => (bodyMutations[kind](sent) as ApiCall).rawBody ?? '',
    );
    const objects = raw.filter((text) => {
      try {
        return !Array.isArray(JSON.parse(text));
      } catch {
        return false;
      }
    });
    expect(objects).toEqual([]);
  });

  it('go without a body under GET', () => {
    expect(methodMutations(['GET', 'PUT'])['method GET']?.(call('capture', {}))).not.toHaveProperty('body');
  });
});
