import type { Delivery } from '../../harness/wire/exchange.ts';
import type { Doubt, Finding } from './verify-same-server.ts';
import { steadyNow, watchClock } from '../../harness/time.ts';

/** A sandbox loses one answer in a hundred by chance, and half of them on a bad day: twenty in a row mean that the target is away. */
export const mostLostInARow = 20;

/** As many time limits or `limits.away` without an answer mean the same, since one control call may wait a minute; but not one slow call alone. */
const fewestLostInARow = 3;

/** A target that did not come back. */
export interface Gone {
  readonly cause: string;
  /** When it was found to be away, ms since the epoch. */
  readonly awayAt: number;
}

/** What becomes of a target that went away. */
interface Options {
  /** `limits.timeout`. */
  readonly timeoutMs: number;
  /** `limits.away`. */
  readonly awayMs: number;
  /**
   * Waits, within bounds, until the target answers as itself. `unansweredSince`: when the first request that it left unanswered was sent. The
   * signal ends the wait.
   */
  wait(
    unansweredSince: number,
    signal: AbortSignal,
  ): Promise<{ readonly isBack: boolean; readonly cause?: string }>;
  /** Sets again what control had set, since it may have forgotten that. Gives what was set, in words; none where there was nothing. */
  restore(): Promise<readonly string[]>;
  /** Looks whether it is still the server that it was. */
  look(doubt: Doubt): Promise<Finding>;
  /** Says what happened. */
  note(cause: string, event: 'away' | 'restarted' | 'gone' | 'unseen'): void;
  /** Called once it is gone: nothing is waited for any more. */
  end(): void;
  /** True once the run has ended: what comes of a wait then says nothing. */
  isOver(): boolean;
}

/**
 * Whether the target is there, and is the server that it was. It counts as away after a refused connection or so many lost answers in a
 * row. Nothing is sent until it is back, and what was under way then is not judged.
 */
export class Availability {
  /** Grows each time that the target was away or was started anew: what began in an earlier one is not judged. */
  epoch = 0;
  /** Why and since when it is gone; undefined while it is not known to be. */
  gone: Gone | undefined;
  readonly #options: Options;
  #inARow = 0;
  #unansweredSince: number | undefined;
  #looking: Promise<void> | undefined;
  #answeredAt = -Infinity;
  readonly #goneElsewhere = new AbortController();
  #lastLook: Promise<unknown> = Promise.resolve();
  /** Over which time the target was found to be the same, ms since the epoch. */
  #same = { from: Infinity, to: 0, toldUrl: false };

  constructor(options: Options) {
    this.#options = options;
  }

