import { footingOf } from './beside-others.ts';
import { confirm, isPassing, type Running } from './confirm.ts';
import { canonical, renumbered, simplifications, slice, withoutChunks } from '../candidates.ts';
import type { Execution, Violation } from '../judge/execution.ts';
import type { Machine } from '../machine.ts';
import type { Sequence, Step, StepId, Reduction } from '../model.ts';
import { replaceFinalStep } from './replace-final-step.ts';
import { isSimilarAnywhere, isSameElsewhere, isSameFailure, rulesOf } from '../judge/signature.ts';
import { isSpending, possible, presume } from '../walk/walk.ts';
import { drawing, drawn, simulateStep } from '../walk/simulate-step.ts';
import { stageOf } from '../goals.ts';
import { operationNamed, operationOf } from '../operations.ts';
import { seededRandom } from '../seeded-random.ts';

export interface ShrinkOptions<S, C, R, N> extends Running<S, C, R, N> {
  readonly machine: Machine<S, C, R, N>;
  /** Sequences that may fail in the same way, the likeliest first. Those shorter than the failing one are tried. Default: none. */
  readonly instead?: readonly Sequence[];
  /** As `instead`, at other operations, which may break the same rule. Default: none. */
  readonly elsewhere?: readonly Sequence[];
  /** Whether a failure was reported already, so that it can't replace this one. Default: none was. */
  isKnown?(violation: Violation): boolean;
  /** Whether a similar failure was reported as flaky: then only what fails each time is made smaller. Default: none was. */
  wasFlaky?(violation: Violation): boolean;
  /** A number that it has not given before. Absent: whether a failure depends on what was made before is not looked into. */
  serial?(): number;
  /** How many candidates are tried at once: more when each has to wait for notifications. */
  readonly width: number;
  /** The most candidates. */
  readonly budget: number;
}

export interface Shrunk<S, C, R, N> {
  readonly execution: Execution<S, C, R, N>;
  /** How often the final form failed, out of how many runs. */
  readonly failed: number;
  readonly outOf: number;
  /** Why it was seen only once: nothing was left to run it on again, or no run of it came to a verdict. Absent: it was run again. */
  readonly unconfirmed?: string;
  /** It was seen only beside something that was made before: on a target where nothing was, the sequence may pass. */
  readonly beside?: true;
  /** The passing sequence nearest to the final form: it has one step less, or one step simpler. Absent when there was none. */
  readonly neighbour?: Execution<S, C, R, N>;
}

/**
 * Shrinks a failing execution: confirms it, cuts it after the failing step, slices it to its entities, tries the sequences `elsewhere` and
 * `instead`, removes chunks by halves from the end, replaces the setup, leaves out data, simplifies steps, removes single steps again, tries more sequences
 * `instead` and other final steps, and confirms the result twice. Candidates that the model does not allow cost nothing. None is run twice.
 * A candidate counts only when it shows the same failure and accuses no more rules. Of sequences that use up what can't be made again, only
 * the slice is tried, and the result is not confirmed once more. Throws an Error when nothing failed.
 */
