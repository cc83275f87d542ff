import type { Delivery } from '../../harness/exchange.ts';

/** A sandbox loses one answer in a hundred by chance, and half of them on a bad day: twenty in a row mean that nobody is there. */
export const mostLostInARow = 20;

/** What becomes of a target that went away. */
interface Options {
  /** Waits, within bounds, until the target answers as itself. Gives false when it does not. */
  wait(): Promise<boolean>;
  /** Called once it is back: it may have forgotten what control had set. */
  restore(): Promise<void>;
  /** Says what happened. */
  note(cause: string): void;
}

/**
 * Whether the target is there. It counts as away after a refused connection or so many lost answers in a row. Nothing is sent until it is
 * back, and what was under way then is not judged.
 */
export class Availability {
  /** Grows each time that the target was away: what began in an earlier one is not judged. */
  epoch = 0;
  /** It did not come back. */
  gone = false;
  readonly #options: Options;
  #inARow = 0;
  #firstLost = 0;
  #looking: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Notes what came of a request. */
  seen(delivery: Delivery): void {
    if ('reply' in delivery) this.#inARow = 0;
    // Without a code it was our own doing, such as an interrupt.
    else if (delivery.code !== undefined) {
      if (this.#inARow === 0) this.#firstLost = Date.now();
      this.#inARow += 1;
    }
    const refused = 'reply' in delivery ? delivery.refused === true : delivery.code === 'ECONNREFUSED';
    if (refused || this.#inARow >= mostLostInARow) this.#away();
  }

  /** Resolves when requests may be sent; false when the target is gone. */
  async ready(): Promise<boolean> {
    await this.#looking;
    return !this.gone;
  }

  #away(): void {
    if (this.#looking !== undefined || this.gone) return;
    this.epoch += 1;
    this.#looking = this.#look().finally(() => {
      this.#looking = undefined;
      this.#inARow = 0;
    });
  }

  async #look(): Promise<void> {
    const since = new Date(this.#firstLost || Date.now()).toISOString();
    if (await this.#options.wait()) {
      await this.#options.restore();
      this.#options.note(
        'the target was away for a while: what was under way is not judged, and its webhook URL was set again',
      );
      return;
    }
    this.gone = true;
    this.#options.note(`the target is gone since ${since}: it did not come back`);
  }
}
