import type { Big } from 'big.js';
import type { JsonObject } from '../json.ts';
import type { PersonaName, ReferenceKeys, Settings } from '../settings.ts';
import type { HandlerReply } from '../seams.ts';
import type { Store } from '../store.ts';
import type { ClosingCause, PaymentEvent } from '../webhooks/event.ts';
import type { CaptureRequest } from './capture-content.ts';
import { digestMatches } from './checksum.ts';
import { addsAtMost, priceOf } from './order.ts';
import type { Captured, LegacyCapture, LegacyPayment, Order, OrderLine, PinRecord } from './records.ts';

export type LegacyOperationName = 'authorize' | 'update' | 'close' | 'capture' | 'status' | 'refund';

type RefAgain = 'replaced' | 'refused' | 'kept';

/** Business decisions of the legacy interface. Handlers call them through the world; a fault replaces some. */
export interface LegacyRules {
  /** Whether the Authorization header proves the API key. */
  readonly acceptsKey: (header: string | undefined, keys: ReferenceKeys) => boolean;
  readonly acceptsMethod: (method: string) => boolean;
  readonly acceptsContentType: (type: string | undefined) => boolean;
  /** Whether a body is taken, by its text. */
  readonly acceptsForm: (text: string) => boolean;
  /** Whether a notification is sent for a request with a wrong checksum, as for a failed operation. */
  readonly notifiesRejected: boolean;
  /** The same for a request with an id that was never issued. */
  readonly notifiesUnknown: boolean;
  /** Whether the closing notification of an expiry is also sent of a payment that was closed before. */
  readonly notifiesExpiryOfClosed: boolean;
  /** Whether a checksum is written in a form that is taken, whatever it encodes. */
  readonly acceptsChecksumForm: (given: string) => boolean;
  /** Whether a checksum is also read in the alphabet for URLs (RFC 4648, 5), without padding. */
  readonly readsBase64Url: boolean;
  /** Whether a checksum in base64 is also read without its padding. */
  readonly readsUnpaddedBase64: boolean;
  /** Whether `given` encodes the SHA-256 of secret + material; `request` is the body as it was received. */
  readonly acceptsChecksum: (
    operation: LegacyOperationName,
    given: string,
    hashed: string,
    request?: object,
  ) => boolean;
  /** What a request with a wrong checksum is answered; `refusal` is what it should be. */
  readonly mismatched: (
    operation: LegacyOperationName,
    refusal: HandlerReply,
    body: JsonObject,
    store: Store,
  ) => HandlerReply;
  /** Whether an id that was never issued is refused before the form and the checksum of a request about it are looked at. */
  readonly lookupFirst: boolean;
  /** Whether what is wrong with the order or the parts of a request is refused before a closed payment is. */
  readonly partsFirst: boolean;
  /** A body with what is taken in place of missing details. */
  readonly completed: (operation: LegacyOperationName, body: JsonObject) => JsonObject;
  /** A body before its form is checked. */
  readonly received: (operation: LegacyOperationName, body: JsonObject) => JsonObject;
  /** A body before its form is checked, with numbers out of all bounds as they are taken; with null for what may be left out; with empty texts. */
  readonly bounded: (body: JsonObject) => JsonObject;
  readonly withoutNulls: (body: JsonObject) => JsonObject;
  readonly filled: (body: JsonObject) => JsonObject;
  /** Whether its texts, its numbers and its authorize_type are taken. */
  readonly acceptsTexts: (body: JsonObject) => boolean;
  readonly acceptsNumbers: (body: JsonObject) => boolean;
  readonly acceptsType: (type: unknown) => boolean;
  /** Whether the values of a well-formed body are accepted. */
  readonly acceptsBody: (body: JsonObject) => boolean;
  /** Whether an order may have these lines; the document shows no limits. */
  readonly acceptsOrder: (lines: readonly JsonObject[]) => boolean;
  /** What is hashed after the secret; `material` is what the document says. */
  readonly signed: (
    operation: LegacyOperationName,
    material: string,
    store: Store,
    request: JsonObject,
  ) => string;
  /** Whether authorize asks this consumer for a PIN. */
  readonly needsPin: (persona: PersonaName | undefined) => boolean;
  readonly declines: (persona: PersonaName | undefined) => boolean;
  /** Whether a consumer who must authenticate is declined once the right PIN is there. */
  readonly declinesWithPin: boolean;
  /** Whether a consumer is a test account, by its e-mail address and its phone. */
  readonly isAccount: (isEmail: boolean, isPhone: boolean) => boolean;
  /** The events of a declined authorization, with an id that no payment has. */
  readonly eventsOfDeclined: (id: string, order: Order) => readonly PaymentEvent[];
  /** The events of an authorization that asks for a PIN first, with an id that no payment has. */
  readonly eventsOfAsking: (id: string, order: Order) => readonly PaymentEvent[];
  /** Whether the consumer's typed code is a PIN that was sent to this phone. */
  readonly acceptsPin: (code: string, sent: PinRecord | undefined, store: Store) => boolean;
  /** Whether each prompt sends a PIN of its own, so that no other of the phone holds any more. */
  readonly renewsPins: boolean;
  /** Whether an authorization may have the order_ref of another payment. */
  readonly acceptsRefTwice: boolean;
  /** What a new id begins with. */
  readonly idPrefix: (of: 'payment' | 'capture') => string;
  /** Whether new ids are counted, without random characters. */
  readonly countsIds: boolean;
  /** The id of a new payment, given a fresh one. */
  readonly paymentId: (fresh: string, order: Order) => string;
  /** The expiry of a payment authorized now, ms since the epoch. */
  readonly expiryOf: (now: number, settings: Settings) => number;
  /** The expiry of a payment after an update. */
  readonly expiryAfterUpdate: (payment: LegacyPayment, now: number, settings: Settings) => number;
  readonly isExpired: (payment: LegacyPayment, now: number) => boolean;
  readonly statusAfterClosing: (cause: ClosingCause) => LegacyPayment['status'];
  /** The amount that status shows. */
  readonly amountShown: (payment: LegacyPayment) => Big;
  /** Whether an operation is refused because the payment is closed. */
  readonly closedRefuses: (operation: LegacyOperationName, payment: LegacyPayment) => boolean;
  /** Whether an update may send this order_ref. */
  readonly acceptsRef: (payment: LegacyPayment, sent: string) => boolean;
  /** Whether an update may leave the order_ref out. */
  readonly acceptsMissingRef: (payment: LegacyPayment) => boolean;
  /** The order_ref after an update that leaves it out, or sends another one than the order has. */
  readonly refLeftOut: (before: Order) => string | undefined;
  readonly refBrought: (before: Order, sent: string) => string;
  /** The order_ref after a whole update that brings the first one. */
  readonly refFirst: (sent: string) => string | undefined;
  /** What an order_ref-only update does where one was set at Authorize. */
  readonly refAfterAuthorize: RefAgain;
  /** What it does where none but another update has set one. */
  readonly refAfterUpdate: RefAgain;
  /** Whether an order_ref-only update of a closed payment is accepted. */
  readonly setsRefOfClosed: boolean;
  /** Whether an update may send a total that is not the sum of the order's parts. */
  readonly acceptsSum: (order: Order) => boolean;
  /** Whether an update may raise the total, before anything is captured and after it. */
  readonly acceptsRaise: boolean;
  readonly acceptsRaiseAfterCapture: boolean;
  /** Whether an update may replace the lines of a partly captured order. */
  readonly acceptsLines: (before: Order, after: Order) => boolean;
  /** Whether an update of a partly captured order may lower its total. */
  readonly acceptsLowerTotal: boolean;
  /** The order after an update. */
  readonly orderAfterUpdate: (before: Order, after: Order) => Order;
  /** The order after an order_ref-only update. */
  readonly orderAfterRef: (before: Order, orderRef: string) => Order;
  /** The price of `count` pieces of a line after `from` pieces are captured. */
  readonly priceOf: (lines: readonly OrderLine[], from: number, count: number) => Big;
  /** Whether a full capture may take what is left. */
  readonly acceptsFull: (payment: LegacyPayment) => boolean;
  /** How many pieces a capture of a line without a quantity takes; undefined: it is refused. */
  readonly piecesMeant: (left: number, ordered: number) => number | undefined;
  /** The lines of an id in a partial capture. */
  readonly linesToCapture: (order: Order, itemId: string) => readonly OrderLine[];
  /** Whether a partial capture may name this line. */
  readonly acceptsLine: (line: OrderLine) => boolean;
  /** Whether a capture of lines that the order does not have succeeds and captures nothing. */
  readonly passesOverLines: boolean;
  /** What is left to capture. */
  readonly capturable: (payment: LegacyPayment) => Big;
  /** Whether this many more pieces of a line may be captured. */
  readonly acceptsQuantity: (count: number, left: number) => boolean;
  /** Whether so much tax or shipping in all may be captured of what was ordered. */
  readonly acceptsFee: (captured: Big, ordered: Big) => boolean;
  /** Whether a part may be captured of what is left. */
  readonly acceptsOfRest: (amount: Big, capturable: Big) => boolean;
  /** Whether a part is enough to be captured. */
  readonly acceptsLeast: (amount: Big) => boolean;
  /** A payment after a capture of a part was refused. */
  readonly afterRefusedCapture: (payment: LegacyPayment, request: CaptureRequest) => LegacyPayment;
  /** The id of a new capture, given a fresh one. */
  readonly captureId: (fresh: string, payment: LegacyPayment) => string;
  /** Whether a capture closes the payment. */
  readonly closesAfterCapture: (payment: LegacyPayment, how: 'full' | 'partial') => boolean;
  /** What a capture bills; `after` is what is captured in total after it. */
  readonly billed: (before: LegacyPayment, after: Captured, how: 'full' | 'partial') => Big;
  /** What is left to refund of a capture. */
  readonly refundable: (capture: LegacyCapture, store: Store) => Big;
  /** What a refund without an amount gives back. */
  readonly fullRefund: (capture: LegacyCapture) => Big;
  readonly acceptsRefund: (amount: Big, refundable: Big, how: 'full' | 'partial') => boolean;
  /** What counts as captured after a refund of this amount. */
  readonly capturedAfterRefund: (payment: LegacyPayment, amount: Big) => Captured;
  /** Whether a full refund is accepted when nothing is left to refund. */
  readonly acceptsEmptyRefund: boolean;
  /** Whether the captures of a closed payment can be refunded, by what has closed it. */
  readonly refundsClosed: (payment: LegacyPayment) => boolean;
  readonly refundsExpired: (payment: LegacyPayment) => boolean;
  /** The same of one that was closed before its expiry. */
  readonly refundsOutlived: (payment: LegacyPayment, now: number) => boolean;
  /** A capture after a refund of it was refused. */
  readonly afterRefusedRefund: (capture: LegacyCapture, amount: Big) => LegacyCapture;
  /** The status of an open and of a closed payment after a refund: the document does not show it. */
  readonly openAfterRefund: (payment: LegacyPayment) => LegacyPayment['status'];
  readonly closedAfterRefund: (payment: LegacyPayment) => LegacyPayment['status'];
}

