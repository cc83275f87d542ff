import type { Arbitrary } from 'fast-check';
import type { Believed } from './model.ts';
import type {
  Json,
  StepId,
  Uses,
  Step,
  Reduction,
  Breach,
  Outcome,
  PredictFor,
  ShownChoice,
  Performed,
} from './model.ts';

/** Something that may be tried in a state: an operation's argument class on certain entities. */
export interface Attempt {
  readonly kind: string;
  readonly uses: Uses;
  /** An expected refusal. The walk keeps these to a share, and reads back after each. */
  readonly negative?: boolean;
  /** Refused whatever the state is, such as a wrong key: its ordinary outcome in one state is that of all. Only of a negative one. */
  readonly stateless?: boolean;
  /** Relative frequency beside the weight by visits. Default 1. */
  readonly weight?: number;
}

/** The class of an attempt's data, where faults may depend on it. Plans try one of each class. */
export interface DataClass {
  readonly class: string;
  /**
   * `begin`: creates an entity. `change`: changes it. Both are read back. `probe`: shows from outside what changes have done; no change
   * follows a successful one. `unspecified`: may do anything, so that it comes last.
   */
  readonly role: 'begin' | 'change' | 'probe' | 'unspecified';
  /** The step that it is about: it is tried on each of that step's classes. */
  readonly of?: StepId;
}

/** Methods, so that a machine of any state can stand for one of some state. */
interface ClassesOf<S> {
  of(state: S, attempt: Attempt): DataClass | undefined;
  tried(state: S): readonly (readonly [attempt: Attempt, dataClass: DataClass])[];
}

/** The combinations of classes that an operation is tried with. */
export interface Combinations {
  /** By kind of attempt, the class of each parameter. */
  readonly kinds: { readonly [kind: string]: { readonly [parameter: string]: string | number } };
  /** Pairs of classes that no input has, by the reason. */
  readonly impossible: readonly {
    readonly reason: string;
    readonly pairs: number;
    /** The pairs themselves, by parameter. Absent: they are only counted. */
    readonly which?: readonly { readonly [parameter: string]: string }[];
  }[];
}

/** Draws a value from a fast-check arbitrary under the sequence's seed. */
export type Draw = <T>(arbitrary: Arbitrary<T>) => T;

/** One operation of a machine. `S` is the model's state, `C` a concrete call, `R` a reply, `N` a notification. */
export interface Operation<S, C, R, N = never> {
  readonly name: string;
  /** Prepares or moves the target from outside. Not counted as a request, and not judged as an operation under test. */
  readonly control?: boolean;
  /** Changes nothing by its definition. */
  readonly reads?: boolean;
  /** How often it is taken, relative to the others. Default 1, less for a read. */
  readonly weight?: number;
  /** What may be tried in this state. Pure; the same state gives the same list in the same order. */
  attempts(state: S): readonly Attempt[];
  /** Attempts with data that no user needs, as `attempts`: a plan alone takes each, once and behind all else, and reads it back. Default: none. */
  unusual?(state: S): readonly Attempt[];
  /** The literals of a step. Absent: the step needs none. */
  draw?(attempt: Attempt, state: S, draw: Draw): Json;
  /**
   * The concrete call, its intents resolved against the state as it is believed to be when the step runs. In simulations, unknown ids are
   * placeholders. Undefined when it can't be made there (what it uses does not exist): the step is skipped.
   */
  resolve(state: S, step: Step): C | undefined;
  /** The permitted outcomes, the ordinary one first: simulations presume it. Never empty, unless none of them is sought. */
  predict(state: S, call: C, step: Step, sought?: PredictFor<R>): readonly Outcome<S, R, N>[];
  /** The state where a read got no answer and may yet have been counted. Default: as before, since a read changes nothing. */
  unanswered?(state: S, step: Step): S;
  /**
   * What the data of a step may do without, for the shrinker: each change takes one thing out, or makes one value plain, and leaves a step as
   * it is where there is nothing to change. Any of them can be made one after another, in their order.
   */
  reductions?(step: Step): readonly Reduction[];
  /**
   * The same step with values that hardly another step has, such as another amount: other ones for each serial number. The step itself where it
   * has none that may be another. Default: it has none.
   */
  renewed?(step: Step, serial: number): Step;
  /** Simpler variants of a step, simplest first, for the shrinker. */
  simpler?(step: Step): readonly Step[];
  /**
   * What such an attempt may use up, by name, where it can't be made again: random walks leave it out, and plans do it seldom and
   * last. Default: nothing.
   */
  spends?(state: S, attempt: Pick<Attempt, 'kind' | 'uses'>): string | undefined;
  /** The read that shows whether this step changed what it should, or nothing. */
  readBack?(step: Step): Omit<Step, 'id'> | undefined;
}

