import type { Belief } from './belief.ts';
import type { TransitionGoal } from '../goals.ts';
import type { Learned } from '../learned.ts';
import type { Breach } from '../model.ts';
import type { Observation } from '../model.ts';
import type { Performed } from '../model.ts';
import type { Sequence } from '../model.ts';
import type { ShownChoice } from '../model.ts';
import type { Step } from '../model.ts';

/** How the engine reaches a target. Resolves with `lost` and the reason when no answer came. */
export interface Driver<C, R> {
  /** Unique to this driver, so that no two executions use the same names. */
  readonly nonce?: string;
  send(call: C, step: Step): Promise<Observation<R>>;
  /**
   * Sends a call that only reads before its turn: `send` gives its answer then. False: it waits for its turn, as what follows it must. Absent: all wait for
   * their turn.
   */
  ahead?(call: C, step: Step): boolean;
  /** Resolves once nothing that was sent ahead is under way any more. */
  settled?(): Promise<void>;
  /** The same after a pause. Absent: no read is looked at again. */
  sendLater?(call: C, step: Step, afterMs: number): Promise<Observation<R>>;
  /** Whether a call may be made; where not, its step is skipped. Default: all may. */
  may?(call: C): boolean;
  /** Completes a call with what only a few sequences can have; or says why there is none for this one. Default: every call is complete. */
  complete?(call: C, step: Step): Promise<{ readonly call: C } | { readonly none: string }>;
  /** Called when the sequence has sent its last call: what it had may go to another, once this resolves. */
  end?(): void | Promise<void>;
  /** Called when nothing of the sequence is awaited any more, its notifications included. */
  judged?(): void;
  /** Why nothing of this execution is judged, its wait for notifications included: the target was away meanwhile. Default: nothing is. */
  unjudged?(): string | undefined;
  /**
   * Looks at the target before a new violation counts, and again before it is reported: whether it was away shows in `unjudged`. Returns a
   * function that answers the same question from then on. Default: the target is not looked at.
   */
  verifySameServer?(violation: Pick<Violation, 'at'>): Promise<() => string | undefined>;
}

/** A violated prediction: the accusation. */
export interface Violation {
  /** `reply`: the last performed step's reply broke a rule. `notifications`: those that followed did. */
  readonly at: 'reply' | 'notifications';
  readonly operation: string;
  /** The abstract state that the failing step met. */
  readonly abstract: string;
  readonly breaches: readonly Breach[];
  /** Of a reply: what each permitted answer asks for and it does not give, the nearest first. */
  readonly permitted?: readonly (readonly Breach[])[];
  /** Nothing is wrong except that an expected notification did not arrive. */
  readonly onlyMissing?: true;
}

/** A choice of an open point that a notification has shown; `by` is the notification's identity. */
export interface NotificationChoice {
  readonly latitude: string;
  readonly choice: string;
  readonly by: string;
}

/** What a step has tried: a class of arguments in an abstract state, and what came of it. */
export interface Covered {
  readonly abstract: string;
  readonly operation: string;
  readonly kind: string;
  readonly outcome: string;
}

/** Everything that came of running one sequence. */
export interface Execution<S, C, R, N> {
  readonly sequence: Sequence;
  readonly performed: readonly Performed<C, R>[];
  readonly skipped: number;
  readonly requests: number;
  /** Its first state. */
  readonly initial: S;
  /** What was known of the target. It decides the order of hypotheses, and so how intents are resolved. */
  readonly learned: Learned;
  readonly belief: Belief<S, N>;
  readonly violation?: Violation;
  /** The violations behind which judging went on, where no report covered them. */
  readonly behind?: readonly Violation[];
  /** Why the sequence ended without a verdict. */
  readonly inconclusive?: string;
  /** It ended so since nothing was left of what only a few sequences can have. */
  readonly lacking?: true;
  readonly evidence: Map<string, number>;
  /** Of a requirement with evidence, the step whose reply gave it first; empty where notifications did. Absent where no single step is known. */
  readonly provenAt?: Map<string, string>;
  /** The choices that notifications have shown. */
  readonly notificationChoices?: readonly NotificationChoice[];
  /** The choices that replies have shown by their form. */
  readonly shownChoices?: readonly ShownChoice[];
  /** One for each performed step. */
  readonly coverage: readonly Covered[];
  /** The transitions that it made. */
  readonly transitions: ReadonlySet<TransitionGoal>;
}

/** How a sequence is run. */
export interface Run<S, C, R, N> {
  /** True ends it before its next step. */
  stop?(): boolean;
  /** What the run has learned of the target. Default: nothing. */
  readonly learned?: Learned;
  /** Whether reads that follow one another are sent together, as far as the driver can: nothing changes between them. Default false. */
  readonly readsTogether?: boolean;
  /** Whether notifications are judged afterwards. Default true. */
  readonly notifications?: boolean;
  /**
   * Called where a reply breaks a rule and yet leaves no doubt about the state, with the execution so far. Gives what of the violation ends
   * the sequence; undefined: judging goes on behind it, without the wrong fields. Default: all of it ends the sequence.
   */
  passes?(violation: Violation, soFar: () => Execution<S, C, R, N>): Violation | undefined;
}
