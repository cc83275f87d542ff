import * as fc from 'fast-check';
import type { Arrivals } from './arrivals.ts';
import { withReads } from './candidates.ts';
import { arrived } from './arrived.ts';
import { sequences } from './arbitrary.ts';
import { execute, observedChoices, type Driver, type Execution, type Violation } from './execute.ts';
import { Evidence, mostPlans } from './evidence.ts';
import type { Goal } from './goals.ts';
import { KnownFailures, type Reported } from './known-failures.ts';
import { LearnedChoices, type Learned } from './learned.ts';
import { mapConcurrently, parts } from './map-concurrently.ts';
import type { Machine, Sequence } from './model.ts';
import { shrink, signatureOf } from './shrink.ts';
import type { Visits } from './pick.ts';
import type { WalkOptions } from './walk.ts';

export type ExplorePhase = 'explore' | 'confirm' | 'shrink' | 'replay';

/** A failure as it is reported: shrunk, confirmed, and with what it cost. */
export interface Failure<S, C, R, N> {
  readonly signature: string;
  readonly execution: Execution<S, C, R, N>;
  readonly failed: number;
  readonly outOf: number;
  /** The nearest sequence that was run while shrinking and passed. */
  readonly neighbour?: Execution<S, C, R, N>;
  readonly requestsToFind: number;
  readonly requestsToShrink: number;
}

export interface Exploration<S, C, R, N> {
  readonly machine: Machine<S, C, R, N>;
  /** A connection for one sequence; `id` is the sequence's name in the run. */
  driver(id: string, phase: ExplorePhase): Driver<C, R>;
  /** Absent: notifications are not judged. */
  readonly arrivals?: Arrivals<N>;
  readonly seed: number;
  /** Random sequences in all. */
  readonly runs: number;
  /** Sequences under way at once. */
  readonly concurrency: number;
  /** Sequences that share one wait for their notifications. */
  readonly batch: number;
  readonly walk?: Partial<WalkOptions>;
  /** Rules to prove: sequences for them are planned offline and run first, and again for what is missing afterwards. Default: none. */
  readonly wanted?: readonly string[];
  /** Whether the plan takes every transition as well. Default false. */
  readonly transitions?: boolean;
  /** What has its evidence already, by other explorations of the same run, and what this one adds. Default: nothing. */
  readonly reached?: Set<Goal>;
  /** Failures reported already, by other explorations of the same run. Default: none. */
  readonly known?: Reported;
  /** What the run has learned of the target so far, and goes on learning. Default: nothing yet. */
  readonly choices?: LearnedChoices;
  /** Candidates at most for one failure. */
  readonly shrinkBudget: number;
  /** True ends the exploration: interrupted, or the request budget is spent. */
  stop(): boolean;
  /** True ends the random runs before there were as many as `runs` says. Default: never. */
  enough?(): boolean;
  /** Requests sent to the target so far in the whole run. */
  requests(): number;
  /** True ends the exploration at its first failure, once that is shrunk. */
  readonly bail: boolean;
  /** `planned`: the sequence comes from a plan, not from a random walk. */
  onSequence(id: string, phase: ExplorePhase, execution: Execution<S, C, R, N>, planned: boolean): void;
  onFailure(failure: Failure<S, C, R, N>): void;
}

/** Plans before the random runs: the second mends what the first presumed wrongly of the target. */
const plansFirst = 2;

/** So many sequences of a batch, for each connection, are run ahead of the rest, which then knows what they have taught. */
const aheadPerConnection = 2;

/** Ends the random runs; no failure. */
class Ended extends Error {}

interface Found<S, C, R, N> {
  readonly execution: Execution<S, C, R, N>;
  readonly requestsToFind: number;
}

async function foundBy<T>(verdicts: readonly Promise<T | undefined>[]): Promise<readonly T[]> {
  return (await Promise.all(verdicts)).filter((one) => one !== undefined);
}

/**
 * Runs what is planned for the evidence that is wanted, then random sequences under fast-check's seed and run control, then what is planned
 * for evidence that is still missing. Judges them, and shrinks the first failure of each kind. Resolves with the failures when all is done
 * or `stop` says so; rejects only on a fault of ours.
 */
