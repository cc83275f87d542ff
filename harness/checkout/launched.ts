import type { Shot } from './film.ts';
import type { LogoFrame } from './look-at-logo.ts';
import type { PageState } from './merchant-page.ts';
import type { WireExchange } from './watch-wire.ts';

/** Who goes through the checkout. */
export interface CheckoutConsumer {
  readonly email: string;
  readonly phone: string;
  /** Gives the PIN that was sent. Absent: it can't be known. */
  readonly pin?: () => Promise<string | undefined>;
  /** Makes a wrong PIN of the right one, which is tried first. Default: none is tried. */
  readonly wrongPin?: (pin: string) => string;
  /** Whether what was answered is the end, of which no callback needs to be told. Default: it never is. */
  readonly isAnswered?: (wire: readonly WireExchange[]) => boolean;
  /** True: pictures are taken, without what is typed. Default: none. */
  readonly isFilmed?: boolean;
}

/** What became of a launch. */
export interface CheckoutResult {
  /** What the callback was told, in its order. */
  readonly told: readonly unknown[];
  /** What the consumer waited for in vain. Absent: nothing. */
  readonly stuck?: string;
  /** Hosts that a page asked for and may not, each once. */
  readonly refusedHosts: readonly string[];
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
  /** Whether anybody has asked for the logo of the page, and in what it is shown; absent where no dialog was seen, or no logo given. */
  readonly logo?: { readonly isAsked: boolean; readonly frame?: LogoFrame };
  /** The PINs that were typed, and what the callback had been told once a wrong one was answered. */
  readonly typedPins: readonly string[];
  readonly toldByWrongPin?: readonly unknown[];
  /** What was on the screen; none unless the consumer is filmed. */
  readonly shots: readonly Shot[];
  /** What the pages have said on the console, at most some. */
  readonly console: readonly string[];
}
