import type * as fc from 'fast-check';
import {
  covering,
  isPossible,
  pairsOf,
  reasonAgainst,
  type Classes,
  type Constraint,
} from '../inputs/input-model.ts';
import type { Combinations } from '../machine.ts';
import type { Step, StepId, Uses } from '../model.ts';

/** Classes of inputs that no call has together. `C` has what each input is: of a list the value, of classes by name the name. */
export interface InputConstraint<C> {
  /** The inputs that it is about. */
  readonly of: readonly (keyof C & string)[];
  /** Whether a call can have these together. */
  holds(classes: C): boolean;
  readonly reason: string;
}

export type AnyConstraint = InputConstraint<Readonly<Record<string, unknown>>>;

/** A class of one input in one state. */
export interface Class {
  readonly input: string;
  /** What constraints are given of it: of a list the value, else its name. Undefined for an arbitrary. */
  readonly is: unknown;
  /** Where the input has several classes that no thing tells apart. */
  readonly name?: string;
  /** The things that it names. */
  readonly uses: readonly StepId[];
  readonly of: { readonly value: unknown } | { readonly drawn: fc.Arbitrary<unknown> };
}

/** The classes of one input in one state. */
interface ClassesOfInput {
  readonly name: string;
  readonly classes: readonly Class[];
}

/** One combination of the classes of all inputs. */
export interface Combination {
  readonly kind: string;
  readonly uses: Uses;
  readonly classes: readonly Class[];
}

/** What is combined in one state. */
export interface Combined {
  /** The combinations that are tried there. */
  readonly tried: readonly Combination[];
  /** The combination of a step, tried there or not; undefined where it is not possible. */
  of(step: Pick<Step, 'kind' | 'uses'>): Combination | undefined;
}

/** The kind of a step whose inputs have one class each. */
export const plain = 'plain';

/** So many combinations of three and more inputs are all tried. Of more, so many are that each two classes meet. */
const mostInFull = 16;

/** Combinations of one operation in one state, and pairs of classes, at most: a model that asks for more is told so. */
const mostCombinations = 2000;
const mostPairs = 1000;

/** By input, the places of its classes: what the input model combines. */
type Places = Readonly<Record<string, string | number>>;

/** Combines the classes of the inputs of one operation, and keeps what it has combined. */
export class Combining implements Combinations {
  readonly #operation: string;
  readonly #constraints: readonly AnyConstraint[];
  /** The same classes are combined in many states. */
  readonly #chosen = new Map<string, readonly Places[]>();
  readonly #kinds = new Map<string, Readonly<Record<string, string>>>();
  readonly #impossible = new Map<string, Map<string, Readonly<Record<string, string>>>>();

  constructor(operation: string, constraints: readonly AnyConstraint[]) {
    this.#operation = operation;
    this.#constraints = constraints;
  }