/** Which entity is changed, and what its changes are called where three of them follow one another. Methods, as above. */
export interface Changes {
  /** The role under which a step uses the entity. */
  readonly entity: string;
  /** The class of a change in runs of three, since those of all kinds are too many. Undefined: it stands in runs of two only. */
  classOf(operation: string, kind: string): string | undefined;
}

/** What stands beside what a sequence works on, as like it as can be: neither may change with the other. */
export interface Bystander extends Pick<Attempt, 'kind' | 'uses'> {
  /** The operation that makes it, with its kind and what it uses. */
  readonly operation: string;
  /** What it stands beside, and the role under which steps use either. */
  readonly of: { readonly role: string; readonly step: StepId };
  /** The read of either. */
  readonly read: Pick<Step, 'operation' | 'kind'>;
}

/** A model that the engine can walk, run, judge and shrink. A record of pure functions over immutable state. */
export interface Machine<S, C, R, N = never> {
  readonly name: string;
  readonly initial: S;
  readonly operations: readonly Operation<S, C, R, N>[];
  /** `initial` for one execution. The nonce is unique, for names that a target may accept only once. Default: `initial`. */
  fresh?(nonce: string): S;
  /**
   * A well-formed, ordinary reply to a step, given the state that follows without one. With it, planning knows what only replies have:
   * that a state was seen, and ids, as placeholders. Absent: planning goes without.
   */
  presumed?(after: S, step: Step): R | undefined;
  /** The abstract state that an attempt on these entities meets: `open, partly captured`. For visits and coverage. */
  abstract(state: S, uses: Uses): string;
  /** A coarser abstract state: a plan takes every transition between these once. Default: `abstract`, often too many to try them all. */
  stage?(state: S, uses: Uses): string;
  /** By operation, the data class of an attempt; undefined: none beside its kind. Absent: the machine has no data classes. */
  readonly dataClasses?: { readonly [operation: string]: ClassesOf<S>['of'] };
  /** By operation, what of its input model a plan tries last, with the class of each attempt: too many for walks. Absent: nothing. */
  readonly inputs?: { readonly [operation: string]: ClassesOf<S>['tried'] };
  /** By operation, what its kinds of attempts combine of its input model. Absent: nothing. */
  readonly combinations?: { readonly [operation: string]: Combinations };
  /** The changes of an entity, of which random sequences prefer runs that were not met yet. Absent: all runs are alike. */
  readonly changes?: Changes;
  /** What shows from outside what a sequence has done, at the end of covering walks and of planned transitions: kinds of attempts, in order, each on all that it is possible for. Default: none. */
  readonly audit?: readonly (Pick<Attempt, 'kind' | 'negative'> & { readonly operation: string })[];
  /**
   * The next bystander to make. Undefined: none is missing, or what it would stand beside is not there. Each one that was made must bring the
   * end nearer. Default: none.
   */
  bystander?(state: S): Bystander | undefined;
  /** The target's ids under which notifications about this sequence's entities arrive. */
  routes?(state: S): readonly string[];
  /** The choices of open points that a notification's form shows, in the state at the sequence's end: latitude id to choice. */
  choicesIn?(notification: N, state: S): Readonly<Record<string, string>>;
  /**
   * The choices of open points that replies show by their form, beside those that outcomes assume: nothing rests on them, and no reply can
   * break one.
   */
  shown?(performed: readonly Performed<C, R>[]): readonly ShownChoice[];
  /**
   * Each operation's replies have fields of their own: a wrong one says nothing of another's field of that name. Default false: replies show
   * records, and what is wrong in one is wrong in all.
   */
  readonly ownFields?: boolean;
  /** The fields of records, as `about` of a check names them, that depend on no clock and on no other request: one that is wrong now and then is no accident. Default: none. */
  readonly certainFields?: ReadonlySet<string>;
  /** What is believed of what a step is about, for people who read why its reply is wrong. Pure. Default: nothing is told. */
  believes?(state: S, step: Step, call: C): readonly Believed[];
  /** Whether a reply surely refuses, whatever else is wrong with it. With it, judging goes on behind a refusal of the wrong form. */
  refuses?(reply: R): boolean;
  /** The same step in another form than one that the target is known to refuse, which would show nothing else. Default: the step itself. */
  avoiding?(step: Step, refuses: RefusesForm): Step;
  /** Judges a notification that nothing explains. */
  unsolicited?(notification: N, state: S): Breach;
}

/** Whether the target is known to refuse an operation for the form that a rule permits. */
export type RefusesForm = (operation: string, rule: string) => boolean;
