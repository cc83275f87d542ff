import { describe, expect, test } from 'vitest';
import type { CheckoutResult } from '../../../harness/checkout/launched.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import { makeByCheckout, wantedOfCheckout, withMade } from '../../../suites/supplies/by-checkout.ts';

const checkout = {
  scriptUrl: 'http://127.0.0.1:1/app.js',
  consumer: [],
  pin: [],
  token: { token: {} },
  payment: { payment: {} },
} as unknown as NonNullable<Target['checkout']>;
const target = {
  name: 'x',
  checkout,
  resource: {
    baseUrl: 'http://127.0.0.1:1',
    secretKey: 'sk_test_1',
    publicKey: 'pk_test_1',
    version: '1',
    tokens: [],
  },
} as unknown as Target;

/** What a launch gives of which a run takes nothing. */
const nothingSeen = {
  refusedHosts: [],
  leaks: [],
  page: { isLoaded: true, added: [], isDefined: true, isConfigured: true, isSettled: true, opened: [] },
  wire: [],
  isSilent: false,
  isOpened: true,
  isShown: true,
  isGone: true,
  typedPins: [],
  shots: [],
  console: [],
};

/** A checkout that tells the callback one of these at each launch. */
function telling(answers: readonly unknown[]) {
  const launched: object[] = [];
  const opening = () =>
    Promise.resolve({
      launch: ({ data }: { readonly data: object }): Promise<CheckoutResult> => {
        launched.push(data);
        const told = answers[launched.length - 1];
        return Promise.resolve({ ...nothingSeen, told: told === undefined ? [] : [told] });
      },
      close: () => Promise.resolve(),
    });
  return { opening, launched };
}

describe('what a run makes in the checkout', () => {
  test.each([
    ['three tokens where nobody else gives any', {}, [], 3],
    ['one where the settings give two to use up', { spendable: ['tok_1', 'tok_2'] }, [], 1],
    ['none where control issues them', {}, ['tokens.issue'], 0],
  ])('is %s', (_what, more, capabilities, count) => {
    const resource = { ...target.resource, ...more } as NonNullable<Target['resource']>;
    expect(wantedOfCheckout({ checkout, resource }, capabilities)).toBe(count);
  });

  test('is none where the target has no checkout', () => {
    expect(wantedOfCheckout({ ...(target.resource && { resource: target.resource }) }, [])).toBe(0);
  });

  test('is used as tokens of the settings that may be used up', async () => {
    const { opening, launched } = telling([{ id: 'tok_a' }, { id: 'tok_b' }, { id: 'tok_c' }]);
    const made = await makeByCheckout({ target, capabilities: [] }, opening);
    expect(launched).toEqual([{ token: {} }, { token: {} }, { token: {} }]);
    expect(made).toEqual({ tokens: ['tok_a', 'tok_b', 'tok_c'], payments: [] });
    expect(withMade(target, made).resource?.spendable).toEqual(['tok_a', 'tok_b', 'tok_c']);
  });

  test('ends at the first token that is not made, with the reason, and bothers no consumer further', async () => {
    const { opening, launched } = telling([{ id: 'tok_a' }, { code: 'service.forbidden' }]);
    const made = await makeByCheckout({ target, capabilities: [] }, opening);
    expect(launched).toHaveLength(2);
    expect(made.tokens).toEqual(['tok_a']);
    expect(made.trouble).toBe('no token was made: the callback received none');
  });

  test('is payments where the checkout makes no token', async () => {
    const paid = { id: 'pay_1', amount: 1200, order: { items: [] } };
    const { opening } = telling([undefined, paid, paid, paid]);
    const made = await makeByCheckout({ target, capabilities: [] }, opening);
    expect(made.payments.map(({ id, amount }) => [id, amount])).toEqual([
      ['pay_1', '1200'],
      ['pay_1', '1200'],
      ['pay_1', '1200'],
    ]);
  });

  test.each([
    ['an id that leads elsewhere', { id: '../tokens' }],
    ['an id that is no text', { id: 7 }],
    ['nothing', undefined],
  ])('is nothing where the callback is told %s', async (_what, told) => {
    const { opening } = telling([told]);
    const { tokens, payments, trouble } = await makeByCheckout({ target, capabilities: [] }, opening);
    expect([tokens, payments]).toEqual([[], []]);
    expect(trouble).toContain('no token was made');
  });

  test('is nothing without a browser, and says how to offer one', async () => {
    const made = await makeByCheckout({ target, capabilities: [] }, () =>
      Promise.resolve({ none: 'there is no Chromium' }),
    );
    expect(made).toEqual({ tokens: [], payments: [], trouble: 'there is no Chromium' });
  });
});
