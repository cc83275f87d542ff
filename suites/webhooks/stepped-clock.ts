import { setTimeout as sleep } from 'node:timers/promises';
import { advanceClock } from '../run/session.ts';
import { objectOf, Unjudged, type Bench } from './bench.ts';
import type { PassageClock, Span } from './passage-clock.ts';

/** The target's clock, moved step by step. Each step waits for the notifications that it causes, so that they fall within it. */
export class SteppedClock implements PassageClock {
  // Enough for nine retries of seven notifications out of step.
  readonly mostSteps = 3000;
  readonly longestStepMs = Infinity;
  // Twice the longest interval, which costs nothing.
  readonly silenceMs = 1_200_000;
  readonly lateAnswerMs = 7500;
  readonly tailMs = [5000, 1_200_000, 1_200_000, 3_600_000];
  readonly #bench: Bench;
  /** Real time, in ms, that a send may take to arrive once the step has been answered. */
  readonly #settleMs: number;
  #now = 0;
  #readAt = 0;
  #notifications = 0;
  #fastestMs = Infinity;

  constructor(bench: Bench, settleMs: number) {
    this.#bench = bench;
    this.#settleMs = settleMs;
  }

  /** The target's instant: its last reading, and the real time since then. */
  now(): number {
    return this.#now + (performance.now() - this.#readAt);
  }

  /** To be called for each notification: a step waits until none comes any more. */
  received(): void {
    this.#notifications += 1;
  }

  /** Moves the clock, 0 only reads it, and waits for the notifications that fell due. Throws Unjudged when control fails. */
  async step(ms: number): Promise<Span> {
    const since = this.#readAt === 0 ? 0 : this.now();
    const sent = performance.now();
    const reply = await this.#bench.send(advanceClock(Math.ceil(ms)), `${Math.ceil(ms)} ms`, true);
    const { now } = objectOf(reply.body);
    const instant = typeof now === 'string' ? Date.parse(now) : Number.NaN;
    if (reply.http >= 300 || Number.isNaN(instant))
      throw new Unjudged(`clock.advance answered ${reply.http}`);
    this.#now = instant;
    this.#readAt = performance.now();
    // A send is on its way about as long as the answer to a step; the fastest, since some steps make the target wait.
    this.#fastestMs = Math.min(this.#fastestMs, this.#readAt - sent);
    const quietMs = Math.max(this.#settleMs, this.#fastestMs);
    let before: number;
    do {
      before = this.#notifications;
      await sleep(quietMs);
    } while (before !== this.#notifications);
    return { since: since || instant, at: this.now() };
  }
}