  /** Notes what came of a request. While others are unanswered, an answer of the control interface says nothing of the target. */
  seen(delivery: Delivery, { byControl = false }: { readonly byControl?: boolean } = {}): void {
    if ('reply' in delivery && byControl && this.#inARow > 0) return;
    const refused = 'reply' in delivery ? delivery.refused === true : delivery.code === 'ECONNREFUSED';
    // What is too large to be read was answered all the same.
    if ('reply' in delivery || delivery.code === 'EMSGSIZE') {
      if (!refused && !byControl) this.#answeredAt = steadyNow();
      this.#inARow = 0;
      this.#unansweredSince = undefined;
    }
    // Without a code it was our own doing, such as an interrupt.
    else if (delivery.code !== undefined) this.#inARow += 1;
    if (refused || this.#inARow >= mostLostInARow || this.#isSilent())
      this.#away('lost' in delivery ? delivery.lost : 'connection refused');
  }

  /** Whether requests may be sent, which is known once the target is back; false when it is gone. */
  ready(): boolean | Promise<boolean> {
    if (this.#looking !== undefined) return this.#looking.then(() => this.ready());
    this.#unansweredSince ??= steadyNow();
    return this.gone === undefined;
  }

  /**
   * Takes over that the target is gone from another lane of the run, so that it is waited for once. Not where it has answered this one after
   * the other had found it to be away: the interfaces of a target may be served apart.
   */
  takeGone(gone: Gone): void {
    if (this.gone !== undefined || this.#answeredAt > gone.awayAt) return;
    this.gone = gone;
    this.epoch += 1;
    this.#goneElsewhere.abort();
    this.#options.end();
  }

  /** Looks whether the target is still the server that it was. Returns a function that says from then on whether it was away since. */
  verifySameServer(doubt: Doubt): Promise<() => string | undefined> {
    const doubtedAt = steadyNow();
    const { epoch } = this;
    // One after another: what one has found answers the doubts that arose before it began.
    const looked = this.#lastLook.then(async () => {
      await this.#looking;
      if (epoch === this.epoch && this.gone === undefined && !this.#isAnswered(doubt, doubtedAt))
        await this.#look(doubt);
      return this.since();
    });
    this.#lastLook = looked.catch(() => undefined);
    return looked;
  }

  /** Whether a look that began after this doubt arose has found the target to be the same over the time in question. */
  #isAnswered({ lastSure, aboutNotifications }: Doubt, doubtedAt: number): boolean {
    const { from, to, toldUrl } = this.#same;
    return from <= lastSure && doubtedAt <= to && (!aboutNotifications || toldUrl);
  }

  async #look(doubt: Doubt): Promise<void> {
    const { epoch } = this;
    const to = steadyNow();
    const finding = await this.#options.look(doubt);
    if (epoch !== this.epoch) return;
    if (finding.is === 'the same') {
      this.#same = { from: finding.since ?? Infinity, to, toldUrl: doubt.aboutNotifications };
    } else if (finding.is === 'another') {
      this.#away(finding.cause);
      await this.#looking;
    } else if (finding.is === 'not known') {
      this.epoch += 1;
      this.#options.note(`a violation does not count: ${finding.cause}`, 'unseen');
    } else {
      this.epoch += 1;
      await this.#noteBack(`the target was started anew: ${finding.cause}`, 'restarted');
      // What began while the webhook URL was being set again may miss notifications.
      this.epoch += 1;
    }
  }

  /** Returns a function that says from now on why nothing is judged that began by now; undefined while there is no reason. */
  since(): () => string | undefined {
    const begun = this.epoch;
    const setMs = watchClock();
    return () => {
      if (this.epoch !== begun) return 'the target was away meanwhile';
      return setMs() === undefined ? undefined : 'the clock of this machine was set meanwhile';
    };
  }

  #isSilent(): boolean {
    if (this.#inARow < fewestLostInARow || this.#unansweredSince === undefined) return false;
    const { timeoutMs, awayMs } = this.#options;
    return steadyNow() - this.#unansweredSince >= Math.min(mostLostInARow * timeoutMs, awayMs);
  }

  #away(cause: string): void {
    if (this.#looking !== undefined || this.gone !== undefined) return;
    this.epoch += 1;
    this.#looking = this.#wait(cause).finally(() => {
      this.#looking = undefined;
      this.#inARow = 0;
      this.#unansweredSince = undefined;
    });
  }

  async #noteBack(what: string, event: 'away' | 'restarted'): Promise<void> {
    const set = await this.#options.restore();
    const again = set.map((one) => `, and ${one} was set again`);
    this.#options.note(`${what}; what was under way is not judged${again.join('')}`, event);
  }

  async #wait(cause: string): Promise<void> {
    const { wait, note, end, isOver } = this.#options;
    const awayAt = steadyNow();
    const since = this.#unansweredSince ?? awayAt;
    const found = await wait(since, this.#goneElsewhere.signal);
    // What it has taken over is noted by the lane that has found it.
    if (isOver() || this.gone !== undefined) return;
    if (found.isBack) {
      this.#answeredAt = steadyNow();
      await this.#noteBack(`the target was away for a while: ${cause}`, 'away');
      return;
    }
    this.gone = { cause: found.cause ?? cause, awayAt };
    note(
      `the target is gone since ${new Date(since).toISOString()}: it did not come back (${this.gone.cause})`,
      'gone',
    );
    end();
  }
}
