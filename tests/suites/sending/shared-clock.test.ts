import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../engine/model.ts';
import { passedAtLeast } from '../../../models/time.ts';
import { advancingClock, type ClockCall, type ClockMove } from '../../../models/clock-call.ts';
import type { Call, Reply } from '../../../models/wire.ts';
import { SharedClock } from '../../../suites/sending/together/shared-clock.ts';

const exact: ClockMove = { earlyMs: 0, lateMs: 0, keeps: 'least' };

/** A target whose clock runs in real time beside its moves, each of which takes a while. */
class Target {
  real = 0;
  offset = 0;
  readonly moves: number[] = [];
  readonly #tookMs: number;

  constructor(tookMs: number) {
    this.#tookMs = tookMs;
  }

  get now(): number {
    return this.real + this.offset;
  }

  readonly send = async (call: Call): Promise<Observation<Reply>> => {
    const { ms } = call.body as { ms: number };
    this.moves.push(ms);
    this.real += this.#tookMs / 2;
    await nextTurn();
    this.offset += ms;
    this.real += this.#tookMs / 2;
    return {
      reply: {
        http: 200,
        body: { now: this.now },
        contentType: '',
        text: '',
        sentAt: 0,
        receivedAt: this.real,
      },
    };
  };
}

/** A sequence: how long its requests take before each of its moves, and how far it moves the clock. */
interface Going {
  readonly workMs: number;
  readonly ms: number;
  readonly move: ClockMove;
}

const movesOf = fc.constantFrom<ClockMove>(
  exact,
  { earlyMs: 0, lateMs: 60_000, keeps: 'least' },
  { earlyMs: 60_000, lateMs: 60_000, keeps: 'least' },
  { earlyMs: 2000, lateMs: 0, keeps: 'most' },
);
const goings = fc.array(
  fc.array(fc.record({ workMs: fc.nat(500), ms: fc.nat(5_000_000), move: movesOf }), {
    minLength: 1,
    maxLength: 4,
  }),
  { minLength: 1, maxLength: 8 },
);

/** What passed on the target's clock for each move of each sequence, beside what it was told. */
async function run(sequences: readonly (readonly Going[])[], tookMs: number) {
  const target = new Target(tookMs);
  const clock = new SharedClock({ now: () => target.real, sleep: () => Promise.resolve() });
  const seen: { readonly going: Going; readonly passedMs: number; readonly told: ClockCall }[] = [];
  let [working, moving] = [0, 0];
  await Promise.all(
    sequences.map(async (steps) => {
      const member = await clock.join();
      for (const going of steps) {
        working += 1;
        expect(moving).toBe(0);
        target.real += going.workMs;
        await nextTurn();
        working -= 1;
        const before = target.now;
        const { call, observation: made } = await clock.make(
          advancingClock('pass-time', going.ms, going.move),
          async (one) => {
            expect(working).toBe(0);
            moving += 1;
            const observation = await target.send(one);
            moving -= 1;
            return observation;
          },
        );
        seen.push({ going, passedMs: nowIn(made) - before, told: call as ClockCall });
      }
      member.leave();
    }),
  );
  return { seen, moves: target.moves };
}

describe('a clock that sequences share', () => {
  test('is moved only while every one of them waits, and tells each what has passed for it', async () => {
    await fc.assert(
      fc.asyncProperty(goings, fc.nat(200), async (sequences, tookMs) => {
        const { seen } = await run(sequences, tookMs);
        for (const { passedMs, told } of seen) {
          const { body, move } = told;
          const beside = move.passed ?? { waitedMs: 0, stoodMs: 0 };
          expect(passedMs).toBeGreaterThanOrEqual(body.ms + passedAtLeast(beside));
          expect(passedMs).toBeLessThanOrEqual(body.ms + beside.waitedMs + tookMs + 1);
        }
      }),
    );
  });

  test('reaches the time that each has asked for, and never its other side', async () => {
    await fc.assert(
      fc.asyncProperty(goings, async (sequences) => {
        const { seen } = await run(sequences, 0);
        for (const { going, passedMs } of seen) {
          const { ms, move } = going;
          const isPast = move.keeps === 'least';
          // By itself it may have run past what was to be reached before.
          const mostMs = isPast ? Infinity : Math.max(ms, sumOfWork(sequences)) + 1;
          expect(passedMs).toBeGreaterThanOrEqual(isPast ? ms - move.earlyMs : 0);
          expect(passedMs).toBeLessThanOrEqual(mostMs);
        }
      }),
    );
  });

  test('is moved as far as it is asked for where one sequence is alone', async () => {
    const { moves } = await run([[{ workMs: 10, ms: 3_600_000, move: { ...exact, lateMs: 60_000 } }]], 50);
    expect(moves).toEqual([3_600_000]);
  });

  test('is moved once for all whose times lie near each other', async () => {
    const near = Array.from({ length: 20 }, (_, index) => [
      { workMs: 100, ms: 3_600_000 + index * 1000, move: { ...exact, lateMs: 60_000 } },
    ]);
    expect((await run(near, 50)).moves).toHaveLength(1);
  });

  test('is read by a move of nothing where a time has come by itself', async () => {
    const { moves } = await run([[{ workMs: 0, ms: 0, move: { ...exact, keeps: 'most' } }]], 50);
    expect(moves).toEqual([0]);
  });

  test('gives a lost move to all that wait, since none of them knows its time then', async () => {
    const clock = new SharedClock();
    const all = await Promise.all([clock.join(), clock.join()]);
    const lost = () => Promise.resolve({ lost: 'no reply' });
    const made = await Promise.all(
      [1000, 9_000_000].map((ms) => clock.make(advancingClock('pass-time', ms, exact), lost)),
    );
    expect(made.map(({ observation }) => observation)).toEqual([{ lost: 'no reply' }, { lost: 'no reply' }]);
    all.forEach((member) => member.leave());
  });
});

function nowIn(observation: Observation<Reply>): number {
  return 'reply' in observation ? (observation.reply.body as { now: number }).now : Number.NaN;
}

function sumOfWork(sequences: readonly (readonly Going[])[]): number {
  return sequences.flat().reduce((sum, { workMs }) => sum + workMs, 0);
}
