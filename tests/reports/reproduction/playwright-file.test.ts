import { transform } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { playwrightFile } from '../../../reports/reproduction/playwright/playwright-file.ts';
import { failureRecord } from '../certificate/synthetic.ts';
import { checkoutRecord } from '../certificate/synthetic-checkout.ts';

const rule = 'legacy.checkout.pin';
const failure = (changes: Partial<typeof checkoutRecord> = {}) =>
  failureRecord({
    requirement: [rule],
    summary: 'a summary\nwith "two" lines',
    breaches: [{ rule, expected: 'no success', received: '`success`' }],
    transcript: [],
    checkout: { ...checkoutRecord, ...changes },
  });

describe('the Playwright test of a checkout', () => {
  const text = playwrightFile(failure()) ?? '';

  test('is code, whatever the texts of the settings and of the target hold', async () => {
    const nasty = '\'"`${1}\\\n</script>';
    const hostile = failure({ scriptUrl: nasty, global: nasty, consumer: [{ do: 'click', at: nasty }] });
    for (const one of [text, playwrightFile(hostile) ?? ''])
      await expect(transform(one, { loader: 'ts' })).resolves.toMatchObject({ warnings: [] });
  });

  test('takes the steps of the consumer in their order, a wrong PIN first', () => {
    const taken = [...text.matchAll(/shop\.(?:take|asks|asksAgain)\(.*$/gm)].map(([line]) => line);
    expect(taken).toEqual([
      `shop.take("form");`,
      `shop.take("#email", (one) => one.fill("mia@example.com"));`,
      `shop.take("#shop", (one) => one.fill(needed('TYPED_TEXT', "what is typed into #shop")));`,
      `shop.take("button", (one) => one.click());`,
      `shop.asks("#pin")) {`,
      `shop.take("#pin", (one) => one.fill(wrongPin));`,
      `shop.take("#confirm", (one) => one.click());`,
      `shop.asksAgain("#pin")) {`,
      `shop.take("#pin", (one) => one.fill(pin));`,
      `shop.take("#confirm", (one) => one.click());`,
    ]);
  });

  test('computes the checksum of what it launches from the environment, and holds no key', () => {
    expect(text).toContain(`signed({`);
    expect(text).toContain(`, "1000", "hex")`);
    expect(text).toContain(`needed("PAY_API_KEY")`);
  });

  test('says what was expected, and asserts it', () => {
    expect(text).toContain('// expected no success, received then: `success`');
    expect(text).toContain(
      "expect(shop.toldOfWrongPin.filter(({ status }) => status === 'authorize_success'))",
    );
  });

  test('is none where no browser has shown the failure', () => {
    expect(playwrightFile(failureRecord())).toBeUndefined();
  });
});
