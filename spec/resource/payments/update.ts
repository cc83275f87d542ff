import { z } from 'zod';
import { requirements } from '../../requirement.ts';
import { metadataRequest } from '../common.ts';

const SECTION = 'Endpoints › PUT /payments/{id}';
const STATES = 'States and transitions';
const needs = ['payments'] as const;

/** Rows of updating a payment. */
export const updateRules = requirements('resource', 'update', {
  orderRef: { id: 'resource.update.order-ref', section: SECTION, text: 'An update sets order_ref.', needs },
  returnsPayment: {
    id: 'resource.update.returns-payment',
    section: SECTION,
    text: 'A successful update answers with the payment object.',
    needs,
  },
  orderRefShared: {
    id: 'resource.update.order-ref-not-unique',
    section: SECTION,
    text: 'An order_ref that another payment already has is accepted.',
    needs: ['tokens'],
  },
  description: {
    id: 'resource.update.description',
    section: SECTION,
    text: 'An update sets the description of the payment.',
    needs,
  },
  metadata: {
    id: 'resource.update.metadata-replaced',
    section: SECTION,
    text: 'An update with metadata replaces the pairs completely.',
    needs,
  },
  several: {
    id: 'resource.update.several-fields',
    section: SECTION,
    text: 'Several fields may change in one request.',
    needs,
  },
  untouched: {
    id: 'resource.update.others-untouched',
    section: SECTION,
    text: 'What an update does not name stays as it is.',
    needs,
  },
  othersIgnored: {
    id: 'resource.update.other-fields-ignored',
    section: SECTION,
    text: 'Fields of the body other than order_ref, description and metadata are ignored.',
    needs,
  },
  authorized: {
    id: 'resource.update.authorized-allowed',
    section: STATES,
    text: 'An AUTHORIZED payment can be updated, and stays AUTHORIZED.',
    needs,
  },
  closed: {
    id: 'resource.update.closed-allowed',
    section: STATES,
    text: 'A CLOSED payment can be updated, and stays CLOSED.',
    needs,
  },
  metadataLimit: {
    id: 'resource.update.metadata-limit',
    section: 'Limits',
    text: 'More than 20 metadata pairs in an update are refused.',
    needs,
  },
  metadataFull: {
    id: 'resource.update.metadata-twenty',
    section: 'Limits',
    text: 'Twenty metadata pairs in an update are kept.',
    needs,
  },
  fieldTypes: {
    id: 'resource.update.field-types',
    section: 'Errors',
    text: 'A field of a type other than the documented one is refused with 400 request_content.malformed.',
    needs,
  },
});

/** Body of an update: every field is optional, what else it holds is ignored. */
export const updateRequest = z.object({
  order_ref: z.string().optional(),
  description: z.string().optional(),
  metadata: metadataRequest.optional(),
});
