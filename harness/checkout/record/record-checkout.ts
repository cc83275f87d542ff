import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { z } from 'zod';
import type { CheckoutSettings } from '../checkout-settings.ts';
import { startBrowser } from '../start-browser.ts';
import { type PageState, serveMerchantPage, type Purchase } from '../merchant-page.ts';
import { readPage, settledState, waitFor } from '../take-steps.ts';
import { isFinal } from '../launched.ts';
import type { WaySettings } from '../../way/way-settings.ts';
import type { WayOut } from '../way-out/way-out.ts';
import { steadyNow } from '../../time.ts';

/** Longest selector and value that a page may send, and the most selectors of one element. */
const longestSelector = 200;
const longestValue = 200;
const mostSelectors = 6;

/**
 * What is run in each window and frame before its own scripts: it reports each field that a person fills, and of each click on what can be
 * clicked, with selectors that are unique there, the most stable first. Pages can't read what it sends, and can only add to it.
 */
const recorderScript = (binding: string): string => String.raw`(() => {
  const tell = window[${JSON.stringify(binding)}];
  delete window[${JSON.stringify(binding)}];
  if (typeof tell !== 'function') return;
  const page = Math.random().toString(36).slice(2);
  const numbers = new WeakMap();
  let last = 0;
  const keyOf = (one) => {
    if (!numbers.has(one)) numbers.set(one, (last += 1));
    return page + '-' + numbers.get(one);
  };
  const rootsIn = (root) => [root, ...[...root.querySelectorAll('*')].flatMap((one) => (one.shadowRoot ? rootsIn(one.shadowRoot) : []))];
  const all = (selector) => rootsIn(document).flatMap((root) => [...root.querySelectorAll(selector)]);
  const isUnique = (selector) => {
    try {
      return selector.length <= ${longestSelector} && all(selector).length === 1;
    } catch {
      return false;
    }
  };
  const isVisible = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0 && one.checkVisibility({ visibilityProperty: true });
  };
  const buttons = 'button, [role=button], input[type=submit], input[type=button], input[type=reset], input[type=image]';
  const links = 'a[href], [role=link]';
  const clickable = buttons + ', ' + links + ', input[type=checkbox], input[type=radio], summary, [role=checkbox], [role=radio], [role=tab], [role=menuitem], [role=option]';
  const textOf = (one) => (one.innerText ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (one) => one.getAttribute('aria-label') ?? (one instanceof HTMLInputElement ? one.value : textOf(one));
  const byRole = (one) => {
    const [role, group] = one.matches(buttons) ? ['button', buttons] : one.matches(links) ? ['link', links] : [];
    const name = role === undefined ? '' : nameOf(one);
    if (name === '' || name.length > 60 || one.hasAttribute('aria-labelledby')) return undefined;
    const same = all(group).filter((other) => isVisible(other) && nameOf(other) === name);
    return same.length === 1 ? 'role=' + role + '[name=' + JSON.stringify(name) + ']' : undefined;
  };
  const byText = (one) => {
    const text = one.matches('input') ? '' : textOf(one);
    if (text === '' || text.length > 60) return undefined;
    const same = all('*').filter((other) => textOf(other) === text && ![...other.children].some((inner) => textOf(inner) === text));
    return same.length === 1 ? 'text=' + JSON.stringify(text) : undefined;
  };
  const byPath = (one) => {
    let path = '';
    for (let at = one; at instanceof Element; at = at.parentElement) {
      const same = [...(at.parentNode?.children ?? [])].filter((other) => other.localName === at.localName);
      const place = same.length > 1 ? ':nth-of-type(' + (same.indexOf(at) + 1) + ')' : '';
      path = CSS.escape(at.localName) + place + (path === '' ? '' : ' > ' + path);
      if (isUnique(path)) return path;
    }
    return undefined;
  };
  const attributes = (one) => ['name', 'data-testid', 'data-test', 'data-qa'].flatMap((name) => {
    const value = one.getAttribute(name);
    if (value === null || value === '') return [];
    const selector = '[' + name + '=' + CSS.escape(value) + ']';
    const choice = one.getAttribute('value');
    return choice === null ? [selector] : [selector, selector + '[value=' + CSS.escape(choice) + ']'];
  });
  const selectorsOf = (one) => {
    const id = one.id ? ['#' + CSS.escape(one.id)] : [];
    // An id that was counted or made by chance is another one in the next visit.
    const isMade = /\d{3}|:|[\da-f]{8}/i.test(one.id);
    const stable = [...(isMade ? [] : id), ...attributes(one)].filter(isUnique);
    const others = [byRole(one), byText(one), ...(isMade ? id.filter(isUnique) : []), byPath(one)];
    return [...stable, ...others].filter((selector) => selector !== undefined).slice(0, ${mostSelectors});
  };
  const send = (kind, one, more) => {
    const told = { kind, key: keyOf(one), at: selectorsOf(one), isVisible: isVisible(one), ...more };
    // The page may go away meanwhile.
    void Promise.resolve(tell(told)).catch(() => undefined);
  };
  const isTyped = (one) =>
    one instanceof HTMLTextAreaElement ||
    (one instanceof HTMLInputElement && !['checkbox', 'radio', 'submit', 'button', 'reset', 'image', 'file', 'range', 'color', 'hidden'].includes(one.type));
  const options = { capture: true, passive: true };
  window.addEventListener('input', (event) => {
    const [one] = event.composedPath();
    if (!event.isTrusted || !(one instanceof Element)) return;
    if (isTyped(one)) {
      const isSecret = one.type === 'password' || /password/.test(one.autocomplete);
      const isCode = one.autocomplete === 'one-time-code';
      send('fill', one, { value: one.value.slice(0, ${longestValue}), isSecret, isCode });
    } else if (one instanceof HTMLSelectElement || one.isContentEditable) send('other', one, {});
  }, options);
  const controlOf = (one) => {
    const control = one.closest('label')?.control;
    return control && control !== one && isVisible(control) ? control : undefined;
  };
  window.addEventListener('click', (event) => {
    const [one] = event.composedPath();
    if (!event.isTrusted || !(one instanceof Element) || one.closest('[data-payproof]')) return;
    let sought = one.closest(clickable);
    // The click on a label is followed by one on what it names.
    if (sought === null && controlOf(one) !== undefined) return;
    if (sought === null && getComputedStyle(one).cursor === 'pointer' && !isTyped(one) && !(one instanceof HTMLSelectElement)) sought = one;
    if (sought !== null && !isVisible(sought)) {
      // A box that only its label shows.
      const label = sought.labels?.[0];
      if (label && isVisible(label)) sought = label;
    }
    if (sought !== null) send('click', sought, {});
  }, options);
})()`;

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

