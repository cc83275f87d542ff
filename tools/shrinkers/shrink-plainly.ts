import * as fc from 'fast-check';
import { initialBelief, type Belief, likeliest } from '../../engine/judge/belief.ts';
import { observe } from '../../engine/judge/observe.ts';
import type { Driver, Execution } from '../../engine/judge/execution.ts';
import type { Attempt, Draw, Machine, Operation } from '../../engine/machine.ts';
import type { Step } from '../../engine/model.ts';
import { operationOf } from '../../engine/operations.ts';
import { givenCommands } from './given-commands.ts';

/** The result of fast-check's own shrinking of a failing execution. */
export interface PlainShrunk {
  /** Runs and requests after the one that failed. */
  readonly runs: number;
  readonly requests: number;
  /** Requests of what is left. */
  readonly steps: number;
}

/**
 * What may be shrunk of a step that is kept.
 * `as drawn`: as in the baseline, the position of its entities among all that fit, and a seed for its data.
 * `filled`: only the position. `by name`: nothing; its entities are those that the same step made, or the step does not apply.
 */
export type Manner = 'as drawn' | 'filled' | 'by name';

interface Model<S, N> {
  belief: Belief<S, N>;
  requests: number;
}

/** A step as it was drawn. */
interface Drawn {
  readonly step: Step;
  /** Undefined: by name. */
  readonly position: number | undefined;
  /** The seed of its data, and whether it differs from the first one. */
  readonly literals: number;
  readonly refilled?: true;
}

const place = fc.nat(7);
const drawing = fc.tuple(place, fc.nat());

/**
 * Lets `fc.commands` shrink the steps of a failing execution, with amounts computed when a command runs. Undefined where they do not fail again.
 */
export async function shrinkPlainly<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  failing: Execution<S, C, R, N>,
  driver: (id: string) => Driver<C, R>,
  { most, manner }: { readonly most: number; readonly manner: Manner },
): Promise<PlainShrunk | undefined> {
  let begun = 0;
  let runs = 0;
  let requests = 0;
  let first: number | undefined;
  let left: number | undefined;
  const isSpent = () => first !== undefined && requests - first >= most;

  const command = (one: Drawn): fc.AsyncCommand<Model<S, N>, Driver<C, R>> => {
    const { step: drawn, position } = one;
    const operation = operationOf(machine, drawn);
    const made = (state: S): { readonly step: Step; readonly call: C } | undefined => {
      const step = position === undefined ? drawn : turned(operation, state, one, position);
      const call = step && operation.resolve(state, step);
      return step && call && { step, call };
    };
    return {
      check: ({ belief }) => !isSpent() && belief.length > 0 && made(likeliest(belief)) !== undefined,
      run: async (model, real) => {
        const { step, call } = made(likeliest(model.belief)) ?? {};
        if (step === undefined || call === undefined) return;
        if (operation.control !== true) {
          requests += 1;
          model.requests += 1;
        }
        const verdict = observe(operation, step, call, model.belief, await real.send(call, step));
        if (verdict.kind === 'violated') {
          left = model.requests;
          throw new Error(verdict.breaches.map(({ rule }) => rule).join());
        }
        // After a step without a verdict, the rest of the run proves nothing.
        model.belief = verdict.kind === 'inconclusive' ? [] : verdict.belief;
      },
      toString: () => `${drawn.operation} ${drawn.kind}`,
    };
  };

  const given = givenCommands(drawnFrom(machine, failing, manner), command, (one, context) => {
    const { position, literals } = one;
    if (position === undefined) return fc.Stream.nil();
    if (manner === 'filled')
      return place
        .shrink(position, context)
        .map((to) => new fc.Value({ ...one, position: to.value }, to.context));
    return drawing.shrink([position, literals], context).map(({ value: [at, seed], context: next }) => {
      const refilled = one.refilled === true || seed !== literals;
      return new fc.Value({ ...one, position: at, literals: seed, ...(refilled && { refilled }) }, next);
    });
  });
  const property = fc.asyncProperty(given, async (commands) => {
    if (isSpent()) return;
    const real = driver(`given-${(begun += 1)}`);
    const initial = (real.nonce === undefined ? undefined : machine.fresh?.(real.nonce)) ?? machine.initial;
    const model: Model<S, N> = { belief: initialBelief<S, N>(initial), requests: 0 };
    try {
      await fc.asyncModelRun(() => ({ model, real }), commands);
    } finally {
      // A run without a request is not counted.
      if (first !== undefined && model.requests > 0) runs += 1;
      first ??= requests;
    }
  });
  await fc.check(property, { seed: 1, numRuns: 1 });
  return left === undefined ? undefined : { runs, requests: requests - (first ?? 0), steps: left };
}

function fitting<S, C, R, N>(operation: Operation<S, C, R, N>, state: S, step: Step): readonly Attempt[] {
  return operation.attempts(state).filter(({ kind }) => kind === step.kind);
}

/** The step with the entities at a position. */
function turned<S, C, R, N>(
  operation: Operation<S, C, R, N>,
  state: S,
  { step, literals, refilled }: Drawn,
  position: number,
): Step | undefined {
  const all = fitting(operation, state, step);
  const attempt = all[position % Math.max(1, all.length)];
  if (attempt === undefined) return undefined;
  const draw: Draw = (arbitrary) => fc.sample(arbitrary, { seed: literals, numRuns: 1 })[0] as never;
  const data = refilled === true ? operation.draw?.(attempt, state, draw) : undefined;
  return { ...step, uses: attempt.uses, ...(data !== undefined && { data }) };
}

/** Each step with the position of its entities among those that fitted; by name where a read-back has a kind that is not offered. */
function drawnFrom<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  { performed, initial }: Execution<S, C, R, N>,
  manner: Manner,
): readonly Drawn[] {
  const seeds = fc.sample(fc.nat(), { seed: 1, numRuns: performed.length });
  let belief = initialBelief<S, N>(initial);
  return performed.map(({ step, call, observation }, at) => {
    const literals = seeds[at] ?? 0;
    const operation = operationOf(machine, step);
    const uses = JSON.stringify(step.uses);
    const all = fitting(operation, likeliest(belief), step);
    const position = all.findIndex((one) => JSON.stringify(one.uses) === uses);
    const verdict = observe(operation, step, call, belief, observation);
    if ('belief' in verdict) ({ belief } = verdict);
    return { step, position: manner === 'by name' || position < 0 ? undefined : position, literals };
  });
}
