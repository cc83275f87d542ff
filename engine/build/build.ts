import { expecting, isUnfinished, Permitted, type Expect } from './expect.ts';
import { ByState } from './by-state.ts';
import { plain, type Combination } from './combine.ts';
import { Inputs } from './inputs.ts';
import { Made } from './made.ts';
import { shown, wordsOf } from './match.ts';
import { defining, type Called, type Define, type Defined } from './operation.ts';
import { isPlain, reference, referencesIn, withIds } from './references.ts';
import { nameOf, outcomeOf, unforeseen, type World } from './outcomes.ts';
import type { Attempt, Machine, Operation } from '../machine.ts';
import type { Step, Uses } from '../model.ts';

/** A machine that was built: `check` and `oracle` take it, and so does all that takes a `Machine`. */
export interface Model<S, C> extends Machine<World<S>, Made<C>, unknown> {
  /** Rules that it names, beside those of its answers: of each it is said whether it was proven. */
  readonly rules: readonly string[];
  /** One of the states that were called so by `abstract` so far; without one, the name itself. */
  exampleOf(abstract: string): string;
}

/** What a machine is made of. */
export interface Description<S, O> {
  /** For people. Default `machine`. */
  readonly name?: string;
  /** The state of a fresh system. Plain data. */
  readonly state: S;
  readonly operations: O | ((tools: Tools<S>) => O);
  /** Rules to prove, beside those of the answers. Default: none. */
  readonly rules?: readonly string[];
  /**
   * What of a state matters, as a short text: each operation is tried in each. Default: two states are alike when all operations are to be answered alike in
   * both.
   */
  readonly abstract?: (state: S) => string;
}

/** What describes the operations of a machine with such a state. */
export interface Tools<S> {
  readonly operation: Define<S>;
  readonly expect: Expect<S>;
}

type CallsOf<O extends readonly { readonly calls: unknown }[]> = O[number]['calls'];

/**
 * The tools of a machine with such a state, for operations that have files of their own.
 *
 * @example
 * ```ts
 * import { machine, modelOf } from 'payproof/engine';
 *
 * const { operation, expect } = modelOf<number>();
 * const press = operation('press', { expect: (presses) => expect.reply('ok').then(presses + 1) });
 * export const button = machine({ state: 0, operations: [press] });
 * ```
 */
export function modelOf<S>(): Tools<S> {
  return { operation: defining<S>(), expect: expecting<S>() };
}

/**
 * A machine of a state and its operations. Throws an Error that says what would be right where it has no operation, two of one name, or a state that is no
 * plain data.
 *
 * @example
 * ```ts
 * import * as fc from 'fast-check';
 * import { machine } from 'payproof/engine';
 *
 * export const account = machine({
 *   name: 'account',
 *   state: { balance: 0 },
 *   operations: ({ operation, expect }) => [
 *     operation('withdraw', {
 *       inputs: { amount: fc.integer({ min: 1 }) },
 *       call: ({ amount }) => ({ method: 'POST', path: '/withdraw', body: { amount } }),
 *       expect: ({ balance }, { amount }) =>
 *         amount > balance
 *           ? expect.status(409).rule('an overdraft is refused').sameState()
 *           : expect.status(200).body({ balance: balance - amount }).then({ balance: balance - amount }),
 *     }),
 *   ],
 * });
 * ```
 */
export function machine<S, const O extends readonly Defined<S, unknown>[]>({
  name = 'machine',
  state,
  operations,
  rules = [],
  abstract,
}: Description<S, O>): Model<S, CallsOf<O>> {
  const defined: readonly Defined<S, unknown>[] =
    typeof operations === 'function' ? operations(modelOf<S>()) : operations;
  if (defined.length === 0) throw new Error(`${name} has no operations: give at least one`);
  for (const [index, one] of defined.entries())
    if (defined.findIndex((other) => other.name === one.name) !== index)
      throw new Error(`${name} has two operations "${one.name}": give each a name of its own`);
  if (!isData(state))
    throw new Error(
      `the state of ${name} is ${shown(state)}: give plain data (records, lists, texts, numbers), no Map, Set, Date or object of a class`,
    );
  const built = defined.map((one) => new Built(one));
  const likeness = new Likeness(built);
  return {
    name,
    rules,
    initial: { state, ids: {} },
    operations: built.map((one) => one.operation(built)),
    // What was made is read in the end, so that a change that no later step meets is seen.
    audit: built.filter(isWholeRead).map((one) => ({ operation: one.name, kind: plain })),
    combinations: Object.fromEntries(built.map((one) => [one.name, one.inputs.seen])),
    abstract:
      abstract === undefined ? (world, uses) => likeness.of(world, uses) : (world) => abstract(world.state),
    exampleOf: (text) => likeness.exampleOf(text),
  };
}