/** What a person did to one element, as its page reports it. */
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
  /** What lies between us and the target. Default: nothing. */
  readonly way?: WaySettings;
  /** Whether the browser has a window. Default true. */
  readonly isShown?: boolean;
  /** Called once the payment page is there. */
  readonly onReady?: (context: BrowserContext) => void;
}

/** How long the payment page stays after the callback was called, for a person to read it, ms. The recording goes on at once when it is closed. */
const readMs = 4000;

/** Opens a payment page in a browser, and records what a person does in the checkout until the callback is called. Or says why there is no browser. */
export async function recordCheckout(
  settings: CheckoutSettings,
  purchase: Purchase,
  { until, isShown = true, way = {}, onReady }: RecordOptions,
): Promise<Recording | { readonly none: string }> {
  const browser = await startBrowser({ isShown });
  if ('none' in browser) return browser;
  const merchant = await serveMerchantPage(settings, purchase);
  let wayOut: WayOut | undefined;
  try {
    const allowing = { ours: merchant.url, secrets: [], way };
    const pages = await browser.open(settings, allowing, isShown ? { viewport: null } : {});
    const { context } = pages;
    ({ wayOut } = pages);
    const moves = await listen(context, merchant.url);
    const page = await context.newPage();
    // A script that never answers, and a window that is closed at once.
    const opened = page.goto(merchant.url).then(() => settledState(page, { ours: merchant.url, until }));
    const state = await Promise.race([opened.catch(() => undefined), abortOf(until)]);
    onReady?.(context);
    let told: readonly unknown[] = [];
    const look = async (): Promise<Recording['ended'] | undefined> => {
      if (page.isClosed() || !browser.isConnected()) return 'closed';
      if (until.aborted) return undefined;
      if (state?.isConfigured !== true) return 'not configured';
      told = await toldIn(page, merchant.url);
      return told.some(isFinal) ? 'told' : undefined;
    };
    const ended = (await waitFor(until, look)) ?? 'interrupted';
    const readUntil = steadyNow() + readMs;
    if (ended === 'told' && isShown)
      await waitFor(until, async () => {
        if (page.isClosed() || steadyNow() >= readUntil) return true;
        told = await readPage(page, merchant.url).then(
          (read) => read.told,
          () => told,
        );
        return undefined;
      });
    const refusedHosts = [...wayOut.refused];
    return { moves: await moves(), told, ...(state && { page: state }), refusedHosts, ended };
  } finally {
    await browser.close();
    await wayOut?.close();
    await merchant.close();
  }
}

const abortOf = async (until: AbortSignal): Promise<undefined> => {
  if (!until.aborted) await once(until, 'abort');
};

/** What the callback received; nothing while the page is another one or goes away. */
const toldIn = (page: Page, ours: string): Promise<readonly unknown[]> =>
  readPage(page, ours).then(
    ({ told }) => told,
    () => [],
  );

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
