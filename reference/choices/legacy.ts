import { HOUR_MS } from '../durations.ts';
import { Big } from 'big.js';
import { httpWhere, lacking, fieldsOf } from '../faults/replies.ts';
import type { ReplyBody, ReplyWrapper } from '../seams.ts';
import type { LegacyRules } from '../legacy/rules.ts';
import { type JsonObject, isObject } from '../json.ts';
import { type Choice, choice } from './choice.ts';
import { converted } from './converted.ts';
import { keyless, refusalsOf, withHttp } from './legacy-refusals.ts';
import { authorizeMaterial, roundedText, type AuthorizeSigned } from '../legacy/checksum.ts';
import { priceBeyond } from '../legacy/order.ts';
import type { Order } from '../legacy/records.ts';
import { refusals } from '../resource/errors.ts';
import { on, resourceOperations } from './resource-statuses.ts';
import { hasPlainNumbers } from './number-notation.ts';
import { areUsual } from './unusual-lines.ts';

const otherOperations = ['update', 'close', 'capture', 'status', 'refund'];
const withoutTable: ReadonlySet<unknown> = new Set(['bad_request', 'request_failed', 'failed_request']);

/** Changes the message of refusals that no operation's table describes. Those of Authorize are shown with one. */
function message(answer: string, change: (body: ReplyBody) => ReplyBody): Choice {
  const wrapper: ReplyWrapper = (reply) => {
    const body = fieldsOf(reply);
    return withoutTable.has(body['status']) ? { ...reply, body: change(body) } : reply;
  };
  return choice('legacy.errors.message', answer, { reply: on(otherOperations, wrapper) });
}

/** Changes the refusals of the resource interface. */
function refused(latitude: string, answer: string, change: (body: ReplyBody) => ReplyBody): Choice {
  return choice(latitude, answer, {
    reply: on(resourceOperations, (reply) =>
      reply.http >= 400 ? { ...reply, body: change(fieldsOf(reply)) } : reply,
    ),
  });
}

const ofType = /: (Invalid input: expected|must be an object of) /;

/** Answers to how ids and texts look. The last ones of all choices, since others know refusals by their texts. */
export const formChoices: readonly Choice[] = [
  choice('legacy.ids.prefix', 'prefixed'),
  choice('legacy.ids.prefix', 'bare', { legacy: { idPrefix: () => '' } }),
  choice('legacy.ids.order', 'random'),
  choice('legacy.ids.order', 'counted', { legacy: { countsIds: true } }),
  choice('legacy.authorize.pin-again', 'same'),
  ruling('authorize.pin-again', 'new', { renewsPins: true }),
  choice('legacy.authorize.type-taken', 'taken'),
  ruling('authorize.type-taken', 'refused', { acceptsType: (type) => type === undefined }),
  choice('legacy.authorize.pin-consumer', 'authorized'),
  ruling('authorize.pin-consumer', 'declined-before', {
    declines: (persona) => persona === 'reject' || persona === 'pin',
  }),
  ruling('authorize.pin-consumer', 'declined-with-pin', { declinesWithPin: true }),
  choice('legacy.authorize.test-account', 'by-both'),
  ruling('authorize.test-account', 'by-one', { isAccount: (isEmail, isPhone) => isEmail || isPhone }),
  choice('legacy.errors.message', 'text'),
  message('empty', (body) => ({ ...body, message: '' })),
  message('absent', ({ message: _left, ...body }) => body),
  choice('resource.ids.order', 'random'),
  choice('resource.ids.order', 'counted', { resource: { countsIds: true } }),
  choice('resource.http.unknown-path', '404'),
  choice('resource.http.unknown-path', '405', { resource: { pathRefusal: () => refusals.method } }),
  choice('resource.http.unknown-path', 'other-4xx', {
    resource: { pathRefusal: () => ({ ...refusals.notFound, http: 410 }) },
  }),
  choice('resource.http.unknown-path', '5xx', {
    resource: { pathRefusal: () => ({ ...refusals.notFound, http: 501 }) },
  }),
  choice('resource.error.title-of-wrong-type', 'format'),
  refused('resource.error.title-of-wrong-type', 'missing', (body) =>
    ofType.test(String(body['description'])) ? { ...body, title: 'Malformed request content' } : body,
  ),
  choice('resource.error.description-of', 'cause'),
  refused('resource.error.description-of', 'code', (body) => ({
    ...body,
    description: `This is the error ${String(body['code'])}.`,
  })),
];

