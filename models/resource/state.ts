import type { Json, Outcome, StepId, Uses } from '../../engine/model.ts';
import type { Setup } from '../setup.ts';
import { knownClock } from '../time.ts';
import type { ClockReading, Reply } from '../wire.ts';

export type PaymentStatus = 'AUTHORIZED' | 'CLOSED' | 'REJECTED';
export type TokenStatus = 'ACTIVE' | 'SUSPENDED' | 'DELETED';
export type Pairs = Readonly<Record<string, string>>;

/** What replies show of an entity's fields, by their path: as it was sent, or as the first reply has shown it; null: nothing. */
export type Known = Readonly<Record<string, unknown>>;

/** A belief, and the rule behind it: a reply that shows something else accuses that rule. */
export interface Fact<T> {
  readonly is: T;
  readonly setBy: string;
  /** What an update has replaced or kept. */
  readonly before?: Fact<T>;
}

/** What happened last to an entity, which is accused as well when a reply differs from the belief. */
export type After = 'change' | 'refusal' | 'read';

/** A capture made in this sequence. Fields that only a reply can show are undefined until then. Amounts are decimals. */
export interface Capture {
  readonly step: StepId;
  readonly id?: string | undefined;
  readonly amount?: string | undefined;
  readonly metadata: Pairs;
  readonly createdAt?: string | undefined;
  /** Of a capture: tax, shipping and items, as first shown. */
  readonly parts?: Readonly<Record<string, unknown>> | undefined;
  /** An instant, ms since the epoch, to which the target's clock was moved before: it was not made earlier. */
  readonly earliest?: number | undefined;
}

/** A refund made in this sequence, of one capture. */
export interface Refund extends Capture {
  readonly capture: StepId;
  readonly reason?: string | undefined;
}

/** A payment of this sequence. An undefined field is unknown or was never set: only its type is checked. */
export interface Payment {
  readonly id?: string | undefined;
  readonly token?: StepId | undefined;
  /** It may have been made with a token that is known, or with any other. */
  readonly isTokenUnknown?: true;
  readonly status: Fact<PaymentStatus>;
  /** Whether a reply has shown the status. */
  readonly seen: boolean;
  readonly after: After;
  readonly amount?: string | undefined;
  /** As it was sent at creation. */
  readonly storeName?: string | undefined;
  readonly description?: Fact<string> | undefined;
  readonly orderRef?: Fact<string> | undefined;
  readonly metadata?: Fact<Pairs> | undefined;
  readonly items?: Json | undefined;
  /** The items were compared with the first reply, which has shown what was not sent. */
  readonly itemsShown?: true;
  /** As they were sent: a capture is compared with them. */
  readonly tax?: string | undefined;
  readonly shipping?: string | undefined;
  /** What every reply shows in the same way (`spec/fields`). Absent: nothing is known yet. */
  readonly known?: Known | undefined;
  /** Where created_at can't be read: an instant before which it was not created, ms since the epoch by the target's clock. */
  readonly madeAfter?: number | undefined;
  readonly captures: readonly Capture[];
  readonly refunds: readonly Refund[];
  /** How far the target's clock was moved since: to before the expiry, or past it. */
  readonly moved?: 'before' | 'past' | 'perhaps-past' | undefined;
}

/** A token of this sequence. */
export interface Token {
  readonly id?: string | undefined;
  readonly status: Fact<TokenStatus>;
  readonly seen: boolean;
  readonly after: After;
  readonly suspendedBy?: 'merchant' | 'consumer' | undefined;
  /** Of the consumer behind the token. */
  readonly consumer: 'ACTIVE' | 'SUSPENDED';
  readonly consumerId?: string | undefined;
  /** Listed in the settings, and not for one sequence at a time: others may use it meanwhile. */
  readonly shared: boolean;
  /** The timestamp of the only suspension, as first shown. */
  readonly suspendedAt?: string | undefined;
  /** The target's clock was moved since the last reply that showed the token. */
  readonly waited?: boolean | undefined;
  /** Another user changed it since the last reply that showed it. */
  readonly outside?: boolean | undefined;
  readonly wasResumed?: boolean | undefined;
  /** A reply has shown it. */
  readonly met?: true;
  /** A list has held it. */
  readonly listed?: true;
  /** What every reply shows in the same way (`spec/fields`). Absent: nothing is known yet. */
  readonly known?: Known | undefined;
  /** Of a given token of this sequence's own: the wallet that its first read has shown; null: none. */
  readonly walletShown?: string | null | undefined;
  readonly deletedAt?: string | undefined;
  readonly updated?: { readonly stamp: string; readonly receivedAt: number } | undefined;
  /** The last version_nr shown, and how many raises are certain and possible since. */
  readonly version?: { readonly last: number; readonly least: number; readonly most: number } | undefined;
}

