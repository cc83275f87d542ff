import type { LogoFrame } from './look-at-logo.ts';
import type { PageState } from './merchant-page.ts';
import type { WireExchange } from './way-out/pass-on.ts';
import type { Leak } from './way-out/way-out.ts';
import type { Page } from 'playwright-core';

/** Who goes through the checkout. */
export interface CheckoutConsumer {
  readonly email: string;
  readonly phone: string;
  /** Gives the PIN that was sent. Absent: it can't be known. */
  readonly pin?: () => Promise<string | undefined>;
  /** Makes a wrong PIN of the right one, which is tried first. Default: none is tried. */
  readonly wrongPin?: (pin: string) => string;
  /** Whether what was answered is the end, without a call of the callback. Default: it never is. */
  readonly isAnswered?: (wire: readonly WireExchange[]) => boolean;
  /** True: pictures are taken, without what is typed. Default: none. */
  readonly isFilmed?: boolean;
}

/**
 * Why a launch can't be judged: `late`: it did not end in time; `left`: the payment page went elsewhere; `ended`: its page or the browser is gone;
 * `too much`: more came than any checkout has; `unreadable`: something of it could not be seen or done.
 */
export type LaunchLoss = 'late' | 'left' | 'ended' | 'too much' | 'unreadable';

/** The same in words. */
export const lossInWords: Readonly<Record<LaunchLoss, string>> = {
  late: 'the pages did not answer in time, so that the browser was ended',
  left: 'the payment page went elsewhere',
  ended: 'the payment page was closed, or has crashed',
  'too much': 'the pages have sent, or told the callback, more than any checkout has',
  unreadable: 'the pages could not be read',
};

/** What became of a launch. */
export interface CheckoutResult {
  /** Present: nothing is known of it but what was sent and refused. */
  readonly lost?: LaunchLoss;
  /** What the callback received, in its order. */
  readonly told: readonly unknown[];
  /** What the consumer waited for until the time was over. Absent: nothing. */
  readonly stuck?: string;
  /** Hosts that a page asked for and may not, each once. */
  readonly refusedHosts: readonly string[];
  /** Secrets that would have been sent to such hosts. */
  readonly leaks: readonly Leak[];
  /** What the page notes of itself. */
  readonly page: PageState;
  /** What the pages have sent, and what was answered. */
  readonly wire: readonly WireExchange[];
  /** Whether no page has sent anything at all since the click. */
  readonly isSilent: boolean;
  /** Whether a window or a frame of others was there after the click, whether the first step was, and whether all of it is gone again. */
  readonly isOpened: boolean;
  readonly isShown: boolean;
  readonly isGone: boolean;
  /** Whether the logo of the page was requested, and in what it is shown; absent where no dialog was seen, or no logo given. */
  readonly logo?: { readonly isAsked: boolean; readonly frame?: LogoFrame };
  /** The PINs that were typed, and what the callback had received by the time a wrong one was answered. */
  readonly typedPins: readonly string[];
  readonly toldByWrongPin?: readonly unknown[];
  /** What was on the screen; none unless the consumer is filmed. */
  readonly shots: readonly Shot[];
  /** What the pages have said on the console, at most some. */
  readonly console: readonly string[];
}

/** A picture of what a consumer saw. */
interface Shot {
  readonly caption: string;
  /** JPEG, in base64. */
  readonly jpeg: string;
}

/** Pictures of one launch, in their order. */
interface Film {
  readonly shots: readonly Shot[];
  /** Takes a picture of a page; nothing where the page is gone. */
  take(page: Page, caption: string): Promise<void>;
}

/** What no picture shows: what is typed into these fields, and these texts wherever a page repeats them. */
export interface Hidden {
  readonly selectors: readonly string[];
  readonly texts: readonly string[];
}

/** More than the moments of a launch. */
const mostShots = 8;
/** A page of a checkout takes a tenth of it; a larger picture is left out. */
const mostBytes = 200_000;
/** A page that never stops loading gives no picture. */
const waitMs = 3000;

/** Takes pictures of a launch in which no consumer can be known. */
export function filmOf({ selectors, texts }: Hidden): Film {
  const shots: Shot[] = [];
  return {
    shots,
    async take(page, caption) {
      if (shots.length >= mostShots) return;
      const mask = page
        .frames()
        .flatMap((frame) => [
          ...selectors.map((one) => frame.locator(one)),
          ...texts.filter((one) => one !== '').map((one) => frame.getByText(one)),
        ]);
      const picture = await page
        .screenshot({ type: 'jpeg', quality: 60, scale: 'css', mask, maskColor: '#808080', timeout: waitMs })
        // The window was closed meanwhile, or does not come to rest.
        .catch(() => undefined);
      if (picture !== undefined && picture.length <= mostBytes)
        shots.push({ caption, jpeg: picture.toString('base64') });
    },
  };
}

/** The status that a callback receives while the consumer is still to give a PIN (legacy, Authorize, PIN step). */
const pinIsAsked = 'authenticate_consumer';

/** What a reply, or the error object of the resource interface, has, one of them at least. */
const ofReplies = ['status', 'code', 'reason', 'id', 'payment_id'] as const;

const fieldsOf = (call: unknown): Readonly<Record<string, unknown>> =>
  typeof call === 'object' && call !== null ? { ...call } : {};

/** Whether a call of the callback reports how a launch has ended. The callback may be called before that, for any reason. */
export function isFinal(call: unknown): boolean {
  const fields = fieldsOf(call);
  return (
    fields['status'] !== pinIsAsked &&
    (Object.keys(fields).length === 0 || ofReplies.some((name) => fields[name] !== undefined))
  );
}

/** Whether a call of the callback reports something that was made. */
export function tellsOfMade(call: unknown): boolean {
  const { id, payment_id: paymentId } = fieldsOf(call);
  return isFinal(call) && [id, paymentId].some((one) => one !== undefined && one !== null);
}
