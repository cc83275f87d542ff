import type { Time } from '../../../harness/time.ts';
import { type PassageClock, type Span, resolutions } from './passage-clock.ts';

const readMs = 250;
// A notification may have waited while we were busy: it counts as sent at any time since the latest reading that is at least so old.
const busyMs = 1000;
// The longest interval and a tenth more: no retry that the document allows comes later than that after the one before.
const silenceMs = 660_000;

/** Real time, for a target whose clock cannot be moved. The whole schedule takes about half an hour. */
export class RealClock implements PassageClock {
  // Nine retries that each come at the end of the silence.
  readonly mostSteps = (10 * silenceMs) / readMs;
  readonly resolution = resolutions.fine;
  readonly longestStepMs = readMs;
  readonly silenceMs = silenceMs;
  // Less than by a clock that stands still between steps: when a send was made is known to a second or two only.
  readonly lateAnswerMs = 6500;
  readonly tailMs = [5000, silenceMs];
  readonly isRunning = true;
  // What is on its way passes by the same clock as the intervals do.
  readonly isWayKnown = true;
  readonly #time: Time;
  readonly #ended: () => boolean;
  /** The last ones, the oldest first. */
  #readings: readonly number[];
  /** By the instant of the arrival. */
  readonly #spans = new Map<number, Span>();

  /** `ended`: true cuts every step short. */
  constructor(time: Time, ended: () => boolean) {
    this.#time = time;
    this.#ended = ended;
    this.#readings = [time.now()];
  }

  now(): number {
    return this.#time.now();
  }

  instant(): number {
    return this.#time.now();
  }

  sent(arrival: number): Span {
    return this.#spans.get(arrival) ?? { since: arrival - busyMs, at: arrival };
  }

  arrived(): number {
    const at = this.now();
    const since = this.#readings.findLast((reading) => reading <= at - busyMs) ?? this.#readings[0] ?? at;
    this.#spans.set(at, { since, at });
    return at;
  }

  observed(): void {}

  // The tolerance of a late answer has room for it.
  answerWayMs(): undefined {}

  readonly moveMs = 0;

  close(): void {}

  async step(ms: number): Promise<number> {
    const before = this.now();
    const until = before + ms;
    for (let left = ms; left > 0 && !this.#ended(); left = until - this.now()) {
      await this.#time.sleep(Math.min(left, readMs));
      this.#read();
    }
    return before;
  }

  async wait(holds: () => boolean, mostMs: number): Promise<void> {
    for (let leftMs = mostMs; !holds() && leftMs > 0 && !this.#ended(); leftMs -= readMs)
      await this.step(readMs);
  }

  #read(): void {
    const now = this.now();
    const first = Math.max(
      0,
      this.#readings.findLastIndex((reading) => reading <= now - busyMs),
    );
    this.#readings = [...this.#readings.slice(first), now];
  }
}