function ruling(latitude: string, answer: string, legacy: Partial<LegacyRules>): Choice {
  return choice(`legacy.${latitude}`, answer, { legacy });
}

/** Lines, tax and shipping together. */
function sumOf({ lines, tax, shipping }: Order): Big {
  return lines.reduce((sum, one) => sum.plus(one.amount.times(one.quantity)), new Big(tax).plus(shipping));
}

/** A body with an address in place of another value. */
function withPlace(operation: string, body: JsonObject): JsonObject {
  const { buyer } = body;
  const place = { address2: '-', address3: '-', address4: '-', postal_code: '-' };
  const other =
    operation === 'authorize' && isObject(buyer) && 'address' in buyer && !isObject(buyer['address']);
  return other ? { ...body, buyer: { ...buyer, address: place } } : body;
}

const amounts = new Set(['amount', 'total_amount', 'tax', 'shipping']);

/** Whether any amount in a body is not a whole number. */
function hasFraction(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return Object.entries(part).some(
    ([name, value]) => (amounts.has(name) && !Number.isInteger(Number(value))) || hasFraction(value),
  );
}

/** Shows the expiry in another time zone. */
const zoned =
  (hours: number): ReplyWrapper =>
  (reply) => {
    const { expires, ...rest } = fieldsOf(reply);
    if (typeof expires !== 'string') return reply;
    const shown = new Date(Date.parse(`${expires.replace(' ', 'T')}Z`) + hours * HOUR_MS);
    return { ...reply, body: { ...rest, expires: shown.toISOString().slice(0, 19).replace('T', ' ') } };
  };

