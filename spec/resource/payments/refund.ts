import { z } from 'zod';
import { requirements } from '../../requirement.ts';
import { metadataRequest } from '../common.ts';

const SECTION = 'Endpoints › POST /payments/{id}/refunds';
const ERRORS = 'Errors';
const needs = ['payments'] as const;

/** Rows of refunding a capture. */
export const refundRules = requirements('resource', 'refund', {
  partial: {
    id: 'resource.refund.partial',
    section: SECTION,
    text: 'A refund with an amount refunds that part of the capture.',
    needs,
  },
  full: {
    id: 'resource.refund.full',
    section: SECTION,
    text: 'A refund without an amount refunds everything captured.',
    needs,
  },
  adds: {
    id: 'resource.refund.adds-refund',
    section: SECTION,
    text: 'A refund adds one refund object to the refunds of the payment, and the answer shows it.',
    needs,
  },
  returnsPayment: {
    id: 'resource.refund.returns-payment',
    section: SECTION,
    text: 'A successful refund answers with the payment object.',
    needs,
  },
  repeated: {
    id: 'resource.refund.several-parts',
    section: 'What the service does',
    text: 'A captured amount can be refunded in several parts until nothing is left.',
    needs,
  },
  withinCaptured: {
    id: 'resource.refund.within-captured',
    section: ERRORS,
    text: 'A refund above what is left of the captured amount is refused with 400 payment.refund.amount.',
    needs,
  },
  exhausted: {
    id: 'resource.refund.exhausted',
    section: ERRORS,
    text: 'A refund after the full amount was refunded is refused with 403 service.forbidden.',
    needs,
  },
  wrongCapture: {
    id: 'resource.refund.wrong-capture',
    section: ERRORS,
    text: 'A refund of a capture id that is wrong is refused with 400 payment.refund.captureId.',
    needs,
  },
  authorizedRefused: {
    id: 'resource.refund.uncaptured-refused',
    section: 'States and transitions',
    text: 'A refund of an AUTHORIZED payment that was not captured is refused: with 403, or with 400 payment.refund.captureId, since it has no capture to name.',
    needs,
  },
  closedUncaptured: {
    id: 'resource.refund.closed-without-capture-refused',
    section: SECTION,
    text: 'A refund of a payment that was closed without a capture is refused.',
    needs,
  },
  rejectedRefused: {
    id: 'resource.refund.rejected-refused',
    section: SECTION,
    text: 'A refund of a REJECTED payment, which was never captured, is refused.',
    needs: ['payments.issue'],
  },
  captureIdRequired: {
    id: 'resource.refund.capture-id-required',
    section: SECTION,
    text: 'A refund without capture_id is refused with 400 request_content.malformed.',
    needs,
  },
  fieldTypes: {
    id: 'resource.refund.field-types',
    section: ERRORS,
    text: 'A field of a type other than the documented one is refused with 400 request_content.malformed.',
    needs,
  },
  metadata: {
    id: 'resource.refund.metadata',
    section: SECTION,
    text: 'The metadata of a refund request is kept with that refund, up to 20 pairs.',
    needs,
  },
  metadataLimit: {
    id: 'resource.refund.metadata-limit',
    section: 'Limits',
    text: 'More than 20 metadata pairs with a refund are refused.',
    needs,
  },
  keepsCaptures: {
    id: 'resource.refund.keeps-captures',
    section: SECTION,
    text: 'A refund leaves the captures and the amount of the payment as they are.',
    needs,
  },
});

/** Body of a refund; without an amount everything captured is refunded. */
export const refundRequest = z.object({
  capture_id: z.string().startsWith('cap_'),
  amount: z.number().optional(),
  reason: z.string().optional(),
  metadata: metadataRequest.optional(),
});
