import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { CheckoutSettings } from './checkout-settings.ts';
import { goThroughCheckout } from './go-through.ts';
import {
  type CheckoutConsumer,
  type CheckoutResult,
  filmOf,
  type Hidden,
  type LaunchLoss,
  tellsOfMade,
} from './launched.ts';
import type { MerchantPage } from './merchant-page.ts';
import { readPage, settledState, waitFor } from './take-steps.ts';
import type { WayOut } from './way-out/way-out.ts';

/** A launch that can begin: its payment page is served, and its browser is open. */
export interface Launching {
  readonly context: BrowserContext;
  readonly wayOut: WayOut;
  readonly merchant: MerchantPage;
  readonly settings: CheckoutSettings;
  readonly consumer: CheckoutConsumer;
  /** Whether the payment page gives a logo. */
  readonly givesLogo: boolean;
  /** How long the consumer waits, ms. */
  readonly waitMs: number;
}

/** All but what left the browser, which may still go on. */
type Launched = Omit<CheckoutResult, 'leaks'>;

/** Of the patience: when a launch must have ended, with what is read and drawn once the consumer waits no more. */
const endingPart = 1.4;

/**
 * Goes through the checkout, and gives what was seen. What can't be judged is lost: a page that does not answer in time, goes elsewhere, ends or
 * tells more than any reply has. Rejects with the reason of `closed`.
 */
export async function launchWithin(launching: Launching, closed: AbortSignal): Promise<Launched> {
  const { context, wayOut, merchant, waitMs } = launching;
  const said = await listenTo(context);
  const lost = (why: LaunchLoss): Launched => ({
    ...nothingSeen,
    lost: why,
    wire: [...wayOut.exchanges],
    refusedHosts: [...wayOut.refused],
    console: [...said],
  });
  let page: Page | undefined;
  const going = (async () => {
    page = await context.newPage();
    return launchIn(page, launching, said);
  })();
  const over = new AbortController();
  // A timer and no AbortSignal.timeout, which Node may collect while only a promise waits for it.
  const late = sleep(waitMs * endingPart, undefined, { signal: over.signal });
  const aborted = async (signal: AbortSignal): Promise<void> => {
    if (!signal.aborted) await once(signal, 'abort', { signal: over.signal });
  };
  const waits = [late, aborted(closed), aborted(wayOut.overfull)];
  try {
    const result = await Promise.race([going, Promise.race(waits).then(() => undefined)]);
    closed.throwIfAborted();
    if (wayOut.overfull.aborted || result?.page.isCut === true) return lost('too much');
    return result ?? lost('late');
  } catch {
    closed.throwIfAborted();
    if (page === undefined || page.isClosed() || context.browser()?.isConnected() !== true)
      return lost('ended');
    if (wayOut.overfull.aborted) return lost('too much');
    return lost((await isLeft(page, merchant.url)) ? 'left' : 'unreadable');
  } finally {
    over.abort();
    // What goes on of it fails once the pages are closed.
    void Promise.allSettled([going, ...waits]);
  }
}

/** Whether another page is in the place of ours, or will be in a moment: ours is gone before that has an address. */
function isLeft(page: Page, ours: string): Promise<boolean> {
  return page
    .waitForURL(({ origin }) => origin !== ours, { timeout: leavingMs, waitUntil: 'commit' })
    .then(
      () => true,
      () => false,
    );
}

/** How long a page may have no address while it goes elsewhere, ms. */
const leavingMs = 1000;

const nothingSeen = {
  told: [],
  page: {
    isLoaded: false,
    added: [],
    isDefined: false,
    isConfigured: false,
    isSettled: false,
    opened: [],
  },
  isSilent: false,
  isOpened: false,
  isShown: false,
  isGone: false,
  typedPins: [],
  shots: [],
} as const satisfies Partial<CheckoutResult>;

async function launchIn(
  page: Page,
  { context, wayOut, merchant, settings, consumer, givesLogo, waitMs }: Launching,
  said: readonly string[],
): Promise<Launched> {
  const place = { context, ours: merchant.url, until: AbortSignal.timeout(waitMs) };
  context.setDefaultTimeout(waitMs);
  // A script that does not end keeps the page from loading: the page says so itself.
  await page.goto(merchant.url, { waitUntil: 'commit' });
  await page.waitForLoadState('load', { timeout: waitMs }).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
  });
  const told = async () => (await readPage(page, merchant.url)).told;
  const film = consumer.isFilmed === true ? filmOf(hiddenIn(settings, consumer)) : undefined;
  const shoot = async (of: Page, caption: string) => film?.take(of, caption);
  const { logo, ...walked } = await goThroughCheckout({
    page,
    place,
    settings,
    consumer,
    told,
    wire: wayOut,
    ...(givesLogo && { logoUrl: merchant.logoUrl }),
    shoot,
  });
  const soon = AbortSignal.timeout(afterwardsMs);
  if (walked.stuck === undefined)
    await waitFor(place.until, async () => soon.aborted || (await formOf(merchant.paid, told)));
  await shoot(page, 'at the end');
  return {
    told: await told(),
    page: await settledState(page, place),
    wire: [...wayOut.exchanges],
    refusedHosts: [...wayOut.refused],
    shots: film?.shots ?? [],
    console: said,
    ...walked,
    ...(logo && { logo: { ...logo, isAsked: merchant.logoAsked() > 0 } }),
  };
}

/** More than a page says that works, and the longest line, characters. */
const mostSaid = 20;
const longestSaid = 300;

/** What is run in every page before its own scripts: the console takes so much of each, since all of it comes to us. */
const quietConsole = `
for (const name of ['debug', 'dir', 'error', 'info', 'log', 'table', 'trace', 'warn']) {
  const own = console[name].bind(console);
  let left = ${mostSaid};
  console[name] = (...said) => {
    if (left > 0) own(...said.slice(0, 5).map((one) => (typeof one === 'string' ? one.slice(0, ${longestSaid}) : one)));
    left -= 1;
  };
}`;

/** What the pages say on the console from now on, and what they throw. */
async function listenTo(context: BrowserContext): Promise<readonly string[]> {
  await context.addInitScript(quietConsole);
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