export async function shrink<S, C, R, N>(
  failing: Execution<S, C, R, N>,
  options: ShrinkOptions<S, C, R, N>,
): Promise<Shrunk<S, C, R, N>> {
  const { violation } = failing;
  if (violation === undefined) throw new Error('only a failing execution can be shrunk');
  let accused = violation;
  const same = (execution: Execution<S, C, R, N>) =>
    execution.violation !== undefined && isSameFailure(execution.violation, accused);
  const start = cut(failing);

  const isDoubtful = options.wasFlaky?.(violation) === true;
  // A missing notification costs its deadline in each round: it is waited for in the last runs alone, which wait side by side.
  const isBrief = violation.onlyMissing === true && !isDoubtful && !isSpending(options.machine, start);
  const firstTimes = isDoubtful ? timesInDoubt : 1;
  const confirmed = await confirm(start, firstTimes, options, same, accused, isBrief ? 'shrink' : 'confirm');
  if (isDoubtful && confirmed.lacking === undefined && confirmed.failed < confirmed.outOf) {
    const later = confirmed.failed === 0 ? await failingLater(failing, start, options) : undefined;
    if (later !== undefined) return shrink(later, options);
    return { execution: failing, failed: 1 + confirmed.failed, outOf: 1 + confirmed.outOf };
  }
  if (confirmed.failed === 0) {
    if (confirmed.lacking !== undefined)
      return { execution: failing, failed: 1, outOf: 1, unconfirmed: confirmed.lacking };
    const later = await failingLater(failing, start, options);
    if (later !== undefined) return shrink(later, options);
    const again = await confirm(start, 2, options, same, accused);
    const outOf = 1 + confirmed.outOf + again.outOf;
    // Seen once, and never again to a verdict: that is no proof.
    const unconfirmed =
      outOf > 1
        ? undefined
        : (again.lacking ??
          again.undecided ??
          confirmed.undecided ??
          'the run ended before it was tried again');
    return {
      execution: failing,
      failed: 1 + again.failed,
      outOf,
      ...(unconfirmed !== undefined && { unconfirmed }),
    };
  }

  const seen = new Set([canonical(start)]);
  let best = confirmed.execution ?? failing;
  /** True while only a candidate may replace the failing sequence that fails by what it makes itself. */
  let isOwn = true;
  let spent = 0;
  const passing = new Map<string, Execution<S, C, R, N>>();
  let spends = 0;
  /** The first candidate that still fails becomes the best; true when there was one. */
  const tryAll = async (candidates: Iterable<Sequence>, isSame = same): Promise<boolean> => {
    let batch: Sequence[] = [];
    const flush = async () => {
      const tried = batch;
      batch = [];
      spent += tried.length;
      const executions = await options.run(tried, 'shrink', accused);
      for (const [index, execution] of executions.entries()) {
        const candidate = tried[index];
        if (
          candidate !== undefined &&
          isPassing(execution) &&
          !isElsewhere(options.machine, execution, accused)
        )
          passing.set(canonical(candidate), execution);
      }
      const found = executions.find((one) => isSame(one) && !(isOwn && isBeside(one)));
      if (found === undefined) return false;
      best = found;
      accused = found.violation ?? accused;
      return true;
    };
    for (const candidate of candidates) {
      if (options.stop() || spent >= options.budget) return false;
      const key = canonical(candidate);
      if (seen.has(key)) continue;
      seen.add(key);
      if (candidate.length === 0 || !possible(options.machine, candidate)) continue;
      if (isSpending(options.machine, candidate) && (spends += 1) > mostSpending) continue;
      batch.push(candidate);
      if (batch.length >= options.width && (await flush())) return true;
    }
    return batch.length > 0 && flush();
  };
  /** A wrong reply is that of the last step; a wrong or missing notification may be due to any. */
  const failingStep = (sequence: Sequence) => (violation.at === 'reply' ? sequence.at(-1) : undefined);
  const removals = async (size: number): Promise<void> => {
    const chunks = (sequence: Sequence) => withoutChunks(sequence, size, failingStep(sequence));
    while (await tryAll(chunks(cut(best))));
  };

  /** Less data first: in most failures, none that can be left out matters. */
  const simplify = async (): Promise<void> => {
    while (await tryAll(lessData(options.machine, cut(best), accused)));
    while (await tryAll(simplifications(options.machine, cut(best))));
  };

  /** The likeliest sequences that are shorter than the best so far. */
  const shorter = (of: readonly Sequence[] | undefined, most: number) =>
    (of ?? []).filter((one) => isBeside(best) || one.length < cut(best).length).slice(0, most);
  /** Accepts a similar failure, unless that one was reported already: then this failure is another one. */
  const like =
    (isLike: (candidate: Violation, accused: Violation) => boolean) =>
    ({ violation: other }: Execution<S, C, R, N>) =>
      other !== undefined &&
      (isSameFailure(other, accused) || (isLike(other, accused) && options.isKnown?.(other) !== true));

  const last = failingStep(start);
  if (last !== undefined) await tryAll([slice(start, last)]);
  await tryAll(shorter(options.elsewhere, shorterFirst), like(isSameElsewhere));
  await tryAll(shorter(options.instead, shorterFirst));
  if (isBeside(best)) await tryAll(shorter(options.instead, shorterLast), like(isSimilarAnywhere));
  isOwn = !isBeside(best);
  for (let size = Math.floor(cut(best).length / 2); size > 1; size = Math.floor(size / 2))
    await removals(size);
  await removals(1);
  while (await tryAll(replaceSetup(options.machine, cut(best))));
  await simplify();
  await removals(1);
  const others = () => [
    ...shorter(options.instead, shorterLast),
    ...(last === undefined ? [] : replaceFinalStep(options.machine, cut(best), accused)),
  ];
  while (!isBeside(best) && (await tryAll(others(), like(isSimilarAnywhere)))) {
    await simplify();
    await removals(1);
  }

  if (isSpending(options.machine, cut(best))) return { execution: best, failed: 2, outOf: 2 };
  const final = await confirm(cut(best), isBrief ? 3 : 2, options, same, accused);
  if (isBrief && final.failed === 0) return { execution: failing, failed: 1, outOf: 1 + final.outOf };
  if (final.failed < final.outOf && start.length > cut(best).length) {
    // Beside other sequences less is enough than alone, such as half of fifty payments: what fails each time is the better proof.
    const isFirst = (one: Execution<S, C, R, N>) =>
      one.violation !== undefined && isSameFailure(one.violation, violation);
    const whole = await confirm(start, 2, options, isFirst, violation);
    if (whole.execution !== undefined && whole.failed === whole.outOf)
      return { execution: whole.execution, failed: 1 + whole.failed, outOf: 1 + whole.outOf };
  }
  const smallest = final.execution ?? best;
  const sequence = cut(smallest);
  const near = nearest(options.machine, sequence, failingStep(sequence), passing);
  const { serial } = options;
  const footing =
    serial === undefined || final.failed < final.outOf
      ? undefined
      : await footingOf(sequence, smallest.violation ?? accused, { ...options, serial });
  return {
    execution: footing?.kind === 'with its own' ? footing.execution : smallest,
    failed: final.failed + (isBrief ? 0 : 1),
    outOf: final.outOf + (isBrief ? 0 : 1),
    ...((footing?.kind === 'beside others' || isBeside(smallest)) && { beside: true }),
    ...(near !== undefined && { neighbour: near }),
  };
}

