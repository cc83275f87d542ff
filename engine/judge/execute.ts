import { initialBelief, likeliest, settled, type Belief } from './belief.ts';
import { applyPending } from './await-notifications.ts';
import { observe, tooManyLost } from './observe.ts';
import { count } from '../collections.ts';
import { stageOf, transitionGoal, type TransitionGoal } from '../goals.ts';
import { type Learned, nothingLearned } from '../learned.ts';
import type { Breach, Machine, Observation, Performed, Sequence, ShownChoice, Step } from '../model.ts';
import { operationOf, operationsOf } from '../operations.ts';
import { rejudge } from './rejudge.ts';
import { WrongFields } from './miss.ts';

/** How the engine reaches a target. Resolves with `lost` and the reason when no answer came. */
export interface Driver<C, R> {
  /** Unique to this driver, so that no two executions use the same names. */
  readonly nonce?: string;
  send(call: C, step: Step): Promise<Observation<R>>;
  /** The same after a pause. Absent: no read is looked at again. */
  sendLater?(call: C, step: Step, afterMs: number): Promise<Observation<R>>;
  /** Whether a call may be made; where not, its step is skipped. Default: all may. */
  may?(call: C): boolean;
  /** Completes a call with what only a few sequences can have; or says why there is none for this one. Default: every call is complete. */
  complete?(call: C, step: Step): Promise<{ readonly call: C } | { readonly none: string }>;
  /** Called when the sequence has sent its last call: what it had may go to another. */
  end?(): void;
  /** Why nothing of this execution is judged, its wait for notifications included: the target was away meanwhile. Default: nothing is. */
  unjudged?(): string | undefined;
  /**
   * Looks at the target before a new violation counts, and again before it is reported: whether it was away shows in `unjudged`. Gives what
   * tells the same from then on. Default: nothing is looked at.
   */
  lookAgain?(violation: Pick<Violation, 'at'>): Promise<() => string | undefined>;
}

/** A violated prediction: the accusation. */
export interface Violation {
  /** `reply`: the last performed step's reply broke a rule. `notifications`: those that followed did. */
  readonly at: 'reply' | 'notifications';
  readonly operation: string;
  /** The abstract state that the failing step met. */
  readonly abstract: string;
  readonly breaches: readonly Breach[];
  /** Of a reply: what each permitted answer asks for and it does not give, the nearest first. */
  readonly permitted?: readonly (readonly Breach[])[];
  /** Nothing is wrong except that an expected notification did not arrive. */
  readonly onlyMissing?: true;
}

/** A choice of an open point that a notification has shown; `by` is the notification's identity. */
export interface NotificationChoice {
  readonly latitude: string;
  readonly choice: string;
  readonly by: string;
}

/** What a step has tried: a class of arguments in an abstract state, and what came of it. */
export interface Covered {
  readonly abstract: string;
  readonly operation: string;
  readonly kind: string;
  readonly outcome: string;
}

/** Everything that came of running one sequence. */
export interface Execution<S, C, R, N> {
  readonly sequence: Sequence;
  readonly performed: readonly Performed<C, R>[];
  readonly skipped: number;
  readonly requests: number;
  /** Its first state. */
  readonly initial: S;
  /** What was known of the target. It decides the order of hypotheses, and so how intents are resolved. */
  readonly learned: Learned;
  readonly belief: Belief<S, N>;
  readonly violation?: Violation;
  /** The violations behind which judging went on, where no report covered them. */
  readonly behind?: readonly Violation[];
  /** Why the sequence ended without a verdict. */
  readonly inconclusive?: string;
  /** It ended so since nothing was left of what only a few sequences can have. */
  readonly lacking?: true;
  readonly evidence: Map<string, number>;
  /** The choices that notifications have shown. */
  readonly notificationChoices?: readonly NotificationChoice[];
  /** The choices that replies have shown by their form. */
  readonly shownChoices?: readonly ShownChoice[];
  /** One for each performed step. */
  readonly coverage: readonly Covered[];
  /** The transitions that it made. */
  readonly transitions: ReadonlySet<TransitionGoal>;
}

/** How a sequence is run. */
export interface Run<S, C, R, N> {
  /** True ends it before its next step. */
  stop?(): boolean;
  /** What the run has learned of the target. Default: nothing. */
  readonly learned?: Learned;
  /** Whether notifications are judged afterwards. Default true. */
  readonly notifications?: boolean;
  /**
   * Called where a reply breaks a rule and yet leaves no doubt about the state, with the execution so far. Gives what of the violation ends
   * the sequence; undefined: judging goes on behind it, without the wrong fields. Default: all of it ends the sequence.
   */
  passes?(violation: Violation, soFar: () => Execution<S, C, R, N>): Violation | undefined;
}

/**
 * Runs a sequence against a target and judges each reply. Each step's intents are resolved against the belief at that time.
 * Ends at the first violation, at the first step without a verdict, or when `stop` says so. Where hypotheses were left out because of
 * what was learned, everything is judged again with every permitted choice before a violation counts or anything is proven.
 */
export async function execute<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
  driver: Driver<C, R>,
  {
    stop = () => false,
    learned = nothingLearned,
    notifications = true,
    passes = (violation) => violation,
  }: Run<S, C, R, N> = {},
): Promise<Execution<S, C, R, N>> {
  const operations = operationsOf(machine);
  const performed: Performed<C, R>[] = [];
  let evidence = new Map<string, number>();
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

  for (const step of sequence) {
    if (stop()) return end({ inconclusive: 'the run was ended' });
    const operation = operationOf(machine, operations, step);
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
  }
  const inconclusive = pruned ? judgeAgain().inconclusive : undefined;
  if (inconclusive !== undefined) return end({ inconclusive });
  // What is applied only now may bring notifications.
  const now = applyPending(belief);
  if (now === undefined) return end({ inconclusive: tooManyLost.why });
  belief = now;
  return end();
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
