import * as fc from 'fast-check';
import { awaitNotifications } from './judge/await-notifications.ts';
import { sequences } from './walk/sequences.ts';
import { execute, observedChoices, type Execution, type Violation } from './judge/execute.ts';
import { Evidence, mostPlans } from './plan/evidence.ts';
import { followUps } from './shrink/follow-ups.ts';
import { KnownFailures } from './judge/known-failures.ts';
import type { Exploration, ExplorePhase, Failure } from './exploration.ts';
import { LearnedChoices, type Learned } from './learned.ts';
import { mapConcurrently, parts } from './map-concurrently.ts';
import type { Sequence } from './model.ts';
import { shrink } from './shrink/shrink.ts';
import type { Visits } from './walk/weighted-choice.ts';

export type { Failure } from './exploration.ts';

/** Plans before the random runs: the second mends what the first presumed wrongly of the target, unless that shows only after a wait. */
const plansFirst = 2;

/** So many sequences of a batch, for each connection, are run ahead of the rest, which then knows what they have taught. */
const aheadPerConnection = 2;

/** Ends the random runs; no failure. */
class Ended extends Error {}

interface Batch {
  readonly sequences: readonly Sequence[];
  readonly planned: boolean;
}

interface Found<S, C, R, N> {
  readonly execution: Execution<S, C, R, N>;
  readonly requestsToFind: number;
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
  const { known = new KnownFailures(), choices = new LearnedChoices(), inFlight = 1 } = options;
  let started = 0;
  const isSteady = ({ failed, outOf }: Failure<S, C, R, N>) => failed === outOf;
  const ended = () => options.stop() || (options.bail && failures.some(isSteady));

  /** Under `bail` the first violation ends what is under way beside it. */
  let violated = false;
  const stopped = (phase: ExplorePhase) =>
    options.stop() || (options.bail && violated && phase === 'explore');

  /** The first plans and the random runs have taken what they may; the rest is for what they leave without evidence. */
  let mending = false;
  const sated = () => !mending && options.enough?.() === true;

  const run = async (sequence: Sequence, phase: ExplorePhase, learned: Learned) => {
    started += 1;
    const id = `${machine.name}-${started}`;
    const stop = () => stopped(phase);
    const execution = await execute(machine, sequence, options.driver(id, phase), {
      stop,
      learned,
      notifications: options.notifications !== undefined,
    });
    if (execution.violation !== undefined && !known.has(execution.violation)) violated = true;
    return { id, execution, requestsToFind: options.requests() };
  };
  const evidence = new Evidence(machine, {
    rules: options.rules ?? [],
    transitions: options.transitions ?? false,
    reached: options.reached ?? new Set(),
    notifications: options.notifications !== undefined,
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
      options.notifications === undefined
        ? execution
        : await awaitNotifications(machine, execution, options.notifications, waiting[phase]);
    options.onSequence(id, phase, complete, planned);
    if (phase === 'explore') evidence.note(complete);
    // What passed is done with: its replies are not kept until the batch is over.
    if (phase === 'explore' && complete.violation === undefined) return undefined;
    return { execution: complete, requestsToFind };
  };
  /** Gives one for each sequence that was begun: what is stopped before its first step is not told of. */
  const begin = async (
    batch: readonly Sequence[],
    phase: ExplorePhase,
    learned: Learned,
    planned = false,
  ) => {
    const waits = await mapConcurrently(batch, options.concurrency, async (sequence) => {
      if (stopped(phase) || (phase === 'explore' && sated())) return [];
      const begun = await run(sequence, phase, learned);
      const verdict = judged(begun, phase, planned);
      // Whoever asks for it is told; until then nobody listens.
      verdict.catch(() => undefined);
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
      const verdicts = await Promise.all(begun.map(({ verdict }) => verdict));
      found.push(...verdicts.filter((one) => one !== undefined));
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
      ...evidence.others(found.execution),
      isKnown: (violation) => known.has(violation),
      width: found.execution.violation?.at === 'notifications' ? options.concurrency : 1,
      budget: options.shrinkBudget,
      stop: options.stop,
    });
    const failure = {
      ...result,
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
  /** Learns in the order of the sequences, however they end, so that one seed gives one run. */
  const tryAll = async (all: readonly Batch[]): Promise<void> => {
    const ahead = aheadPerConnection * options.concurrency;
    const verdicts: Promise<Found<S, C, R, N> | undefined>[] = [];
    for (const { sequences: batch, planned } of all)
      for (const part of [batch.slice(0, ahead), batch.slice(ahead)]) {
        const begun = await begin(part, 'explore', choices.current, planned);
        for (const { observed } of begun) choices.note(observed);
        verdicts.push(...begun.map(({ verdict }) => verdict));
      }
    for (const found of await Promise.all(verdicts)) {
      const violation = found?.execution.violation;
      if (found === undefined || violation === undefined || ended() || known.has(violation)) continue;
      const failure = await shrunk(found);
      known.add(failure.execution.violation ?? violation, failure.failed === failure.outOf);
      violated = false;
      const next = followUps(machine, found.execution, failure, known);
      if (next.length > 0 && !ended()) await tryAll([{ sequences: next, planned: false }]);
    }
  };
  /** Drawn first, since it would hold up what is under way. */
  const drawn: Batch[] = [];
  const tryBatch = async (batch: Batch): Promise<void> => {
    drawn.push(batch);
    if (drawn.length >= inFlight) await tryAll(drawn.splice(0));
  };
  const tryRandom = async (batch: readonly Sequence[]): Promise<void> => {
    // Thrown, since fast-check would go on drawing sequences that nobody runs.
    if (ended() || sated()) throw new Ended();
    await tryBatch({ sequences: batch, planned: false });
  };
  const tryPlan = async (): Promise<void> => {
    // What is missing shows when all is judged.
    await tryAll(drawn.splice(0));
    for (const part of inParts(evidence.next(choices.current))) {
      if (ended() || sated()) break;
      await tryBatch({ sequences: part, planned: true });
    }
  };
  const first = inFlight > 1 ? 1 : plansFirst;
  for (let round = 0; round < first && !ended() && !sated(); round += 1) await tryPlan();
  const details = await fc.check(fc.asyncProperty(batches, tryRandom), {
    seed: options.seed,
    numRuns: Math.ceil(options.runs / size),
    endOnFailure: true,
  });
  if (details.failed && !(details.errorInstance instanceof Ended)) throw details.errorInstance;
  await tryAll(drawn.splice(0));
  mending = true;
  for (let round = first; round < mostPlans && !ended(); round += 1) await tryPlan();
  await tryAll(drawn.splice(0));
  return failures;
}