export async function explore<S, C, R, N>(
  options: Exploration<S, C, R, N>,
): Promise<readonly Failure<S, C, R, N>[]> {
  const { machine } = options;
  const failures: Failure<S, C, R, N>[] = [];
  const { known = new KnownFailures(), choices = new LearnedChoices() } = options;
  let started = 0;
  const isSteady = ({ failed, outOf }: Failure<S, C, R, N>) => failed === outOf;
  const ended = () => options.stop() || (options.bail && failures.some(isSteady));

  /** Under `bail` the first violation ends what is under way beside it. */
  let violated = false;
  const stopped = (phase: ExplorePhase) =>
    options.stop() || (options.bail && violated && phase === 'explore');

  /** The first plans and the random runs have taken what they may; the rest is for what they leave without evidence. */
  let mending = false;
  let planning = false;
  const sated = () => !mending && options.enough?.() === true;

  const run = async (sequence: Sequence, phase: ExplorePhase, learned: Learned) => {
    started += 1;
    const id = `${machine.name}-${started}`;
    const stop = () => stopped(phase);
    const execution = await execute(machine, sequence, options.driver(id, phase), { stop, learned });
    if (execution.violation !== undefined && !known.has(execution.violation)) violated = true;
    return { id, execution, requestsToFind: options.requests() };
  };
  const evidence = new Evidence(machine, {
    rules: options.wanted ?? [],
    transitions: options.transitions ?? false,
    reached: options.reached ?? new Set(),
    notifications: options.arrivals !== undefined,
    seed: options.seed,
  });
  const judged = async (
    { id, execution, requestsToFind }: Awaited<ReturnType<typeof run>>,
    phase: ExplorePhase,
    planned: boolean,
  ): Promise<Found<S, C, R, N> | undefined> => {
    const waiting = {
      explore: { isKnown: (violation: Violation) => known.has(violation) },
      // What shrinks is confirmed in the end, with all the patience that there is.
      shrink: { patience: 'short' },
      confirm: {},
      replay: {},
    } as const;
    const complete =
      options.arrivals === undefined
        ? execution
        : await arrived(machine, execution, options.arrivals, waiting[phase]);
    options.onSequence(id, phase, complete, planned);
    if (phase === 'explore') evidence.note(complete);
    // What passed is done with: its replies are not kept until the batch is over.
    if (phase === 'explore' && complete.violation === undefined) return undefined;
    return { execution: complete, requestsToFind };
  };
  /** Gives one for each sequence that was begun: what is stopped before its first step is not told of. */
  const begin = async (batch: readonly Sequence[], phase: ExplorePhase, learned: Learned) => {
    const waits = await mapConcurrently(batch, options.concurrency, async (sequence) => {
      if (stopped(phase) || (phase === 'explore' && sated())) return [];
      const begun = await run(sequence, phase, learned);
      const verdict = judged(begun, phase, planning && phase === 'explore');
      // Not awaited here: the wait for notifications must not hold a connection. Wrapped, or the await above would join it.
      return [{ observed: observedChoices(begun.execution), verdict }];
    });
    return waits.flat();
  };
  /** As many at once as share a wait: where that is one, nothing is sent before the last is judged, since it holds the target alone. */
  const inParts = (batch: readonly Sequence[]) => parts(batch, options.batch);
  const runAll = async (batch: readonly Sequence[], phase: ExplorePhase, learned: Learned) => {
    const found: Found<S, C, R, N>[] = [];
    for (const part of inParts(batch)) {
      const begun = await begin(part, phase, learned);
      found.push(...(await foundBy(begun.map(({ verdict }) => verdict))));
    }
    return found;
  };
  /** Learns in the order of the sequences, however they end, so that one seed gives one run. */
  const explored = async (batch: readonly Sequence[]) => {
    const found: Found<S, C, R, N>[] = [];
    const ahead = aheadPerConnection * options.concurrency;
    for (const whole of inParts(batch)) {
      const verdicts: Promise<Found<S, C, R, N> | undefined>[] = [];
      for (const part of [whole.slice(0, ahead), whole.slice(ahead)]) {
        const begun = await begin(part, 'explore', choices.current);
        for (const { observed } of begun) choices.note(observed);
        verdicts.push(...begun.map(({ verdict }) => verdict));
      }
      found.push(...(await foundBy(verdicts)));
    }
    return found;
  };
  const shrunk = async (found: Found<S, C, R, N>): Promise<Failure<S, C, R, N>> => {
    const { learned } = found.execution;
    const before = options.requests();
    const result = await shrink(found.execution, {
      machine,
      run: async (candidates, phase) =>
        (await runAll(candidates, phase, learned)).map(({ execution }) => execution),
      instead: evidence.instead(found.execution),
      width: found.execution.violation?.at === 'arrivals' ? options.concurrency : 1,
      budget: options.shrinkBudget,
      stop: options.stop,
    });
    const failure = {
      ...result,
      signature: result.execution.violation === undefined ? '' : signatureOf(result.execution.violation),
      requestsToFind: found.requestsToFind,
      requestsToShrink: options.requests() - before,
    };
    failures.push(failure);
    options.onFailure(failure);
    return failure;
  };

  const visits: Visits = new Map();
  const size = Math.max(1, Math.min(options.batch, options.runs));
  const batches = fc.array(sequences(machine, options.walk, visits), {
    minLength: size,
    maxLength: size,
    size: 'max',
  });
  const tryBatch = async (batch: readonly Sequence[]): Promise<void> => {
    for (const found of await explored(batch)) {
      const { violation } = found.execution;
      if (violation === undefined || ended() || known.has(violation)) continue;
      const { failed, outOf, execution } = await shrunk(found);
      known.add(execution.violation ?? violation, failed === outOf);
      violated = false;
      // What a notification tells wrongly, or does not, may be wrong in the target itself: then a reply shows it too.
      if (violation.at === 'arrivals' && !ended()) await tryBatch([withReads(machine, execution.sequence)]);
    }
  };
  const tryRandom = async (batch: readonly Sequence[]): Promise<void> => {
    // Thrown, since fast-check would go on drawing sequences that nobody runs.
    if (ended() || sated()) throw new Ended();
    await tryBatch(batch);
  };
  const tryPlan = async (): Promise<void> => {
    planning = true;
    for (const part of inParts(evidence.next(choices.current))) {
      if (ended() || sated()) break;
      await tryBatch(part);
    }
    planning = false;
  };
  for (let round = 0; round < plansFirst && !ended() && !sated(); round += 1) await tryPlan();
  const details = await fc.check(fc.asyncProperty(batches, tryRandom), {
    seed: options.seed,
    numRuns: Math.ceil(options.runs / size),
    endOnFailure: true,
  });
  if (details.failed && !(details.errorInstance instanceof Ended)) throw details.errorInstance;
  mending = true;
  for (let round = plansFirst; round < mostPlans && !ended(); round += 1) await tryPlan();
  return failures;
}
