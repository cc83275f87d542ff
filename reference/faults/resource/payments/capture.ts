import { HOUR_MS } from '../../../durations.ts';
import { Big } from 'big.js';
import { refusals, contentMissing } from '../../../resource/errors.ts';
import type { Payment } from '../../../resource/records.ts';
import { type Fault, fault } from '../../fault.ts';
import { blanksAsBraces } from '../../answers.ts';
import { overlapping } from '../../overlapping.ts';
import { fieldsOf, answering, succeeding, refusing } from '../../replies.ts';
import { soundResourceRules as sound } from '../../../resource/rules.ts';
import {
  unprocessable,
  isOfType,
  hollow,
  refusingContent,
  size,
  pairsFit,
  crashing,
  firstPairs,
} from '../patches.ts';
import { captureKept, captured, refunded } from './patches.ts';

function beforeDiscounts({ amount, order }: Payment): number {
  return order.items
    .filter((item) => item.unit_price < 0)
    .reduce((sum, item) => sum.minus(new Big(item.unit_price).times(item.quantity)), new Big(amount))
    .toNumber();
}

/** Faults in captures. */
export const paymentCaptureFaults: readonly Fault[] = [
  fault('resource-capture-field-types-is-422', 'resource.capture.field-types', {
    summary: 'A field of another type is refused by capture with 422 request_entity.invalid.',
    reply: { 'payments.capture': unprocessable(isOfType) },
  }),
  fault('resource-capture-braces-titled-format', 'resource.capture.braces-title', {
    summary: 'A capture without braces is refused with the title of a format error.',
    reply: {
      'payments.capture': (reply) =>
        fieldsOf(reply)['description'] === 'A JSON object is needed.'
          ? { ...reply, body: { ...fieldsOf(reply), title: 'Validation of the request content failed' } }
          : reply,
    },
  }),
  fault('resource-error-as-list', 'resource.error.is-object', {
    summary: 'The error object of a capture is in a list.',
    reply: {
      'payments.capture': (reply) => (reply.http >= 400 ? { ...reply, body: [reply.body] } : reply),
    },
  }),
  fault('resource-capture-stays-authorized', 'resource.capture.full-closes', {
    summary: 'A captured payment stays AUTHORIZED.',
    resource: captured((_after, { status }) => ({ status })),
  }),
  fault('resource-capture-with-discount-stays-authorized', 'resource.capture.full-closes', {
    summary: 'A captured payment stays AUTHORIZED when its order has a discount item.',
    resource: captured((_after, { order, status }) => ({
      status: order.items.some((item) => item.unit_price < 0) ? status : 'CLOSED',
    })),
  }),
  fault('resource-refund-reopens', 'resource.capture.full-closes', {
    summary: 'A refund makes a captured payment AUTHORIZED again.',
    resource: refunded(() => ({ status: 'AUTHORIZED' })),
  }),
  fault('resource-race-of-update-and-capture', 'resource.capture.full-closes', {
    summary: 'An update overwrites a capture that happens at the same time.',
    ...overlapping('payments.update', { guarded: true }),
  }),
  fault('resource-capture-above-amount', 'resource.capture.within-amount', {
    summary: 'A capture includes the tax twice.',
    resource: { captureAmount: (payment) => new Big(payment.amount).plus(payment.order.tax).toNumber() },
  }),
  fault('resource-capture-before-discounts', 'resource.capture.within-amount', {
    summary: 'A capture has the amount before discounts.',
    resource: { captureAmount: beforeDiscounts },
  }),
  fault('resource-capture-not-listed', 'resource.capture.adds-capture', {
    summary: 'A capture closes the payment, but is not listed.',
    resource: { captured: (payment) => ({ ...payment, status: 'CLOSED' }) },
  }),
  fault('resource-capture-of-closed-accepted', 'resource.capture.closed-refused', {
    summary: 'A closed payment can be captured, even a second time.',
    resource: { captureAllowed: (payment) => payment.status !== 'REJECTED' },
  }),
  fault('resource-capture-after-close-accepted', 'resource.capture.closed-refused', {
    summary: 'A payment that was closed without a capture can be captured.',
    resource: { captureAllowed: (payment) => payment.status !== 'REJECTED' && payment.captures.length === 0 },
  }),
  fault('resource-capture-of-closed-is-409', 'resource.capture.closed-refused', {
    summary: 'The capture of a closed payment is refused with 409 service.conflict.',
    reply: { 'payments.capture': answering(refusals.captureForbidden, 409, 'service.conflict') },
  }),
  fault('resource-race-of-captures', 'resource.capture.closed-refused', {
    summary: 'Two captures of the same payment at the same time both succeed.',
    ...overlapping('payments.capture'),
  }),
  fault('resource-race-of-capture-and-close', 'resource.capture.closed-refused', {
    summary:
      'A capture does not see that the payment is closed at the same time; captures wait for each other.',
    ...overlapping('payments.capture', { guarded: true }),
  }),
  fault('resource-capture-after-expiry', 'resource.capture.expired-refused', {
    summary: 'A capture after the expiry succeeds.',
    resource: { expired: () => false },
  }),
  fault('resource-capture-expired-is-409', 'resource.capture.expired-refused', {
    summary:
      'A capture after the expiry is refused with 409 service.conflict, and the payment stays AUTHORIZED.',
    reply: { 'payments.capture': answering(refusals.expired, 409, 'service.conflict') },
  }),
  fault('resource-capture-expires-late', 'resource.capture.expired-refused', {
    summary: 'Captures are accepted until an hour after the expiry.',
    resource: { expired: (payment, now) => now >= payment.expiresAt + HOUR_MS },
  }),
  fault('resource-capture-expires-early', 'resource.capture.until-expiry', {
    summary: 'Captures are refused as expired from an hour before the expiry.',
    resource: { expired: (payment, now) => now >= payment.expiresAt - HOUR_MS },
  }),
  fault('resource-capture-without-braces', 'resource.capture.braces-needed', {
    summary: 'A capture without any body is accepted.',
    resource: { bodyNeeded: (operation) => operation !== 'payments.capture' },
  }),
  fault('resource-capture-of-blanks', 'resource.capture.braces-needed', {
    summary: 'A capture whose body has blanks alone is accepted.',
    ...blanksAsBraces(/\/captures$/),
  }),
  fault('resource-capture-no-object-crash', 'resource.capture.braces-needed', {
    summary: 'A capture whose body is not an object ends in an internal error.',
    reply: {
      'payments.capture': crashing(
        (_request, description) => description === 'The body must be a JSON object.',
      ),
    },
  }),
  fault('resource-capture-metadata-lost', 'resource.capture.metadata', {
    summary: 'The metadata of a capture is not kept.',
    resource: captureKept(() => ({ metadata: {} })),
  }),
  fault('resource-capture-last-of-twenty-lost', 'resource.capture.metadata', {
    summary: 'Of twenty metadata pairs of a capture the last is not kept.',
    resource: captureKept(({ metadata }) => ({ metadata: firstPairs(metadata, 19) })),
  }),
  fault('resource-capture-metadata-20-refused', 'resource.capture.metadata', {
    summary: 'Twenty metadata pairs of a capture are refused as malformed.',
    resource: refusingContent(
      'payments.capture',
      refusals.tooManyPairs,
      ({ metadata }) => size(metadata) === 20,
    ),
  }),
  fault('resource-capture-metadata-unlimited', 'resource.capture.metadata-limit', {
    summary: 'A capture accepts any number of metadata pairs.',
    resource: pairsFit('capture', () => true),
  }),
  fault('resource-rejected-captured', 'resource.payment.rejected-not-capturable', {
    summary: 'A rejected payment can be captured.',
    resource: { captureAllowed: (payment) => payment.status !== 'CLOSED' },
  }),
  fault('resource-capture-of-three-items-refused', 'resource.capture.succeeds', {
    summary: 'A payment of more than two items cannot be captured.',
    resource: {
      captureAllowed: (payment) => sound.captureAllowed(payment) && payment.order.items.length <= 2,
    },
  }),
  fault('resource-capture-without-metadata-refused', 'resource.capture.succeeds', {
    summary: 'A payment that has no metadata cannot be captured.',
    resource: {
      captureAllowed: (payment) => sound.captureAllowed(payment) && size(payment.metadata) > 0,
    },
  }),
  fault('resource-capture-empty-object-is-missing', 'resource.capture.empty-object', {
    summary: 'An empty object counts as no body at a capture.',
    resource: refusingContent(
      'payments.capture',
      contentMissing('A JSON object is needed.'),
      (content) => size(content) === 0,
    ),
  }),
  fault('resource-second-capture-kept', 'resource.error.changes-nothing', {
    summary: 'The capture of a captured payment is refused, but listed.',
    resource: { captureAllowed: ({ status, captures }) => status === 'AUTHORIZED' || captures.length > 0 },
    reply: {
      'payments.capture': refusing(
        refusals.captureForbidden,
        (_asked, { captures }) => Array.isArray(captures) && captures.length > 1,
      ),
    },
  }),
  fault('resource-capture-answers-result', 'resource.capture.returns-payment', {
    summary: 'A successful capture answers with a result instead of the payment.',
    reply: { 'payments.capture': succeeding(hollow) },
  }),
  fault('resource-unknown-payment-as-page', 'resource.http.bodies-are-json', {
    summary: 'The capture of an unknown payment is answered with an HTML page.',
    reply: {
      'payments.capture': (reply) =>
        reply.http === 404 ? { ...reply, text: '<html><body>Not found</body></html>' } : reply,
    },
  }),
  fault('resource-capture-knows-no-version', 'resource.version.current-accepted', {
    summary: 'A successful capture is answered with the error that the current version is unknown.',
    reply: { 'payments.capture': refusing(refusals.version, () => true) },
  }),
];
