import { describe, expect, test } from 'vitest';
import { machine } from '../../../engine/build/build.ts';
import { operationOf } from '../../../engine/operations.ts';
import { shop } from '../machines/shop.ts';

/** A machine whose one operation has so many classes of each input. */
const withSizes = (...sizes: readonly number[]) =>
  machine({
    state: 0,
    operations: ({ operation, expect: answer }) => [
      operation('try', {
        inputs: Object.fromEntries(
          sizes.map((size, nth) => [`input${nth}`, Array.from({ length: size }, (_, index) => index)]),
        ),
        expect: () => answer.sameState(),
      }),
    ],
  });

const kindsOf = ({ operations, initial }: ReturnType<typeof withSizes> | typeof shop) =>
  operations[0]?.attempts(initial as never).map(({ kind }) => kind) ?? [];

describe('the classes of inputs', () => {
  test.each([
    { sizes: [3], tried: 3 },
    { sizes: [7, 8], tried: 56 },
    { sizes: [2, 2, 4], tried: 16 },
    { sizes: [2, 2, 5], tried: 10 },
    { sizes: [40, 1, 40], tried: 1600 },
    { sizes: [3, 3, 3, 3], tried: 9 },
    { sizes: [3, 0, 3, 3], tried: 0 },
  ])(
    'are combined in full where they are few or of two inputs, and else in pairs: %o',
    ({ sizes, tried }) => {
      const kinds = kindsOf(withSizes(...sizes));
      expect(new Set(kinds).size).toBe(kinds.length);
      expect(kinds.length).toBeGreaterThanOrEqual(tried);
      expect(kinds.length).toBeLessThanOrEqual(tried * 1.4);
    },
  );

  test('meet each other in twos, but for those that a constraint forbids', () => {
    const kinds = kindsOf(shop);
    const pairs = new Set(
      kinds.flatMap((kind) => {
        const classes = kind.split(', ');
        return classes.flatMap((one, nth) => classes.slice(nth + 1).map((other) => `${one}, ${other}`));
      }),
    );
    // Of 3, 3, 3 and 2 classes there are 45 pairs.
    expect(pairs.size).toBe(44);
    expect(pairs).not.toContain('amount large, by "cash"');
    expect(kinds.length).toBeLessThan(15);
  });

  test('of a step that was tried elsewhere are known where they are not tried, unless a constraint forbids them', () => {
    const open = (kind: string) => {
      const step = { id: 's1', operation: 'pay', kind, uses: {}, data: {} };
      return operationOf(shop, step).resolve(shop.initial, step)?.call;
    };
    const all = ['"JPY"', '"EUR"', '"USD"'].flatMap((currency) =>
      ['true', 'false'].map(
        (express) => `amount large, currency ${currency}, by "invoice", express ${express}`,
      ),
    );
    const tried = kindsOf(shop);
    expect(all.filter((kind) => !tried.includes(kind)).length).toBeGreaterThan(0);
    expect(all.map(open)).not.toContain(undefined);
    expect(open(all[0] ?? '')).toEqual({ name: 'pay', args: [10_000, 'JPY', 'invoice', true] });
    expect(open('amount large, currency "JPY", by "cash", express true')).toBeUndefined();
    expect(open('amount large, currency "JPY", by "invoice", express tru')).toBeUndefined();
  });
});
