import * as fc from 'fast-check';
import { ByState } from './by-state.ts';
import { Combining, type AnyConstraint, type Class, type Combination, type Combined } from './combine.ts';
import { shown, wordsOf } from './match.ts';
import { isPlain, referencesIn, withReferences, type Ids } from './references.ts';
import type { Combinations, Draw } from '../machine.ts';
import type { Json, Step } from '../model.ts';

/** What an input is taken from: an arbitrary, a list of values that are each tried, or classes with names, each a value or an arbitrary. */
export type Source = fc.Arbitrary<unknown> | readonly unknown[] | { readonly [name: string]: unknown };

/** One input of an operation: its source, or what gives it for a state. */
export type Input<S> = Source | ((state: S) => Source);

type ValueIn<X> = X extends fc.Arbitrary<infer T> ? T : X;

/** The value that an input has: what its arbitrary draws, or one of its list or classes. */
export type ValueOf<X> =
  X extends fc.Arbitrary<infer T>
    ? T
    : X extends readonly (infer T)[]
      ? T
      : X extends (state: never) => infer Y
        ? ValueOf<Y>
        : X extends { readonly [name: string]: unknown }
          ? ValueIn<X[keyof X]>
          : never;

/** The inputs of an operation by name, as its functions are given them. */
export type ValuesOf<I> = { readonly [K in keyof I]: ValueOf<I[K]> };

/** What an input is, where it has classes: of a list the value, of classes by name the name. */
type ClassOf<X> =
  X extends fc.Arbitrary<unknown>
    ? never
    : X extends readonly (infer T)[]
      ? T
      : X extends (state: never) => infer Y
        ? ClassOf<Y>
        : keyof X & string;

/** The inputs of an operation by name, as its constraints are given them: those that have classes. */
export type ClassesOf<I> = {
  readonly [K in keyof I as [ClassOf<I[K]>] extends [never] ? never : K]: ClassOf<I[K]>;
};

/** The literals of a step by input: those that were drawn. */
type Literals = Readonly<Record<string, Json>>;

/** The inputs of one operation: what may be tried in a state, and the values of a step. */
export class Inputs<S> {
  readonly #operation: string;
  readonly #inputs: readonly (readonly [name: string, Input<S>])[];
  /** By the literals of a step, how fast-check has drawn each, so that it can make them smaller. */
  readonly #drawn = new WeakMap<object, ReadonlyMap<string, fc.Value<unknown>>>();
  readonly #arbitraries = new WeakMap<object, ReadonlyMap<string, fc.Arbitrary<unknown>>>();
  readonly #combined = new ByState<Combined>();
  readonly #combining: Combining;
  readonly #samples = new WeakMap<fc.Arbitrary<unknown>, readonly unknown[]>();

  constructor(
    operation: string,
    inputs: Readonly<Record<string, Input<S>>>,
    constraints: readonly AnyConstraint[] = [],
  ) {
    this.#operation = operation;
    this.#inputs = Object.entries(inputs);
    this.#combining = new Combining(operation, constraints);
  }

  /** The classes of what was combined so far. */
  get seen(): Combinations {
    return this.#combining;
  }

  /** What may be tried in a state: all combinations of classes where they are few, and otherwise so many that each two classes meet. */
  combinations(state: S): readonly Combination[] {
    return this.#combine(state).tried;
  }

  /** The combination of a step; undefined where this state does not offer it. */
  of(state: S, step: Pick<Step, 'kind' | 'uses'>): Combination | undefined {
    return this.#combine(state).of(step);
  }

  /** The values of a combination, with the literals of a step. */
  values({ classes }: Combination, data: Json | undefined): Readonly<Record<string, unknown>> {
    const literals = isPlain(data) ? data : {};
    return Object.fromEntries(
      classes.map(({ input, of }) => [input, 'value' in of ? of.value : literals[input]]),
    );
  }

