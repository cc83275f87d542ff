import { initialBelief, observe, settled, type Belief } from './belief.ts';
import type { Breach, Machine, Observation, Operation, Sequence, Step } from './model.ts';

/** How the engine reaches a target. Resolves also when nothing came back: `lost` says why. */
export interface Driver<C, R> {
  /** Unlike every other driver's, so that no two executions name a thing alike. */
  readonly nonce?: string;
  send(call: C, step: Step): Promise<Observation<R>>;
}

/** One executed step. */
export interface Performed<C, R> {
  readonly step: Step;
  readonly call: C;
  readonly observation: Observation<R>;
  readonly control: boolean;
  /** The outcome that it matched, or came nearest to. */
  readonly outcome: string;
}

/** A violated prediction: the accusation. */
export interface Violation {
  /** `reply`: the last performed step's reply broke a rule. `arrivals`: the notifications that followed did. */
  readonly at: 'reply' | 'arrivals';
  readonly operation: string;
  /** The abstract state that the failing step met. */
  readonly abstract: string;
  readonly breaches: readonly Breach[];
}

/** Everything that came of running one sequence. */
export interface Execution<S, C, R, N> {
  readonly sequence: Sequence;
  readonly performed: readonly Performed<C, R>[];
  readonly skipped: number;
  readonly requests: number;
  readonly belief: Belief<S, N>;
  readonly violation?: Violation;
  /** Why the sequence ended without a verdict. */
  readonly inconclusive?: string;
  readonly evidence: Map<string, number>;
  /** The open points that notifications have shown: `[latitude, choice]`. */
  readonly shown?: readonly (readonly [string, string])[];
  /** `abstract state | operation kind | outcome` → times. */
  readonly coverage: Map<string, number>;
}

/** Looks operations up by name; throws on a sequence that names one the machine does not have. */
export function operationsOf<S, C, R, N>(
  machine: Machine<S, C, R, N>,
): ReadonlyMap<string, Operation<S, C, R, N>> {
  return new Map(machine.operations.map((operation) => [operation.name, operation]));
}

/** Adds one to each name's count. */
export function count(counts: Map<string, number>, names: readonly string[]): void {
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
}

/**
 * Runs a sequence against a target, each step's intents resolved against what is believed by then, and judges each reply.
 * Ends at the first violation, at the first step without a verdict, or when `stop` says so.
 */
export async function execute<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
  driver: Driver<C, R>,
  stop: () => boolean = () => false,
): Promise<Execution<S, C, R, N>> {
  const operations = operationsOf(machine);
  const performed: Performed<C, R>[] = [];
  const evidence = new Map<string, number>();
  const coverage = new Map<string, number>();
  const { nonce } = driver;
  const initial = nonce === undefined ? undefined : machine.fresh?.(nonce);
  let belief = initialBelief<S, N>(initial ?? machine.initial);
  let skipped = 0;
  let requests = 0;
  const end = (rest: Partial<Pick<Execution<S, C, R, N>, 'violation' | 'inconclusive'>> = {}) => ({
    sequence,
    performed,
    skipped,
    requests,
    belief,
    evidence,
    coverage,
    ...rest,
  });

  for (const step of sequence) {
    if (stop()) return end({ inconclusive: 'the run was ended' });
    const operation = operations.get(step.operation);
    if (operation === undefined) throw new Error(`${machine.name} has no operation "${step.operation}"`);
    const state = likeliest(belief);
    const call = operation.resolve(state, step);
    if (call === undefined) {
      skipped += 1;
      continue;
    }
    const abstract = machine.abstract(state, step.uses);
    const observation = await driver.send(call, step);
    if (!operation.control) requests += 1;
    const verdict = observe(operation, step, call, belief, observation);
    const outcome = 'outcome' in verdict ? verdict.outcome : verdict.kind;
    performed.push({ step, call, observation, control: operation.control === true, outcome });
    count(coverage, [`${abstract} | ${step.operation} ${step.kind} | ${outcome}`]);
    switch (verdict.kind) {
      case 'violated': {
        const { breaches } = verdict;
        return end({ violation: { at: 'reply', operation: step.operation, abstract, breaches } });
      }
      case 'inconclusive':
        return end({ inconclusive: verdict.why });
      case 'explained':
        count(evidence, verdict.evidence);
        belief = verdict.belief;
        break;
      case 'lost':
        belief = verdict.belief;
        break;
    }
  }
  return end();
}

/** The state that intents are resolved against. */
export function likeliest<S, N>(belief: Belief<S, N>): S {
  const [hypothesis] = belief;
  if (hypothesis === undefined) throw new Error('an empty belief has no state');
  return hypothesis.state;
}

/** Latitude → choice → times, over one execution: what every hypothesis agrees on, and what notifications have shown. */
export function observedChoices<S, C, R, N>({
  belief,
  shown = [],
}: Pick<Execution<S, C, R, N>, 'belief' | 'shown'>): Record<string, Record<string, number>> {
  const observed: Record<string, Record<string, number>> = {};
  for (const [latitude, choice] of [...settled(belief), ...shown]) {
    const choices = (observed[latitude] ??= {});
    choices[choice] = (choices[choice] ?? 0) + 1;
  }
  return observed;
}
