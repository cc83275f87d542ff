import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../harness/receiver/answers.ts';
import { lateAnswer, type PassageClock } from './clock/passage-clock.ts';

/** What is answered later than this may have come after the 10 seconds, ms. */
const latestMs = 9500;
/** As late as an answer is to be, ms, and so late at least that it says something. */
const late = { ...lateAnswer, leastMs: 1000 } as const;
/** What was on its way for so long, ms, is answered by our clock: each move of the target's would take as long, of the few seconds that there are. */
const slowMs = 250;
/** Enough for the retries at even intervals, which show a target that does not wait so long; the others are answered at once. */
const mostHeld = 3;

interface Held {
  /** In real time. */
  readonly arrivedAt: number;
  /** For the clock of the passage. */
  readonly arrival: number;
  readonly release: () => void;
  isReleased: boolean;
}

/** Answers that are held back until some seconds have passed on the target's clock, each counted from its own send. */
export class LateAnswers {
  readonly #held: Held[] = [];
  readonly #clock: PassageClock;
  readonly #begunAt: number;
  #inTime = true;
  #isSlow = false;

  /** `begunAt`: when the event was asked for, in real time. */
  constructor(clock: PassageClock, begunAt: number) {
    this.#clock = clock;
    this.#begunAt = begunAt;
  }

  /**
   * Whether the answer to the first send came within the answer time for certain, by the target's clock and by ours. That one ends the sends: how
   * late a copy or a retry is answered says nothing.
   */
  get inTime(): boolean {
    // A clock that stands between moves has not moved while the answer was held back by ours.
    return this.#inTime && (!this.#isSlow || this.#clock.isRunning);
  }

  /** The answer to a send that has just arrived. */
  next(): Answer {
    if (this.#held.length >= mostHeld) return { status: 200 };
    const after = new Promise<void>((release) => {
      const arrival = this.#clock.instant();
      this.#held.push({ arrivedAt: performance.now(), arrival, release, isReleased: false });
    });
    return { status: 200, after };
  }

  /** How long the next answer is held back, ms; undefined: none is. */
  waitMs(): number | undefined {
    const waits = this.#held.filter(({ isReleased }) => !isReleased).map((one) => this.#leftMs(one));
    return waits.length === 0 ? undefined : Math.max(0, Math.min(...waits));
  }

  /** Gives the answers that are due; `arrive` resolves once they have reached the target. */
  async give(arrive: () => Promise<unknown>): Promise<void> {
    const due = this.#held.filter((one) => !one.isReleased && this.#leftMs(one) <= 0);
    if (due.length === 0) return;
    this.#release(due);
    await arrive();
    const [first] = due;
    if (first === undefined || first !== this.#held[0]) return;
    const { since } = this.#clock.sent(first.arrival);
    this.#inTime = this.#clock.now() - since <= latestMs && performance.now() - first.arrivedAt <= latestMs;
  }

  /**
   * Gives the answer to the first send by our clock, where it was on its way for long. To be called before the target's clock is moved.
   */
  async giveSlowly(): Promise<void> {
    const [first] = this.#held;
    if (first === undefined || first.isReleased) return;
    const wayMs = first.arrivedAt - this.#begunAt;
    if (wayMs < slowMs) return;
    const answerMs = this.#clock.answerWayMs(wayMs);
    if (answerMs === undefined) return;
    const holdMs = Math.min(late.mostMs, late.beforeMs - wayMs - answerMs);
    const leftMs = first.arrivedAt + holdMs - performance.now();
    this.#isSlow = true;
    if (holdMs < late.leastMs || leftMs < 0) {
      this.#inTime = false;
      return this.#release([first]);
    }
    await sleep(leftMs);
    this.#release([first]);
    this.#inTime = performance.now() - this.#begunAt + answerMs <= latestMs;
    await sleep(answerMs);
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

  #leftMs({ arrival }: Held): number {
    return this.#clock.sent(arrival).at + this.#clock.lateAnswerMs - this.#clock.now();
  }
}