const isData = (value: unknown): boolean =>
  typeof value !== 'object' || value === null
    ? typeof value !== 'function' && typeof value !== 'symbol'
    : (Array.isArray(value) ? value : isPlain(value) ? Object.values(value) : [isData]).every(isData);

/** The kind of a step whose inputs are given as they were sent, ids included: that of a trace. */
export const given = 'as given';

/** One operation with what is derived of it. */
class Built<S> {
  readonly name: string;
  readonly inputs: Inputs<S>;
  readonly #defined: Defined<S, unknown>;

  constructor(defined: Defined<S, unknown>) {
    this.name = defined.name;
    this.#defined = defined;
    const { inputs = {}, constraints } = defined.spec;
    this.inputs = new Inputs(defined.name, inputs, constraints);
  }

  get reads(): boolean {
    return this.#defined.spec.reads === true;
  }

  /** What may be tried in a state. */
  combinations(state: S): readonly Combination[] {
    return this.#isPossible(state) ? this.inputs.combinations(state) : [];
  }

  operation(all: readonly Built<S>[]): Operation<World<S>, Made<unknown>, unknown> {
    const { spec } = this.#defined;
    const attempts = new ByState<readonly Attempt[]>();
    return {
      name: this.name,
      reads: this.reads,
      ...(spec.weight !== undefined && { weight: spec.weight }),
      attempts: ({ state }) =>
        attempts.get(state, () => this.combinations(state).map((one) => this.#attempt(state, one))),
      draw: (attempt, { state }, draw) => {
        const of = this.inputs.of(state, attempt);
        return (of && this.inputs.draw(of, draw)) ?? {};
      },
      resolve: (world, step) => this.#resolve(world, step),
      predict: (world, _call, step) => {
        const input = this.#inputOf(world, step);
        // It was chosen for what another explanation of the replies makes of them.
        if (input === undefined) return [unforeseen(world)];
        return this.permitted(world.state, input, step).map((one) => outcomeOf(this, world, one));
      },
      simpler: (step) => this.inputs.smaller(step.data).map((data) => ({ ...step, data })),
      readBack: (step) => (this.reads ? undefined : readOf(all, step)),
    };
  }

  /** The permitted answers. Throws an Error that shows state and input where `expect` throws, or gives none. */
  permitted(
    state: S,
    input: Readonly<Record<string, unknown>>,
    { id }: Pick<Step, 'id'>,
  ): readonly Permitted<S>[] {
    const { expect } = this.#defined.spec;
    const made: unknown = this.#asking('expect', state, input, () => expect(state, input, reference(id)));
    const all: readonly unknown[] = Array.isArray(made) ? made : [made];
    for (const one of all) if (!(one instanceof Permitted)) throw this.#wrong(state, input, one);
    if (all.length === 0) throw this.#wrong(state, input, all);
    const permitted = all as readonly Permitted<S>[];
    // A lost answer to a read is taken for nothing.
    if (this.reads && permitted.some(({ next }) => next !== undefined))
      throw new Error(
        `${this.name} only reads, and an answer of it changes the state: end each with .sameState(), or leave out \`reads\``,
      );
    return permitted;
  }

  /** What an attempt in a state is answered with, as a short text. */
  answersTo(state: S, combination: Combination): string {
    const all = this.inputs.examples(combination).map((input) =>
      this.permitted(state, input, { id: 'example' })
        .map((one) => nameOf(this, one))
        .join('/'),
    );
    return [...new Set(all)].toSorted().join('|');
  }

  #attempt(state: S, combination: Combination): Attempt {
    const { kind, uses } = combination;
    const refused =
      !this.reads &&
      this.inputs.isFixed(combination) &&
      this.permitted(state, this.inputs.values(combination, undefined), { id: 'example' }).every(
        ({ next }) => next === undefined,
      );
    return { kind, uses, ...(refused && { negative: true }) };
  }

  #isPossible(state: S): boolean {
    const { when } = this.#defined.spec;
    return when === undefined || this.#asking('when', state, {}, () => when(state));
  }