  /** Of the states that were met so far, as `impossible`. */
  get kinds(): Combinations['kinds'] {
    return Object.fromEntries(this.#kinds);
  }

  get impossible(): Combinations['impossible'] {
    return [...this.#impossible].map(([reason, pairs]) => ({
      reason,
      pairs: pairs.size,
      which: [...pairs.values()],
    }));
  }

  /** What is combined of the classes of all inputs in one state. Throws an Error where it is too much. */
  of(inputs: readonly ClassesOfInput[]): Combined {
    const byInput = new Map(inputs.map(({ name, classes }) => [name, classes]));
    const tried = this.#choose(inputs).map((places) =>
      this.#named(inputs.flatMap(({ name }) => byInput.get(name)?.[Number(places[name])] ?? [])),
    );
    return {
      tried,
      of: (step) => tried.find((one) => isOf(one, step)) ?? this.#other(inputs, step),
    };
  }

  #choose(inputs: readonly ClassesOfInput[]): readonly Places[] {
    const shape = inputs.map(({ classes }) =>
      // Without constraints the places of classes are all that matters.
      this.#constraints.length === 0 ? classes.length : classes.map(({ is, name }) => [is, name]),
    );
    const key = JSON.stringify(shape, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
    let found = this.#chosen.get(key);
    if (found === undefined) this.#chosen.set(key, (found = this.#combine(inputs)));
    return found;
  }

  #combine(inputs: readonly ClassesOfInput[]): readonly Places[] {
    const sizes = inputs.map(({ classes }) => classes.length);
    const varied = sizes.filter((size) => size > 1).length;
    const product = sizes.reduce((all, size) => all * size, 1);
    // Something that an input needs is not there yet.
    if (product === 0) return [];
    const model = this.#modelOf(inputs);
    this.#noteImpossible(model, inputs);
    if (varied <= 2 || product <= mostInFull) {
      if (product > mostCombinations) throw this.#tooMany(`${mostCombinations} combinations of inputs`);
      return inFull(inputs).filter((one) => isPossible(model, one));
    }
    const pairs = sizes.reduce(
      (all, size, nth) => all + sizes.slice(nth + 1).reduce((sum, other) => sum + size * other, 0),
      0,
    );
    if (pairs > mostPairs) throw this.#tooMany(`${mostPairs} pairs of classes of inputs`);
    return covering(model);
  }

  #modelOf(inputs: readonly ClassesOfInput[]): Model {
    const byInput = new Map(inputs.map(({ name, classes }) => [name, classes]));
    const constraints = this.#constraints.map((one): Constraint<Classes> => ({
      ...one,
      holds: (places) =>
        one.holds(
          Object.fromEntries(one.of.map((name) => [name, byInput.get(name)?.[Number(places[name])]?.is])),
        ),
    }));
    const classes = inputs.map((one) => [one.name, one.classes.map((_, place) => place)] as const);
    return { classes: Object.fromEntries(classes) as unknown as Classes, constraints };
  }

  #noteImpossible(model: Model, inputs: readonly ClassesOfInput[]): void {
    if (model.constraints.length === 0) return;
    const byInput = new Map(inputs.map(({ name, classes }) => [name, classes]));
    for (const pair of pairsOf(model).impossible) {
      const named = Object.entries(pair).flatMap(([input, place]) => {
        const name = byInput.get(input)?.[Number(place)]?.name;
        return name === undefined ? [] : [[input, name] as const];
      });
      if (named.length < 2) continue;
      const reason = reasonAgainst(model, pair);
      const known = this.#impossible.get(reason) ?? new Map<string, Readonly<Record<string, string>>>();
      this.#impossible.set(reason, known.set(JSON.stringify(named), Object.fromEntries(named)));
    }
  }

  #named(classes: readonly Class[]): Combination {
    const names = classes.flatMap(({ input, name }) => (name === undefined ? [] : [[input, name] as const]));
    const kind = names.map(([input, name]) => `${input} ${name}`).join(', ') || plain;
    this.#kinds.set(kind, Object.fromEntries(names));
    return { kind, uses: Object.fromEntries(classes.flatMap(rolesOf)), classes };
  }

  /** The combination of a step of another state, which may not be among those that are tried in this one. */
  #other(inputs: readonly ClassesOfInput[], step: Pick<Step, 'kind' | 'uses'>): Combination | undefined {
    const holds = (classes: readonly Class[]): boolean => {
      const is = Object.fromEntries(classes.map((one) => [one.input, one.is]));
      return this.#constraints.every((one) => one.holds(is));
    };
    const found = (place: number, chosen: readonly Class[], kind: string): Combination | undefined => {
      const input = inputs[place];
      if (input === undefined) {
        const whole = this.#named(chosen);
        return isOf(whole, step) && holds(chosen) ? whole : undefined;
      }
      for (const one of input.classes) {
        if (rolesOf(one).some(([role, id]) => step.uses[role] !== id)) continue;
        const text = one.name === undefined ? kind : joined(kind, `${one.input} ${one.name}`);
        if (text !== '' && !step.kind.startsWith(text)) continue;
        const whole = found(place + 1, [...chosen, one], text);
        if (whole !== undefined) return whole;
      }
      return undefined;
    };
    return found(0, [], '');
  }

  #tooMany(what: string): Error {
    return new Error(`${this.#operation} has more than ${what}: give an arbitrary in place of a long list`);
  }
}

interface Model {
  readonly classes: Classes;
  readonly constraints: readonly Constraint<Classes>[];
}

const joined = (before: string, next: string): string => (before === '' ? next : `${before}, ${next}`);

/** The roles under which a step uses what a class names. */
const rolesOf = ({ input, uses }: Class): readonly (readonly [role: string, id: StepId])[] =>
  uses.map((id, index) => [index === 0 ? input : `${input} ${index + 1}`, id]);

function isOf(one: Combination, { kind, uses }: Pick<Step, 'kind' | 'uses'>): boolean {
  const roles = Object.entries(uses);
  return (
    one.kind === kind &&
    Object.keys(one.uses).length === roles.length &&
    roles.every(([role, id]) => one.uses[role] === id)
  );
}

const inFull = (inputs: readonly ClassesOfInput[]): readonly Places[] =>
  inputs.reduce<readonly Places[]>(
    (all, { name, classes }) =>
      all.flatMap((chosen) => classes.map((_, place) => ({ ...chosen, [name]: place }))),
    [{}],
  );
