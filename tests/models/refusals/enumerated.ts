import { checksOf } from '../../../engine/judge/miss.ts';
import type { Attempt, Machine, Operation } from '../../../engine/machine.ts';
import type { Step } from '../../../engine/model.ts';
import { drawing, drawn, simulateStep } from '../../../engine/walk/simulate-step.ts';
import type { ApiCall, Call, Reply } from '../../../models/wire.ts';
import { seededRandom } from '../../../engine/seeded-random.ts';

/** One thing that is made wrong about a right call. */
export interface Fault {
  readonly name: string;
  /** The part of a call that it changes: two faults of one part exclude each other. */
  readonly part:
    'key' | 'path' | 'method' | 'version' | 'media type' | 'checksum' | 'whole body' | 'field' | 'beside';
  /** Of a field: where it is. */
  readonly path?: string;
  apply(call: ApiCall): ApiCall;
}

/** A right request about entities with fixed names, of which wrong ones are made. */
export interface Base<S, N> {
  readonly operation: Operation<S, Call, Reply, N>;
  readonly step: Step;
  readonly call: ApiCall;
}

export interface Named<S> {
  readonly name: string;
  readonly state: S;
}

/** A refusal that is permitted for one cause alone, and is not where another is beside it. */
export interface Lost {
  readonly cause: string;
  readonly beside: string;
  readonly reply: string;
}

/** The states that an interface can be brought into with few steps, the entities of each kind under the same names. `idOf`: 'none' for no step. */
export function reachable<S, N>(
  machine: Machine<S, Call, Reply, N>,
  idOf: (operation: string, state: S) => string | undefined,
  uses: Readonly<Record<string, string>>,
  most: number,
): readonly Named<S>[] {
  const draw = drawing(seededRandom(1));
  const found = new Map<string, Named<S>>();
  const nameOf = (state: S) =>
    Object.keys(uses)
      .map((role) => machine.abstract(state, { [role]: uses[role] ?? '' }))
      .join('; ');
  let edge: readonly { readonly state: S; readonly way: string }[] = [{ state: machine.initial, way: '' }];
  for (let depth = 0; depth < 6 && found.size < most; depth++) {
    const next: { state: S; way: string }[] = [];
    for (const { state, way } of edge) {
      for (const operation of machine.operations) {
        for (const attempt of operation.attempts(state).filter(({ negative }) => negative !== true)) {
          const id = idOf(operation.name, state) ?? `x${depth}`;
          if (id === 'none') continue;
          const step = drawn(operation, state, { id, kind: attempt.kind, uses: attempt.uses }, draw);
          const after = simulateStep(machine, operation, state, step);
          if (after === undefined) continue;
          const name = nameOf(after.state);
          if (found.has(name)) continue;
          const one = { name: `${way} ${operation.name} ${attempt.kind}`.trim(), state: after.state };
          found.set(name, one);
          next.push({ state: after.state, way: one.name });
        }
      }
    }
    edge = next;
  }
  return [...found.values()].slice(0, most);
}

/** The request that an attempt makes in a state. */
export function requestOf<S, N>(
  operation: Operation<S, Call, Reply, N>,
  state: S,
  attempt: Pick<Attempt, 'kind' | 'uses'>,
): Base<S, N> | undefined {
  const step = drawn(
    operation,
    state,
    { id: 'asked', kind: attempt.kind, uses: attempt.uses },
    drawing(seededRandom(2)),
  );
  const call = operation.resolve(state, step);
  return call === undefined || call.to === 'control' ? undefined : { operation, step, call };
}

/** Which of the replies refuse a call in a state, and which are permitted in any way. */
function judged<S, N>({ operation, step }: Base<S, N>, state: S, call: ApiCall, replies: readonly Reply[]) {
  const outcomes = operation.predict(state, call, step);
  const fits = (refusing: boolean) => (reply: Reply) =>
    outcomes.some(
      (outcome) =>
        (!refusing || outcome.refused === true) &&
        outcome.couldMatch?.(reply) !== false &&
        checksOf(outcome).every((check) => check.test(reply).length === 0),
    );
  return { refusing: replies.filter(fits(true)), permits: fits(false) };
}

const shown = ({ http, body, text }: Reply): string =>
  `${http} ${body === undefined ? text : JSON.stringify(body)}`;

/** Counts the pairs of causes, and collects what is lost in them. */
export class Pairs<S, N> {
  readonly lost: Lost[] = [];
  count = 0;
  readonly #replies: (operation: string) => readonly Reply[];

  constructor(replies: (operation: string) => readonly Reply[]) {
    this.#replies = replies;
  }

  /** The refusals that a fault adds to what is permitted for the right request. */
  restingOn(base: Base<S, N>, sound: S, fault: Fault): readonly Reply[] {
    const replies = this.#replies(base.operation.name);
    const { permits } = judged(base, sound, base.call, replies);
    return judged(base, sound, fault.apply(base.call), replies).refusing.filter((reply) => !permits(reply));
  }

  /** Each of these refusals must be permitted here as well. */
  demand(
    base: Base<S, N>,
    cause: string,
    beside: string,
    state: S,
    call: ApiCall,
    replies: readonly Reply[],
  ): void {
    this.count++;
    const { permits } = judged(base, state, call, replies);
    const missing = replies.find((reply) => !permits(reply));
    if (missing !== undefined) this.lost.push({ cause, beside, reply: shown(missing) });
  }

  /** The refusals of the right request in a state, which rest on the state. */
  ofState(base: Base<S, N>, sound: S, state: S): readonly Reply[] {
    const replies = this.#replies(base.operation.name);
    const { permits } = judged(base, sound, base.call, replies);
    return judged(base, state, base.call, replies).refusing.filter((reply) => !permits(reply));
  }
}

/** Whether two faults can be in one request without one undoing the other. */
export function canMeet(one: Fault, other: Fault): boolean {
  const parts = new Set([one.part, other.part]);
  if (parts.size === 1) return one.part === 'field' && !isWithin(one, other) && !isWithin(other, one);
  return !(parts.has('whole body') && (parts.has('field') || parts.has('checksum') || parts.has('beside')));
}

/** Whether a fault is about the field of another, or about a part of it. */
function isWithin(one: Fault, other: Fault): boolean {
  const [inner, outer] = [one.path ?? '', other.path ?? ''].map((path) => path.split(/[.[]/));
  return outer?.every((name, depth) => inner?.[depth] === name) === true;
}