  #inputOf({ state, ids }: World<S>, step: Step): Readonly<Record<string, unknown>> | undefined {
    if (step.kind === given)
      return this.#isPossible(state)
        ? this.inputs.recorded(state, isPlain(step.data) ? step.data : {}, ids)
        : undefined;
    const found = this.#isPossible(state) ? this.inputs.of(state, step) : undefined;
    return found && this.inputs.values(found, step.data);
  }

  #resolve(world: World<S>, step: Step): Made<unknown> | undefined {
    const input = this.#inputOf(world, step);
    if (input === undefined) return undefined;
    const { call = (values) => ({ name: this.name, args: Object.values(values) }) satisfies Called } =
      this.#defined.spec;
    const { state, ids } = world;
    const made = withIds(
      this.#asking('call', state, input, () => call(input, state)),
      ids,
    );
    const waiting = this.permitted(state, input, step).filter(({ polling }) => polling !== undefined);
    const [first] = waiting;
    return new Made(made, {
      ...((world.presumed || referencesIn(made).length > 0) && { unknown: true }),
      ...(first?.polling && {
        until: {
          ...first.polling,
          isDone: (reply) =>
            waiting.some(({ claims }) =>
              claims.every((one) => one.match(reply, ids).mismatches.length === 0),
            ),
        },
      }),
    });
  }

  /** Asks a function of the model. Throws an Error that shows what it was asked. */
  #asking<T>(what: string, state: S, input: object, ask: () => T): T {
    try {
      return ask();
    } catch (error) {
      throw new Error(
        `\`${what}\` of ${this.name} threw for the state ${shown(state)}${inputWords(input)}: ${wordsOf(error)}`,
        {
          cause: error,
        },
      );
    }
  }

  #wrong(state: S, input: object, received: unknown): Error {
    const where = `\`expect\` of ${this.name}, for the state ${shown(state)}${inputWords(input)},`;
    if (isUnfinished(received))
      return new Error(`${where} says nothing of the state: end the answer with .sameState() or .then(next)`);
    const what = Array.isArray(received) ? 'permits no answer' : `gave ${shown(received)}`;
    return new Error(
      `${where} ${what}: give an answer, such as expect.status(200).sameState(), or a list of them`,
    );
  }
}

const inputWords = (input: object): string =>
  Object.keys(input).length === 0 ? '' : ` and the input ${shown(input)}`;

/** It reads one thing, or the whole, and needs nothing else for it. */
const isWholeRead = <S>({ reads, inputs }: Built<S>): boolean => reads && inputs.roles() !== undefined;

/** The first read of what a step is about or has made, or of the whole. */
function readOf<S>(all: readonly Built<S>[], { id, uses }: Step): Omit<Step, 'id'> | undefined {
  const [about = id] = Object.values(uses);
  const read = all.find(isWholeRead);
  if (read === undefined) return undefined;
  const roles = read.inputs.roles() ?? [];
  return {
    operation: read.name,
    kind: plain,
    uses: Object.fromEntries(roles.map((role) => [role, about])),
    data: {},
  };
}

/** Tells which states are alike: those in which all operations are to be answered alike. */
class Likeness<S> {
  readonly #all: readonly Built<S>[];
  readonly #byState = new ByState<Map<string, string>>();
  readonly #examples = new Map<string, string>();

  constructor(all: readonly Built<S>[]) {
    this.#all = all;
  }

  of({ state }: World<S>, uses: Uses): string {
    const found = this.#byState.get(state, () => new Map<string, string>());
    const about = new Set(Object.values(uses));
    const key = [...about].join(' ');
    let text = found.get(key);
    if (text === undefined) {
      found.set(key, (text = this.#signature(state, about)));
      // Things are called as the steps that made them.
      const ids = Object.fromEntries(referencesIn(state).map((id) => [id, id]));
      if (!this.#examples.has(text)) this.#examples.set(text, shown(withIds(state, ids)));
    }
    return text;
  }

  exampleOf(text: string): string {
    return this.#examples.get(text) ?? text;
  }

  #signature(state: S, about: ReadonlySet<string>): string {
    const answers = new Set<string>();
    for (const one of this.#all)
      for (const combination of one.combinations(state)) {
        const used = Object.values(combination.uses);
        if (about.size > 0 && !used.some((id) => about.has(id))) continue;
        answers.add(`${one.name} ${combination.kind}: ${one.answersTo(state, combination)}`);
      }
    return [...answers].toSorted().join('; ') || 'nothing is possible';
  }
}
