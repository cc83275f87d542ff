import { setTimeout as sleep } from 'node:timers/promises';
import { instantIn } from '../../../spec/forms.ts';
import { advancingClock } from '../../../models/clock-call.ts';
import { objectOf, Unjudged, type Bench } from '../bench.ts';
import { lateAnswer, type PassageClock, type Span, resolutions } from './passage-clock.ts';
import type { Transport } from './transport.ts';

/** One move of the target's clock: when it was asked for and answered, on our clock, and what the target's showed then. */
interface Move {
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly ms: number;
  readonly shown: number;
}

/** Real time that the steps of a passage may take together, ms: where each waits long for notifications, there are fewer. */
const passageMs = 10_000;
// A passage takes some thirteen times as many steps as the part of an interval that is a step.
const stepsAPart = 13;
/** Real time at most, ms, for a target that sends for ever. */
const longestMs = 600_000;
const mostSteps = 3000;
/** Late is later than this, so that a target that waits for half of the answer time is distinguished from others. */
const late = { ...lateAnswer, leastMs: 5500 } as const;

/**
 * The target's clock, moved step by step. Each step waits for the notifications that it causes. What is sent may be on its way for some
 * time, and the answer to a step as well, so all instants are bounds.
 */
export class SteppedClock implements PassageClock {
  readonly longestStepMs = Infinity;
  // Twice the longest interval, which costs nothing.
  readonly silenceMs = 1_200_000;
  readonly tailMs = [5000, 1_200_000, 1_200_000, 3_600_000];
  readonly #bench: Bench;
  readonly #way: Transport;
  readonly #moves: Move[] = [];
  readonly #stalls = new Stalls();
  /** How long this process had run when the last notification arrived. */
  #arrivedAfter = -Infinity;

  /** `way`: how long notifications are on their way to us. */
  constructor(bench: Bench, way: Transport) {
    this.#bench = bench;
    this.#way = way;
  }

