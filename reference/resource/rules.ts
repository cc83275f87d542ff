import { type RequestRules, soundRequestRules, type TokenAction, type TokenUse } from './request-rules.ts';
import type {
  Suspension,
  Token,
  Buyer,
  Metadata,
  Capture,
  ConsumerStatus,
  Payment,
  Refund,
} from './records.ts';
import type { ReplyBody } from '../seams.ts';
import type { Forms } from './forms.ts';
import { Big } from 'big.js';
import type { Settings } from '../settings.ts';
import { type Refusal, refusals } from './errors.ts';
import { paymentView } from './payments/view.ts';

/** The parts of an update; a part that was not sent is undefined (resource, PUT /payments/{id}). */
export interface PaymentChanges {
  readonly order_ref?: string | undefined;
  readonly description?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

/** What is decided about payments: guards, amounts, transitions, and what is shown. */
interface PaymentRules {
  /** The token that a payment is created with: the one of the id that was sent, if there is one. */
  tokenToCharge(named: Token | undefined, all: Iterable<Token>): Token | undefined;
  tokenUsable(token: Token): boolean;
  consumerUsable(status: ConsumerStatus): boolean;
  /** The store name that a payment shows, of the one that was sent and the account's own; the document does not say which. */
  storeNameOf(sent: string | undefined, own: string): string;
  /** What becomes of a creation whose token or consumer is not usable: true, a payment that is REJECTED; the document does not say. */
  rejectedInstead(token: Token): boolean;
  /** Whether a payment is still served whose token or consumer has ended; the document does not say. */
  servedAfterToken(token: Token): boolean;
  /** The expiry of a payment authorized now, ms since the epoch; the document does not show how long. */
  expiryOf(now: number, settings: Settings): number;
  /** A new payment as it is stored. */
  created(payment: Payment): Payment;
  /** A payment now: the document does not show its state after its expiry. */
  lapsed(payment: Payment, now: number): Payment;
  captureAllowed(payment: Payment): boolean;
  /** The refusal of a capture after the expiry, of a payment as it has become. */
  expiredRefusal(lapsed: Payment): Refusal;
  expired(payment: Payment, now: number): boolean;
  /** What a capture takes; the document leaves it open, here everything authorized. */
  captureAmount(payment: Payment): number;
  /** What a capture shows of the order. */
  captureParts(payment: Payment): Pick<Capture, 'tax' | 'shipping' | 'items'>;
  captured(payment: Payment, capture: Capture): Payment;
  refundAllowed(payment: Payment): boolean;
  /** Whether a captured payment can still be refunded; the document does not show how long. */
  refundInTime(payment: Payment, now: number): boolean;
  captureToRefund(payment: Payment, captureId: string): Capture | undefined;
  wrongCaptureRefusal(payment: Payment): Refusal;
  /** Whether a text is among the allowed reasons of a refund, which the document does not show. */
  refundReasonFits(reason: string): boolean;
  /** Whether an amount may be all that was captured; the document calls a refund with an amount partial. */
  wholeAsPart(asked: Big, remaining: Big, capture: Capture): boolean;
  /** What is left of a capture, in yen. */
  remaining(capture: Capture, refunds: readonly Refund[]): Big;
  exhausted(remaining: Big): boolean;
  /** Whether a refund with this fraction of a yen is made. */
  refundFractionFits(amount: Big): boolean;
  /** Whether a requested amount can be refunded at all; the document gives no minimum. */
  refundPositive(asked: Big): boolean;
  /** The yen to refund; undefined when the requested amount is invalid. */
  refundAmount(asked: number | undefined, remaining: Big, capture: Capture): Big | undefined;
  refunded(payment: Payment, refund: Refund): Payment;
  updateAllowed(payment: Payment, changes: PaymentChanges, all: Iterable<Payment>): boolean;
  /** Whether a payment can still be updated; the document does not show how long. */
  updateInTime(payment: Payment, now: number): boolean;
  updated(payment: Payment, changes: PaymentChanges): Payment;
  closeAllowed(payment: Payment, now: number): boolean;
  closed(payment: Payment): Payment;
  /** A payment as a read finds it. */
  paymentRead(payment: Payment): Payment;
  /** A payment as it is stored after a read. */
  paymentAfterRead(payment: Payment): Payment;
  paymentView(payment: Payment, forms: Forms): ReplyBody;
}

/** The rules as the document has them. */
const soundPaymentRules: PaymentRules = {
  tokenToCharge: (named) => named,
  tokenUsable: (token) => token.status === 'ACTIVE',
  consumerUsable: (status) => status === 'ACTIVE',
  storeNameOf: (sent, own) => sent ?? own,
  rejectedInstead: () => false,
  servedAfterToken: () => true,
  expiryOf: (now, settings) => now + settings.resourceValidityMs,
  created: (payment) => payment,
  lapsed: (payment) => payment,
  captureAllowed: (payment) => payment.status === 'AUTHORIZED',
  expiredRefusal: () => refusals.expired,
  expired: (payment, now) => now >= payment.expiresAt,
  captureAmount: ({ amount, captures }) =>
    captures.reduce((left, capture) => left.minus(capture.amount), new Big(amount)).toNumber(),
  captureParts: ({ order: { tax, shipping, items } }) => ({ tax, shipping, items }),
  captured: (payment, capture) => ({
    ...payment,
    status: 'CLOSED',
    captures: [...payment.captures, capture],
  }),
  refundAllowed: (payment) => payment.captures.length > 0,
  refundInTime: () => true,
  captureToRefund: (payment, captureId) => payment.captures.find((capture) => capture.id === captureId),
  wrongCaptureRefusal: () => refusals.refundCapture,
  refundReasonFits: () => true,
  wholeAsPart: () => true,
  remaining: (capture, refunds) =>
    refunds
      .filter((refund) => refund.captureId === capture.id)
      .reduce((left, refund) => left.minus(refund.amount), new Big(capture.amount)),
  exhausted: (remaining) => remaining.lte(0),
  refundFractionFits: () => true,
  refundPositive: (asked) => asked.gt(0),
  refundAmount(asked, remaining) {
    if (asked === undefined) return remaining;
    const amount = new Big(asked);
    return amount.lte(remaining) ? amount : undefined;
  },
  refunded: (payment, refund) => ({ ...payment, refunds: [...payment.refunds, refund] }),
  updateAllowed: (payment) => payment.status !== 'REJECTED',
  updateInTime: () => true,
  updated: (payment, changes) => ({
    ...payment,
    order: { ...payment.order, order_ref: changes.order_ref ?? payment.order.order_ref },
    description: changes.description ?? payment.description,
    metadata: changes.metadata ?? payment.metadata,
  }),
  closeAllowed: (payment) => payment.status === 'AUTHORIZED',
  closed: (payment) => ({ ...payment, status: 'CLOSED' }),
  paymentRead: (payment) => payment,
  paymentAfterRead: (payment) => payment,
  paymentView,
};

/** What is decided about tokens: guards, transitions, and what is shown. */
interface TokenRules {
  /** The wallet of a token that was issued without one. */
  defaultWallet(): string;
  /** Whether a request finds the token: a deleted one is kept, but not found. */
  reachable(token: Token, use: TokenUse): boolean;
  /** Whether a token that is to be suspended is suspended already. */
  alreadySuspended(token: Token): boolean;
  resumable(token: Token): boolean;
  /** Whether the merchant suspended it: the merchant can resume no other suspension. */
  resumableByMerchant(token: Token, code?: unknown): boolean;
  suspended(token: Token, suspension: Suspension): Token;
  resumed(token: Token): Token;
  deleted(token: Token, now: number): Token;
  /** After an executed request: the version one up, `updated_at` moved (resource, States and transitions). */
  executed(token: Token, action: TokenAction, now: number): Token;
  /** A token after a read under its id. */
  tokenRead(token: Token, now: number): Token;
  /** A token that a list shows. */
  tokenListed(token: Token, now: number): Token;
  /** A token after the reply to a read. */
  tokenAfterRead(token: Token, now: number): Token;
  /** Whether a request about a token may name this wallet; one that names none means the default. */
  walletMatches(token: Token, walletId: string | undefined): boolean;
  /** A token after a request on it was refused. */
  tokenRefused(token: Token, now: number): Token;
  /** A token after a payment was created with it. */
  tokenCharged(token: Token, now: number): Token;
  listed(token: Token): boolean;
  /** Whether each new token has a consumer of its own; the document does not show whose tokens a test target issues. */
  ownConsumer(): boolean;
  tokenView(token: Token, forms: Forms): ReplyBody;
}

/** The rules as the document has them. */
const soundTokenRules: TokenRules = {
  defaultWallet: () => 'default',
  reachable: (token) => token.status !== 'DELETED',
  alreadySuspended: (token) => token.status === 'SUSPENDED',
  resumable: (token) => token.status === 'SUSPENDED',
  resumableByMerchant: (token) => token.suspensions.every(({ authority }) => authority === 'merchant'),
  suspended: (token, suspension) => ({
    ...token,
    status: 'SUSPENDED',
    suspensions: [...token.suspensions, suspension],
  }),
  resumed: (token) => ({ ...token, status: 'ACTIVE', suspensions: [] }),
  deleted: (token, now) => ({ ...token, status: 'DELETED', deletedAt: now }),
  executed: (token, _action, now) => ({ ...token, versionNr: token.versionNr + 1, updatedAt: now }),
  tokenRead: (token) => token,
  tokenListed: (token) => token,
  tokenAfterRead: (token) => token,
  walletMatches: () => true,
  tokenRefused: (token) => token,
  tokenCharged: (token) => token,
  ownConsumer: () => true,
  listed: (token) => token.status !== 'DELETED',
  tokenView,
};

/** The token object as it is sent (resource, Token). */
type TokenView = {
  readonly id: string;
  readonly merchant_id: string;
  readonly wallet_id: string;
  readonly status: string;
  readonly origin: Buyer & { readonly address: null };
  readonly description: string | null | undefined;
  readonly kind: string;
  readonly metadata: Metadata;
  readonly webhook_url: string;
  readonly consumer_id: string;
  readonly suspensions: readonly { readonly timestamp: string; readonly authority: string }[];
  readonly test: boolean;
  readonly version_nr: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly activated_at: string;
  readonly deleted_at: string | null;
};

/** Draws a token as the document's table names its fields; the unused ones are empty. */
function tokenView(token: Token, forms: Forms): TokenView {
  return {
    id: token.id,
    merchant_id: token.merchantId,
    wallet_id: token.walletId,
    status: forms.statusText(token.status, 'token'),
    origin: { ...token.origin, address: null },
    description: forms.optionalText(token.description),
    kind: 'recurring',
    metadata: token.metadata,
    webhook_url: '',
    consumer_id: token.consumerId,
    suspensions: token.suspensions.map((one) => ({
      timestamp: forms.instant(one.timestamp),
      authority: one.authority,
    })),
    test: token.test,
    version_nr: token.versionNr,
    created_at: forms.instant(token.createdAt),
    updated_at: forms.instant(token.updatedAt),
    activated_at: forms.instant(token.activatedAt),
    deleted_at: token.deletedAt === null ? null : forms.instant(token.deletedAt),
  };
}

/** Business decisions of the resource interface. Handlers call them through the world; a fault replaces some. */
export interface ResourceRules extends RequestRules, PaymentRules, TokenRules {}

/** The decisions as the document has them. */
export const soundResourceRules: ResourceRules = {
  ...soundRequestRules,
  ...soundPaymentRules,
  ...soundTokenRules,
};
