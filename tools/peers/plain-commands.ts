import * as fc from 'fast-check';
import { sequences } from '../../engine/walk/sequences.ts';
import { initialBelief, type Belief, likeliest } from '../../engine/judge/belief.ts';
import { observe } from '../../engine/judge/observe.ts';
import type { Driver } from '../../engine/judge/execution.ts';
import type { Attempt, Draw, Machine, Operation } from '../../engine/machine.ts';
import type { Step } from '../../engine/model.ts';
import { operationNamed } from '../../engine/operations.ts';

/** What plain `fc.commands` found in a target. */
export interface PlainResult {
  /** Absent: no failure within the budget. */
  readonly found?: {
    readonly requests: number;
    readonly shrink: number;
    /** Sequences that were run to shrink it. */
    readonly executions: number;
    readonly steps: number;
  };
  /** Requests in all. */
  readonly requests: number;
}

export interface PlainOptions {
  readonly seed: number;
  /** Requests until the hunt is given up, and as many again for shrinking. */
  readonly most: number;
  /** Commands in one run, as many as a sequence of ours has at most. */
  readonly maxCommands: number;
  /** The commands that may be drawn. */
  readonly kinds: Kinds;
}

/** Every operation's name with each kind of argument. */
export type Kinds = readonly (readonly [operation: string, kind: string])[];

/** The model of one run: the belief about the target, and counts. */
interface Model<S, N> {
  belief: Belief<S, N>;
  made: number;
  requests: number;
}

/** Ends a check that fast-check would continue; no failure. */
class GivenUp extends Error {}

/**
 * The baseline: fast-check's own commands over the same models, generators and judge. Commands are chosen without regard to the state and
 * skipped where they don't apply; amounts are computed when a command runs; generation, run control and shrinking are fast-check's.
 */
export async function plainCommands<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  driver: (id: string) => Driver<C, R>,
  { seed, most, maxCommands, kinds }: PlainOptions,
): Promise<PlainResult> {
  let sent = 0;
  let found: number | undefined;
  let steps = 0;
  let runs = 0;
  let executions = 0;
  const isSpent = () => (found === undefined ? sent >= most : sent >= found + most);

  class PlainCommand implements fc.AsyncCommand<Model<S, N>, Driver<C, R>> {
    readonly operation: Operation<S, C, R, N>;
    readonly kind: string;
    readonly entity: number;
    readonly literals: number;

    constructor(operation: Operation<S, C, R, N>, kind: string, entity: number, literals: number) {
      this.operation = operation;
      this.kind = kind;
      this.entity = entity;
      this.literals = literals;
    }

    check({ belief }: Readonly<Model<S, N>>): boolean {
      return !isSpent() && belief.length > 0 && this.#attempt(likeliest(belief)) !== undefined;
    }

    async run(model: Model<S, N>, real: Driver<C, R>): Promise<void> {
      const state = likeliest(model.belief);
      const attempt = this.#attempt(state);
      if (attempt === undefined) return;
      const draw: Draw = (arbitrary) => fc.sample(arbitrary, { seed: this.literals, numRuns: 1 })[0] as never;
      const data = this.operation.draw?.(attempt, state, draw);
      const { name: operation } = this.operation;
      const step: Step = {
        id: `s${(model.made += 1)}`,
        operation,
        kind: attempt.kind,
        uses: attempt.uses,
        ...(data !== undefined && { data }),
      };
      const call = this.operation.resolve(state, step);
      if (call === undefined) return;
      if (this.operation.control !== true) {
        sent += 1;
        model.requests += 1;
      }
      const verdict = observe(this.operation, step, call, model.belief, await real.send(call, step));
      if (verdict.kind === 'violated') {
        found ??= sent;
        steps = model.requests;
        throw new Error(verdict.breaches.map(({ rule }) => rule).join());
      }
      // After a step without a verdict, the rest of the run proves nothing.
      model.belief = verdict.kind === 'inconclusive' ? [] : verdict.belief;
    }

    #attempt(state: S): Attempt | undefined {
      const fitting = this.operation.attempts(state).filter(({ kind }) => kind === this.kind);
      return fitting[this.entity % Math.max(1, fitting.length)];
    }

    toString(): string {
      return `${this.operation.name} ${this.kind}`;
    }
  }

  const commands = kinds.map(([name, kind]) => {
    const operation = operationNamed(machine, name);
    if (operation === undefined) throw new Error(`${machine.name} has no operation "${name}"`);
    return fc
      .tuple(fc.nat(7), fc.nat())
      .map(([entity, literals]) => new PlainCommand(operation, kind, entity, literals));
  });
  const property = fc.asyncProperty(fc.commands(commands, { maxCommands, size: 'max' }), async (drawn) => {
    if (isSpent()) {
      // fast-check would go on drawing until something is thrown; while it shrinks, passing ends it soonest.
      if (found === undefined) throw new GivenUp();
      return;
    }
    runs += 1;
    const real = driver(`plain-${runs}`);
    const initial = (real.nonce === undefined ? undefined : machine.fresh?.(real.nonce)) ?? machine.initial;
    const model: Model<S, N> = { belief: initialBelief<S, N>(initial), made: 0, requests: 0 };
    const isShrinking = found !== undefined;
    try {
      await fc.asyncModelRun(() => ({ model, real }), drawn);
    } finally {
      if (isShrinking && model.requests > 0) executions += 1;
    }
  });
  await fc.check(property, { seed, numRuns: Number.MAX_SAFE_INTEGER });
  return {
    requests: sent,
    ...(found !== undefined && { found: { requests: found, shrink: sent - found, executions, steps } }),
  };
}

/** Walks that are searched for the kinds of argument of a machine. */
const mostWalks = 400;

/** Every operation with each kind of argument that walks of the model meet: the commands that somebody would write by hand. */
export function kindsOf<S, C, R, N>(machine: Machine<S, C, R, N>, seed: number): Kinds {
  const kinds = new Map<string, Set<string>>();
  for (const { operation, kind } of fc.sample(sequences(machine), { seed, numRuns: mostWalks }).flat())
    kinds.set(operation, (kinds.get(operation) ?? new Set()).add(kind));
  return machine.operations.flatMap(({ name }) =>
    [...(kinds.get(name) ?? [])].map((kind) => [name, kind] as const),
  );
}
