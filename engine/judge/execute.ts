import type { Driver, Covered, Execution, Run } from './execution.ts';
import { initialBelief, likeliest, settled } from './belief.ts';
import { applyPending } from './await-notifications.ts';
import { observe, tooManyLost } from './observe.ts';
import { count, noteFirst } from '../collections.ts';
import { stageOf, transitionGoal, type TransitionGoal } from '../goals.ts';
import { nothingLearned } from '../learned.ts';
import type { Machine } from '../machine.ts';
import type { Performed, Sequence, Step } from '../model.ts';
import { operationOf } from '../operations.ts';
import { rejudge } from './rejudge.ts';
import { WrongFields } from './miss.ts';

/**
 * Runs a sequence against a target and judges each reply. Each step's intents are resolved against the belief at that time.
 * Ends at the first violation, at the first step without a verdict, or when `stop` says so. Where hypotheses were left out because of
 * what was learned, everything is judged again with every permitted choice before a violation counts or anything is proven.
 */
export async function execute<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
  driver: Driver<C, R>,
  run: Run<S, C, R, N> = {},
): Promise<Execution<S, C, R, N>> {
  try {
    return await executeSteps(machine, sequence, driver, run);
  } finally {
    await driver.settled?.();
  }
}

async function executeSteps<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
  driver: Driver<C, R>,
  {
    stop = () => false,
    learned = nothingLearned,
    readsTogether = false,
    notifications = true,
    passes = (violation) => violation,
  }: Run<S, C, R, N>,
): Promise<Execution<S, C, R, N>> {
  const performed: Performed<C, R>[] = [];
  let evidence = new Map<string, number>();
  const provenAt = new Map<string, string>();
  const coverage: Covered[] = [];
  const transitions = new Set<TransitionGoal>();
  const { nonce } = driver;
  const initial = (nonce === undefined ? undefined : machine.fresh?.(nonce)) ?? machine.initial;
  let belief = initialBelief<S, N>(initial);
  let trusted = learned;
  const wrongFields = new WrongFields(machine);
  let pruned = false;
  let skipped = 0;
  let requests = 0;
  const end = (
    rest: Partial<Pick<Execution<S, C, R, N>, 'violation' | 'inconclusive' | 'lacking'>> = {},
  ) => ({
    sequence,
    performed,
    skipped,
    requests,
    initial,
    learned,
    belief,
    evidence,
    provenAt,
    coverage,
    transitions,
    ...(machine.shown && { shownChoices: machine.shown(performed) }),
    ...rest,
  });
  const soFar = () => ({
    ...end(),
    performed: [...performed],
    evidence: new Map(evidence),
    coverage: [...coverage],
    transitions: new Set(transitions),
  });
  /** Judges again from the start with every choice; nothing is left out in the rest of this sequence. */
  const judgeAgain = () => {
    const judged = rejudge(machine, initial, performed, { notifications });
    ({ belief, evidence } = judged);
    pruned = false;
    trusted = nothingLearned;
    return judged;
  };

  let sentAhead = 0;
  for (const [index, step] of sequence.entries()) {
    if (stop()) return end({ inconclusive: 'the run was ended' });
    const operation = operationOf(machine, step);
    const state = likeliest(belief);
    const resolved = operation.resolve(state, step);
    if (resolved === undefined || driver.may?.(resolved) === false) {
      skipped += 1;
      continue;
    }
    const completed = await driver.complete?.(resolved, step);
    if (completed !== undefined && 'none' in completed)
      return end({ inconclusive: completed.none, lacking: true });
    const call = completed?.call ?? resolved;
    const abstract = machine.abstract(state, step.uses);
    if (readsTogether && index >= sentAhead)
      sentAhead = sendReadsAhead(machine, sequence, index, driver, state);
    const observation = await driver.send(call, step);
    if (!operation.control) requests += 1;
    const verdict = observe(operation, step, call, belief, observation, {
      learned: trusted,
      notifications,
      late: true,
      wrongFields: wrongFields.of(step.operation),
      refuses: (reply) => machine.refuses?.(reply) === true,
    });
    const judged = { step, call, observation, control: operation.control === true };
    performed.push({ ...judged, outcome: 'outcome' in verdict ? verdict.outcome : verdict.kind });
    // After a lost answer nothing is left out: too many ways to explain what follows must be too many whatever was learned.
    const isOpen = verdict.kind === 'lost' && operation.reads !== true;
    const needsSecondLook =
      trusted !== nothingLearned &&
      (isOpen || verdict.kind === 'violated' || verdict.kind === 'inconclusive');
    const again = needsSecondLook ? judgeAgain() : undefined;
    if (again?.outcome !== undefined && !isOpen)
      performed.splice(-1, 1, { ...judged, outcome: again.outcome });
    const outcome = performed.at(-1)?.outcome ?? verdict.kind;
    coverage.push({ abstract, operation: step.operation, kind: step.kind, outcome });
    transitions.add(transitionGoal(stageOf(machine, state, step.uses), step.operation, outcome));
    const { broken, inconclusive } = again ?? {
      ...(verdict.kind === 'violated' && { broken: verdict }),
      ...(verdict.kind === 'inconclusive' && { inconclusive: verdict.why }),
    };
    if (inconclusive !== undefined) return end({ inconclusive });
    if (broken !== undefined) {
      const { breaches, onward, permitted } = broken;
      const violation = { at: 'reply', operation: step.operation, abstract, breaches, permitted } as const;
      const left = onward === undefined ? violation : passes(violation, soFar);
      if (onward === undefined || left !== undefined) return end({ violation: left ?? violation });
      performed.splice(-1, 1, { ...judged, outcome, passed: breaches });
      wrongFields.add(step.operation, onward.fields);
    }
    const known = broken?.onward ?? (again === undefined ? verdict : undefined);
    if (known === undefined || !('belief' in known)) continue;
    ({ belief } = known);
    if (!('evidence' in known)) continue;
    pruned ||= known.pruned;
    count(evidence, known.evidence);
    noteFirst(provenAt, known.evidence, step.id);
  }
  const inconclusive = pruned ? judgeAgain().inconclusive : undefined;
  if (inconclusive !== undefined) return end({ inconclusive });
  // What is applied only now may bring notifications.
  const now = applyPending(belief);
  if (now === undefined) return end({ inconclusive: tooManyLost.why });
  belief = now;
  return end();
}

