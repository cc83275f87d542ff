import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import type { CheckoutSettings } from './checkout-settings.ts';
import { startBrowser } from './chromium.ts';
import { filmOf, type Hidden, type Shot } from './film.ts';
import { lookAtLogo, type ShownLogo } from './look-at-logo.ts';
import { type PageState, serveMerchantPage, type Purchase } from './merchant-page.ts';
import { type Place, takeSteps, visibleAt, waitFor } from './take-steps.ts';
import { type Wire, type WireExchange, watchWire } from './watch-wire.ts';

/** Who goes through the checkout. */
export interface CheckoutConsumer {
  readonly email: string;
  readonly phone: string;
  /** Gives the PIN that was sent. Absent: it can't be known. */
  readonly pin?: () => Promise<string | undefined>;
  /** Makes a wrong PIN of the right one, which is tried first. Default: none is tried. */
  readonly wrongPin?: (pin: string) => string;
  /** True: pictures are taken, without what is typed. Default: none. */
  readonly isFilmed?: boolean;
}

/** What became of a launch. */
export interface CheckoutResult {
  /** What the callback was told, in its order. */
  readonly told: readonly unknown[];
  /** What the consumer waited for in vain. Absent: nothing. */
  readonly stuck?: string;
  /** Hosts that a page asked for and may not, each once. */
  readonly refusedHosts: readonly string[];
  /** The same that were sent the key. */
  readonly keySentTo: readonly string[];
  /** What the page notes of itself, and the ids that its form has brought to the merchant. */
  readonly page: PageState;
  readonly paid: readonly string[];
  /** What the pages have sent, and what was answered. */
  readonly wire: readonly WireExchange[];
  /** Whether a window or a frame of others was there after the click. */
  readonly isOpened: boolean;
  /** What the dialog shows of a logo; absent where no dialog was seen. */
  readonly logo?: ShownLogo;
  /** What became of the wrong PIN. Absent: none was typed. */
  readonly wrongPin?: { readonly toldOfIt: number };
  /** What was on the screen; none unless the consumer is filmed. */
  readonly shots: readonly Shot[];
  /** What the pages have said on the console, at most some. */
  readonly console: readonly string[];
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
  consumer: CheckoutConsumer,
  waitMs: number,
): Promise<CheckoutResult> {
  const merchant = await serveMerchantPage(settings, purchase);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const said = listenTo(context);
    const wire = await watchWire(context, settings, { ours: merchant.url, key: purchase.key });
    const place = { context, ours: merchant.url, until: AbortSignal.timeout(waitMs) };
    const page = await context.newPage();
    await page.goto(merchant.url);
    const told = () => page.evaluate<readonly unknown[]>('told');
    const film = consumer.isFilmed === true ? filmOf(hiddenIn(settings, consumer)) : undefined;
    const shoot = async (of: Page, caption: string) => film?.take(of, caption);
    const walked = await walk({
      page,
      place,
      settings,
      consumer,
      told,
      wire,
      logoUrl: merchant.logoUrl,
      shoot,
    });
    if (walked.stuck === undefined) await waitFor(settled(place.until), () => formOf(merchant.paid, told));
    await shoot(page, 'at the end');
    return {
      told: await told(),
      page: await page.evaluate<PageState>('state'),
      paid: [...merchant.paid],
      wire: [...wire.exchanges],
      refusedHosts: [...wire.refused],
      keySentTo: [...wire.withKey],
      shots: film?.shots ?? [],
      console: said,
      ...walked,
    };
  } finally {
    await context.close();
    await merchant.close();
  }
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

/** How long the form that the callback submits may take to our own server, and a second call of the callback, ms. */
const afterwardsMs = 3000;

/** How long a page may take to show what it was answered, ms. */
const takingInMs = 500;

const settled = (until: AbortSignal): AbortSignal =>
  AbortSignal.any([until, AbortSignal.timeout(afterwardsMs)]);

/** Defined once the form has brought an id, or where the callback was told of none. */
async function formOf(
  paid: readonly string[],
  told: () => Promise<readonly unknown[]>,
): Promise<true | undefined> {
  if (paid.length > 0) return true;
  const [first] = await told();
  const isId = typeof first === 'object' && first !== null && ('payment_id' in first || 'id' in first);
  return isId ? undefined : true;
}

