import type { Time } from '../run/time.ts';
import type { PassageClock, Span } from './passage-clock.ts';

const readMs = 250;
// A notification may have waited while we were busy: it counts as sent at any time since the latest reading that is at least so old.
const busyMs = 1000;
// The longest interval and a tenth more: no retry that the document allows comes later than that after the one before.
const silenceMs = 660_000;

/** Real time, for a target whose clock nobody can move. The whole schedule takes about half an hour. */
export class RealClock implements PassageClock {
  // Nine retries that each come at the end of the silence.
  readonly mostSteps = (10 * silenceMs) / readMs;
  readonly longestStepMs = readMs;
  readonly silenceMs = silenceMs;
  // Less than by a clock that stands still between steps: when a send was made is known to a second or two only.
  readonly lateAnswerMs = 6500;
  readonly tailMs = [5000, silenceMs];
  readonly #time: Time;
  readonly #ended: () => boolean;
  /** The last readings, the oldest first. */
  #readings: readonly number[];

  /** `ended`: true cuts every step short. */
  constructor(time: Time, ended: () => boolean) {
    this.#time = time;
    this.#ended = ended;
    this.#readings = [time.now()];
  }

  now(): number {
    return this.#time.now();
  }

  received(): void {}

  async step(ms: number): Promise<Span> {
    const until = this.now() + ms;
    for (let left = ms; left > 0 && !this.#ended(); left = until - this.now())
      await this.#time.sleep(Math.min(left, readMs));
    const at = this.now();
    const first = Math.max(
      0,
      this.#readings.findLastIndex((reading) => reading <= at - busyMs),
    );
    this.#readings = [...this.#readings.slice(first), at];
    return { since: this.#readings[0] ?? at, at };
  }
}
