import * as fc from 'fast-check';
import { isSteady, type Exploration, type Failure } from './exploration.ts';
import type { Violation, Execution } from './judge/execution.ts';
import { KnownFailures, type Reported } from './judge/known-failures.ts';
import { LearnedChoices } from './learned.ts';
import { parts } from './map-concurrently.ts';
import type { Sequence, Machine } from './model.ts';
import { drawnIn } from './plan/order.ts';
import { Evidence, mostPlans } from './plan/evidence.ts';
import { plan } from './plan/plan.ts';
import { isJudged, SequenceRunner, type Judged, type RecalledSequence } from './sequence-runner.ts';
import { shrink, type Shrunk } from './shrink/shrink.ts';
import { seededRandom } from './seeded-random.ts';
import { sequences } from './walk/sequences.ts';
import { defaultWalk, walk } from './walk/walk.ts';
import type { Visits } from './walk/weighted-choice.ts';
import { isSameFailure } from './judge/signature.ts';
import { withReads } from './candidates.ts';

/** Plans before the random runs: the second corrects wrong presumptions of the first, unless they show only after a wait. */
const plansFirst = 2;

/** A target that goes away each time that a violation is shrunk does not let it be confirmed. */
const mostShrunk = 3;

/** So many sequences of a batch, for each connection, run ahead of the rest, which then uses what they have taught. */
const aheadPerConnection = 2;

/** So often a violation that an earlier run has found and not reported is tried: one run may pass by chance. */
const triesOfOpen = 3;

/** What uses up something for good is planned a second time at most, for what the first one missed. */
const mostLast = 2;

/** Derives the seed of the sequences that run while the first plan is made. */
const seedWhilePlanning = 0xa4ead;
/** Few at once, since drawing them delays the first request. */
const planningBatch = 4;

/** Ends the random runs; no failure. */
class Ended extends Error {}

interface Batch {
  readonly sequences: readonly Sequence[];
  readonly planned: boolean;
}

/**
 * Runs a few random sequences while it plans, then the planned ones, then the other random ones under fast-check's seed and run control, then
 * those planned for evidence that is still missing. Judges them, and shrinks the first failure of each kind. Resolves with the failures when
 * all is done or `stop` says so. Throws only on a fault of the engine or the machine.
 */