interface Walk {
  readonly page: Page;
  readonly place: Place;
  readonly settings: CheckoutSettings;
  readonly consumer: CheckoutConsumer;
  told(): Promise<readonly unknown[]>;
  readonly wire: Wire;
  readonly logoUrl: string;
  readonly shoot: (of: Page, caption: string) => Promise<void>;
}

type Walked = Pick<CheckoutResult, 'isOpened' | 'stuck' | 'logo' | 'wrongPin'>;

/** Goes through the checkout from the click to the last call of the callback. */
async function walk({ page, place, settings, consumer, told, wire, logoUrl, shoot }: Walk): Promise<Walked> {
  const { email, phone, pin, wrongPin } = consumer;
  const { isConfigured } = await page.evaluate<PageState>('state');
  if (!isConfigured) return { isOpened: false, stuck: 'the checkout to be configured' };
  await shoot(page, 'before the click');
  await page.locator('button').click();
  const [first] = settings.consumer;
  const isTold = async () => ((await told()).length > 0 ? ('told' as const) : undefined);
  const begun =
    first && (await waitFor(place.until, async () => (await visibleAt(place, first.at)) ?? (await isTold())));
  const isOpened =
    place.context.pages().length > 1 || page.frames().some((one) => isForeign(one, place.ours));
  if (begun === 'told') return { isOpened };
  const logo = begun && (await lookAtLogo(begun, logoUrl));
  if (begun) await shoot(begun.page(), 'the checkout is open');
  const ended = (stuck?: string, tried?: Walked['wrongPin']): Walked => ({
    isOpened,
    ...(logo !== undefined && { logo }),
    ...(stuck !== undefined && { stuck }),
    ...(tried !== undefined && { wrongPin: tried }),
  });
  const shootDialog = (caption: string) => shoot(begun?.page() ?? page, caption);
  const missing = await takeSteps(place, settings.consumer, { email, phone });
  if (missing !== undefined) return ended(`${missing} of checkout.consumer`);
  const [firstOfPin] = settings.pin;
  const isAsked = async () =>
    firstOfPin !== undefined && (await visibleAt(place, firstOfPin.at)) !== undefined
      ? ('asked' as const)
      : undefined;
  const next = await waitFor(place.until, async () => (await isTold()) ?? (await isAsked()));
  if (next === 'told') return ended();
  if (next === undefined) return ended('a call of the callback');
  await shootDialog('the PIN is asked for');
  const right = await pin?.();
  if (right === undefined) return ended('the PIN, which can not be known');
  let tried: Walked['wrongPin'];
  if (wrongPin !== undefined) {
    const before = wire.exchanges.length;
    const absent = await takeSteps(place, settings.pin, { email, phone, pin: wrongPin(right) });
    if (absent !== undefined) return ended(`${absent} of checkout.pin`);
    const again = async () => (wire.exchanges.length > before ? await isAsked() : undefined);
    const answered = await waitFor(place.until, async () => (await isTold()) ?? (await again()));
    // The page may not have taken in the answer yet.
    const then = answered === 'asked' ? await waitFor(AbortSignal.timeout(takingInMs), isTold) : answered;
    tried = { toldOfIt: (await told()).length };
    await shootDialog('after a wrong PIN');
    if (then === 'told') return ended(undefined, tried);
    if (answered === undefined) return ended('an answer to a wrong PIN', tried);
  }
  const isOver = async () => (await isTold()) !== undefined;
  const absent = await takeSteps(place, settings.pin, { email, phone, pin: right }, isOver);
  if (absent !== undefined) return ended(`${absent} of checkout.pin`, tried);
  const isDone = await waitFor(place.until, isTold);
  return ended(isDone === undefined ? 'a call of the callback after the PIN' : undefined, tried);
}

/** What tells who a consumer is. */
function hiddenIn({ consumer, pin }: CheckoutSettings, { email, phone }: CheckoutConsumer): Hidden {
  const typed = [...consumer, ...pin].filter((step) => step.do === 'fill');
  return { selectors: typed.map((step) => step.at), texts: [email, phone] };
}

/** Whether a frame shows a page of others. */
function isForeign(frame: Frame, ours: string): boolean {
  const url = frame.url();
  return !url.startsWith(ours) && url !== 'about:blank';
}
