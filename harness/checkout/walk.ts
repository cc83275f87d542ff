import type { Frame, Page } from 'playwright-core';
import type { CheckoutSettings } from './checkout-settings.ts';
import { lookAtLogo } from './look-at-logo.ts';
import type { PageState } from './merchant-page.ts';
import type { CheckoutConsumer, CheckoutResult } from './launched.ts';
import { type Place, takeSteps, visibleAt, waitFor } from './take-steps.ts';
import type { Wire } from './watch-wire.ts';

/** How long a page may take to show what it was answered, ms. */
const takingInMs = 500;

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
export async function walk({
  page,
  place,
  settings,
  consumer,
  told,
  wire,
  logoUrl,
  shoot,
}: Walk): Promise<Walked> {
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

/** Whether a frame shows a page of others. */
function isForeign(frame: Frame, ours: string): boolean {
  const url = frame.url();
  return !url.startsWith(ours) && url !== 'about:blank';
}
