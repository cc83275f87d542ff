import { printSteps, type Shown } from './print.ts';
import { given, type Model } from '../build/build.ts';
import { received } from '../build/expect.ts';
import { shown } from '../build/match.ts';
import type { Made } from '../build/made.ts';
import type { World } from '../build/outcomes.ts';
import { initialBelief, likeliest, type Belief } from '../judge/belief.ts';
import { observe } from '../judge/observe.ts';
import type { Json, Observation, Step } from '../model.ts';
import { operationOf } from '../operations.ts';

/** A call of a trace: the operation of the machine, and its inputs as they were, with the ids of the system. */
export interface Traced {
  readonly operation: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Judges calls that others make, one after another, on a system that was fresh before the first. */
export interface Oracle<S> {
  /**
   * Whether a reply to a call is permitted behind those before. Behind one that was not, none is. Throws an Error where the machine has no such operation, or its
   * `when` says that it makes no sense there.
   */
  allows(step: Traced, reply: unknown): boolean;
  /** A call got no answer: it may have been executed or not. */
  lost(step: Traced): void;
  /** The state that explains all replies so far, the likeliest one where there are several. */
  state(): S;
  /** All states that explain them: more than one where answers were lost, or where several answers are permitted. */
  states(): readonly S[];
  /** Where the trace broke: its steps, what was expected, and what was believed before. Undefined: it has not. */
  report(): string | undefined;
}

/**
 * An oracle for the calls that tests make which people already have, and for recorded traces: it follows them with a machine, and says of each reply whether
 * it is permitted.
 *
 * @example
 * ```ts
 * import { machine, oracle } from 'payproof/engine';
 *
 * const lamp = machine({
 *   state: false,
 *   operations: ({ operation, expect }) => [
 *     operation('press', { expect: (isOn) => expect.status(200).body({ on: !isOn }).then(!isOn) }),
 *   ],
 * });
 * const judge = oracle(lamp);
 * judge.allows({ operation: 'press' }, { status: 200, body: { on: true } }); // true
 * judge.allows({ operation: 'press' }, { status: 200, body: { on: true } }); // false
 * export const why = judge.report();
 * ```
 */
export function oracle<S, C>(model: Model<S, C>): Oracle<S> {
  return new Following(model);
}

class Following<S, C> implements Oracle<S> {
  readonly #model: Model<S, C>;
  readonly #steps: Shown[] = [];
  #belief: Belief<World<S>, never>;
  #report: string | undefined;

  constructor(model: Model<S, C>) {
    this.#model = model;
    this.#belief = initialBelief(model.initial);
  }

  allows(step: Traced, reply: unknown): boolean {
    return this.#report === undefined && this.#follow(step, { reply: received(reply) });
  }

  lost(step: Traced): void {
    if (this.#report === undefined) this.#follow(step, { lost: 'lost' });
  }

  state(): S {
    return likeliest(this.#belief).state;
  }

  states(): readonly S[] {
    return this.#belief.map(({ state }) => state.state);
  }

  report(): string | undefined {
    return this.#report;
  }

  #follow({ operation: name, input = {} }: Traced, observation: Observation<unknown>): boolean {
    const step: Step = {
      id: `s${this.#steps.length + 1}`,
      operation: name,
      kind: given,
      uses: {},
      data: input as Json,
    };
    const operation = operationOf(this.#model, step);
    const call = this.#callOf(step);
    const verdict = observe(operation, step, call, this.#belief, observation, {
      notifications: false,
      late: true,
    });
    this.#steps.push({ step, call, observation });
    if (verdict.kind === 'inconclusive') throw new Error(`nothing can be said of ${name}: ${verdict.why}`);
    if (verdict.kind === 'violated') {
      const rule = [...new Set(verdict.breaches.map((breach) => breach.rule))].join(', ');
      const lines = printSteps(this.#steps, { rule, permitted: verdict.permitted, at: step.id });
      this.#report = [`The trace breaks at step ${this.#steps.length}`, lines, this.#believed()].join('\n');
      return false;
    }
    this.#belief = verdict.belief;
    return true;
  }

  /** The call by the first state in which it makes sense. */
  #callOf(step: Step): Made<C> {
    for (const { state } of this.#belief) {
      const call = operationOf(this.#model, step).resolve(state, step);
      if (call !== undefined) return call;
    }
    throw new Error(
      `${this.#model.name} says nothing of ${step.operation} in the state ${shown(this.state())}: its \`when\` is false there`,
    );
  }

  #believed(): string {
    const worlds = this.#belief.map(({ state: { state, ids, presumed } }) => {
      const names = Object.entries(ids).map(([id, name]) => `what ${id} made is ${shown(name)}`);
      return [shown(state), ...names, ...(presumed ? ['presumed in part'] : [])].join('; ');
    });
    return `Believed before: ${worlds.join('\n  or ')}`;
  }
}
