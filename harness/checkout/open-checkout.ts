import type { Browser, BrowserContext, Page, Frame } from 'playwright-core';
import type { CheckoutSettings } from './checkout-settings.ts';
import { startBrowser } from './chromium.ts';
import {
  filmOf,
  type Hidden,
  type CheckoutConsumer,
  type CheckoutResult,
  tellsOfMade,
  isFinal,
} from './launched.ts';
import { type MerchantPage, serveMerchantPage, type Purchase } from './merchant-page.ts';
import { settledState, waitFor, type Place, takeSteps, visibleAt } from './take-steps.ts';
import { watchWire, type Wire } from './watch-wire.ts';
import { lookAtLogo } from './look-at-logo.ts';

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

/** Defined once the form has brought an id, or where the callback has received none. */
async function formOf(
  paid: readonly string[],
  told: () => Promise<readonly unknown[]>,
): Promise<true | undefined> {
  return paid.length > 0 || !(await told()).some(tellsOfMade) ? true : undefined;
}

/** What identifies a consumer. */
function hiddenIn({ consumer, pin }: CheckoutSettings, { email, phone }: CheckoutConsumer): Hidden {
  const typed = [...consumer, ...pin].filter((step) => step.do === 'fill');
  return { selectors: typed.map((step) => step.at), texts: [email, phone] };
}

/** How long a page may take to show what it was answered, ms. */
const takingInMs = 500;

/** How long the callback may take once the last answer is there, or the checkout is gone, where nothing obliges it to be called, ms. */
const tellingMs = 4000;

interface Walk {
  readonly page: Page;
  readonly place: Place;
  readonly settings: CheckoutSettings;
  readonly consumer: CheckoutConsumer;
  told(): Promise<readonly unknown[]>;
  readonly wire: Wire;
  /** Absent: the page gives no logo. */
  readonly logoUrl?: string;
  readonly shoot: (of: Page, caption: string) => Promise<void>;
}

type Walked = Pick<
  CheckoutResult,
  'isOpened' | 'isShown' | 'isGone' | 'isSilent' | 'stuck' | 'typedPins' | 'toldByWrongPin'
> & { readonly logo?: Pick<NonNullable<CheckoutResult['logo']>, 'frame'> };

/** Goes through the checkout from the click to the last call of the callback. */
async function walk(walking: Walk): Promise<Walked> {
  const { page, place, settings, wire, logoUrl, shoot } = walking;
  const { isConfigured } = await settledState(page, place.until);
  const nothing = { isOpened: false, isShown: false, isGone: false, isSilent: true, typedPins: [] };
  if (!isConfigured) return { ...nothing, stuck: 'the checkout to be configured' };
  await shoot(page, 'before the click');
  const before = wire.sent();
  await page.locator('[data-payproof]').click();
  const [first] = settings.consumer;
  const isTold = async () => ((await walking.told()).some(isFinal) ? ('told' as const) : undefined);
  const begun =
    first && (await waitFor(place.until, async () => (await visibleAt(place, first.at)) ?? (await isTold())));
  const isOpened = isThere(place, page);
  const shown = begun === 'told' ? undefined : begun;
  const frame = shown && logoUrl !== undefined ? await lookAtLogo(shown, logoUrl) : undefined;
  if (shown) await shoot(shown.page(), 'the checkout is open');
  const gone = begun === 'told' ? { typedPins: [] } : await goThrough(walking, shown?.page() ?? page);
  return {
    isOpened,
    isShown: begun !== undefined,
    isGone: isOpened && !isThere(place, page),
    isSilent: wire.sent() === before,
    ...(shown && logoUrl !== undefined && { logo: { ...(frame && { frame }) } }),
    ...gone,
  };
}

type Gone = Pick<Walked, 'stuck' | 'typedPins' | 'toldByWrongPin'>;

/** Takes the steps of the consumer, and those of the PIN where it is asked for: a wrong one first. */
async function goThrough(
  { page, place, settings, consumer, told, wire, shoot }: Walk,
  dialog: Page,
): Promise<Gone> {
  const { email, phone, pin, wrongPin, isAnswered } = consumer;
  const values = { email, phone };
  const typedPins: string[] = [];
  let toldByWrongPin: readonly unknown[] | undefined;
  const ended = (stuck?: string): Gone => ({
    typedPins,
    ...(stuck !== undefined && { stuck }),
    ...(toldByWrongPin && { toldByWrongPin }),
  });
  const isTold = async (from = 0) => (await told()).slice(from).some(isFinal);
  const isMade = async () => (await told()).some(tellsOfMade);
  const wasOpened = isThere(place, page);
  const isOver = forSomeTime(
    () => isAnswered?.(wire.exchanges) === true || (wasOpened && !isThere(place, page)),
  );
  const [firstOfPin] = settings.pin;
  const isAsked = async () =>
    firstOfPin !== undefined && (await visibleAt(place, firstOfPin.at)) !== undefined;
  const missing = await takeSteps(place, settings.consumer, values, () => isTold());
  if (missing !== undefined) return ended(`${missing} of checkout.consumer`);
  const next = await waitFor(place.until, async () => {
    if (await isTold()) return 'told';
    if (await isAsked()) return 'asked';
    return isOver() ? 'over' : undefined;
  });
  if (next === undefined) return ended('a call of the callback');
  if (next !== 'asked') return ended();
  await shoot(dialog, 'the PIN is asked for');
  const right = await pin?.();
  if (right === undefined) return ended('the PIN, which can not be known');
  if (wrongPin !== undefined) {
    const [sent, calls] = [wire.exchanges.length, (await told()).length];
    const wrong = wrongPin(right);
    typedPins.push(wrong);
    const absent = await takeSteps(place, settings.pin, { ...values, pin: wrong }, isMade);
    if (absent !== undefined) return ended(`${absent} of checkout.pin`);
    const answered = await waitFor(place.until, async () =>
      (await told()).length > calls || (wire.exchanges.length > sent && (await isAsked())) ? true : undefined,
    );
    // The page may not have taken in the answer yet.
    await waitFor(AbortSignal.timeout(takingInMs), async () => ((await isMade()) ? true : undefined));
    toldByWrongPin = await told();
    await shoot(dialog, 'after a wrong PIN');
    if (answered === undefined) return ended('an answer to a wrong PIN');
    if ((await isMade()) || ((await isTold(calls)) && !(await isAsked()))) return ended();
  }
  typedPins.push(right);
  const calls = (await told()).length;
  const absent = await takeSteps(place, settings.pin, { ...values, pin: right }, () => isTold(calls));
  if (absent !== undefined) return ended(`${absent} of checkout.pin`);
  const isDone = await waitFor(place.until, async () =>
    (await isTold(calls)) || isOver() ? true : undefined,
  );
  return ended(isDone === undefined ? 'a call of the callback after the PIN' : undefined);
}

/** Whether something holds for as long as the callback may take. */
function forSomeTime(holds: () => boolean): () => boolean {
  let since: number | undefined;
  return () => {
    if (!holds()) since = undefined;
    else since ??= performance.now();
    return since !== undefined && performance.now() - since >= tellingMs;
  };
}

/** Whether a window beside the payment page, or a frame in it, shows a page of others. */
function isThere({ context, ours }: Place, page: Page): boolean {
  return context.pages().length > 1 || page.frames().some((one) => isForeign(one, ours));
}

function isForeign(frame: Frame, ours: string): boolean {
  const url = frame.url();
  return !url.startsWith(ours) && url !== 'about:blank';
}