/**
 * Runs the whole of a sequence whose first steps pass alone: where it takes many of a kind, those of others had helped to fail it early. Gives the
 * execution if it fails in the same way at a later step.
 */
async function failingLater<S, C, R, N>(
  { sequence, violation }: Execution<S, C, R, N>,
  start: Sequence,
  { run, machine }: ShrinkOptions<S, C, R, N>,
): Promise<Execution<S, C, R, N> | undefined> {
  if (violation === undefined || sequence.length <= start.length || isSpending(machine, sequence))
    return undefined;
  const [later] = await run([sequence], 'confirm', violation);
  const isSame = later?.violation !== undefined && isSameFailure(later.violation, violation);
  return isSame && later.performed.length > start.length ? later : undefined;
}

/** Whether a sequence fails by nothing but what it has not made. */
export function isBeside<S, C, R, N>({ violation }: Execution<S, C, R, N>): boolean {
  return violation?.breaches.every(({ beside }) => beside === true) === true;
}

/**
 * Whether a sequence passes for another reason than the accused rules: its last request is refused, and it proves none of them, such as that of a payment
 * that is closed. It does not show where to look.
 */
function isElsewhere<S, C, R, N>(
  { refuses }: Machine<S, C, R, N>,
  { performed, evidence }: Execution<S, C, R, N>,
  { at, breaches }: Violation,
): boolean {
  const last = performed.at(-1)?.observation;
  if (at !== 'reply' || last === undefined || 'lost' in last || refuses?.(last.reply) !== true) return false;
  return !breaches.some(({ rule }) => evidence.has(rule));
}

/** How often a failure is run again, side by side, where a similar one was flaky: making it smaller would waste requests. */
const timesInDoubt = 3;

/** The candidates that may use up what can't be made again. */
const mostSpending = 1;

/** How many sequences are tried instead of the failing one: before shrinking, since one that fails saves most of the work, and after it. */
const shorterFirst = 2;
const shorterLast = 5;

