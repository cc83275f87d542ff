import type { LegacyOperationName } from '../../spec/operations.ts';
import type { PredictFor, Step } from '../../engine/model.ts';
import type { Checks } from '../with-checks.ts';
import type { ApiCall, Reply } from '../wire.ts';
import type { LegacyOutcome } from './replies/outcome.ts';
import type { LegacyState, Payment } from './payment/state.ts';

interface Rule {
  readonly id: string;
}

/** What an operation on one payment is: its rules, and what must happen once key, checksum and form are right and the payment exists. */
export interface PaymentModel {
  readonly operation: LegacyOperationName;
  readonly rules: {
    readonly requiredFields: Rule;
    /** Absent: it takes a closed payment like any other. */
    readonly closedRefuses?: Rule;
    /** Absent: the document shows no reason. */
    readonly closedReason?: Rule;
    readonly failReply?: Rule;
  };
  /** Whether a body lacks what its execution needs. Default: a payment_id. */
  readonly lacks?: (body: unknown) => boolean;
  /** The row of a required field that a body lacks beside. Default: none. */
  readonly lacksDetail?: (body: unknown) => string | undefined;
  /** Whether a body that lacks something may be refused for something else, in the same words. Default: not. */
  readonly isRefusedAlike?: (body: unknown) => boolean;
  /** The permitted outcomes, the ordinary one first, as guards in the document's order of precedence. */
  predict(subject: Subject): readonly LegacyOutcome[];
}

/** A call about one payment. */
export interface PaymentCall {
  readonly state: LegacyState;
  readonly call: ApiCall;
  readonly step: Step;
  readonly model: PaymentModel;
  /** The step that made the payment. */
  readonly key: string;
  readonly payment: Payment;
  /** Which outcomes are asked for. Absent: all. */
  readonly sought?: PredictFor<Reply> | undefined;
}

/** A call about one payment, and the answers that all operations have in common. */
export interface Subject extends PaymentCall {
  /** The outcome of an answer: the reply's form and its payment_id and test are checked, and what its checksum proves is counted. */
  readonly answered: (answer: Answer) => LegacyOutcome;
  /** The payment, of which nothing that Status has shown is changed beside the state. */
  readonly kept: () => Payment;
  /** It fails because the payment is closed (legacy, States and transitions; Errors). */
  readonly refusedClosed: () => readonly LegacyOutcome[];
  /** Where the payment's amounts are unknown: it may be closed already, or the operation may be refused. */
  readonly possiblyClosed: () => readonly LegacyOutcome[];
}

/** What the document says of one answer: the reply, the state that follows, the notifications. */
export interface Answer extends Pick<LegacyOutcome, 'name' | 'next'> {
  /** The reply's status: `capture_success`, `capture_fail`. The notification of that name is sent, unless `expects` says otherwise. */
  readonly reply: 'success' | 'fail';
  /** The rule that another status breaks, beside the one that made the payment's state. */
  readonly rule: string;
  /** Further rules that another status breaks. */
  readonly besides?: readonly string[];
  /** Rules that the status proves beside those about the checksum. */
  readonly proves?: readonly string[];
  /** The rules about the form of the request, which its refusal as malformed breaks instead. Absent: none. */
  readonly form?: readonly string[];
  /** False: it proves nothing, since the state that it rests on was not seen. */
  readonly countsAsEvidence?: boolean;
  /** The rule that payment_id and test are in the reply. */
  readonly fields: string;
  /** What else must hold of the reply. */
  readonly checks?: () => Checks;
  readonly expects?: LegacyOutcome['expects'];
}