  /** The inputs where each of them is a function of the state, as of a read of one thing. Undefined: it needs others. */
  roles(): readonly string[] | undefined {
    return this.#inputs.every(([, input]) => typeof input === 'function') && this.#inputs.length < 2
      ? this.#inputs.map(([name]) => name)
      : undefined;
  }

  /** Values as they were sent, with references in place of the ids: in those inputs that name things. */
  recorded(state: S, values: Readonly<Record<string, unknown>>, ids: Ids): Readonly<Record<string, unknown>> {
    const naming = this.#inputs.filter(
      ([name, input]) =>
        typeof input === 'function' && this.#classes(name, input, state).some(({ uses }) => uses.length > 0),
    );
    const named = naming.map(([name]): [string, unknown] => [name, withReferences(values[name], ids)]);
    return { ...values, ...Object.fromEntries(named) };
  }

  /** Whether nothing of it is drawn. */
  isFixed({ classes }: Combination): boolean {
    return classes.every(({ of }) => 'value' in of);
  }

  /** A few examples of its values, always the same. */
  examples(combination: Combination): readonly Readonly<Record<string, unknown>>[] {
    const { classes } = combination;
    if (this.isFixed(combination)) return [this.values(combination, undefined)];
    return Array.from({ length: examplesOfEach }, (_, index) =>
      Object.fromEntries(
        classes.map(({ input, of }) => [
          input,
          'value' in of ? of.value : this.#sample(input, of.drawn)[index],
        ]),
      ),
    );
  }

  /** Draws the literals of a step; undefined where it needs none. Throws an Error that names the input where an arbitrary throws or gives no JSON. */
  draw(combination: Combination, draw: Draw): Json | undefined {
    const arbitraries = new Map(
      combination.classes.flatMap(({ input, of }) => ('drawn' in of ? [[input, of.drawn] as const] : [])),
    );
    if (arbitraries.size === 0) return undefined;
    const values = new Map(
      [...arbitraries].map(([input, arbitrary]) => [
        input,
        this.#drawing(input, () => draw(new Keeping(arbitrary))),
      ]),
    );
    return this.#kept(arbitraries, values);
  }

  /** The same literals made smaller in one input, as fast-check does, the smallest first. */
  smaller(data: Json | undefined): readonly Json[] {
    if (!isPlain(data)) return [];
    const arbitraries = this.#arbitraries.get(data) ?? this.#standing();
    const values = this.#drawn.get(data);
    return Object.entries(data).flatMap(([input, value]) => {
      const arbitrary = arbitraries.get(input);
      if (arbitrary === undefined) return [];
      const drawn = values?.get(input);
      if (drawn === undefined && !arbitrary.canShrinkWithoutContext(value)) return [];
      return [...arbitrary.shrink(value, drawn?.context).take(mostSmaller)].map((smaller) =>
        this.#kept(arbitraries, new Map([...(values ?? []), [input, smaller]]), data as Literals),
      );
    });
  }

  /** Those that do not depend on the state, for literals that were read from a path. */
  #standing(): ReadonlyMap<string, fc.Arbitrary<unknown>> {
    return new Map(this.#inputs.flatMap(([name, of]) => (of instanceof fc.Arbitrary ? [[name, of]] : [])));
  }

  #kept(
    arbitraries: ReadonlyMap<string, fc.Arbitrary<unknown>>,
    values: ReadonlyMap<string, fc.Value<unknown>>,
    before: Literals = {},
  ): Literals {
    const drawn = [...values].map(([input, { value }]) => [input, this.#json(input, value)] as const);
    const literals = { ...before, ...Object.fromEntries(drawn) };
    this.#drawn.set(literals, values);
    this.#arbitraries.set(literals, arbitraries);
    return literals;
  }

  #json(input: string, value: unknown): Json {
    if (referencesIn(value).length > 0)
      throw new Error(
        `${this.#where(input)} drew what names a thing of the state: give the list of these things in place of an arbitrary, so that a step names which`,
      );
    if (isJson(value)) return value;
    throw new Error(
      `${this.#where(input)} drew ${shown(value)}, which is no JSON: draw plain data, and make the rest of it in \`call\``,
    );
  }

  #sample(input: string, arbitrary: fc.Arbitrary<unknown>): readonly unknown[] {
    let found = this.#samples.get(arbitrary);
    if (found === undefined) {
      found = this.#drawing(input, () => fc.sample(arbitrary, { seed: 1, numRuns: examplesOfEach }));
      this.#samples.set(arbitrary, found);
    }
    return found;
  }

  #drawing<T>(input: string, draw: () => T): T {
    try {
      return draw();
    } catch (error) {
      throw new Error(`${this.#where(input)} could not be drawn, its arbitrary threw: ${wordsOf(error)}`, {
        cause: error,
      });
    }
  }

  #where(input: string): string {
    return `the input "${input}" of ${this.#operation}`;
  }

  #combine(state: S): Combined {
    // Where no input is a function of the state, all states have the same.
    const of = this.#inputs.some(([, input]) => typeof input === 'function') ? state : undefined;
    return this.#combined.get(of, () =>
      this.#combining.of(
        this.#inputs.map(([name, input]) => ({ name, classes: this.#classes(name, input, state) })),
      ),
    );
  }

  #classes(input: string, given: Input<S>, state: S): readonly Class[] {
    let source: unknown;
    try {
      source = typeof given === 'function' ? given(state) : given;
    } catch (error) {
      throw new Error(`${this.#where(input)} threw in the state ${shown(state)}: ${wordsOf(error)}`, {
        cause: error,
      });
    }
    if (source instanceof fc.Arbitrary) return [{ input, is: undefined, uses: [], of: { drawn: source } }];
    const named = Array.isArray(source)
      ? source.map((value: unknown) => [shown(value), value] as const)
      : isPlain(source)
        ? Object.entries(source)
        : undefined;
    if (named === undefined)
      throw new Error(
        `${this.#where(input)} is ${shown(source)}: give an arbitrary, a list of values, classes by name, or a function of the state that gives one of these`,
      );
    if (!Array.isArray(source) && named.some(([name]) => referencesIn(name).length > 0))
      throw new Error(
        `${this.#where(input)} is a record of things, where names of classes are meant: give a list, such as Object.keys(state)`,
      );
    const keys = named.map(([, value]) => referencesIn(value).join(' '));
    return named.map(([name, value], index) => {
      const uses = referencesIn(value);
      const place = keys.slice(0, index).filter((key) => key === keys[index]).length;
      return {
        input,
        is: Array.isArray(source) ? value : name,
        // What names things is known by these, and by its place among those that name the same, whatever else it holds by now.
        ...(uses.length === 0 ? named.length > 1 && { name } : place > 0 && { name: `no. ${place + 1}` }),
        uses,
        of: value instanceof fc.Arbitrary ? { drawn: value } : { value },
      };
    });
  }
}

/** So many of the values that fast-check offers in place of one: the search goes on from the one that still fails. */
const mostSmaller = 12;

/** Enough to tell two states apart in most cases, and few, since each state is asked with each. */
const examplesOfEach = 4;

/** Half of the values are drawn near the edges, as fast-check does at first: most faults are there. */
const bias = 2;

/** Gives the drawn value as fast-check keeps it, so that it can be shrunk later. */
class Keeping extends fc.Arbitrary<fc.Value<unknown>> {
  private readonly arbitrary: fc.Arbitrary<unknown>;

  constructor(arbitrary: fc.Arbitrary<unknown>) {
    super();
    this.arbitrary = arbitrary;
  }

  override generate(random: fc.Random): fc.Value<fc.Value<unknown>> {
    return new fc.Value(this.arbitrary.generate(random, random.nextBoolean() ? bias : undefined), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is fc.Value<unknown> {
    return value === undefined;
  }

  override shrink(): fc.Stream<fc.Value<fc.Value<unknown>>> {
    return fc.Stream.nil();
  }
}

/** Whether a value is plain data, which a path can hold. */
function isJson(value: unknown): value is Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return isPlain(value) && Object.values(value).every(isJson);
}
