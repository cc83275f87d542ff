import type { Permitted } from './expect.ts';
import type { InputConstraint } from './combine.ts';
import type { ClassesOf, Input, ValuesOf } from './inputs.ts';

/** The call of an operation that gives none of its own: the function of this name, with the inputs in their order. */
export interface Called {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** How one operation is tried, and what may come of it. `S` is the state of the model, `I` its inputs, `C` its call. */
export interface Spec<S, I, C> {
  /** The states in which it makes sense at all. Default: each. */
  readonly when?: (state: S) => boolean;
  /** By name: an arbitrary, a list of values, classes by name, or a function of the state that gives one of these. */
  readonly inputs?: I;
  /** Classes of inputs that no call has together, each with its reason. Default: all can be combined. */
  readonly constraints?: readonly InputConstraint<ClassesOf<NoInfer<I>>>[];
  /** The call that a driver is given. Default: the function of the operation's name, with the inputs in their order. */
  readonly call?: (input: ValuesOf<I>, state: S) => C;
  /** It only asks: it changes nothing, so that it is read after changes, and a lost answer does not matter. Default false. */
  readonly reads?: boolean;
  /** Relative frequency in random sequences. Default 1, less for a read. */
  readonly weight?: number;
  /**
   * The permitted answers, the ordinary one first: guards in the order in which they are decided. `made` stands for what the system calls the thing
   * that this call makes; it is known from the reply in which it stands.
   */
  readonly expect: (
    state: S,
    input: ValuesOf<I>,
    made: string,
  ) => Permitted<NoInfer<S>> | readonly Permitted<NoInfer<S>>[];
}

/** An operation as the machine keeps it, whatever its inputs are. */
export type AnySpec<S> = Spec<S, Inputs<S>, unknown>;

type Inputs<S> = Readonly<Record<string, Input<S>>>;

/** An operation of a machine with a state `S` and calls `C`. */
export class Defined<S, C> {
  readonly name: string;
  readonly spec: AnySpec<S>;
  /** For the compiler alone: the type of its call. */
  declare readonly calls: C;

  constructor(name: string, spec: AnySpec<S>) {
    this.name = name;
    this.spec = spec;
  }
}

/** Makes an operation of a machine with such a state. Its calls are those that its `call` makes, whatever the machine would take. */
export type Define<S> = <const I extends Inputs<S>, C = Called>(
  name: string,
  spec: Spec<S, I, C>,
) => Defined<S, NoInfer<C>>;

/** `operation` of a machine with such a state. */
export function defining<S>(): Define<S> {
  return (name, spec) => new Defined(name, spec as never);
}