export async function explore<S, C, R, N>(
  options: Exploration<S, C, R, N>,
): Promise<readonly Failure<S, C, R, N>[]> {
  const {
    machine,
    known = new KnownFailures(),
    choices = new LearnedChoices(),
    inFlight = 1,
    part: own,
  } = options;
  const whilePlanning = drawnIn(own, options.whilePlanning ?? 0, 'while planning');
  const drawingSeed = options.seed ^ (own?.seed ?? 0);
  const failures: Failure<S, C, R, N>[] = [];
  const ended = () => options.stop() || (options.bail && failures.some(isSteady));

  /** `enough` limits the first plans and the random runs; the rest is for missing evidence. */
  let isLimited = true;
  const isDone = () => isLimited && options.enough?.() === true;

  const evidence = new Evidence<S, C, R, N>(
    {
      rules: options.rules ?? [],
      transitions: options.transitions ?? false,
      reached: options.reached ?? new Set(),
      notifications: options.notifications !== undefined,
      seed: options.seed,
      ...(own && { part: own }),
    },
    options.planner ?? ((of) => plan(machine, of)),
  );
  const runner = new SequenceRunner(
    {
      ...options,
      onSequence: (id, phase, execution, planned) => {
        options.onSequence(id, phase, execution, planned);
        if (phase === 'explore') evidence.note(execution.evidence.keys(), execution.transitions);
      },
      recall: (sequence) => {
        const recalled = options.recall?.(sequence);
        if (recalled !== undefined) evidence.note(recalled.rules, recalled.transitions);
        return recalled;
      },
    },
    { known, isDone },
  );
  const shrunk = async ({ execution, requestsToFind }: Judged<S, C, R, N>) => {
    const before = options.requests();
    const result = await shrink(execution, {
      machine,
      run: (candidates, phase, sought) =>
        runner.runAll(candidates, { phase, learned: execution.learned, sought }),
      ...(await evidence.others(execution)),
      isKnown: (violation) => known.has(violation),
      wasFlaky: (violation) => known.wasFlaky(violation),
      width: execution.violation?.at === 'notifications' ? options.concurrency : 1,
      budget: options.shrinkBudget,
      stop: () => options.stop(),
    });
    return { ...result, requestsToFind, requestsToShrink: options.requests() - before };
  };
  /** Nothing is reported that was confirmed on a target that was away or started anew meanwhile: it is shrunk again. */
  const reported = async (
    found: Judged<S, C, R, N>,
    violation: Violation,
    others: readonly Judged<S, C, R, N>[],
  ): Promise<Failure<S, C, R, N> | undefined> => {
    let since = await found.driver.verifySameServer?.(violation);
    for (let time = 1; time <= mostShrunk; time += 1) {
      const failure = confirmedBy(await shrunk(found), violation, others);
      const then = since;
      since = await found.driver.verifySameServer?.(violation);
      if (then?.() !== undefined && !ended()) continue;
      const rightAfterMs = runner.rightAfterMs(failure.execution.violation ?? violation);
      const told = { ...failure, ...(rightAfterMs !== undefined && { rightAfterMs }) };
      failures.push(told);
      options.onFailure(told);
      return told;
    }
    return undefined;
  };

  /** Runs a sequence again whose violation an earlier run has found and not reported, and what follows a report. */
  const again = async (of: RecalledSequence): Promise<readonly Judged<S, C, R, N>[]> => {
    if (of.next !== undefined && !ended()) await runBatches([{ sequences: of.next, planned: false }]);
    const { open } = of;
    if (open === undefined || ended() || known.has(open.violation)) return [];
    const tries = Array.from({ length: triesOfOpen }, () => of.recalled);
    const begun = await runner.begin(tries, { phase: 'confirm', learned: of.learned });
    const judged = (await Promise.all(begun.map(({ verdict }) => verdict))).flat().filter(isJudged);
    const found = judged.filter(({ execution }) => execution.violation !== undefined);
    if (found.length === 0 && !ended()) options.onNotAgain?.(of.recalled);
    return found.map((one) => ({ ...one, requestsToFind: open.requestsToFind }));
  };

  /** Learns in the order of the sequences, whichever ends first, so that one seed gives one run. */
  const runBatches = async (batches: readonly Batch[]): Promise<void> => {
    const ahead = aheadPerConnection * options.concurrency;
    const verdicts: Promise<readonly (Judged<S, C, R, N> | RecalledSequence)[]>[] = [];
    for (const { sequences: batch, planned } of batches)
      for (const part of [batch.slice(0, ahead), batch.slice(ahead)]) {
        const begun = await runner.begin(part, { phase: 'explore', learned: choices.current, planned });
        for (const { observed } of begun) choices.note(observed);
        verdicts.push(...begun.map(({ verdict }) => verdict));
      }
    const all = (await Promise.all(verdicts)).flat();
    for (const verdict of all)
      for (const found of isJudged(verdict) ? [verdict] : await again(verdict))
        await follow(found, all.filter(isJudged));
  };
  /** Shrinks and reports what is new of a violation, and runs what follows. */
  const follow = async (
    { execution, ...judged }: Judged<S, C, R, N>,
    others: readonly Judged<S, C, R, N>[],
  ): Promise<void> => {
    const violation = execution.violation && known.rest(execution.violation);
    if (violation === undefined || ended()) return;
    const found = { ...execution, violation };
    const elsewhere = others.filter((other) => other.driver !== judged.driver);
    const failure = await reported({ ...judged, execution: found }, violation, elsewhere);
    runner.violated = false;
    if (failure === undefined) return options.onDropped?.();
    known.add(failure.execution.violation ?? violation, isSteady(failure));
    const next = followUps(machine, found, failure, known);
    if (next.length > 0 && !ended()) await runBatches([{ sequences: next, planned: false }]);
  };
  /** Batches are drawn before any is sent: drawing would delay the requests under way. */
  const drawn: Batch[] = [];
  const addBatch = async (batch: Batch): Promise<void> => {
    drawn.push(batch);
    if (drawn.length >= inFlight) await runBatches(drawn.splice(0));
  };
  const runPlan = async (): Promise<void> => {
    // All must be judged before it is known what is missing.
    await runBatches(drawn.splice(0));
    for (const part of parts(await evidence.next(choices.current), options.batch)) {
      if (ended() || isDone()) break;
      await addBatch({ sequences: part, planned: true });
    }
  };
  const visits: Visits = new Map();
  /** The target is asked at once: a plan takes seconds, which a plain fault does not need. */
  const runWhilePlanning = async (): Promise<void> => {
    // Where the first failure ends the run, a plan may never be needed, and making it would slow these down.
    // A part must begin with the plan of the whole, whatever it has reached by then.
    if (!options.bail || own !== undefined) evidence.begin(choices.current);
    const random = seededRandom(drawingSeed ^ seedWhilePlanning);
    const drawOne = () => walk(machine, random, visits, { ...defaultWalk, ...options.walk });
    for (let left = whilePlanning; left > 0 && !ended() && !isDone(); left -= planningBatch)
      await runBatches([
        { sequences: Array.from({ length: Math.min(left, planningBatch) }, drawOne), planned: false },
      ]);
  };
  const runRandom = async (): Promise<void> => {
    const whole = Math.max(1, Math.min(options.batch, options.runs));
    const runs = drawnIn(own, Math.ceil(options.runs / whole) * whole, 'drawn');
    if (runs === 0) return;
    // Of a part the batches are about as large as each other, and the last has what is left.
    const numRuns = Math.ceil(runs / whole);
    const size = Math.ceil(runs / numRuns);
    let left = runs;
    const batches = fc.array(sequences(machine, options.walk, visits), {
      minLength: size,
      maxLength: size,
      size: 'max',
    });
    const property = fc.asyncProperty(batches, async (batch) => {
      // Thrown, since fast-check would otherwise draw sequences that nobody runs.
      if (ended() || isDone()) throw new Ended();
      await addBatch({ sequences: batch.slice(0, left), planned: false });
      left -= size;
    });
    const details = await fc.check(property, { seed: drawingSeed, numRuns, endOnFailure: true });
    if (details.failed && !(details.errorInstance instanceof Ended)) throw details.errorInstance;
    await runBatches(drawn.splice(0));
  };

  const first = inFlight > 1 ? 1 : plansFirst;
  if (whilePlanning > 0) await runWhilePlanning();
  for (let round = 0; round < first && !ended() && !isDone(); round += 1) await runPlan();
  // Drawing a batch takes a second, which nobody needs who has enough.
  if (!ended() && !isDone()) await runRandom();
  isLimited = false;
  for (let round = first; round < mostPlans && !ended(); round += 1) await runPlan();
  await runBatches(drawn.splice(0));
  for (let time = 0; time < mostLast && !ended(); time += 1) {
    const last = evidence.last();
    if (last.length === 0) break;
    for (const part of parts(last, options.batch))
      if (!ended()) await runBatches([{ sequences: part, planned: true }]);
    await runPlan();
    await runBatches(drawn.splice(0));
  }
  return failures;
}

