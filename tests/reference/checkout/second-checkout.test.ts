import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningReference, startReference } from '../../../reference/server.ts';
import { startChromium, withoutChromium } from '../../support/chromium.ts';
import {
  type SecondCheckout,
  secondCheckoutSettings,
  startSecondCheckout,
} from '../../support/second-checkout/serve.ts';
import { buyer, legacyClient, merchant, order } from '../legacy-client.ts';
import { openShop, type Shop } from './payment-page.ts';

const { global: defined, configure, launch, consumer, pin } = secondCheckoutSettings;

describe.skipIf(withoutChromium !== '')(`another checkout than the reference's${withoutChromium}`, () => {
  let browser: Browser;
  let reference: RunningReference;
  let second: SecondCheckout;
  let shop: Shop;
  beforeAll(async () => {
    browser = await startChromium();
    reference = await startReference();
    second = await startSecondCheckout(reference);
    shop = await openShop({
      checkoutUrl: second.scriptUrl,
      launching: `(config) => { ${defined}.${configure}(config); return (data) => ${defined}.${launch}(data); }`,
    });
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
    await second.close();
    await reference.close();
  });

  /** Takes steps of the settings in the frame. */
  async function take(page: Page, steps: readonly object[], values: Readonly<Record<string, string>>) {
    const frame = page.frameLocator('iframe');
    for (const step of steps as readonly Readonly<Record<string, string>>[]) {
      const { fill = '', with: value = '', click, 'wait for': awaited } = step;
      if (click !== undefined) await frame.locator(click).click();
      else if (awaited !== undefined) await frame.locator(awaited).waitFor();
      else
        await frame
          .locator(fill)
          .fill(value.replace(/\$\{(\w+)\}/, (_all, name: string) => values[name] ?? ''));
    }
  }

  async function told(purchase: Parameters<Shop['pageOf']>[0], who: keyof RunningReference['personas']) {
    const page = await browser.newPage();
    await page.goto(shop.pageOf(purchase));
    await page.locator('button').click();
    const { email, phone } = reference.personas[who];
    await take(page, consumer, { email, phone });
    if (who === 'pin') {
      await page.frameLocator('iframe').locator('[name=code]').waitFor();
      await take(page, pin, { pin: reference.store.pins.get(phone)?.pin ?? '' });
    }
    await page.waitForFunction('told.length > 0');
    const replies = await page.evaluate<readonly object[]>('told');
    await page.close();
    return replies;
  }

  test('asks in a frame, with names, fields and steps of its own, and tells what the service replies', async () => {
    const checksum = legacyClient(reference).digest('2000Shop10399true41234192.0.2.1');
    const data = { buyer, order, merchant_data: merchant, checksum };
    const legacy = { key: reference.keys.apiKey, data };
    expect(await told(legacy, 'pin')).toMatchObject([{ status: 'authorize_success', test: false }]);
    expect(await told(legacy, 'reject')).toMatchObject([{ status: 'authorize_fail', reason: 'rejected' }]);
    const key = reference.keys.publicKey;
    expect(await told({ key, data: { token: {} } }, 'approve')).toMatchObject([{ status: 'ACTIVE' }]);
    const payment = { amount: 1200, currency: 'JPY' };
    expect(await told({ key, data: { payment } }, 'pin')).toMatchObject([
      { ...payment, status: 'AUTHORIZED' },
    ]);
  });
});
