import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Machine } from '../../engine/machine.ts';
import type { Json, Step } from '../../engine/model.ts';
import { operationNamed } from '../../engine/operations.ts';
import { seededRandom } from '../../engine/seeded-random.ts';
import { drawing } from '../../engine/walk/simulate-step.ts';
import { total, type WireOrder } from '../../generators/data.ts';
import { type JsonObject, withoutOptional } from '../../generators/leaner-bodies.ts';
import { legacyMachine } from '../../generators/legacy/machine.ts';
import { resourcePaymentsMachine } from '../../generators/resource/machine.ts';
import { at } from '../../models/checks.ts';
import { wholeSetup } from '../support/setups/legacy-setup.ts';
import { wholeResourceSetup } from '../support/setups/resource-setup.ts';

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

/** The body of a step of each kind under each seed, and after each of its reductions in turn. */
function bodies<S, C, R, N>(machine: Machine<S, C, R, N>, name: string, kinds: readonly string[], uses = {}) {
  const operation = operationNamed(machine, name);
  return kinds.flatMap((kind) =>
    seeds.map((seed) => {
      const draw = drawing(seededRandom(seed));
      let step: Step = { id: 's1', operation: name, kind, uses };
      step = { ...step, data: operation?.draw?.(step, machine.initial, draw) ?? null };
      const all = [step];
      for (const reduce of operation?.reductions?.(step) ?? []) all.push((step = reduce(step)));
      return all.map(({ data, kind: now }) => ({ kind: now, body: at(data, ['body']) as Json }));
    }),
  );
}

describe('what may be left out', () => {
  test('of an authorization leaves one piece of one line of a consumer without a history', () => {
    const machine = legacyMachine(wholeSetup);
    for (const steps of bodies(machine, 'authorize', [
      'every optional field',
      'discount',
      'fractions',
      'mixed order',
    ])) {
      const { kind, body } = steps.at(-1) ?? { kind: '', body: null };
      const amount = at(body, ['order', 'total_amount']);
      expect(kind).toBe('no order_ref');
      expect(body).toEqual({
        buyer: {
          name: expect.any(String) as string,
          name2: expect.any(String) as string,
          address: Object.fromEntries(
            ['address2', 'address3', 'address4', 'postal_code'].map((name) => [name, expect.any(String)]),
          ),
        },
        order: { items: [{ item_id: 'i1', title: 'item', amount, quantity: 1 }], total_amount: amount },
        merchant_data: {
          store: 'store',
          customer_age: 0,
          last_order: 0,
          last_order_amount: 0,
          known_address: false,
          num_orders: 0,
          ltv: 0,
          ip_address: '192.0.2.1',
        },
      });
      expect(amount).toBeGreaterThanOrEqual(wholeSetup.amount.min);
    }
  });

  test('of an authorization, in whatever order, keeps a total that is the sum', () => {
    for (const steps of bodies(legacyMachine(wholeSetup), 'authorize', [
      'discount',
      'fractions',
      'several lines',
    ])) {
      // Of a body that nothing is left out of, this would say nothing.
      expect(new Set(steps.map(({ body }) => JSON.stringify(body))).size).toBeGreaterThan(3);
      for (const { body } of steps) {
        const order = at(body, ['order']) as WireOrder;
        expect(order.total_amount).toBe(total(order));
      }
    }
  });

  test('of a creation leaves one piece of one line, and an address that is still one', () => {
    const machine = resourcePaymentsMachine(wholeResourceSetup);
    const kinds = ['full', 'discount', 'several items', '20 metadata pairs', 'mixed order'];
    for (const steps of bodies(machine, 'create', kinds, { token: 's0' })) {
      const { kind, body } = steps.at(-1) ?? { kind: '', body: null };
      const amount = at(body, ['amount']);
      expect(kind).toBe('one item');
      expect(body).toEqual({
        token_id: '$token',
        amount,
        currency: 'JPY',
        buyer_data: {},
        order: { items: [{ unit_price: amount, quantity: 1 }] },
        shipping_address: { zip: expect.any(String) as string, state: expect.any(String) as string },
      });
    }
  });

  test('of an amount that is deliberately no sum is not the difference', () => {
    const machine = resourcePaymentsMachine(wholeResourceSetup);
    for (const steps of bodies(machine, 'create', ['total not the sum', 'amount zero'], { token: 's0' })) {
      const amounts = new Set(steps.map(({ body }) => at(body, ['amount'])));
      expect(amounts.size).toBe(1);
    }
  });

  test('follows from a schema, in every element of a list, but for what keeps it valid', () => {
    const schema = z.object({
      id: z.string(),
      note: z.string().optional(),
      lines: z.array(z.object({ price: z.number(), title: z.string().optional() })),
      place: z
        .object({ city: z.string().optional(), state: z.string().optional() })
        .refine(({ city, state }) => city !== undefined || state !== undefined),
    });
    const whole = {
      id: 'a',
      note: 'b',
      lines: [
        { price: 1, title: 'c' },
        { price: 2, title: 'd' },
      ],
      place: { city: 'e', state: 'f' },
    };
    const least = withoutOptional(schema).reduce<JsonObject>((body, leave) => leave(body), whole);
    expect(least).toEqual({ id: 'a', lines: [{ price: 1 }, { price: 2 }], place: { state: 'f' } });
  });
});
