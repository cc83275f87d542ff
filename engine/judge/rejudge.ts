import { initialBelief, settled, type Belief, type Judging } from './belief.ts';
import { applyPending } from './await-notifications.ts';
import { observe, tooManyLost } from './observe.ts';
import type { Violated } from './violated.ts';
import { count } from '../collections.ts';
import type { Machine } from '../machine.ts';
import type { Performed, Sequence } from '../model.ts';
import { operationOf } from '../operations.ts';
import { WrongFields } from './miss.ts';
import type { TransitionGoal } from '../goals.ts';
import type { Violation } from './execution.ts';

/** The verdict on performed steps when they are judged with every permitted choice. Costs no request. */
export interface Rejudged<S, N> {
  /** After the last step that was explained. */
  readonly belief: Belief<S, N>;
  readonly evidence: Map<string, number>;
  /** The last step's reply broke a rule. */
  readonly broken?: Pick<Violated<S, N>, 'breaches' | 'onward' | 'permitted'>;
  readonly inconclusive?: string;
  /** The outcome of the last step. */
  readonly outcome?: string;
}

interface Rejudging<S, N> extends Pick<Judging, 'notifications'> {
  /** Called with the belief after each step. */
  explained?(belief: Belief<S, N>, index: number): void;
}

/**
 * Judges performed steps again from the start, leaving out no choice. Goes on behind the broken rules that were passed, and ends at another
 * step that breaks a rule or gives no verdict.
 */
export function rejudge<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  initial: S,
  performed: readonly Performed<C, R>[],
  { notifications = true, explained = () => undefined }: Rejudging<S, N> = {},
): Rejudged<S, N> {
  const evidence = new Map<string, number>();
  let belief = initialBelief<S, N>(initial);
  const wrongFields = new WrongFields(machine);
  let outcome: string | undefined;
  for (const [index, { step, call, observation, passed }] of performed.entries()) {
    const operation = operationOf(machine, step);
    const verdict = observe(operation, step, call, belief, observation, {
      notifications,
      late: true,
      wrongFields: wrongFields.of(step.operation),
      refuses: (reply) => machine.refuses?.(reply) === true,
    });
    if (verdict.kind === 'inconclusive') return { belief, evidence, inconclusive: verdict.why };
    const onward = verdict.kind === 'violated' ? verdict.onward : undefined;
    if (verdict.kind === 'violated' && (passed === undefined || onward === undefined))
      return { belief, evidence, broken: verdict, outcome: verdict.outcome };
    if (onward !== undefined) wrongFields.add(step.operation, onward.fields);
    const known = verdict.kind === 'violated' ? onward : verdict;
    if (known === undefined) continue;
    if ('evidence' in known) count(evidence, known.evidence);
    if (verdict.kind !== 'lost') ({ outcome } = verdict);
    ({ belief } = known);
    explained(belief, index);
  }
  // What is applied only now may bring notifications.
  const now = applyPending(belief);
  if (now === undefined) return { belief, evidence, inconclusive: tooManyLost.why };
  return { belief: now, evidence, ...(outcome !== undefined && { outcome }) };
}

/** A choice of an open point, the step at which it was made, and the step after which no other explanation was left. */
export interface SettledChoice {
  readonly latitude: string;
  readonly choice: string;
  readonly made: string;
  readonly settled: string;
}

/** Where performed steps settled each choice first. Judges them once for all choices. */
export function settledChoices<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  initial: S,
  performed: readonly Performed<C, R>[],
): readonly SettledChoice[] {
  const found = new Map<string, SettledChoice>();
  const explained = (belief: Belief<S, N>, index: number) => {
    const after = performed[index]?.step.id;
    if (after === undefined) return;
    for (const { latitude, choice, step } of settled(belief)) {
      const key = `${latitude} ${choice}`;
      if (!found.has(key)) found.set(key, { latitude, choice, made: step, settled: after });
    }
  };
  rejudge(machine, initial, performed, { explained });
  return [...found.values()];
}

/** A sequence that an earlier, broken run has judged: what this run learns from it without sending it. */
export interface Recalled {
  /** The rules that it proved. */
  readonly rules: Iterable<string>;
  /** The transitions that it made. Those that other recalled sequences have made too may be missing. */
  readonly transitions: Iterable<TransitionGoal>;
  /** Latitude → choice → times. */
  readonly observed: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** A violation that was not reported yet: it is confirmed again. */
  readonly open?: { readonly violation: Violation; readonly requestsToFind: number };
  /** The sequences that follow the report of its failure. Default: none. */
  readonly next?: readonly Sequence[];
}
