import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { type KnownSecret, knownSecretsOf } from '../secrets/redact.ts';
import type { Target } from '../settings/settings.ts';
import type { WaySettings } from '../way/way-settings.ts';
import type { CheckoutSettings } from './checkout-settings.ts';
import type { CheckoutConsumer, CheckoutResult } from './launched.ts';
import { type Purchase, serveMerchantPage } from './merchant-page.ts';
import { launchWithin } from './one-launch.ts';
import { startBrowser, type StartedBrowser } from './start-browser.ts';
import { isSameLeak, type Leak } from './way-out/way-out.ts';

/** A checkout in a browser of its own. */
export interface OpenCheckout {
  /** False for root: the browser has no sandbox then. */
  readonly isSandboxed: boolean;
  /** What its pages would have sent to hosts that are not allowed, in all launches. */
  readonly leaks: readonly Leak[];
  /** Goes through the checkout from a fresh payment page, as a consumer with a fresh profile. Ends within twice the patience, whatever the pages do. */
  launch(purchase: Purchase, consumer: CheckoutConsumer): Promise<CheckoutResult>;
  close(): Promise<void>;
}

/** How a checkout is opened beside its settings. */
export interface CheckoutOptions {
  /** How long a consumer waits for the checkout, ms. Default: half a minute. */
  readonly waitMs?: number;
  /** What lies between us and the target. Default: nothing. */
  readonly way?: WaySettings;
  /** What must not leave. Default: nothing is looked for. */
  readonly secrets?: readonly KnownSecret[];
}

/** How the checkout of a target is opened. */
export function checkoutOptionsOf(target: Target): CheckoutOptions {
  return { ...(target.way && { way: target.way }), secrets: knownSecretsOf(target) };
}

/** How long a consumer waits for the checkout, ms: a service answers within seconds, and a test browser may be slow to start a window. */
const patienceMs = 30_000;

/** Of the patience: how long the pages of a launch may take to close before the browser is killed. */
const closingPart = 0.1;

function closedWithin(context: BrowserContext, ms: number): Promise<boolean> {
  const closed = context.close().then(
    () => true,
    () => false,
  );
  return Promise.race([closed, sleep(ms, false, { ref: false })]);
}

/** Starts a browser for a checkout; or says why there is none. */
export async function openCheckout(
  settings: CheckoutSettings,
  { waitMs = patienceMs, way = {}, secrets = [] }: CheckoutOptions = {},
): Promise<OpenCheckout | { readonly none: string }> {
  const first = await startBrowser();
  if ('none' in first) return first;
  let current = first;
  const closed = new AbortController();
  const closingMs = waitMs * closingPart;
  const leaks: Leak[] = [];
  /** One that the pages of a launch have ended is followed by another. */
  const connected = async (): Promise<StartedBrowser> => {
    closed.signal.throwIfAborted();
    if (current.isConnected()) return current;
    const started = await startBrowser();
    if ('none' in started) throw new Error(started.none);
    current = started;
    return started;
  };
  return {
    isSandboxed: first.isSandboxed,
    leaks,
    launch: async (purchase, consumer) => {
      const browser = await connected();
      const merchant = await serveMerchantPage(settings, purchase);
      try {
        const pages = await browser.open(settings, { ours: merchant.url, secrets, way });
        const by = { ...pages, merchant, settings, consumer, waitMs, givesLogo: purchase.logo !== undefined };
        try {
          const result = await launchWithin(by, closed.signal);
          const isShut = result.lost === undefined && (await closedWithin(pages.context, closingMs));
          if (!isShut) await browser.close(closingMs);
          return { ...result, leaks: pages.wayOut.leaks };
        } finally {
          await pages.wayOut.close();
          for (const leak of pages.wayOut.leaks)
            if (!leaks.some((other) => isSameLeak(leak, other))) leaks.push(leak);
        }
      } finally {
        await merchant.close();
      }
    },
    close: async () => {
      closed.abort(new Error('the browser was closed'));
      await current.close();
    },
  };
}
