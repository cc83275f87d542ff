import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { z } from 'zod';
import type { CheckoutSettings } from '../checkout-settings.ts';
import { startBrowser } from '../chromium.ts';
import { type PageState, serveMerchantPage, type Purchase } from '../merchant-page.ts';
import { settledState } from '../settled-state.ts';
import { waitFor } from '../take-steps.ts';
import { isFinal } from '../told.ts';
import { watchWire } from '../watch-wire.ts';
import { longestSelector, longestValue, mostSelectors, recorderScript } from './recorder-script.ts';

/** More than any person does in a checkout; each key that is typed counts. */
const mostMoves = 2000;

const moveForm = z.strictObject({
  kind: z.enum(['fill', 'click', 'other']),
  key: z.string().max(40),
  at: z.array(z.string().max(longestSelector)).max(mostSelectors),
  isVisible: z.boolean(),
  value: z.string().max(longestValue).optional(),
  isSecret: z.boolean().optional(),
  isCode: z.boolean().optional(),
});

/** What a person did to one element, as its page tells it. */
export interface Move extends z.output<typeof moveForm> {
  /** Where a run would look for it: it takes no step in the payment page itself, and the first frame that shows a selector gets it. */
  readonly where: 'checkout' | 'payment page';
  /** The selectors that a frame before this one shows too. */
  readonly alsoBefore: ReadonlySet<string>;
}

/** What was recorded of a person's way through the checkout. */
export interface Recording {
  readonly moves: readonly Move[];
  readonly told: readonly unknown[];
  /** Absent: the page did not load, or was closed before it could be asked. */
  readonly page?: PageState;
  readonly refusedHosts: readonly string[];
  readonly ended: 'told' | 'not configured' | 'closed' | 'interrupted';
}

/** How a person is let through the checkout. */
export interface RecordOptions {
  /** Ends the recording, which keeps what was done until then. */
  readonly until: AbortSignal;
  /** Whether the browser has a window. Default true. */
  readonly isShown?: boolean;
  /** Called once the payment page is there. */
  readonly onReady?: (context: BrowserContext) => void;
}

/** How long the payment page stays after the callback was told, for a person to read it, ms; who closes it goes on at once. */
const readMs = 4000;

/** Opens a payment page in a browser, and records what a person does in the checkout until the callback is told. Or says why there is no browser. */
export async function recordCheckout(
  settings: CheckoutSettings,
  purchase: Purchase,
  { until, isShown = true, onReady }: RecordOptions,
): Promise<Recording | { readonly none: string }> {
  const browser = await startBrowser({ isShown });
  if ('none' in browser) return browser;
  const merchant = await serveMerchantPage(settings, purchase);
  try {
    const context = await browser.newContext({ serviceWorkers: 'block', ...(isShown && { viewport: null }) });
    const wire = await watchWire(context, settings, merchant.url);
    const moves = await listen(context, merchant.url);
    const page = await context.newPage();
    // A script that never answers, and a window that is closed at once.
    const opened = page.goto(merchant.url).then(() => settledState(page, until));
    const state = await Promise.race([opened.catch(() => undefined), abortOf(until)]);
    onReady?.(context);
    let told: readonly unknown[] = [];
    const look = async (): Promise<Recording['ended'] | undefined> => {
      if (page.isClosed() || !browser.isConnected()) return 'closed';
      if (until.aborted) return undefined;
      if (state?.isConfigured !== true) return 'not configured';
      told = await toldIn(page);
      return told.some(isFinal) ? 'told' : undefined;
    };
    const ended = (await waitFor(until, look)) ?? 'interrupted';
    if (ended === 'told' && isShown)
      await waitFor(AbortSignal.any([until, AbortSignal.timeout(readMs)]), async () => {
        if (page.isClosed()) return true;
        told = await toldIn(page).catch(() => told);
        return undefined;
      });
    const refusedHosts = [...wire.refused];
    return { moves: await moves(), told, ...(state && { page: state }), refusedHosts, ended };
  } finally {
    await browser.close().catch(() => undefined);
    await merchant.close();
  }
}

const abortOf = async (until: AbortSignal): Promise<undefined> => {
  if (!until.aborted) await once(until, 'abort');
};

/** What the callback was told; nothing while the page is another one or goes away. */
const toldIn = (page: Page): Promise<readonly unknown[]> =>
  page.evaluate<readonly unknown[]>('told').catch(() => []);

/** Listens in every window and frame. Gives what gives the moves so far, in their order. */
async function listen(context: BrowserContext, ours: string): Promise<() => Promise<readonly Move[]>> {
  const moves: Promise<Move>[] = [];
  const name = `note${randomUUID().replaceAll('-', '')}`;
  await context.exposeBinding(name, ({ frame }, said: unknown) => {
    const move = moveForm.safeParse(said);
    if (move.success && moves.length < mostMoves) moves.push(placed(context, frame, ours, move.data));
  });
  await context.addInitScript(recorderScript(name));
  return () => Promise.all(moves);
}

async function placed(
  context: BrowserContext,
  frame: Frame,
  ours: string,
  move: z.output<typeof moveForm>,
): Promise<Move> {
  const where = frame.url().startsWith(ours) ? 'payment page' : 'checkout';
  const alsoBefore = new Set<string>();
  // In the order in which a run looks.
  for (const other of context.pages().flatMap((page) => page.frames())) {
    if (other === frame) break;
    if (other.url().startsWith(ours)) continue;
    for (const selector of move.at) {
      const isThere = other.locator(selector).first().isVisible();
      // A frame that goes away meanwhile shows nothing.
      if (await isThere.catch(() => false)) alsoBefore.add(selector);
    }
  }
  return { ...move, where, alsoBefore };
}
