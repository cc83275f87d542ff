import { passedAtLeast } from '../../../models/time.ts';
import { advancingClock, isClockCall, type ClockCall } from '../../../models/clock-call.ts';
import type { Call } from '../../../models/wire.ts';
import { realTime, type Time } from '../../../harness/time.ts';
import { Barrier } from './barrier.ts';
import type { Made, Member, SendNow, Together } from './together.ts';

/** A sequence that waits until so much time has passed. */
interface Waiting {
  readonly wanted: ClockCall;
  readonly send: SendNow;
  readonly since: number;
  /** By how much the clock was moved since then, and how long it may have stood meanwhile, ms. */
  movedMs: number;
  stoodMs: number;
}

/**
 * The clock of a target for sequences that go side by side. Once all of them wait for a later time, the clock is moved to the latest moment that is not too
 * late for any, and those whose time has come go on: the fewest moves that reach every time (the points that pierce all intervals). For each sequence the moves of
 * others are time that passes.
 */
export class SharedClock implements Together {
  readonly #barrier: Barrier<Waiting, Made>;
  readonly #time: Time;

  /** `time`: our own clock. Default: real time. */
  constructor(time: Time = realTime) {
    this.#time = time;
    this.#barrier = new Barrier((waiting) => this.#move(waiting));
  }

  async join(): Promise<Member> {
    await this.#barrier.join();
    return { doubt: () => undefined, leave: () => this.#barrier.leave() };
  }

  concerns(call: Call): boolean {
    return isClockCall(call);
  }

  /** Waits until so much time has passed on the target's clock. */
  async make(wanted: Call, send: SendNow): Promise<Made> {
    if (!isClockCall(wanted)) throw new Error('only a move of the clock concerns all');
    return this.#barrier.wait({ wanted, send, since: this.#time.now(), movedMs: 0, stoodMs: 0 });
  }

  async #move(waiting: readonly Waiting[]): Promise<ReadonlyMap<Waiting, Made>> {
    const from = this.#time.now();
    const due = waiting.map((one) => ({ one, ...dueOf(one, from) }));
    const first = due.reduce((soonest, one) => (one.mostMs < soonest.mostMs ? one : soonest));
    const served = due.filter(({ leastMs }) => leastMs <= first.mostMs);
    // No later than the last of them asks for.
    const exactMs = Math.max(...served.map((one) => one.exactMs));
    const ms = Math.max(0, Math.ceil(Math.min(exactMs, first.mostMs)));
    const { operation, move } = first.one.wanted;
    const observation = await first.one.send(advancingClock(operation, ms, move));
    const tookMs = this.#time.now() - from;
    for (const one of waiting) one.movedMs += ms;
    // Where it is not known whether it was moved, none of them knows its time.
    const goOn = 'lost' in observation ? waiting : served.map(({ one }) => one);
    const made = new Map(goOn.map((one) => [one, { call: callOf(one, from), observation }]));
    for (const one of waiting) one.stoodMs += tookMs;
    return made;
  }
}

/** By how much the clock is to be moved now: at least, at most, and as it is asked for, ms. */
function dueOf({ wanted, since, movedMs, stoodMs }: Waiting, now: number) {
  const { earlyMs, lateMs, keeps } = wanted.move;
  const waitedMs = now - since;
  const { ms } = wanted.body;
  const least = ms - movedMs - passedAtLeast({ waitedMs, stoodMs });
  const most = ms - movedMs - waitedMs;
  const exactMs = keeps === 'least' ? least : most;
  return {
    exactMs,
    leastMs: Math.min(least - earlyMs, exactMs),
    mostMs: Math.max(most + lateMs, exactMs),
  };
}

/** What has passed for one that waited until a move that was sent then. */
function callOf({ wanted, since, movedMs, stoodMs }: Waiting, sentAt: number): ClockCall {
  const { operation, move } = wanted;
  return advancingClock(operation, movedMs, { ...move, passed: { waitedMs: sentAt - since, stoodMs } });
}