/** Answers to what the document leaves open about accepted requests, orders, and unusual captures and refunds. */
export const legacyOrderChoices: readonly Choice[] = [
  choice('legacy.common.other-methods', 'refused'),
  ruling('common.other-methods', 'executed', { acceptsMethod: () => true }),
  choice('legacy.common.other-content-type', 'refused'),
  ruling('common.other-content-type', 'executed', { acceptsContentType: () => true }),
  choice('legacy.status.expires-zone', 'UTC'),
  choice('legacy.status.expires-zone', 'JST', { reply: { status: zoned(9) } }),
  choice('legacy.status.expires-zone', 'other', { reply: { status: zoned(-3) } }),
  choice('legacy.update.raised-total', 'accepted'),
  ruling('update.raised-total', 'refused', { acceptsRaise: false }),
  choice('legacy.update.raise-after-capture', 'accepted'),
  ruling('update.raise-after-capture', 'refused', { acceptsRaiseAfterCapture: false }),
  choice('legacy.update.inconsistent-total', 'accepted'),
  ruling('update.inconsistent-total', 'refused', {
    acceptsSum: (order) => sumOf(order).eq(order.totalAmount),
  }),
  ruling('update.missing-order-ref', 'kept', {
    acceptsMissingRef: () => true,
    refLeftOut: (before) => before.orderRef,
  }),
  ruling('update.other-order-ref', 'kept', {
    acceptsRef: () => true,
    refBrought: (before, sent) => before.orderRef ?? sent,
  }),
  choice('legacy.authorize.order-ref-twice', 'accepted'),
  ruling('authorize.order-ref-twice', 'refused', { acceptsRefTwice: false }),
  choice('legacy.update.first-order-ref', 'set'),
  ruling('update.first-order-ref', 'ignored', { refFirst: () => undefined }),
  choice('legacy.update.order-ref-only-after-authorize', 'replaced'),
  ruling('update.order-ref-only-after-authorize', 'refused', { refAfterAuthorize: 'refused' }),
  ruling('update.order-ref-only-after-authorize', 'kept', { refAfterAuthorize: 'kept' }),
  choice('legacy.update.order-ref-only-after-update', 'replaced'),
  ruling('update.order-ref-only-after-update', 'refused', { refAfterUpdate: 'refused' }),
  ruling('update.order-ref-only-after-update', 'kept', { refAfterUpdate: 'kept' }),
  choice('legacy.capture.unknown-line', 'refused'),
  ruling('capture.unknown-line', 'nothing', { passesOverLines: true }),
  choice('legacy.capture.line-again', 'refused'),
  ruling('capture.line-again', 'accepted', {
    acceptsQuantity: (count) => count > 0,
    acceptsFee: () => true,
    priceOf: priceBeyond,
  }),
  choice('legacy.capture.full-after-partial', 'captures-rest'),
  ruling('capture.full-after-partial', 'refused', { acceptsFull: ({ captured }) => captured.count === 0 }),
  choice('legacy.capture.discount-line', 'captured'),
  ruling('capture.discount-line', 'refused', { acceptsLine: ({ amount }) => amount.gte(0) }),
  choice('legacy.capture.no-quantity', 'the-rest'),
  ruling('capture.no-quantity', 'one', { piecesMeant: () => 1 }),
  ruling('capture.no-quantity', 'the-line', { piecesMeant: (_left, ordered) => ordered }),
  ruling('capture.no-quantity', 'refused', { piecesMeant: () => undefined }),
  choice('legacy.checksum.integers', 'truncated'),
  ruling('checksum.integers', 'rounded', {
    signed: (operation, material, _store, request) =>
      operation === 'authorize'
        ? authorizeMaterial(request as unknown as AuthorizeSigned, roundedText)
        : material,
  }),
  choice('legacy.refund.second-full', 'refused'),
  ruling('refund.second-full', 'accepted', { acceptsEmptyRefund: true }),
  choice('legacy.refund.after-close', 'accepted'),
  ruling('refund.after-close', 'refused', { refundsClosed: ({ closedBy }) => closedBy !== 'request' }),
  choice('legacy.refund.after-expiry', 'accepted'),
  ruling('refund.after-expiry', 'refused', { refundsExpired: ({ closedBy }) => closedBy !== 'expiry' }),
  choice('legacy.refund.after-validity', 'accepted'),
  ruling('refund.after-validity', 'refused', {
    refundsOutlived: ({ closedBy, expiresAt }, now) => closedBy === 'expiry' || now < expiresAt,
  }),
  choice('legacy.common.fractions', 'executed'),
  ruling('common.fractions', 'refused', { acceptsBody: (body) => !hasFraction(body) }),
  choice('legacy.refund.captured-total', 'kept'),
  ruling('refund.captured-total', 'lowered', {
    capturedAfterRefund: ({ captured, status }, amount) =>
      status === 'open' ? { ...captured, amount: captured.amount.minus(amount) } : captured,
  }),
  choice('legacy.update.order-ref-only-closed', 'refused'),
  ruling('update.order-ref-only-closed', 'set', { setsRefOfClosed: true }),
  choice('legacy.common.missing-details', 'refused'),
  ruling('common.missing-details', 'executed', { completed: withPlace }),
];

/** Shows an order_ref that was never set in another way than as empty text. */
function withoutRef(change: (body: ReplyBody) => ReplyBody): Readonly<Record<string, ReplyWrapper>> {
  return {
    status: (reply) =>
      'order_ref' in reply.body && reply.body.order_ref === ''
        ? { ...reply, body: change(reply.body) }
        : reply,
  };
}

const closedWith200 = {
  update: httpWhere('update_fail', 200),
  close: httpWhere('close_fail', 200),
  capture: httpWhere('capture_fail', 200),
};

