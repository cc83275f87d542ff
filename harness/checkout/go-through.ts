import type { Frame, Page } from 'playwright-core';
import type { CheckoutSettings } from './checkout-settings.ts';
import { type CheckoutConsumer, type CheckoutResult, isFinal, tellsOfMade } from './launched.ts';
import { lookAtLogo } from './look-at-logo.ts';
import { type Place, settledState, takeSteps, visibleAt, waitFor } from './take-steps.ts';
import type { WayOut } from './way-out/way-out.ts';

/** How long a page may take to show what it was answered, ms. */
const takingInMs = 500;

/** How long the callback may take once the last answer is there, or the checkout is gone, where nothing obliges it to be called, ms. */
const tellingMs = 4000;

/** A launch whose payment page is open. */
export interface Walk {
  readonly page: Page;
  readonly place: Place;
  readonly settings: CheckoutSettings;
  readonly consumer: CheckoutConsumer;
  told(): Promise<readonly unknown[]>;
  readonly wire: Pick<WayOut, 'exchanges' | 'sent'>;
  /** Absent: the page gives no logo. */
  readonly logoUrl?: string;
  readonly shoot: (of: Page, caption: string) => Promise<void>;
}

/** How a launch was gone. */
export type Walked = Pick<
  CheckoutResult,
  'isOpened' | 'isShown' | 'isGone' | 'isSilent' | 'stuck' | 'typedPins' | 'toldByWrongPin'
> & { readonly logo?: Pick<NonNullable<CheckoutResult['logo']>, 'frame'> };

/** Goes through the checkout from the click to the last call of the callback. */
export async function goThroughCheckout(walking: Walk): Promise<Walked> {
  const { page, place, settings, wire, logoUrl, shoot } = walking;
  const { isConfigured } = await settledState(page, place);
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