const textIn = (known: Known | undefined, name: string): string | undefined => {
  const value = known?.[name];
  return typeof value === 'string' ? value : undefined;
};

/** When a payment was made, and when its authorization ends, as far as replies have shown it. */
export const createdAtOf = ({ known }: Pick<Payment, 'known'>): string | undefined =>
  textIn(known, 'created_at');
export const expiresAtOf = ({ known }: Pick<Payment, 'known'>): string | undefined =>
  textIn(known, 'expires_at');

/** The wallet that a token was issued with, or that a reply has shown. */
export const walletOf = ({ known }: Pick<Token, 'known'>): string | undefined => textIn(known, 'wallet_id');

/** Points that one reply settles for the rest of a sequence: notations. */
export type Settled = 'letterCase' | 'fraction' | 'unset' | 'errorStatus' | 'captureParts' | 'createdStatus';

/** A right creation with all fields of a purchase history, with all payment methods or but one, and whether it was accepted or refused for its content. */
export interface TriedHistory {
  readonly token: StepId | undefined;
  /** Without its token, its payment methods and its order_ref. */
  readonly request: Json;
  readonly methods: Json;
  readonly accepted: boolean;
}

export interface ResourceState {
  readonly payments: Readonly<Record<StepId, Payment>>;
  readonly tokens: Readonly<Record<StepId, Token>>;
  readonly settled: readonly Settled[];
  /** The purchase histories with which a right creation was accepted. */
  readonly histories?: readonly Json[];
  readonly tried?: readonly TriedHistory[];
  /** Whether the key in use selects test data; undefined until the settings or a reply show it. */
  readonly test?: boolean | undefined;
  /** The store name that was shown in place of one that was sent. */
  readonly accountName?: string;
  /** The target's clock by the latest answer of control that shows an instant. Absent: not known. `isRead`: the answer is about the clock itself. */
  readonly clock?: (ClockReading & { readonly isRead?: true }) | undefined;
  /** What the times of replies may be off, ms. Absent: nothing. */
  readonly slackMs?: number;
  /** The most tokens that a list held, and the length of one that lacked a token, with the rule that it broke where it was no page. */
  readonly lists?: {
    readonly longest: number;
    readonly page?: { readonly length: number; readonly rule: string };
  };
}

export type ResourceOutcome = Outcome<ResourceState, Reply>;
export type Outcomes = readonly ResourceOutcome[];

/** Nothing made yet. */
export const initialState: ResourceState = Object.freeze({ payments: {}, tokens: {}, settled: [] });

/** Nothing made yet, under keys of the setup. */
export function initialUnder(setup: Setup): ResourceState {
  const { testKeys } = setup;
  const clock = knownClock(setup);
  return {
    ...initialState,
    ...(testKeys !== undefined && { test: testKeys }),
    ...(clock !== undefined && { clock }),
  };
}

/** The state with one payment put or changed. */
export function withPayment(state: ResourceState, step: StepId, payment: Payment): ResourceState {
  return { ...state, payments: { ...state.payments, [step]: payment } };
}

/** The state with one token put or changed. */
export function withToken(state: ResourceState, step: StepId, token: Token): ResourceState {
  return { ...state, tokens: { ...state.tokens, [step]: token } };
}

export function withSettled(state: ResourceState, settled: Settled): ResourceState {
  return state.settled.includes(settled) ? state : { ...state, settled: [...state.settled, settled] };
}

/** The payment that a step uses. */
export const paymentUsed = (state: ResourceState, uses: Uses): Payment | undefined =>
  state.payments[uses['payment'] ?? ''];

/** The token that a step uses. */
export const tokenUsed = (state: ResourceState, uses: Uses): Token | undefined =>
  state.tokens[uses['token'] ?? ''];
