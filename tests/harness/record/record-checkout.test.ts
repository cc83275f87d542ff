import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  type CheckoutSettings,
  checkoutOf,
  checkoutSchema,
} from '../../../harness/checkout/checkout-settings.ts';
import { openCheckout } from '../../../harness/checkout/open-checkout.ts';
import { recordCheckout, type Recording } from '../../../harness/checkout/record/record-checkout.ts';
import { suggestSteps, inSettings } from '../../../harness/checkout/record/suggest-steps.ts';
import { withoutChromium } from '../../support/targets/chromium.ts';
import { bothCheckouts } from '../../support/second-checkout/both-checkouts.ts';
import { secondCheckoutSettings } from '../../support/second-checkout/serve.ts';

describe.skipIf(withoutChromium !== '')(`a recorded checkout${withoutChromium}`, () => {
  const both = bothCheckouts();

  const sentPin = () => both.reference.store.pins.get(both.reference.personas.pin.phone)?.pin ?? '';
  const purchase = () => ({ key: both.reference.keys.publicKey, data: { token: {} } });

  /** Records what somebody does who starts on the payment page. */
  async function recorded(
    settings: CheckoutSettings,
    person: (page: Page, context: BrowserContext, stop: () => void) => Promise<void>,
  ): Promise<Recording> {
    const stop = new AbortController();
    let walked: Promise<void> | undefined;
    const until = AbortSignal.any([stop.signal, AbortSignal.timeout(40_000)]);
    const recording = await recordCheckout(settings, purchase(), {
      until,
      isShown: false,
      onReady: (context) => {
        const [page] = context.pages();
        if (page === undefined) return;
        walked = person(page, context, () => stop.abort());
        // A person who gives up closes the page.
        walked.catch(() => stop.abort());
      },
    });
    await walked;
    if ('none' in recording) throw new Error(recording.none);
    return recording;
  }

  /** Presses what ends the checkout, whose window may be closed before that is confirmed. */
  const pressLast = (place: Page | Frame, selector: string) =>
    place
      .locator(selector)
      .click()
      .catch(() => undefined);

  /** Has a run go through the checkout by what was suggested, written and read as settings are. */
  async function driven(base: object, recording: Recording): Promise<unknown> {
    const { email, phone } = both.reference.personas.pin;
    const suggestion = suggestSteps(recording, { email, phone, isAsked: true });
    const settings = checkoutOf(checkoutSchema.parse({ ...base, ...inSettings(suggestion) }));
    const checkout = await openCheckout(settings);
    if ('none' in checkout) throw new Error(checkout.none);
    const pin = () => Promise.resolve(sentPin());
    const { told, stuck } = await checkout.launch(purchase(), { email, phone, pin });
    await checkout.close();
    return { told, stuck };
  }
  const toldOnce = { told: [{ status: 'ACTIVE', id: expect.stringMatching(/^tok_/) as string }] };

  test('of the reference, with a wrong e-mail address and a wrong PIN first, gives steps that lead a run through it', async () => {
    const { email, phone } = both.reference.personas.pin;
    const base = { script_url: both.reference.checkoutUrl };
    const recording = await recorded(checkoutOf(checkoutSchema.parse(base)), async (page) => {
      const opened = page.waitForEvent('popup');
      await page.locator('button').click();
      const dialog = await opened;
      await dialog.locator('#email').fill('somebody@else.test');
      await dialog.locator('#email').fill(email);
      await dialog.locator('#phone').pressSequentially(phone);
      await dialog.locator('#phone').press('Enter');
      await dialog.locator('#pin').fill('wrong');
      await dialog.locator('#confirm').click();
      await dialog.locator('#message:not(:empty)').waitFor();
      await dialog.locator('#pin').fill(sentPin());
      await pressLast(dialog, '#confirm');
    });
    expect(recording).toMatchObject({ ended: 'told', refusedHosts: [], ...toldOnce });
    const suggestion = suggestSteps(recording, { email, phone, isAsked: true });
    expect(inSettings(suggestion)).toEqual({
      consumer: [
        { fill: '#email', with: '${email}' },
        { fill: '#phone', with: '${phone}' },
        { click: '#continue' },
      ],
      pin: [{ fill: '#pin', with: '${pin}' }, { click: '#confirm' }],
    });
    expect(suggestion.secrets).toContain('wrong');
    expect([...suggestion.consumer, ...suggestion.pin].map(({ found }) => found)).not.toContain('hidden');
    expect(await driven(base, recording)).toMatchObject(toldOnce);
  });

  test('of one in a frame, without ids, gives steps that lead a run through it', async () => {
    const { email, phone } = both.reference.personas.pin;
    const { consumer: _consumer, pin: _pin, ...names } = secondCheckoutSettings;
    const base = { ...names, script_url: both.second.scriptUrl };
    const recording = await recorded(checkoutOf(checkoutSchema.parse(base)), async (page) => {
      await page.locator('button').click();
      const shown = await page.waitForSelector('iframe[title="Acme Pay"]');
      const frame = await shown.contentFrame();
      if (frame === null) throw new Error('the checkout opened no frame');
      await frame.getByText('I accept the terms').click();
      await frame.locator('[name=mail]').fill(email.toUpperCase());
      await frame.locator('[name=cell]').fill(phone);
      await frame.locator('[data-do=go]').click();
      await frame.locator('[name=code]').fill(sentPin());
      await pressLast(frame, '[data-do=check]');
    });
    const suggestion = suggestSteps(recording, { email, phone, isAsked: true });
    expect(inSettings(suggestion)).toEqual({
      consumer: [
        { click: '[name=terms]' },
        { fill: '[name=mail]', with: '${email}' },
        { fill: '[name=cell]', with: '${phone}' },
        { click: 'role=button[name="Pay with Acme"]' },
      ],
      pin: [{ fill: '[name=code]', with: '${pin}' }, { click: 'role=button[name="Check the code"]' }],
    });
    expect([...suggestion.consumer, ...suggestion.pin].every(({ found }) => found === 'yes')).toBe(true);
    expect(await driven(base, recording)).toMatchObject(toldOnce);
  });

  test('that is ended keeps what was done until then, and what was done in the payment page itself', async () => {
    const base = checkoutOf(checkoutSchema.parse({ script_url: both.reference.checkoutUrl }));
    const recording = await recorded(base, async (page, _context, stop) => {
      await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<button id="own">Own</button>')`);
      await page.locator('#own').click();
      const opened = page.waitForEvent('popup');
      await page.locator('[data-payproof]').click();
      const dialog = await opened;
      // What a script does is no person's.
      await dialog.locator('#cancel').waitFor();
      await dialog.evaluate(
        `document.querySelector('#email').dispatchEvent(new Event('input', { bubbles: true }))`,
      );
      await dialog.locator('#email').fill('half');
      stop();
    });
    expect(recording).toMatchObject({ ended: 'interrupted', told: [] });
    expect(suggestSteps(recording, {}).consumer).toEqual([
      { step: { do: 'click', at: '#own' }, found: 'payment page' },
      { step: { do: 'fill', at: '#email', with: 'half' }, found: 'yes' },
    ]);
  });

  test('can be ended while the script of the checkout does not come', async () => {
    const asked = new AbortController();
    const silent = createServer(() => asked.abort()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const script_url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/app.js`;
    const settings = checkoutOf(checkoutSchema.parse({ script_url }));
    const ended = await recordCheckout(settings, purchase(), { until: asked.signal, isShown: false });
    expect(ended).toEqual({ moves: [], told: [], refusedHosts: [], ended: 'interrupted' });
    silent.closeAllConnections();
    silent.close();
  });

  test('ends at once where the script defines other names, and says which', async () => {
    const base = checkoutOf(checkoutSchema.parse({ script_url: both.second.scriptUrl }));
    expect(await recorded(base, () => Promise.resolve())).toMatchObject({
      ended: 'not configured',
      page: { isLoaded: true, isDefined: false, added: ['acme'] },
      moves: [],
    });
  });
});
