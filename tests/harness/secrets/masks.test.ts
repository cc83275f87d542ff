import { expect, test } from 'vitest';
import { isMask } from '../../../harness/secrets/masks.ts';
import { unmasked } from '../../../harness/secrets/stand-ins.ts';
import { sampleTarget } from '../settings/sample-target.ts';

test.each([
  ['***', true],
  ['sk_te***', true],
  ['<redacted>', true],
  ['[REDACTED]', true],
  ['REDACTED', true],
  ['(hidden)', true],
  ['••••••', true],
  ['xxxxxxxx', true],
  ['{{api_key}}', true],
  ['${PAY_KEY}', true],
  ['', true],
  ['  ', true],
  ['sk_test_4f1c7a90e2b85d36', false],
  ['sk_redacted_1', false],
  ['not a checksum', false],
  ['0a'.repeat(32), false],
  ['n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=', false],
  [`***${'a'.repeat(300)}`, false],
])('%j stands in the place of a secret: %s', (text, is) => {
  expect(isMask(text)).toBe(is);
});

const persona = { email: 'mia@example.com', phone: '08012345678', test: true };
const base = sampleTarget('http://127.0.0.1:1');
const target = {
  ...base,
  legacy: { ...base.legacy, personas: { approve: persona } },
  data: { buyer: { name: '渡辺 "葵"' } },
};

test.each([
  [
    'a persona',
    '{"email":{"address":"<e-mail of approve>"},"phone":"<phone of approve>"}',
    '{"email":{"address":"mia@example.com"},"phone":"08012345678"}',
  ],
  ['given data', '{"name":"<name of buyer>"}', '{"name":"渡辺 \\"葵\\""}'],
  [
    'somebody',
    '{"phone":"<phone>","email":"***"}',
    '{"phone":"09000000000","email":"somebody@masked.example"}',
  ],
  ['a part of a text', '{"description":"told <e-mail>"}', '{"description":"told somebody@masked.example"}'],
])('masks of %s get values', (_whom, text, whole) => {
  const found = unmasked(text, target);
  expect(found).toMatchObject({ text: whole });
  expect('fields' in found && found.fields).toHaveLength(Object.keys(JSON.parse(text) as object).length);
});

test.each([
  ['an unknown persona', '{"phone":"<phone of pin>"}'],
  ['data that is not given', '{"zip":"<zip of shipping_address>"}'],
  ['an amount', '{"amount":"***"}'],
  ['an id', '{"payment_id":"[REDACTED]"}'],
  ['a key', '{"description":"<redacted>"}'],
])('nothing stands for %s', (_what, text) => {
  expect(unmasked(text, target)).toEqual({ hides: true });
});

test.each([
  [
    'a checksum and a PIN, which have rules of their own',
    '{"checksum":"***","auth_code":"<code>","pin":"<PIN>"}',
  ],
  ['a text with words, stars and tags', '{"description":"T-Shirts *** <b>new</b> …","note":"hidden costs"}'],
  ['what is no JSON', '<html>***</html>'],
])('%s stay', (_what, text) => {
  expect(unmasked(text, target)).toEqual({ text, fields: [] });
});

test('the fields of masked values are named', () => {
  const text = '{"buyer":{"phone":"<phone>"},"items":[{"title":"a"},{"title":"<e-mail>"}],"zip":"150-0001"}';
  expect(unmasked(text, target)).toMatchObject({ fields: ['buyer.phone', 'items.title'] });
});
