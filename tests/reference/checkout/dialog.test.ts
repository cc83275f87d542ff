import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningReference, startReference } from '../../../reference/server.ts';
import { startChromium, withoutChromium } from '../../support/targets/chromium.ts';
import { buyer, legacyClient, merchant, order } from '../scripts/legacy-client.ts';
import { openShop, type Purchase, type Shop, visit } from './payment-page.ts';

describe.skipIf(withoutChromium !== '')(`the checkout in Chromium${withoutChromium}`, () => {
  let browser: Browser;
  let reference: RunningReference;
  let pay: ReturnType<typeof legacyClient>;
  let shop: Shop;
  beforeAll(async () => {
    browser = await startChromium({ ignoreDefaultArgs: ['--disable-popup-blocking'] });
    reference = await startReference();
    pay = legacyClient(reference);
    shop = await openShop(reference);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
    await reference.close();
  });

  const checksum = () => pay.digest('2000Shop10399true41234192.0.2.1');
  const legacy = (more: object = {}): Purchase => ({
    key: reference.keys.apiKey,
    data: { buyer, order, merchant_data: merchant, checksum: checksum(), ...more },
  });
  const ofResource = (data: object): Purchase => ({ key: reference.keys.publicKey, data });
  const payment = { amount: 1200, currency: 'JPY', description: 'Tea' };

  /** Types who the consumer is, and goes on. */
  async function goOn(dialog: Page, who: keyof RunningReference['personas']): Promise<void> {
    const { email, phone } = reference.personas[who];
    await dialog.locator('#email').fill(email);
    await dialog.locator('#phone').fill(phone);
    await dialog.locator('#continue').click();
  }
  const pinSent = () => reference.store.pins.get(reference.personas.pin.phone)?.pin ?? '';

  test('gives the callback once what Authorize has replied, and Status shows that payment', async () => {
    const { dialog, ended } = await visit(browser, shop, legacy());
    await goOn(dialog, 'approve');
    const told = await ended();
    expect(told).toEqual([
      { payment_id: expect.any(String) as string, status: 'authorize_success', test: true },
    ]);
    const status = await pay.about('status', told[0]?.['payment_id']);
    expect(status.body).toMatchObject({ status: 'open', amount: 2000.5, order_ref: 'ref-1' });
  });

  test('asks for the PIN by keyboard alone, lets a wrong one be typed again, and then authorizes', async () => {
    const before = [...reference.store.legacyPayments.values()].length;
    const { dialog, told, ended } = await visit(browser, shop, legacy());
    const { keyboard } = dialog;
    // The first field has the focus.
    await keyboard.type(reference.personas.pin.email);
    await keyboard.press('Tab');
    await keyboard.type(reference.personas.pin.phone);
    await keyboard.press('Enter');
    await dialog.locator('#pin:focus').waitFor();
    await keyboard.type(pinSent() === '0000' ? '1111' : '0000');
    await keyboard.press('Enter');
    await dialog.locator('#message:not(:empty)').waitFor();
    expect(await dialog.locator('#message').textContent()).toBe('This PIN is wrong. Please type it again.');
    expect(await told()).toEqual([]);
    expect([...reference.store.legacyPayments.values()].length).toBe(before);
    await keyboard.type(pinSent());
    await keyboard.press('Tab');
    await keyboard.press('Space');
    expect(await ended()).toMatchObject([{ status: 'authorize_success', test: false }]);
  });

  test('reports a refused consumer as a failure, and nothing where the consumer cancels', async () => {
    const refused = await visit(browser, shop, legacy());
    await goOn(refused.dialog, 'reject');
    expect(await refused.ended()).toMatchObject([{ status: 'authorize_fail', reason: 'rejected' }]);
    const cancelled = await visit(browser, shop, legacy());
    const closed = cancelled.ended();
    // The dialog may be closed before the click is confirmed.
    await cancelled.dialog
      .locator('#cancel')
      .click()
      .catch(() => undefined);
    expect(await closed).toEqual([]);
  });

  test('makes payments and tokens of the resource interface, which it shows as that does', async () => {
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${reference.keys.secretKey}` };
      return (await fetch(`${reference.url}${path}`, { headers })).json();
    };
    const made = await visit(browser, shop, ofResource({ payment }));
    await goOn(made.dialog, 'approve');
    const [single] = await made.ended();
    expect(single).toMatchObject({ ...payment, status: 'AUTHORIZED', test: true });
    expect(await get(`/payments/${String(single?.['id'])}`)).toEqual(single);
    const rejected = await visit(browser, shop, ofResource({ payment }));
    await goOn(rejected.dialog, 'reject');
    expect(await rejected.ended()).toMatchObject([{ status: 'REJECTED' }]);

    const asking = await visit(
      browser,
      shop,
      ofResource({ token: { wallet_id: 'w', metadata: { a: 'b' } } }),
    );
    await goOn(asking.dialog, 'pin');
    await asking.dialog.locator('#pin').fill(pinSent());
    await asking.dialog.locator('#confirm').click();
    const [token] = await asking.ended();
    const { email, phone } = reference.personas.pin;
    expect(token).toMatchObject({ wallet_id: 'w', metadata: { a: 'b' }, origin: { email, phone } });
    expect(await get(`/tokens/${String(token?.['id'])}`)).toEqual(token);
    const refused = await visit(browser, shop, ofResource({ token: {} }));
    await goOn(refused.dialog, 'reject');
    expect(await refused.ended()).toMatchObject([{ status: '403', code: 'service.forbidden' }]);
  });

  test('opens in a browser that blocks pop-ups from a click only, and says so where it is blocked', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const failed = page.waitForEvent('pageerror');
    await page.goto(shop.pageOf(legacy(), 'at once'));
    expect((await failed).message).toContain('The browser blocked the checkout: call launch from a click.');
    expect(context.pages()).toEqual([page]);
    const opened = context.waitForEvent('page');
    await page.locator('button').click();
    await opened;
    await context.close();
  });

  test.each([
    ['of the shop', '/logo.gif', '/logo.gif'],
    ['of the service where the one of the shop is not there', '/none.gif', '/checkout/logo.svg'],
    ['of the service where the shop has none', undefined, '/checkout/logo.svg'],
  ])('shows the logo %s in a round frame', async (_whose, path, shown) => {
    const config = path === undefined ? {} : { logo_url: `${shop.url}${path}` };
    const { dialog } = await visit(browser, shop, { ...legacy(), ...config });
    const logo = `document.querySelector('#logo')`;
    // Not by waitForFunction, which the page's policy keeps from looking again.
    await expect.poll(() => dialog.evaluate<number>(`${logo}.naturalWidth`)).toBeGreaterThan(0);
    expect(new URL(await dialog.evaluate<string>(`${logo}.src`)).pathname).toBe(shown);
    expect(await dialog.evaluate(`getComputedStyle(${logo}.parentElement).borderRadius`)).toBe('50%');
    const { width, height } = (await dialog.locator('.frame').boundingBox()) ?? {};
    expect(width).toBe(height);
    await dialog.context().close();
  });

  test('offers instalments where the order says extended, and hides them otherwise', async () => {
    for (const [options, isOffered] of [
      [{ options: { authorize_type: 'extended' } }, true],
      [{ options: { authorize_type: 'simple' } }, false],
    ] as const) {
      const { dialog } = await visit(browser, shop, legacy(options));
      expect(await dialog.locator('#instalments').isVisible()).toBe(isOffered);
      await dialog.context().close();
    }
  });

  test.each([
    [390, 'light'],
    [1280, 'dark'],
  ] as const)('keeps out no reader at any step, %d px wide in %s', async (width, colorScheme) => {
    const look = { viewport: { width, height: 900 }, colorScheme };
    const { dialog } = await visit(browser, shop, legacy({ options: { authorize_type: 'extended' } }), look);
    await dialog.setViewportSize(look.viewport);
    await dialog.evaluate(axe.source);
    const problems = async () => {
      const { violations } = await dialog.evaluate<axe.AxeResults>(
        `axe.run({ resultTypes: ['violations'] })`,
      );
      expect(await dialog.evaluate('document.documentElement.scrollWidth')).toBe(width);
      return violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
    };
    expect(await problems()).toEqual([]);
    await goOn(dialog, 'pin');
    await dialog.locator('#pin:focus').waitFor();
    expect(await problems()).toEqual([]);
    await dialog.locator('#pin').fill('no PIN');
    await dialog.locator('#confirm').click();
    await dialog.locator('#message:not(:empty)').waitFor();
    expect(await problems()).toEqual([]);
    await dialog.context().close();
  });
});
