import type { Answer } from '../../harness/receiver/answers.ts';
import type { Span } from './passage-clock.ts';

/** What is answered later than this may have come after the 10 seconds, ms. */
const latestMs = 9500;
/** Enough for the retries at even intervals, which show a target that does not wait so long; the others are answered at once. */
const mostHeld = 3;

interface Held {
  readonly arrivedAt: number;
  readonly release: () => void;
  /** Absent: not known yet. */
  sent?: Span;
  isReleased: boolean;
}

/** Answers that are held back until some seconds have passed on the target's clock, each counted from its own send. */
export class LateAnswers {
  readonly #held: Held[] = [];
  readonly #lateMs: number;
  #inTime = true;

  /** `lateMs`: how long each answer is held back. */
  constructor(lateMs: number) {
    this.#lateMs = lateMs;
  }

  /** Whether every answer so far came within the answer time for certain, by the target's clock and by ours. */
  get inTime(): boolean {
    return this.#inTime;
  }

  /** The answer to a send that has just arrived. */
  next(): Answer {
    if (this.#held.length >= mostHeld) return { status: 200 };
    const after = new Promise<void>((release) => {
      this.#held.push({ arrivedAt: performance.now(), release, isReleased: false });
    });
    return { status: 200, after };
  }

  /** To be called in the order of arrival, once it is known when a send was made. */
  sent(span: Span): void {
    const one = this.#held.find(({ sent }) => sent === undefined);
    if (one !== undefined) one.sent = span;
  }

  /** How long the next answer is held back, ms; undefined: none is. */
  waitMs(now: number): number | undefined {
    const waits = this.#held.flatMap(({ sent, isReleased }) =>
      sent === undefined || isReleased ? [] : [sent.at + this.#lateMs - now],
    );
    return waits.length === 0 ? undefined : Math.max(0, Math.min(...waits));
  }

  /** Gives the answers that are due; `arrive` resolves once they have reached the target, with its clock then. */
  async give(now: number, arrive: () => Promise<number>): Promise<void> {
    const due = this.#held.filter(
      ({ sent, isReleased }) => !isReleased && sent !== undefined && sent.at + this.#lateMs <= now,
    );
    if (due.length === 0) return;
    this.#release(due);
    const arrived = await arrive();
    this.#inTime &&= due.every(({ sent, arrivedAt }) => {
      return arrived - (sent?.since ?? 0) <= latestMs && performance.now() - arrivedAt <= latestMs;
    });
  }

  /** Gives all that is held back. */
  giveAll(): void {
    this.#release(this.#held);
  }

  #release(these: readonly Held[]): void {
    for (const one of these) {
      one.isReleased = true;
      one.release();
    }
  }
}
