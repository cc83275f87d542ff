import type { Json, StepId } from '../../../engine/model.ts';
import type { ClockReading, Sent } from '../../wire.ts';

/** An order line; the amount is a decimal as text. */
export interface Line {
  readonly item: string;
  readonly title: string;
  readonly amount: string;
  readonly quantity: number;
}

export interface Order {
  readonly items: readonly Line[];
  readonly tax: string;
  readonly shipping: string;
  readonly total: string;
}

/** A fact with the rule that made it so: a reply that contradicts the fact breaks that rule. */
export interface Fact<T> {
  readonly is: T;
  readonly setBy: string;
}

export interface PaymentState extends Fact<'open' | 'close'> {
  /** Whether a reply has shown it; what was only inferred proves nothing about later refusals. */
  readonly seen: boolean;
  /** Only the reply to the change itself has shown it, no read. */
  readonly unread?: true;
  readonly by?: 'capture' | 'request' | 'expiry' | 'refund';
  /** Nothing can have closed it since, although its amounts are unknown. */
  readonly staysOpen?: true;
}

/** What was captured of an order so far. */
export interface Taken {
  readonly items: Readonly<Record<string, number>>;
  readonly tax: string;
  readonly shipping: string;
  readonly amount: string;
}

export interface Payment {
  /** Undefined until a reply has shown it. */
  readonly id: string | undefined;
  readonly state: PaymentState;
  readonly order: Order;
  /** The total of the authorization. */
  readonly authorized: string;
  readonly updated: boolean;
  /** An update came when `expires`, which is in seconds, would have shown that it renews it. */
  readonly updatedLater?: 'on a moved clock' | 'by a real second';
  /** The lines that the order had before updates, the latest first. */
  readonly former: readonly Line[];
  /** Its expiry has passed since something else closed it. */
  readonly outlived?: true;
  /** The rule of the latest update, by which the order is what it is. */
  readonly orderSetBy?: string;
  /** What Status shows as amount; undefined while the document leaves it open. */
  readonly amount: Fact<string> | undefined;
  readonly orderRef: Fact<string | null>;
  readonly orderRefAtAuthorize: string | undefined;
  readonly noOrderRefSeen?: true;
  readonly taken: Taken;
  /** The refund rule after which the state is open: what a refund does to it is not shown. */
  readonly inDoubt?: string;
  /** Several refunds left it so: one may have closed an open payment, and the next one reopened it. */
  readonly inDoubtAgain?: true;
  /** What refunds have returned does not count as captured any more. */
  readonly refundsLower?: true;
  /** An open point was answered so that the captured amount is unknown from then on. */
  readonly amountUnknown?: true;
  readonly test: boolean;
  /** When Authorize was asked for. Undefined where its answer was lost, or it was made elsewhere. */
  readonly authorization: Sent | undefined;
  /** The target's clock by what was read before that. Undefined: it was not read by then. */
  readonly clock?: ClockReading | undefined;
  /** It was read after that too. */
  readonly clockReadSince?: true;
  /** By how much the target's clock had been moved in this sequence when the payment was made, ms. */
  readonly born: number;
  /** How long that clock may have stood by then, ms. */
  readonly bornStoodMs: number;
  readonly expires: Fact<string> | undefined;
}

export interface Capture {
  readonly id: string | undefined;
  readonly payment: StepId;
  /** It took all that was left, without naming a part. */
  readonly full?: true;
  /** Undefined when unknown. */
  readonly amount: string | undefined;
  /** The most that it can be when the amount is unknown; absent: no bound is known. */
  readonly atMost?: string;
  readonly refunded: string;
  /** A full refund was made: nothing can be refunded any more. */
  readonly returned: boolean;
  /** Partial refunds made so far. */
  readonly parts?: number;
  /** The rules by which it took its amount: one of them is broken where its refunds contradict that amount. */
  readonly setBy: readonly string[];
}

/** An authorization that waits for its PIN. */
export interface PendingAuthorization {
  readonly data: Json;
  readonly pin: string | undefined;
  /** By how much the clock was moved when the PIN was asked for, as `moved` of the state. */
  readonly moved: number;
  /** Whether the PIN was read from the target, not from the settings. */
  readonly read: boolean;
  /** A wrong one was sent, and refused. */
  readonly tried?: true;
}

export interface LegacyState {
  /** Part of every order_ref that is made for this execution: whether one may be used twice is not shown. */
  readonly nonce?: string;
  readonly payments: Readonly<Record<StepId, Payment>>;
  readonly captures: Readonly<Record<StepId, Capture>>;
  readonly asked: Readonly<Record<StepId, PendingAuthorization>>;
  /** By how much this sequence moved the target's clock, ms. */
  readonly moved: number;
  /** How long that clock may have stood in this sequence, ms: the time that a move takes may be part of the move. */
  readonly stoodMs: number;
  /** The target's clock without `moved`; undefined until it was read. */
  readonly clock: ClockReading | undefined;
  /** The suite moves the target's clock, also between sequences: a move that was lost may come late. */
  readonly isClockMoved?: true;
  /** How long an authorization is valid, ms. */
  readonly validityMs: number;
  /** What the times of replies may be off, ms. Absent: nothing. */
  readonly slackMs?: number;
}

/** By the document, where the settings say nothing else (legacy, States and transitions). */
const defaultValidityMs = 30 * 86_400_000;

/** The state before the first step. The clock is known from the start when replies gave it and no control operation reads it. */
export function initialState(
  clock: ClockReading | undefined,
  validityMs: number = defaultValidityMs,
): LegacyState {
  return { payments: {}, captures: {}, asked: {}, moved: 0, stoodMs: 0, clock, validityMs };
}

export const nothingTaken: Taken = { items: {}, tax: '0', shipping: '0', amount: '0' };

export function withPayment(
  state: LegacyState,
  step: StepId,
  change: Payment | ((payment: Payment) => Payment),
): LegacyState {
  const before = state.payments[step];
  if (typeof change === 'function') {
    if (before === undefined) return state;
    return { ...state, payments: { ...state.payments, [step]: change(before) } };
  }
  return { ...state, payments: { ...state.payments, [step]: change } };
}

export function withCapture(state: LegacyState, step: StepId, capture: Capture): LegacyState {
  return { ...state, captures: { ...state.captures, [step]: capture } };
}

/** The id of a payment in a request; a placeholder while it is unknown. */
export function paymentId(payment: Payment, step: StepId): string {
  return payment.id ?? `payment-of-${step}`;
}

/** The ids of the captures that replies have shown. */
export function knownCaptureIds({ captures }: LegacyState): readonly string[] {
  return Object.values(captures).flatMap(({ id }) => id ?? []);
}

export function captureId(capture: Capture, step: StepId): string {
  return capture.id ?? `capture-of-${step}`;
}
