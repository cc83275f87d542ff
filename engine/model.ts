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
  /** It is about what this sequence has not made: the same steps on another target need not meet it. */
  readonly beside?: true;
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

/** What a model believes of one thing, as data that the engine passes on unread. */
export interface Believed {
  /** What it is about: the same for all values of it. */
  readonly about: string;
  readonly is: Json;
}

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
