import type { Shot } from './film.ts';
import type { ShownLogo } from './look-at-logo.ts';
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
  /** The same that were sent the key. */
  readonly keySentTo: readonly string[];
  /** What the page notes of itself, and the ids that its form has brought to the merchant. */
  readonly page: PageState;
  readonly paid: readonly string[];
  /** What the pages have sent, and what was answered. */
  readonly wire: readonly WireExchange[];
  /** Whether a window or a frame of others was there after the click. */
  readonly isOpened: boolean;
  /** What the dialog shows of a logo; absent where no dialog was seen. */
  readonly logo?: ShownLogo;
  /** What became of the wrong PIN. Absent: none was typed. */
  readonly wrongPin?: { readonly toldOfIt: number };
  /** What was on the screen; none unless the consumer is filmed. */
  readonly shots: readonly Shot[];
  /** What the pages have said on the console, at most some. */
  readonly console: readonly string[];
}
