import type { Arbitrary, Random } from 'fast-check';
import { checksOf } from '../judge/miss.ts';
import { cites } from '../judge/belief.ts';
import { departuresOf, nothingLearned, type Learned } from '../learned.ts';
import type { Draw, Machine, Operation } from '../machine.ts';
import type { Json, Outcome, Step } from '../model.ts';

/** How the outcomes of simulated steps are presumed. */
export interface Presumption {
  /** What is known of the target: it is presumed to make the same choices again. Default: nothing. */
  readonly learned?: Learned;
  /** Whether notifications are judged, so that they prove rules too. Default false. */
  readonly notifications?: boolean;
  /** Whether a step counts as proving every rule that any of its outcomes judges. Default false. */
  readonly judged?: boolean;
}

/** The result of a step whose reply is presumed to be the ordinary one. */
export interface SimulatedStep<S> {
  readonly state: S;
  readonly outcome: string;
  /** The rules that it would prove. */
  readonly proves: readonly string[];
  /** Whether the documents permit no other outcome. */
  readonly certain: boolean;
  /** Whether it changes nothing, since it is refused. */
  readonly refused: boolean;
  /** Whether it is refused by each permitted outcome. */
  readonly surelyRefused: boolean;
  /** What it may use up, by name. Absent: nothing. */
  readonly spends?: string;
}

/** Simulates a step; undefined when it can't be made. Throws an Error when the machine predicts nothing. */
export function simulateStep<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  operation: Operation<S, C, R, N>,
  state: S,
  step: Step,
  { learned = nothingLearned, notifications = false, judged = false }: Presumption = {},
): SimulatedStep<S> | undefined {
  const call = operation.resolve(state, step);
  if (call === undefined) return undefined;
  const outcomes = operation.predict(state, call, step);
  const ordinary = likeliestOf(outcomes, learned);
  if (ordinary === undefined)
    throw new Error(`${machine.name} predicts nothing for ${step.operation} ${step.kind}`);
  const silent = ordinary.next();
  const reply = machine.presumed?.(silent, step);
  const surelyRefused = outcomes.every(({ refused }) => refused === true);
  const spends = surelyRefused ? undefined : operation.spends?.(state, step);
  const proves = judged ? outcomes.flatMap((outcome) => judgedBy(outcome, reply)) : cites(checksOf(ordinary));
  return {
    state: reply === undefined ? silent : ordinary.next(reply),
    outcome: ordinary.name,
    certain: outcomes.every(({ name }) => name === ordinary.name),
    refused: ordinary.refused === true,
    surelyRefused,
    ...(spends !== undefined && { spends }),
    proves: notifications && !judged ? [...proves, ...provenByNotifications(ordinary, reply)] : proves,
  };
}

/** The rules of all checks of an outcome's reply and notifications. */
function judgedBy<S, R, N>(outcome: Outcome<S, R, N>, reply: R | undefined): readonly string[] {
  const expected = outcome.expects?.(reply) ?? [];
  return [
    ...checksOf(outcome).flatMap((check) => check.cites),
    ...expected.flatMap((one) => [
      ...one.cites,
      ...(one.limits ?? []),
      ...one.checks.flatMap((check) => check.cites),
    ]),
  ];
}

/** The first of the outcomes that differ least from what is known of the target. */
function likeliestOf<S, R, N>(
  outcomes: readonly Outcome<S, R, N>[],
  learned: Learned,
): Outcome<S, R, N> | undefined {
  let best: Outcome<S, R, N> | undefined;
  let least = Infinity;
  for (const outcome of outcomes) {
    const deviations = departuresOf(learned, outcome.assumes);
    if (deviations < least) [best, least] = [outcome, deviations];
  }
  return best;
}

/** A required notification proves its rules when received, a forbidden one when not; an allowed one proves nothing. */
function provenByNotifications<S, R, N>(outcome: Outcome<S, R, N>, reply: R | undefined): readonly string[] {
  return (outcome.expects?.(reply) ?? []).flatMap(({ least, most, cites: rules, limits = [], checks }) => {
    if (most === 0) return [...rules, ...limits];
    return least === 0 ? [] : [...rules, ...limits, ...cites(checks)];
  });
}

/** Draws literals under fast-check's random numbers. */
export function drawing(random: Random): Draw {
  return (arbitrary: Arbitrary<unknown>) => arbitrary.generate(random, undefined).value as never;
}

/** A step of an operation in a state, its literals drawn. */
export function drawn<S, C, R, N>(
  operation: Operation<S, C, R, N>,
  state: S,
  step: Omit<Step, 'operation' | 'data'>,
  draw: Draw,
): Step {
  const data: Json | undefined = operation.draw?.(step, state, draw);
  return { ...step, operation: operation.name, ...(data !== undefined && { data }) };
}
