import { expect, it } from 'vitest';
import { coverCategories } from '../../engine/plan/category-coverage.ts';
import { seededRandom } from '../../engine/seeded-random.ts';
import { otherText, otherTexts, signedParts } from '../../generators/legacy/checksums.ts';
import { legacyMachine } from '../../generators/legacy/machine.ts';
import { authorizeMaterial } from '../../models/legacy/replies/authorize-material.ts';
import { body as ordinary } from '../support/setups/legacy-replies.ts';
import { wholeSetup } from '../support/setups/legacy-setup.ts';

const { merchant_data: data } = ordinary;
/** No two parts are alike. */
const body = { ...ordinary, merchant_data: { ...data, customer_age: 45, num_orders: 7, ltv: 862.5 } };

it('no kind hashes the text that the document gives, nor that of another kind', () => {
  const texts = otherTexts.map((kind) => otherText(kind, body));
  expect(texts).not.toContain(authorizeMaterial(body));
  expect(new Set(texts).size).toBe(texts.length);
});

it.each([
  ['checksum without order.total_amount', 'shop45210true7862192.0.2.1'],
  ['checksum without merchant_data.ip_address', '1000shop45210true7862'],
  ['checksum with merchant_data.store twice', '1000shopshop45210true7862192.0.2.1'],
  ['checksum with merchant_data.store before order.total_amount', 'shop100045210true7862192.0.2.1'],
  ['checksum with decimals in merchant_data.ltv', '1000shop45210true7862.5192.0.2.1'],
  ['checksum with a boolean as a digit', '1000shop4521017862192.0.2.1'],
])('%s is of %s', (kind, text) => {
  expect(otherText(kind, body)).toBe(text);
});

it('a plan tries each part of the text left out, doubled and exchanged, and each other form, once', () => {
  const whole = legacyMachine({ ...wholeSetup, exclusive: false });
  const machine = { ...whole, operations: whole.operations.filter(({ name }) => name === 'authorize') };
  const { sequences } = coverCategories(machine, seededRandom(1), { reached: new Set(), mostSteps: 36 });
  const kinds = sequences.flatMap(({ steps }) => steps.map(({ kind }) => kind));
  const times = otherTexts.map((kind) => kinds.filter((one) => one === kind).length);
  expect(times).toEqual(otherTexts.map(() => 1));
  expect(otherTexts.length).toBeGreaterThan(3 * signedParts.length);
});
