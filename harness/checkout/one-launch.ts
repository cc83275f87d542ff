import { once } from 'node:events';
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

/** Of the patience: when a launch must have ended, with what is read and drawn once the consumer waits no more. */
const endingPart = 1.4;

/**
 * Goes through the checkout, and gives what was seen. What can't be judged is lost: a page that does not answer in time, goes elsewhere, ends or
 * tells more than any reply has. Rejects with the reason of `closed`.
 */
export async function launchWithin(launching: Launching, closed: AbortSignal): Promise<CheckoutResult> {
  const { context, wayOut, merchant, waitMs } = launching;
  const said = listenTo(context);
  const lost = (why: LaunchLoss): CheckoutResult => ({
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
  const ending = AbortSignal.any([closed, AbortSignal.timeout(waitMs * endingPart)]);
  try {
    const result = await Promise.race([going, abortOf(ending)]);
    closed.throwIfAborted();
    if (result === undefined) return lost('late');
    return wayOut.isOverfull() || result.page.isCut === true ? lost('too much') : result;
  } catch {
    closed.throwIfAborted();
    if (page === undefined || page.isClosed() || context.browser()?.isConnected() !== true)
      return lost('ended');
    if (wayOut.isOverfull()) return lost('too much');
    return lost(page.url().startsWith(merchant.url) ? 'unreadable' : 'left');
  } finally {
    // What goes on of it fails once the pages are closed.
    void going.catch(() => undefined);
  }
}

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

async function abortOf(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort');
}

async function launchIn(
  page: Page,
  { context, wayOut, merchant, settings, consumer, givesLogo, waitMs }: Launching,
  said: readonly string[],
): Promise<CheckoutResult> {
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
  if (walked.stuck === undefined) await waitFor(settled(place.until), () => formOf(merchant.paid, told));
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
