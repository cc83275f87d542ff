import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { CheckoutSettings } from './checkout-settings.ts';
import { startBrowser } from './chromium.ts';
import { filmOf, type Hidden } from './film.ts';
import type { CheckoutConsumer, CheckoutResult } from './launched.ts';
import { type MerchantPage, serveMerchantPage, type Purchase } from './merchant-page.ts';
import { settledState } from './settled-state.ts';
import { waitFor } from './take-steps.ts';
import { tellsOfMade } from './told.ts';
import { walk } from './walk.ts';
import { watchWire } from './watch-wire.ts';

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
  consumer: CheckoutConsumer,
  waitMs: number,
): Promise<CheckoutResult> {
  const merchant = await serveMerchantPage(settings, purchase);
  try {
    // Rejects where the browser was closed since the run is to end.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    try {
      return await launchIn(context, merchant, settings, purchase, consumer, waitMs);
    } finally {
      await context.close();
    }
  } finally {
    await merchant.close();
  }
}

async function launchIn(
  context: BrowserContext,
  merchant: MerchantPage,
  settings: CheckoutSettings,
  { logo: givesLogo }: Purchase,
  consumer: CheckoutConsumer,
  waitMs: number,
): Promise<CheckoutResult> {
  const said = listenTo(context);
  const wire = await watchWire(context, settings, merchant.url);
  const place = { context, ours: merchant.url, until: AbortSignal.timeout(waitMs) };
  const page = await context.newPage();
  await page.goto(merchant.url);
  const told = () => page.evaluate<readonly unknown[]>('told');
  const film = consumer.isFilmed === true ? filmOf(hiddenIn(settings, consumer)) : undefined;
  const shoot = async (of: Page, caption: string) => film?.take(of, caption);
  const { logo, ...walked } = await walk({
    page,
    place,
    settings,
    consumer,
    told,
    wire,
    ...(givesLogo !== undefined && { logoUrl: merchant.logoUrl }),
    shoot,
  });
  if (walked.stuck === undefined) await waitFor(settled(place.until), () => formOf(merchant.paid, told));
  await shoot(page, 'at the end');
  return {
    told: await told(),
    page: await settledState(page, place.until),
    wire: [...wire.exchanges],
    refusedHosts: [...wire.refused],
    shots: film?.shots ?? [],
    console: said,
    ...walked,
    ...(logo && { logo: { ...logo, isAsked: merchant.logoAsked() > 0 } }),
  };
}

/** More than a page says that works, and the longest line, characters. */
const mostSaid = 20;
const longestSaid = 300;

/** What the pages say on the console from now on, and what they throw. */
function listenTo(context: BrowserContext): readonly string[] {
  const said: string[] = [];
  const add = (line: string): void => {
    if (said.length < mostSaid) said.push(line.slice(0, longestSaid));
  };
  context.on('console', (message) => add(`${message.type()}: ${message.text()}`));
  context.on('weberror', (thrown) => add(`thrown: ${String(thrown.error())}`));
  return said;
}

/** How long a second call of the callback may take that comes at once, ms: the form that the first one submits takes as long to our own server. */
const afterwardsMs = 3000;

const settled = (until: AbortSignal): AbortSignal =>
  AbortSignal.any([until, AbortSignal.timeout(afterwardsMs)]);

/** Defined once the form has brought an id, or where the callback was told of none. */
async function formOf(
  paid: readonly string[],
  told: () => Promise<readonly unknown[]>,
): Promise<true | undefined> {
  return paid.length > 0 || !(await told()).some(tellsOfMade) ? true : undefined;
}

/** What tells who a consumer is. */
function hiddenIn({ consumer, pin }: CheckoutSettings, { email, phone }: CheckoutConsumer): Hidden {
  const typed = [...consumer, ...pin].filter((step) => step.do === 'fill');
  return { selectors: typed.map((step) => step.at), texts: [email, phone] };
}
