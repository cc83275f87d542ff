import { describe, expect, test } from 'vitest';
import { checkoutOf, checkoutSchema } from '../../../harness/checkout/checkout-settings.ts';

const parsed = (fields?: unknown) =>
  checkoutSchema.safeParse({ script_url: 'https://t.test/app.js', ...(fields !== undefined && { fields }) });

describe('checkout.fields', () => {
  test.each([
    ['is left out', undefined, { key: 'key', logo_url: 'logo_url', callback: 'callback' }],
    ['names one', { key: 'publicKey' }, { key: 'publicKey', logo_url: 'logo_url', callback: 'callback' }],
    [
      'names all',
      { key: 'data-key', logo_url: '$logo', callback: 'on_done' },
      { key: 'data-key', logo_url: '$logo', callback: 'on_done' },
    ],
  ])('that %s has the names of the document else', (_what, fields, names) => {
    const { data } = parsed(fields);
    expect(data && checkoutOf(data).fields).toEqual(names);
  });

  test.each([
    ['a name with a space', { key: 'public key' }, 'must be the name of a field'],
    ['one name for two', { key: 'callback' }, 'must be three different names'],
    ['a name for what is none', { logoUrl: 'image' }, 'is not a known key. Did you mean logo_url?'],
  ])('that has %s is refused', (_what, fields, message) => {
    const { error } = parsed(fields);
    expect(error?.issues.map((issue) => issue.message).join()).toContain(message);
  });
});
