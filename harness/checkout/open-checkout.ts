import type { Browser, BrowserContext } from 'playwright-core';
import type { CheckoutSettings } from './checkout-settings.ts';
import { startBrowser } from './chromium.ts';
import { serveMerchantPage, type Purchase } from './merchant-page.ts';
import { takeSteps, visibleAt, waitFor } from './take-steps.ts';

/** Who goes through the checkout. */
export interface CheckoutConsumer {
  readonly email: string;
  readonly phone: string;
  /** Gives the PIN that was sent. Absent: it can't be known. */
  readonly pin?: () => Promise<string | undefined>;
}

/** What became of a launch. */
export interface CheckoutResult {
  /** What the callback was told, in its order. */
  readonly told: readonly unknown[];
  /** What the consumer waited for in vain. Absent: nothing. */
  readonly stuck?: string;
  /** Hosts that a page asked for and may not, each once. */
  readonly refusedHosts: readonly string[];
}

/** A checkout in a browser of its own. */
export interface OpenCheckout {
  /** Goes through the checkout from a fresh payment page, as a consumer with a fresh profile. */
  launch(purchase: Purchase, consumer: CheckoutConsumer): Promise<CheckoutResult>;
  close(): Promise<void>;
}

/** How long a consumer waits for the checkout, ms: a service answers within seconds, and a test browser may be slow to start a window. */
const patienceMs = 30_000;

/** Starts a browser for a checkout; or says why there is none. */
export async function openCheckout(
  settings: CheckoutSettings,
  { waitMs = patienceMs }: { readonly waitMs?: number } = {},
): Promise<OpenCheckout | { readonly none: string }> {
  const browser = await startBrowser();
  if ('none' in browser) return browser;
  return {
    launch: (purchase, consumer) => launch(browser, settings, purchase, consumer, waitMs),
    close: () => browser.close(),
  };
}

async function launch(
  browser: Browser,
  settings: CheckoutSettings,
  purchase: Purchase,
  { email, phone, pin }: CheckoutConsumer,
  waitMs: number,
): Promise<CheckoutResult> {
  const merchant = await serveMerchantPage(settings, purchase);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const refused = await refuseHosts(context, settings, merchant.url);
    const place = { context, ours: merchant.url, until: AbortSignal.timeout(waitMs) };
    const page = await context.newPage();
    await page.goto(merchant.url);
    const told = () => page.evaluate<readonly unknown[]>('told');
    const ended = (stuck?: string) =>
      told().then((all) => ({
        told: all,
        refusedHosts: [...refused],
        ...(stuck !== undefined && { stuck }),
      }));
    await page.locator('button').click();
    const missing = await takeSteps(place, settings.consumer, { email, phone });
    if (missing !== undefined) return await ended(`${missing} of checkout.consumer`);
    const [firstOfPin] = settings.pin;
    const isTold = async () => ((await told()).length > 0 ? ('told' as const) : undefined);
    const isAsked = async () =>
      firstOfPin !== undefined && (await visibleAt(place, firstOfPin.at)) !== undefined
        ? ('asked' as const)
        : undefined;
    const next = await waitFor(place.until, async () => (await isTold()) ?? (await isAsked()));
    if (next === 'told') return await ended();
    if (next === undefined) return await ended('a call of the callback');
    const typed = await pin?.();
    if (typed === undefined) return await ended('the PIN, which can not be known');
    const absent = await takeSteps(place, settings.pin, { email, phone, pin: typed });
    if (absent !== undefined) return await ended(`${absent} of checkout.pin`);
    const isDone = await waitFor(place.until, isTold);
    return await ended(isDone === undefined ? 'a call of the callback after the PIN' : undefined);
  } finally {
    await context.close();
    await merchant.close();
  }
}

/** Lets the pages of a context ask the checkout's host, ours and those that are allowed. Gives the others, as they are asked for. */
async function refuseHosts(
  context: BrowserContext,
  { scriptUrl, allowHosts }: CheckoutSettings,
  ours: string,
): Promise<ReadonlySet<string>> {
  const allowed = new Set([new URL(scriptUrl).host, new URL(ours).host, ...allowHosts]);
  const refused = new Set<string>();
  await context.route('**/*', (route) => {
    const { host, protocol } = new URL(route.request().url());
    if (allowed.has(host) || protocol === 'data:' || protocol === 'blob:') return route.continue();
    refused.add(host);
    return route.abort('blockedbyclient');
  });
  await context.routeWebSocket(/./, (socket) => {
    refused.add(new URL(socket.url()).host);
    return socket.close();
  });
  return refused;
}
