import type { Page } from 'playwright-core';
import type { PageState } from './merchant-page.ts';
import { waitFor } from './take-steps.ts';

/** What the payment page itself declares. */
const ownNames: ReadonlySet<string> = new Set(['told', 'state', 'payproof']);

/** What a payment page notes of itself once it waits for nothing more of the script, or as it is when the waiting ends. */
export async function settledState(page: Page, until: AbortSignal): Promise<PageState> {
  const noted = (): Promise<PageState> => page.evaluate<PageState>('state');
  const state =
    (await waitFor(until, async () => {
      const now = await noted();
      return now.isSettled ? now : undefined;
    })) ?? (await noted());
  if (state.isDefined) return state;
  return { ...state, added: [...state.added, ...(await declaredIn(page))] };
}

/** The names of `let`, `const` and `class` in the scripts of a page, which only the browser tells. */
async function declaredIn(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { names } = await session.send('Runtime.globalLexicalScopeNames');
  return names.filter((name) => !ownNames.has(name)).slice(0, 20);
}