/**
 * Sends the reads that come from this step on, up to one that must wait for its turn, and gives the index of that one. Only reads of different records: a read may count as a
 * request on what it shows, so that two of one record, or a list, must come in their order.
 */
function sendReadsAhead<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
  from: number,
  driver: Driver<C, R>,
  state: S,
): number {
  const records = new Set<string>();
  const isSent = (step: Step): boolean => {
    const operation = operationOf(machine, step);
    const used = Object.values(step.uses);
    if (operation.reads !== true || operation.control === true) return false;
    if (used.length === 0 || used.some((one) => records.has(one))) return false;
    for (const one of used) records.add(one);
    const call = operation.resolve(state, step);
    return call !== undefined && driver.may?.(call) !== false && driver.ahead?.(call, step) === true;
  };
  let next = from;
  for (let step = sequence[next]; step !== undefined && isSent(step); step = sequence[next]) next += 1;
  return next;
}

/** Latitude → choice → times in one execution: the choices that every hypothesis agrees on, and those that replies and notifications have shown. */
export function observedChoices<S, C, R, N>({
  belief,
  notificationChoices = [],
  shownChoices = [],
}: Pick<Execution<S, C, R, N>, 'belief' | 'notificationChoices' | 'shownChoices'>): Record<
  string,
  Record<string, number>
> {
  const observed: Record<string, Record<string, number>> = {};
  for (const { latitude, choice } of [...settled(belief), ...shownChoices, ...notificationChoices]) {
    const choices = (observed[latitude] ??= {});
    choices[choice] = (choices[choice] ?? 0) + 1;
  }
  return observed;
}