  // Enough for nine retries of seven notifications out of step.
  get mostSteps(): number {
    return Math.min(mostSteps, longestMs / this.#way.mostMs);
  }

  get resolution(): number {
    // A step waits for the answer of the clock, and then for what it has caused.
    const most = passageMs / stepsAPart / (this.#way.fastestStepMs + this.#way.mostMs);
    return Math.min(resolutions.fine, Math.max(resolutions.slow, most));
  }

  get lateAnswerMs(): number {
    // Both the send and its answer are on their way for some time.
    return Math.max(late.leastMs, Math.min(late.mostMs, late.beforeMs - 2 * this.#way.mostMs));
  }

  answerWayMs(wayMs: number): number {
    return this.#way.answerMs(wayMs);
  }

  get moveMs(): number {
    return this.#way.fastestStepMs;
  }

  get isRunning(): boolean {
    const [first, ...others] = this.#moves;
    const last = others.at(-1);
    if (first === undefined || last === undefined) return false;
    const moved = others.reduce((sum, { ms }) => sum + ms, 0);
    return last.shown - first.shown - moved >= (last.askedAt - first.answeredAt) / 2;
  }

  get isWayKnown(): boolean {
    return this.#way.isKnown;
  }

  /** The target's instant: its last reading, and the real time since then. */
  now(): number {
    const last = this.#moves.at(-1);
    return last === undefined ? 0 : last.shown + (performance.now() - last.answeredAt);
  }

  instant(): number {
    return performance.now();
  }

  sent(arrival: number): Span {
    // While we were kept from running it lay here unread.
    return {
      since: this.#earliest(this.#stalls.before(arrival, this.#way.mostMs)),
      at: this.#latest(arrival),
    };
  }

  arrived(): number {
    this.#arrivedAfter = this.#stalls.ranMs();
    return performance.now();
  }

  observed(of: 'first' | 'retry', mostMs: number): void {
    this.#way.observed(of, mostMs);
  }

  /** Moves the clock, and waits until no notification has come for as long as one is on its way. */
  async step(ms: number): Promise<number> {
    const askedAt = performance.now();
    const whole = Math.ceil(ms);
    const reply = await this.#bench.send(advancingClock('clock.advance', whole), `${whole} ms`, true);
    const { now } = objectOf(reply.body);
    const shown = typeof now === 'string' ? instantIn(now) : Number.NaN;
    if (reply.http >= 300 || Number.isNaN(shown)) throw new Unjudged(`clock.advance answered ${reply.http}`);
    const answeredAt = performance.now();
    this.#moves.push({ askedAt, answeredAt, ms: whole, shown });
    this.#way.answered(answeredAt - askedAt);
    const answered = this.#stalls.ranMs();
    const leftMs = (): number =>
      Math.max(answered, this.#arrivedAfter) + this.#way.mostMs - this.#stalls.ranMs();
    // A target that never stops sending must not stop us.
    const until = answeredAt + 10 * this.#way.mostMs + 1000;
    while (leftMs() > 0 && performance.now() < until) await sleep(Math.max(1, leftMs()));
    return askedAt;
  }

  close(): void {
    this.#stalls.close();
  }

  async wait(holds: () => boolean, mostMs: number): Promise<void> {
    const until = performance.now() + mostMs;
    while (!holds() && performance.now() < until) await sleep(5);
  }

  /**
   * The target's earliest instant when ours was this. Between two moves its clock may stand or run: it shows at least what the move before
   * has shown, and what the move after has shown less all that may have passed since.
   */
  #earliest(instant: number): number {
    const index = this.#moves.findLastIndex(({ answeredAt }) => answeredAt <= instant);
    const next = this.#moves[index + 1];
    const before = this.#moves[index]?.shown ?? -Infinity;
    if (next === undefined) return before;
    return Math.max(before, next.shown - next.ms - (next.answeredAt - instant));
  }

  /** The target's latest instant when ours was this. */
  #latest(instant: number): number {
    const move = this.#moves.findLast(({ askedAt }) => askedAt <= instant) ?? this.#moves[0];
    if (move === undefined) return Infinity;
    return move.shown + (instant <= move.answeredAt ? 0 : instant - move.askedAt);
  }
}

/** How often it is looked whether this process runs, ms. */
const tickMs = 20;
/** A look that comes so much later than it should shows that the process was kept from running. */
const lateMs = 30;
/** What has piled up meanwhile is worked off for as long again, but no longer than this, ms. */
const longestAfterMs = 500;

/** From when until when what arrived was not read at once. */
interface Stall {
  readonly from: number;
  readonly until: number;
}

/**
 * When this process was kept from running, by work of its own or by a busy machine: what arrived meanwhile was read only afterwards. Instants
 * are those of `performance.now()`.
 */
export class Stalls {
  readonly #stalls: Stall[] = [];
  readonly #timer: NodeJS.Timeout;
  #lookedAt = performance.now();

  constructor() {
    this.#timer = setInterval(() => this.#look(), tickMs);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** How long it ran by now, ms: real time less all stalls. */
  ranMs(): number {
    this.#look();
    const now = performance.now();
    return this.#stalls.reduce((ran, { from, until }) => ran - (Math.min(until, now) - from), now);
  }

  /** The instant since which it ran for so long until another. */
  before(instant: number, ms: number): number {
    this.#look();
    let from = instant - ms;
    for (const stall of this.#stalls.toReversed()) {
      if (stall.from >= instant) continue;
      if (stall.until <= from) break;
      from -= Math.min(stall.until, instant) - stall.from;
    }
    return from;
  }

  /** Notes a stall that ends now. */
  #look(): void {
    const now = performance.now();
    const lostMs = now - this.#lookedAt - tickMs;
    if (lostMs > lateMs) {
      const until = now + Math.min(lostMs, longestAfterMs);
      const last = this.#stalls.at(-1);
      const isOne = last !== undefined && last.until >= this.#lookedAt;
      const from = isOne ? last.from : this.#lookedAt;
      if (isOne) this.#stalls.pop();
      this.#stalls.push({ from, until });
    }
    this.#lookedAt = now;
  }
}
