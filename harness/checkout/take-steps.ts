import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { CheckoutStep } from './checkout-settings.ts';
import type { PageState } from './merchant-page.ts';

/** How often is looked whether something is there, ms. */
const lookMs = 50;

/** Where a consumer is: every window and frame but the payment page itself. */
export interface Place {
  readonly context: BrowserContext;
  /** The origin of the payment page. */
  readonly ours: string;
  /** Ends the waiting. */
  readonly until: AbortSignal;
}

/** What is visible under a selector, in any window or frame of the checkout; undefined where nothing is. */
export async function visibleAt(
  { context, ours, until }: Place,
  selector: string,
): Promise<Locator | undefined> {
  const frames = context.pages().flatMap((page) => page.frames());
  for (const frame of frames) {
    // A page may have thousands.
    if (until.aborted) break;
    if (frame.url().startsWith(ours)) continue;
    const found = frame.locator(selector).first();
    // A frame that goes away meanwhile shows nothing.
    if (await found.isVisible().catch(() => false)) return found;
  }
  return undefined;
}

/** Waits until something is there. Undefined: it did not come in time. */
export async function waitFor<T>(
  until: AbortSignal,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (;;) {
    const found = await look();
    if (found !== undefined || until.aborted) return found;
    await sleep(lookMs);
  }
}

/** Takes steps one after the other, until `isOver`. Gives the selector of the first one that can't be taken, if there is one. */
export async function takeSteps(
  place: Place,
  steps: readonly CheckoutStep[],
  values: Readonly<Record<string, string>>,
  isOver: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<string | undefined> {
  for (const step of steps) {
    const found = await waitFor(place.until, async () =>
      (await isOver()) ? ('over' as const) : visibleAt(place, step.at),
    );
    if (found === 'over') return undefined;
    if (found === undefined) return step.at;
    try {
      await act(found, step, values);
    } catch (error) {
      // What ends the checkout may close its window meanwhile.
      if (!(await isOver())) throw error;
    }
  }
  return undefined;
}

async function act(
  found: Locator,
  step: CheckoutStep,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  if (step.do === 'fill') {
    await found.fill(step.with.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole));
  } else if (step.do === 'click') {
    try {
      await found.click();
    } catch (error) {
      // The click may close its window before it is confirmed.
      if (!found.page().isClosed()) throw error;
    }
  }
}

/** What the payment page itself declares. */
const ownNames: ReadonlySet<string> = new Set(['told', 'state', 'payproof']);

/** What a payment page has noted. Throws an Error where the page is another one. */
export async function readPage(
  page: Page,
  ours: string,
): Promise<{ readonly told: readonly unknown[]; readonly state: PageState }> {
  if (new URL(page.url()).origin !== ours) throw new Error('the payment page went elsewhere');
  return page.evaluate<{ readonly told: readonly unknown[]; readonly state: PageState }>('payproof.read()');
}

/** What a payment page notes of itself once it waits for nothing more of the script, or as it is when the waiting ends. */
export async function settledState(
  page: Page,
  { ours, until }: Pick<Place, 'ours' | 'until'>,
): Promise<PageState> {
  const noted = async (): Promise<PageState> => (await readPage(page, ours)).state;
  const state =
    (await waitFor(until, async () => {
      const now = await noted();
      return now.isSettled ? now : undefined;
    })) ?? (await noted());
  if (state.isDefined) return state;
  return { ...state, added: [...state.added, ...(await declaredIn(page))] };
}

/** The names of `let`, `const` and `class` in the scripts of a page, which only the browser knows. */
async function declaredIn(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { names } = await session.send('Runtime.globalLexicalScopeNames');
  return names.filter((name) => !ownNames.has(name)).slice(0, 20);
}