/** Answers to what the document leaves open about the six operations. */
export const legacyChoices: readonly Choice[] = [
  choice('legacy.errors.bad-key-http', '401'),
  choice('legacy.errors.bad-key-http', 'other-4xx', { reply: refusalsOf(keyless)(withHttp(403)) }),
  choice('legacy.errors.bad-key-http', '5xx', { reply: refusalsOf(keyless)(withHttp(500)) }),
  choice('legacy.errors.bad-key-http', '200', { reply: refusalsOf(keyless)(withHttp(200)) }),
  choice('legacy.errors.closed-http', '400'),
  choice('legacy.errors.closed-http', '200', { reply: closedWith200 }),
  choice('legacy.errors.refund-http', '400'),
  choice('legacy.errors.refund-http', '200', { reply: { refund: httpWhere('refund_fail', 200) } }),
  choice('legacy.capture.fail-reason', 'present'),
  choice('legacy.capture.fail-reason', 'absent', {
    reply: { capture: lacking('capture_fail', 'reason') },
  }),
  choice('legacy.checksum.hex-case', 'accepted'),
  choice('legacy.checksum.hex-case', 'refused', {
    legacy: { acceptsChecksumForm: (given) => !(given.length === 64 && /[A-F]/.test(given)) },
  }),
  choice('legacy.checksum.base64-url-safe', 'refused'),
  choice('legacy.checksum.base64-url-safe', 'accepted', {
    legacy: { readsBase64Url: true },
  }),
  choice('legacy.checksum.base64-unpadded', 'refused'),
  choice('legacy.checksum.base64-unpadded', 'accepted', {
    legacy: { readsUnpaddedBase64: true },
  }),
  choice('legacy.common.convertible-values', 'refused'),
  choice('legacy.common.convertible-values', 'executed', {
    legacy: { received: (_operation, body) => converted(body) as JsonObject },
  }),
  choice('legacy.common.odd-forms', 'executed'),
  ruling('common.odd-forms', 'refused', { acceptsForm: hasPlainNumbers }),
  choice('legacy.common.unusual-orders', 'executed'),
  ruling('common.unusual-orders', 'refused', {
    acceptsOrder: (lines) => areUsual(lines.map(({ item_id: id, amount }) => ({ id, price: amount }))),
  }),
  choice('legacy.authorize.wrong-pin', 'authorize_fail'),
  choice('legacy.authorize.wrong-pin', 'authenticate_consumer', {
    reply: {
      authorize: (reply) =>
        'reason' in reply.body && reply.body.reason === 'bad_auth_code'
          ? { http: 200, body: { status: 'authenticate_consumer', message: 'The PIN is wrong.' } }
          : reply,
    },
  }),
  choice('legacy.status.no-order-ref', 'empty'),
  choice('legacy.status.no-order-ref', 'absent', {
    reply: withoutRef(({ order_ref: _left, ...body }) => body),
  }),
  choice('legacy.status.no-order-ref', 'null', {
    reply: withoutRef((body) => ({ ...body, order_ref: null })),
  }),
  choice('legacy.status.amount-after-update', 'updated'),
  choice('legacy.status.amount-after-update', 'authorized', {
    legacy: { amountShown: (payment) => payment.authorizedAmount },
  }),
  choice('legacy.update.edited-line', 'refused'),
  choice('legacy.update.edited-line', 'accepted', { legacy: { acceptsLines: () => true } }),
  choice('legacy.update.new-discount', 'refused'),
  choice('legacy.update.new-discount', 'accepted', {
    legacy: { acceptsLowerTotal: true },
  }),
  choice('legacy.update.missing-order-ref', 'refused'),
  choice('legacy.update.missing-order-ref', 'dropped', { legacy: { acceptsMissingRef: () => true } }),
  choice('legacy.update.other-order-ref', 'refused'),
  choice('legacy.update.other-order-ref', 'replaced', { legacy: { acceptsRef: () => true } }),
  choice('legacy.capture.amount-after-update', 'updated'),
  choice('legacy.capture.amount-after-update', 'authorized', {
    legacy: {
      capturable: (payment) => payment.authorizedAmount.minus(payment.captured.amount),
      closesAfterCapture: (payment) => payment.captured.amount.gte(payment.authorizedAmount),
    },
  }),
  choice('legacy.capture.above-rest', 'refused'),
  choice('legacy.capture.above-rest', 'closes', { legacy: { acceptsOfRest: () => true } }),
  choice('legacy.capture.nothing', 'refused'),
  choice('legacy.capture.nothing', 'accepted', {
    legacy: { acceptsLeast: () => true },
  }),
  choice('legacy.refund.payment-state', 'unchanged'),
  choice('legacy.refund.payment-state', 'reopens', { legacy: { closedAfterRefund: () => 'open' } }),
  choice('legacy.refund.open-payment-state', 'unchanged'),
  choice('legacy.refund.open-payment-state', 'closes', { legacy: { openAfterRefund: () => 'close' } }),
  choice('legacy.refund.nothing', 'refused'),
  choice('legacy.refund.nothing', 'accepted', {
    legacy: {
      acceptsRefund: (amount, refundable) => amount.lte(refundable.gt(0) ? refundable : new Big(-1)),
    },
  }),
];
