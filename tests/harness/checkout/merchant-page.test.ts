import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CheckoutSettings, referenceCheckout } from '../../../harness/checkout/checkout-settings.ts';
import {
  type MerchantPage,
  type Purchase,
  serveMerchantPage,
} from '../../../harness/checkout/merchant-page.ts';
import { type RunningReference, startReference } from '../../../reference/server.ts';
import { startChromium, withoutChromium } from '../../support/targets/chromium.ts';

describe.skipIf(withoutChromium !== '')(`the payment page of a test${withoutChromium}`, () => {
  let browser: Browser;
  let reference: RunningReference;
  const served: MerchantPage[] = [];
  beforeAll(async () => {
    browser = await startChromium({ ignoreDefaultArgs: ['--disable-popup-blocking'] });
    reference = await startReference();
  });
  afterAll(async () => {
    await browser.close();
    for (const one of served) await one.close();
    await reference.close();
  });

  const advice = [
    'Go through the checkout as somebody.with.a.long.address@consumer.example.test <& "others">',
  ];

  /** Opens the page of a token. */
  async function visit(
    { width = 1280, ...changes }: Partial<CheckoutSettings> & { readonly width?: number } = {},
    more: Partial<Purchase> = {},
  ): Promise<{ readonly page: Page; readonly merchant: MerchantPage }> {
    const settings = { ...referenceCheckout(reference.checkoutUrl), ...changes };
    const key = reference.keys.publicKey;
    const merchant = await serveMerchantPage(settings, { key, data: { token: {} }, advice, ...more });
    served.push(merchant);
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto(merchant.url);
    return { page, merchant };
  }

  const said = (page: Page) => page.locator('[role=status]').innerText();

  /** Goes through the dialog by keyboard alone, which has the focus in its first field. */
  async function goOn(dialog: Page): Promise<void> {
    const { email, phone } = reference.personas.approve;
    await dialog.locator('#email:focus').waitFor();
    await dialog.keyboard.type(email);
    await dialog.keyboard.press('Tab');
    await dialog.keyboard.type(phone);
    // The window may close before the key is confirmed.
    await dialog.keyboard.press('Enter').catch((error: unknown) => {
      if (!dialog.isClosed()) throw error;
    });
  }

  test('is used by keyboard alone, and says what the callback received: the status and the id, and no more', async () => {
    const { page, merchant } = await visit();
    expect(await said(page)).toBe('Ready: press Pay.');
    const opened = page.waitForEvent('popup');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const dialog = await opened;
    expect(await said(page)).toBe('Waiting for the checkout to call the callback.');
    await goOn(dialog);
    await expect.poll(() => merchant.paid.length).toBe(1);
    expect((await said(page)).split('\n').filter((line) => line !== '')).toEqual([
      'The callback was called:',
      `status ACTIVE, id ${merchant.paid[0]}`,
    ]);
  });

  test.each([390, 1280])('keeps out no reader before and after the checkout, %d px wide', async (width) => {
    const { page, merchant } = await visit({ width });
    await page.evaluate(axe.source);
    const problems = async () => {
      const { violations } = await page.evaluate<axe.AxeResults>(`axe.run({ resultTypes: ['violations'] })`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      return violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
    };
    expect(await problems()).toEqual([]);
    const opened = page.waitForEvent('popup');
    await page.locator('[data-payproof]').click();
    await goOn(await opened);
    await expect.poll(() => merchant.paid.length).toBe(1);
    expect(await problems()).toEqual([]);
    expect(await page.locator('main').innerText()).toContain(advice[0]);
  });

  test.each([
    ['does not load', { scriptUrl: 'http://127.0.0.1:9/app.js' }, 'The script of the checkout did not load.'],
    ['defines other names', { global: 'Acme.Pay' }, 'The script does not define what the settings name.'],
  ])('says where the script %s', async (_what, changes, told) => {
    const { page } = await visit(changes);
    // A script has some seconds to define what it defines.
    await expect.poll(() => said(page), { timeout: 15_000 }).toBe(told);
  });

  const otherFields = { key: 'publicKey', logo_url: 'image', callback: 'onDone' };
  test.each([
    ['by the names that checkout.fields gives', { fields: otherFields }, 'status ACTIVE, id tok_1'],
    ['by those of the document else', {}, 'publicKey is required'],
  ])('configures a script %s', async (_what, fields, shown) => {
    const script = `globalThis.PayCheckout = { configure: ({ publicKey, image, onDone, ...others }) => {
      if (publicKey === undefined) throw new TypeError('publicKey is required');
      if (!image.endsWith('.png') || Object.keys(others).length > 0) throw new TypeError('other fields');
      return { launch: () => onDone({ status: 'ACTIVE', id: 'tok_1' }) };
    } };`;
    const scriptUrl = `data:text/javascript,${encodeURIComponent(script)}`;
    const { page } = await visit({ scriptUrl, ...fields }, { logo: 'png' });
    if ('fields' in fields) await page.locator('[data-payproof]').click();
    await expect.poll(() => said(page)).toContain(shown);
  });

  test.each([
    ['markup', '{ status: "<b>bold</b>", id: "a" }', 'status <b>bold</b>, id a'],
    ['a long status', '{ status: "s".repeat(1000) }', `status ${'s'.repeat(120)}, id none`],
    ['no object', 'undefined', 'status none, id none'],
    ['what throws', '{ get status() { throw new Error() } }', 'something that can not be shown'],
  ])('shows %s of the callback as text', async (_what, reply, shown) => {
    // Names that pages have, which the script may define too.
    const script = `var callback, defined, configured, region, say, open2;
      globalThis.PayCheckout = { configure: ({ callback }) => ({ launch: () => callback(${reply}) }) };`;
    const { page } = await visit({
      scriptUrl: `data:text/javascript,${encodeURIComponent(script)}`,
    });
    await page.locator('[data-payproof]').click();
    expect(await said(page)).toContain(shown);
  });
});
