import { Big } from 'big.js';
import { describe, expect, it, test } from 'vitest';
import { coverCategories } from '../../../engine/plan/category-coverage.ts';
import { seededRandom } from '../../../engine/seeded-random.ts';
import { faker } from '../../../generators/faker.ts';
import { isPossible, pairsOf, uncovered } from '../../../engine/inputs/input-model.ts';
import { plannedShapes, pricedOrder } from '../../../generators/inputs/order.ts';
import { anyShape, orderShapes, shapesOf } from '../../../generators/inputs/order-shape.ts';
import { legacyMachine } from '../../../generators/legacy/machine.ts';
import { resourcePaymentsMachine } from '../../../generators/resource/machine.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';
import { wholeResourceSetup } from '../../support/setups/resource-setup.ts';

const every = [...shapesOf('resource', false).values()];
const limits = { min: 100, max: 50_000 };

describe('the shapes of orders', () => {
  it('have each class of each parameter', () => {
    const lacking = Object.entries(orderShapes.classes).flatMap(([name, values]) =>
      values.filter((value) => every.every((one) => one[name as keyof typeof one] !== value)),
    );
    expect(lacking).toEqual([]);
  });

  it('have each possible pair of classes, and those that constraints forbid are few', () => {
    const { possible, impossible } = pairsOf(orderShapes);
    expect(uncovered(possible, every)).toEqual([]);
    expect([possible.length, impossible.length]).toEqual([839, 20]);
  });

  it.each(orderShapes.constraints.map(({ reason, holds }) => [reason, holds] as const))(
    'obey the constraint that %s',
    (_reason, holds) => {
      expect(every.filter((one) => !holds(one))).toEqual([]);
    },
  );

  it.each([
    ['legacy', 'missing', 0],
    ['resource', 'missing', 1],
  ] as const)('of the %s interface have lines with ids %s: %i', (of, ids, least) => {
    const found = [...shapesOf(of, false).values()].filter((one) => one.ids === ids);
    expect(Math.min(1, found.length)).toBe(least);
  });
});

describe('an order', () => {
  const made = every.map((shape, seed) => {
    faker.seed(seed);
    return { shape, order: pricedOrder(faker, limits, shape) };
  });

  it('can be made of each shape, within the limits', () => {
    const totals = made.map(({ order }) => order?.total ?? 0);
    expect(Math.min(...totals)).toBeGreaterThanOrEqual(limits.min);
    expect(Math.max(...totals)).toBeLessThanOrEqual(limits.max);
  });

  it('has the lines and the ids of its shape, and its total is their sum', () => {
    const wrong = made.filter(({ shape, order }) => {
      const goods = (order?.lines ?? []).filter(({ isDiscount }) => !isDiscount);
      const ids = new Set(goods.map(({ id }) => id)).size;
      const sum = (order?.lines ?? []).reduce(
        (sofar, { price, quantity }) => sofar.plus(new Big(price).times(quantity)),
        new Big(order?.tax ?? 0).plus(order?.shipping ?? 0),
      );
      return (
        goods.length !== shape.lines ||
        ids !== (shape.ids === 'missing' ? 1 : shape.lines) ||
        !sum.eq(order?.total ?? 0)
      );
    });
    expect(wrong).toEqual([]);
  });

  it('has lines of prices that all differ', () => {
    const alike = made.filter(({ order }) => {
      const prices = (order?.lines ?? []).filter(({ isDiscount }) => !isDiscount).map(({ price }) => price);
      return new Set(prices).size < prices.length;
    });
    expect(alike).toEqual([]);
  });
});

test.each([
  ['within the settings of the embedded target', { min: 100, max: 50_000 }, 70],
  ['less where hundred lines cost too much', { min: 100, max: 3000 }, 60],
  ['few where one total is all that is approved', { min: 1000, max: 1000 }, 5],
])('of the shapes, so many are planned %s', (_where, amount, least) => {
  const planned = plannedShapes('legacy', { ...wholeSetup, amount });
  expect(planned.length).toBeGreaterThanOrEqual(least);
});

test('a target that takes whole yen only gets shapes without fractions', () => {
  const shapes = [...shapesOf('legacy', true).values()];
  const fractions = shapes.filter(
    ({ tax, shipping, prices }) => [tax, shipping].includes('fraction') || prices !== 'whole',
  );
  expect(fractions).toEqual([]);
});

test('a shape at random is a possible one', () => {
  const drawn = Array.from({ length: 200 }, (_, seed) => {
    faker.seed(seed);
    return anyShape(faker, 'legacy', false);
  });
  expect(drawn.filter((one) => !isPossible(orderShapes, one))).toEqual([]);
});

test.each([
  ['legacy', legacyMachine({ ...wholeSetup, exclusive: false }), 'authorize'],
  ['resource', resourcePaymentsMachine({ ...wholeResourceSetup, exclusive: false }), 'create'],
] as const)('a plan of the %s machine creates each shape and reads it', (of, machine, creates) => {
  const { dataClasses: _classes, ...inputs } = machine;
  const { sequences } = coverCategories(inputs as never, seededRandom(1), {
    reached: new Set(),
    mostSteps: 40,
  });
  const read = sequences.flatMap(({ steps }) => {
    const at = steps.findIndex(({ operation }) => operation === creates);
    return ['status', 'get'].includes(steps[at + 1]?.operation ?? '') ? [steps[at]?.kind] : [];
  });
  const setup = of === 'legacy' ? wholeSetup : wholeResourceSetup;
  expect(new Set(read)).toEqual(new Set(plannedShapes(of, setup)));
});