/** The decisions as the document has them. */
export const soundLegacyRules: LegacyRules = {
  acceptsKey: (header, keys) => header === `Bearer ${keys.apiKey}`,
  acceptsMethod: (method) => method === 'POST',
  acceptsContentType: (type) => type?.toLowerCase().startsWith('application/json') === true,
  acceptsForm: () => true,
  notifiesRejected: false,
  notifiesUnknown: false,
  notifiesExpiryOfClosed: false,
  acceptsChecksumForm: () => true,
  readsBase64Url: false,
  readsUnpaddedBase64: false,
  acceptsChecksum: (_operation, given, hashed) => digestMatches(given, hashed),
  mismatched: (_operation, refusal) => refusal,
  lookupFirst: false,
  partsFirst: false,
  completed: (_operation, body) => body,
  received: (_operation, body) => body,
  bounded: (body) => body,
  withoutNulls: (body) => body,
  filled: (body) => body,
  acceptsTexts: () => true,
  acceptsNumbers: () => true,
  acceptsType: () => true,
  acceptsBody: () => true,
  acceptsOrder: () => true,
  signed: (_operation, material) => material,
  needsPin: (persona) => persona === 'pin',
  declines: (persona) => persona === 'reject',
  declinesWithPin: false,
  isAccount: (isEmail, isPhone) => isEmail && isPhone,
  eventsOfDeclined: () => [],
  eventsOfAsking: () => [],
  renewsPins: false,
  acceptsPin: (code, sent) => sent !== undefined && (code === sent.pin || code === sent.previousPin),
  acceptsRefTwice: true,
  idPrefix: (of) => (of === 'payment' ? 'pay_' : 'cap_'),
  countsIds: false,
  paymentId: (fresh) => fresh,
  expiryOf: (now, settings) => now + settings.validityMs,
  expiryAfterUpdate: (payment) => payment.expiresAt,
  isExpired: (payment, now) => payment.status === 'open' && payment.expiresAt <= now,
  statusAfterClosing: () => 'close',
  amountShown: (payment) => payment.order.totalAmount,
  closedRefuses: () => true,
  acceptsRef: (payment, sent) => !payment.orderRefAtAuthorize || sent === payment.order.orderRef,
  acceptsMissingRef: (payment) => !payment.orderRefAtAuthorize,
  refLeftOut: () => undefined,
  refBrought: (_before, sent) => sent,
  refFirst: (sent) => sent,
  refAfterAuthorize: 'replaced',
  refAfterUpdate: 'replaced',
  setsRefOfClosed: false,
  acceptsSum: () => true,
  acceptsRaise: true,
  acceptsRaiseAfterCapture: true,
  acceptsLines: addsAtMost,
  acceptsLowerTotal: false,
  orderAfterUpdate: (_before, after) => after,
  orderAfterRef: (before, orderRef) => ({ ...before, orderRef }),
  priceOf,
  acceptsFull: () => true,
  piecesMeant: (left) => left,
  linesToCapture: (order, itemId) => order.lines.filter((line) => line.itemId === itemId),
  acceptsLine: () => true,
  passesOverLines: false,
  capturable: (payment) => payment.order.totalAmount.minus(payment.captured.amount),
  acceptsQuantity: (count, left) => count > 0 && count <= left,
  acceptsFee: (captured, ordered) => captured.lte(ordered),
  acceptsOfRest: (amount, capturable) => amount.lte(capturable),
  acceptsLeast: (amount) => amount.gt(0),
  afterRefusedCapture: (payment) => payment,
  captureId: (fresh) => fresh,
  closesAfterCapture: (payment) => payment.captured.amount.gte(payment.order.totalAmount),
  billed: (before, after) => after.amount.minus(before.captured.amount),
  refundable: (capture) => capture.amount.minus(capture.refunded),
  fullRefund: (capture) => capture.amount.minus(capture.refunded),
  acceptsRefund: (amount, refundable) => amount.gt(0) && amount.lte(refundable),
  capturedAfterRefund: (payment) => payment.captured,
  acceptsEmptyRefund: false,
  refundsClosed: () => true,
  refundsExpired: () => true,
  refundsOutlived: () => true,
  afterRefusedRefund: (capture) => capture,
  openAfterRefund: () => 'open',
  closedAfterRefund: () => 'close',
};
