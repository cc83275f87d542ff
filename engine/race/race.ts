import { execute } from '../judge/execute.ts';
import { type Driver, type Execution } from '../judge/execution.ts';
import { likeliest } from '../judge/belief.ts';
import { isWithin, wrongFieldsIn } from '../judge/miss.ts';
import type { Overlapped } from './interleave.ts';
import { judgeRace, type RaceReading, type RaceVerdict } from './judge-race.ts';
import type { Machine } from '../machine.ts';
import type { Sequence, Step, StepId } from '../model.ts';
import { operationNamed } from '../operations.ts';

/** A step that the client of an overlapping one sends as soon as that one is answered. */
export interface Following {
  readonly behind: StepId;
  readonly step: Step;
}

/** Steps that prepare, steps that are sent together, and steps that look at the result. */
export interface Race {
  readonly before: Sequence;
  readonly overlap: Sequence;
  /** What their clients send behind them, while the others may still be under way. Default: nothing. */
  readonly following?: readonly Following[];
  readonly after: Sequence;
  /** How long after the one before each of the overlapping steps is sent, ms. Default: together. */
  readonly staggerMs?: number;
}

/** One race that was run. */
export interface Raced<S, C, R, N> {
  readonly race: Race;
  readonly before: Execution<S, C, R, N>;
  /** In the order in which they were sent, each with what follows it. */
  readonly overlapped: readonly Overlapped<C, R>[];
  /** Those of them in the order in which they were answered. */
  readonly answered: readonly StepId[];
  readonly settled: readonly Overlapped<C, R>[];
  readonly verdict: RaceVerdict<S, N>;
}

/**
 * Runs a race once on fresh entities. The overlapping calls are resolved first and sent together; later steps are resolved against the
 * belief at that time. Ends at the first step that nothing explains.
 */
export async function runRace<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  race: Race,
  driver: Driver<C, R>,
  plainReading: RaceReading<R>,
): Promise<Raced<S, C, R, N>> {
  // What is wrong there is reported of sequences without overlap.
  const before = await execute(machine, race.before, driver, { passes: () => undefined });
  const reading = without(wrongFieldsIn(before.performed), plainReading);
  const answered: StepId[] = [];
  const ended = (
    overlapped: readonly Overlapped<C, R>[],
    settled: readonly Overlapped<C, R>[],
    verdict: RaceVerdict<S, N>,
  ): Raced<S, C, R, N> => ({ race, before, overlapped, answered, settled, verdict });
  const unmade = unpreparedBecause(before);
  if (unmade !== undefined) return ended([], [], { kind: 'inconclusive', why: unmade });

  const state = likeliest(before.belief);
  const made = (step: Step) => {
    const call = operationNamed(machine, step.operation)?.resolve(state, step);
    return call === undefined ? [] : [{ step, call }];
  };
  const calls = race.overlap.flatMap(made);
  const following = race.following ?? [];
  const next = following.flatMap(({ behind, step }) => made(step).map((one) => ({ ...one, behind })));
  if (calls.length < race.overlap.length || next.length < following.length)
    return ended([], [], { kind: 'inconclusive', why: 'what was to overlap could not be made' });
  const send = async (
    { step, call }: { readonly step: Step; readonly call: C },
    laterMs = 0,
  ): Promise<Overlapped<C, R>> => {
    const later = laterMs > 0 ? driver.sendLater?.(call, step, laterMs) : undefined;
    const observation = await (later ?? driver.send(call, step));
    return { step, call, observation, ...('reply' in observation && reading.times(observation.reply)) };
  };
  const client = async (
    one: { readonly step: Step; readonly call: C; readonly behind?: StepId },
    laterMs = 0,
  ): Promise<readonly Overlapped<C, R>[]> => {
    const { step, behind } = one;
    const all = [{ ...(await send(one, laterMs)), ...(behind !== undefined && { behind }) }];
    answered.push(step.id);
    for (const own of next.filter((other) => other.behind === step.id)) all.push(...(await client(own)));
    return all;
  };
  const overlapped = (
    await Promise.all(calls.map((one, index) => client(one, index * (race.staggerMs ?? 0))))
  ).flat();

  const settled: Overlapped<C, R>[] = [];
  let verdict = judgeRace(machine, before.belief, overlapped, settled, reading);
  for (const step of race.after) {
    if (verdict.kind !== 'explained') break;
    const call = operationNamed(machine, step.operation)?.resolve(likeliest(verdict.belief), step);
    if (call === undefined) continue;
    settled.push(await send({ step, call }));
    verdict = judgeRace(machine, before.belief, overlapped, settled, reading);
  }
  return ended(overlapped, settled, verdict);
}

/** The fields that were wrong before the race are not judged after it. */
function without<R>(wrong: ReadonlySet<string>, reading: RaceReading<R>): RaceReading<R> {
  if (wrong.size === 0) return reading;
  return {
    ...reading,
    settles: (check) =>
      !(check.about !== undefined && isWithin(check.about, wrong)) && reading.settles?.(check) !== false,
  };
}

function unpreparedBecause<S, C, R, N>(before: Execution<S, C, R, N>): string | undefined {
  if (before.violation !== undefined) return 'the steps before broke a rule by themselves';
  if (before.inconclusive !== undefined) return before.inconclusive;
  return before.skipped > 0 ? 'the steps before could not be made' : undefined;
}