/** A failure that could not be run again, confirmed where another sequence has failed in the same way. */
function confirmedBy<S, C, R, N>(
  { unconfirmed, ...failure }: Omit<Failure<S, C, R, N>, 'unconfirmed'> & { readonly unconfirmed?: string },
  violation: Violation,
  others: readonly Judged<S, C, R, N>[],
): Failure<S, C, R, N> {
  if (unconfirmed === undefined) return failure;
  const again = others.filter(
    ({ execution }) => execution.violation !== undefined && isSameFailure(execution.violation, violation),
  ).length;
  const times = 1 + again;
  return again === 0 ? { ...failure, unconfirmed } : { ...failure, failed: times, outOf: times };
}

/**
 * The sequences to try after a failure was shrunk and reported. After a wrong or missing notification, reads are added: the target's state
 * may be wrong too. If a similar failure was reported instead, the original one is tried again.
 * Nothing follows a failure that does not happen each time.
 */
function followUps<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  { sequence, violation }: Execution<S, C, R, N>,
  { execution, failed, outOf, unconfirmed }: Shrunk<S, C, R, N>,
  known: Reported,
): readonly Sequence[] {
  if (violation === undefined || unconfirmed !== undefined || failed < outOf) return [];
  if (violation.at === 'notifications') return [withReads(machine, execution.sequence)];
  return known.has(violation) ? [] : [sequence];
}
