import { z } from 'zod';
import { requirements } from '../../requirement.ts';
import { metadataRequest } from '../common.ts';

const SECTION = 'Endpoints › POST /payments/{id}/captures';
const STATES = 'States and transitions';
const needs = ['payments'] as const;

/** No setting says how long an authorization is valid: the document gives no period. */
const expiry = {
  rows: ['resource.payment.expires-at', 'resource.create.sets-expiry'],
  what: 'when an authorization expires',
};

/** Rows of capturing a payment. */
export const captureRules = requirements('resource', 'capture', {
  succeeds: {
    id: 'resource.capture.succeeds',
    section: STATES,
    text: 'An AUTHORIZED payment can be captured before its expiry.',
    needs,
  },
  adds: {
    id: 'resource.capture.adds-capture',
    section: STATES,
    text: 'A capture adds one capture object to the captures of the payment, and the answer shows it.',
    needs,
  },
  fullCloses: {
    id: 'resource.capture.full-closes',
    section: STATES,
    text: 'A capture of the full amount closes the payment.',
    needs,
    unseenWhere: {
      latitude: 'resource.capture.amount',
      choice: 'part',
      because: 'the captures of the target take a part, and may close the payment with that',
    },
  },
  closedRefused: {
    id: 'resource.capture.closed-refused',
    section: 'Errors',
    text: 'A capture of a CLOSED payment is refused with 403 service.forbidden.',
    needs,
  },
  expiredRefused: {
    id: 'resource.capture.expired-refused',
    section: 'Errors',
    text: 'A capture after the expiry is refused: with 400 payment.authorization.expired, or as the capture of a payment that the expiry has made CLOSED or REJECTED.',
    needs: ['tokens.issue', 'clock.advance'],
    learnsFrom: expiry,
  },
  beforeExpiry: {
    id: 'resource.capture.until-expiry',
    section: 'Resources and their fields › Payment',
    text: 'A capture stays possible until the expiry.',
    needs: ['tokens.issue', 'clock.advance'],
    learnsFrom: expiry,
  },
  returnsPayment: {
    id: 'resource.capture.returns-payment',
    section: SECTION,
    text: 'A successful capture answers with the payment object.',
    needs,
  },
  emptyObject: {
    id: 'resource.capture.empty-object',
    section: SECTION,
    text: 'An empty JSON object is a sufficient body.',
    needs,
  },
  bracesNeeded: {
    id: 'resource.capture.braces-needed',
    section: SECTION,
    text: 'A capture without the braces of a JSON object is refused with 400 request_content.malformed.',
    needs,
  },
  bracesTitle: {
    id: 'resource.capture.braces-title',
    section: 'Errors',
    text: 'The error about missing braces is titled `Malformed request content`.',
    needs,
  },
  metadata: {
    id: 'resource.capture.metadata',
    section: SECTION,
    text: 'The metadata of a capture request is kept with that capture, up to 20 pairs.',
    needs,
  },
  metadataLimit: {
    id: 'resource.capture.metadata-limit',
    section: 'Limits',
    text: 'More than 20 metadata pairs with a capture are refused.',
    needs,
  },
  fieldTypes: {
    id: 'resource.capture.field-types',
    section: 'Errors',
    text: 'Metadata that is no object is refused with 400 request_content.malformed.',
    needs,
  },
  withinAmount: {
    id: 'resource.capture.within-amount',
    section: 'Resources and their fields › Payment',
    text: 'What is captured never exceeds the amount of the payment.',
    needs,
  },
});

/** Body of a capture: at least an empty object. */
export const captureRequest = z.object({ metadata: metadataRequest.optional() });
