import type { Arbitrary } from 'fast-check';

/** Plain data: all that a sequence, and so a stored reproduction, is made of. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type StepId = string;

/** By role, the earlier step that created what this one uses: `{ payment: 's1' }`. */
export type Uses = Readonly<Record<string, StepId>>;

/** One step of a test case, as data. It holds no server's id and no resolved amount, so that it can be replayed elsewhere. */
export interface Step {
  readonly id: StepId;
  readonly operation: string;
  /** The class of argument, an intent such as `full`, `remaining+1` or `key missing`. */
  readonly kind: string;
  readonly uses: Uses;
  /** Literals drawn under the seed. */
  readonly data?: Json;
}

export type Sequence = readonly Step[];

/** Makes the data of a step smaller. */
export type Reduction = (step: Step) => Step;

/** One way in which a reply departs from what a rule asks. */
export interface Breach {
  /** Id of the requirement that is broken. */
  readonly rule: string;
  /** In words. */
  readonly expected: string;
  readonly received: string;
  /** What is expected as data, which files that stand alone can assert. The engine passes it on unread. Absent: only the words say it. */
  readonly expect?: readonly Json[];
  /** As the broken check's, these two. */
  readonly about?: string;
  readonly constant?: true;
}

/** A claim about a reply that could fail. */
export interface Check<R> {
  /** Ids of the requirements that gain evidence when the check holds. Frozen and shared where possible, since this is hot code. */
  readonly cites: readonly string[];
  /** How much a breach separates this outcome from the others; a result code weighs more than a field. Default 1. */
  readonly weight?: number;
  /** Whether it distinguishes one outcome from another, such as a success from a refusal. Otherwise it is about a single field. Default false. */
  readonly decides?: boolean;
  /**
   * The field that it is about, where a wrong value leaves no doubt about the state: judging goes on, without that field. Absent: a breach
   * leaves the state open, and ends the sequence.
   */
  readonly about?: string;
  /** The field that some of its breaches are about, which then name it; others leave the state open. Absent: as `about`. */
  readonly possibleField?: string;
  /** It compares with an earlier answer what nothing changes: two that differ contradict each other, however seldom that is seen. */
  readonly constant?: true;
  /** False when the state that the claim rests on was not observed: the check still judges, but proves nothing. Default true. */
  readonly countsAsEvidence?: boolean;
  /** Whether it could have failed on this reply: a field that may be left out, and is, proves nothing. Absent: on every reply. */
  proves?(reply: R): boolean;
  /** The breaches; none when the claim holds. Pure, and total: a reply is hostile and may hold anything. */
  test(reply: R): readonly Breach[];
}

/** One event of which notifications are required, allowed or forbidden after a step. Judged at the sequence's end, apart from the replies. */
export interface ExpectedNotification<N> {
  /** The event in words and ids, the same for the same event: `capture_success pay_1 cap_1`. */
  readonly key: string;
  /** The fields by which each notification of it is known, with their values. Absent: not all of them are known. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Fewest distinct notifications that must arrive: 0 when merely allowed. */
  readonly least: number;
  /** Most distinct notifications that may arrive: 0 when forbidden. */
  readonly most: number;
  /** The requirements that require or forbid it. */
  readonly cites: readonly string[];
  /** The requirements that one more than `most` breaks. Default: `cites`. */
  readonly limits?: readonly string[];
  /** Whether a notification is about this event, by the fields that identify it. */
  matches(notification: N): boolean;
  /** What identifies it was lost with an answer: a notification that matches another event is not about this one. Default false. */
  readonly unnamed?: true;
  /** It expects nothing more: notifications that are expected under the same key may pass these checks instead, since they may be made late. */
  readonly amends?: true;
  /** What must hold of each notification that matches. */
  readonly checks: readonly Check<N>[];
}

/** One permitted answer to a call in a state. */
export interface Outcome<S, R, N = never> {
  /** What happened, in words: `captured`, `refused: closed`. For people, for the coverage, and to count transitions. */
  readonly name: string;
  /** The request was refused. */
  readonly refused?: true;
  /** What must hold of the reply. A function is called when they are needed: a simulation needs none, and a reply rules most outcomes out at once. */
  readonly checks: readonly Check<R>[] | (() => readonly Check<R>[]);
  /** False only where a reply breaks one of the checks for certain: a quick look, so that they need not be made. Default: it may be. */
  couldMatch?(reply: R): boolean;
  /** The state that follows. Called without a reply in simulations and when the answer was lost: values that only a reply has stay unknown. */
  next(reply?: R): S;
  /** The latitude choices that this outcome rests on: latitude id to choice. */
  readonly assumes?: Readonly<Record<string, string>>;
  /** The notifications that it requires, allows or forbids. */
  expects?(reply?: R): readonly ExpectedNotification<N>[];
}

/**
 * Which outcomes a prediction is asked for: the ordinary one, or those that a reply may be. Others may be left out, since most of them are never
 * used. Absent: all.
 */
export type PredictFor<R> = 'ordinary' | { readonly reply: R };

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
  readonly impossible: readonly { readonly reason: string; readonly pairs: number }[];
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
  /** What shows from outside what a random sequence has done: kinds of attempts, in order, each on all that it is possible for. Default: none. */
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
  /** The names of fields of records that depend on no clock and on no other request: one that is wrong now and then is no accident. Default: none. */
  readonly certainFields?: ReadonlySet<string>;
  /** Whether a reply surely refuses, whatever else is wrong with it. With it, judging goes on behind a refusal of the wrong form. */
  refuses?(reply: R): boolean;
  /** The same step in another form than one that the target is known to refuse, which would show nothing else. Default: the step itself. */
  avoiding?(step: Step, refuses: RefusesForm): Step;
  /** Judges a notification that nothing explains. */
  unsolicited?(notification: N, state: S): Breach;
}

/** Whether the target is known to refuse an operation for the form that a rule permits. */
export type RefusesForm = (operation: string, rule: string) => boolean;

/** A choice of an open point that the reply to a step shows. */
export interface ShownChoice {
  readonly latitude: string;
  readonly choice: string;
  readonly step: StepId;
}

/** What came of sending a call. After a lost answer, the call may have been applied or not: the target is not accused. */
export type Observation<R> = { readonly reply: R } | { readonly lost: string };

/** One executed step. */
export interface Performed<C, R> {
  readonly step: Step;
  readonly call: C;
  readonly observation: Observation<R>;
  readonly control: boolean;
  /** The outcome that it matched, or came nearest to. */
  readonly outcome: string;
  /** What was wrong with its reply where judging went on behind it. */
  readonly passed?: readonly Breach[];
}