/** The passing sequence that differs least from a failing one: one step is simpler, or missing with the steps that use it. */
function nearest<S, C, R, N, T>(
  machine: Machine<S, C, R, N>,
  failing: Sequence,
  pinned: Step | undefined,
  passing: ReadonlyMap<string, T>,
): T | undefined {
  const shorter = [...withoutChunks(failing, 1, pinned)].toSorted((a, b) => b.length - a.length);
  for (const candidate of [...simplifications(machine, failing), ...shorter]) {
    const found = passing.get(canonical(candidate));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The sequence up to the failing step, without steps that could not be made. */
function cut<S, C, R, N>(execution: Execution<S, C, R, N>): Sequence {
  return renumbered(execution.performed.map(({ step }) => step));
}

/** For the literals of a replacement. The value does not matter. */
const seed = 1;

/**
 * Every sequence in which one entity is created by another step, which needs no step before it and leads to the same abstract state. Steps
 * that only the original one needed are removed. Gives only sequences with fewer requests, or with as many requests and fewer steps.
 */
export function* replaceSetup<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
): IterableIterator<Sequence> {
  const isControl = ({ operation }: Step) => operationNamed(machine, operation)?.control === true;
  const requestsOf = (steps: Sequence) => steps.filter((step) => !isControl(step)).length;
  const isSmaller = (candidate: Sequence) =>
    requestsOf(candidate) < requestsOf(sequence) ||
    (requestsOf(candidate) === requestsOf(sequence) && candidate.length < sequence.length);
  const draw = drawing(seededRandom(seed));
  let state = machine.initial;
  for (const [index, made] of sequence.entries()) {
    const after = presume(machine, state, made);
    if (after === undefined) return;
    ({ state } = after);
    const role = roleOf(made.id, sequence.slice(index + 1));
    if (role === undefined) continue;
    const stage = stageOf(machine, state, { [role]: made.id });
    const rest = withoutSetupOf(made, sequence);
    for (const operation of machine.operations) {
      for (const { kind, uses, negative } of operation.attempts(machine.initial)) {
        if (negative === true || (operation.name === made.operation && kind === made.kind)) continue;
        const step = drawn(operation, machine.initial, { id: made.id, kind, uses }, draw);
        const other = presume(machine, machine.initial, step);
        if (other === undefined || stageOf(machine, other.state, { [role]: step.id }) !== stage) continue;
        const candidate = [step, ...rest];
        if (isSmaller(candidate)) yield candidate;
      }
    }
  }
}

/** The role in which a later step uses the entity of this step first; undefined when none does. */
function roleOf(made: StepId, later: Sequence): string | undefined {
  for (const { uses } of later)
    for (const [role, used] of Object.entries(uses)) if (used === made) return role;
  return undefined;
}

/** A sequence without a step and without the earlier steps that only it needs. */
function withoutSetupOf(made: Step, sequence: Sequence): Sequence {
  let rest = sequence.filter((step) => step !== made);
  const gone = new Set(Object.values(made.uses));
  for (const step of sequence.slice(0, sequence.indexOf(made)).toReversed()) {
    if (!gone.has(step.id) || rest.some(({ uses }) => Object.values(uses).includes(step.id))) continue;
    rest = rest.filter((one) => one !== step);
    for (const used of Object.values(step.uses)) gone.add(used);
  }
  return rest;
}

/**
 * The same steps with less data: all that can be left out at once, then by halves, each alone last. Only those in which every step still comes
 * out as it did by the model, and the last one still judges an accused rule: the others can't show the failure, and cost no request.
 */
function* lessData<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
  accused: Violation,
): IterableIterator<Sequence> {
  const all = reductionsIn(machine, sequence);
  if (all.length === 0) return;
  const before = foreseen(machine, sequence, accused);
  for (let size = all.length; size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < all.length; from += size) {
      const candidate = reduced(sequence, all.slice(from, from + size));
      if (before === undefined || foreseen(machine, candidate, accused) === before) yield candidate;
    }
  }
}

/** A reduction of the step at a place of a sequence. */
interface Placed {
  readonly index: number;
  readonly reduce: Reduction;
}

/** Those that change something. */
function reductionsIn<S, C, R, N>(machine: Machine<S, C, R, N>, sequence: Sequence): readonly Placed[] {
  return sequence.flatMap((step, index) =>
    (operationNamed(machine, step.operation)?.reductions?.(step) ?? [])
      .filter((reduce) => canonical([reduce(step)]) !== canonical([step]))
      .map((reduce) => ({ index, reduce })),
  );
}

function reduced(sequence: Sequence, chosen: readonly Placed[]): Sequence {
  return sequence.map((step, index) =>
    chosen.filter((one) => one.index === index).reduce((made, { reduce }) => reduce(made), step),
  );
}

/** The outcome of each step by the model, and whether the last one judges an accused rule; undefined when a step can't be made. */
function foreseen<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
  accused: Violation,
): string | undefined {
  const rules = rulesOf(accused);
  const outcomes: string[] = [];
  let { initial: state } = machine;
  let judges = false;
  for (const step of sequence) {
    const simulated = simulateStep(machine, operationOf(machine, step), state, step, {
      judged: true,
    });
    if (simulated === undefined) return undefined;
    ({ state } = simulated);
    outcomes.push(simulated.outcome);
    judges = accused.at === 'reply' && simulated.proves.some((rule) => rules.has(rule));
  }
  return JSON.stringify([outcomes, judges]);
}
