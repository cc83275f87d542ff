import { z } from 'zod';
import { requirements } from '../../requirement.ts';
import { metadataRequest } from '../common.ts';

const SECTION = 'Endpoints › POST /payments';
const STATES = 'States and transitions';
const needs = ['tokens'] as const;

/** Rows of creating a recurring payment from a token. */
export const createRules = requirements('resource', 'create', {
  authorizes: {
    id: 'resource.create.authorizes',
    section: STATES,
    text: 'A payment created from an ACTIVE token of an ACTIVE consumer starts AUTHORIZED.',
    needs,
  },
  returnsPayment: {
    id: 'resource.create.returns-payment',
    section: SECTION,
    text: 'A successful creation answers with the payment object.',
    needs,
  },
  startsEmpty: {
    id: 'resource.create.starts-empty',
    section: SECTION,
    text: 'A new payment has neither captures nor refunds.',
    needs,
  },
  setsExpiry: {
    id: 'resource.create.sets-expiry',
    section: STATES,
    text: 'The expiry of a new payment is set by the service and lies in its future.',
    needs,
  },
  retrievable: {
    id: 'resource.create.retrievable',
    section: 'What the service does',
    text: 'A payment that was created can be read under its id.',
    needs,
  },
  suspendedToken: {
    id: 'resource.create.suspended-token',
    section: STATES,
    text: 'Creating a payment with a suspended token fails.',
    needs: ['tokens.change'],
  },
  resumedToken: {
    id: 'resource.create.resumed-token',
    section: STATES,
    text: 'A token that was resumed is ACTIVE again: payments are created from it, and none is refused because it was suspended.',
    needs: ['tokens.change'],
  },
  deletedToken: {
    id: 'resource.create.deleted-token',
    section: SECTION,
    text: 'Creating a payment with a deleted token fails, since the token must be ACTIVE.',
    needs: ['tokens.change'],
  },
  suspendedConsumer: {
    id: 'resource.create.suspended-consumer',
    section: SECTION,
    text: 'Creating a payment fails while the consumer of the token is not ACTIVE.',
    needs: ['tokens.issue', 'consumers.status'],
  },
  unknownToken: {
    id: 'resource.create.unknown-token',
    section: SECTION,
    text: 'Creating a payment with a token id that does not exist fails.',
  },
  requiredFields: {
    id: 'resource.create.required-fields',
    section: SECTION,
    text: '`token_id`, amount, currency, buyer_data, order, order.items, shipping_address and quantity and unit_price of each item are required: without one of them the request is refused with 400 request_content.malformed.',
    needs,
  },
  fieldTypes: {
    id: 'resource.create.field-types',
    section: SECTION,
    text: 'A field whose type is not the documented one, nor convertible to it, is refused with 400 request_content.malformed. Excepted are fields that a creation need not read: those of buyer_data, and the id, title and description of an item.',
    needs,
  },
  optionalFields: {
    id: 'resource.create.optional-fields',
    section: SECTION,
    text: '`description`, store_name, metadata, tax, shipping, order_ref and id, title and description of an item may be left out.',
    needs,
  },
  paymentMethods: {
    id: 'resource.create.payment-methods',
    section: SECTION,
    text: 'Each of the ten booleans of previous_payment_methods is accepted with one of its two values: a request that is accepted without it is not refused for its content both with true and with false.',
    needs,
  },
  currency: {
    id: 'resource.create.currency-jpy',
    section: 'Limits',
    text: 'A currency other than JPY is refused.',
    needs,
  },
  metadataLimit: {
    id: 'resource.create.metadata-limit',
    section: 'Limits',
    text: 'More than 20 metadata pairs at creation are refused.',
    needs,
  },
  metadataFull: {
    id: 'resource.create.metadata-twenty',
    section: 'Limits',
    text: 'Twenty metadata pairs at creation are kept.',
    needs,
  },
  zipRequired: {
    id: 'resource.create.zip-required',
    section: SECTION,
    text: 'A shipping address without zip is refused with 400 request_content.malformed.',
    needs,
  },
  zipFormat: {
    id: 'resource.create.zip-format',
    section: 'Limits',
    text: 'A zip that does not have the form NNN-NNNN is refused with 400 request_content.malformed.',
    needs,
  },
  addressFurther: {
    id: 'resource.create.address-further-field',
    section: 'Limits',
    text: 'A shipping address with zip alone is refused: at least one of line1, line2, city and state must accompany it.',
    needs,
  },
  addressOne: {
    id: 'resource.create.address-one-field-suffices',
    section: SECTION,
    text: 'Any single one of line1, line2, city and state beside zip is enough.',
    byOneAddressPart: true,
    needs,
  },
  discount: {
    id: 'resource.create.discount',
    section: 'Resources and their fields › Item',
    text: 'An item with a negative unit price is accepted as a discount, and the amount is what remains.',
    needs,
  },
  malformed: {
    id: 'resource.create.malformed-content',
    section: 'Errors',
    text: 'A body that is no JSON object is refused with 400 request_content.malformed.',
    needs,
  },
  buyerDataFlags: {
    id: 'resource.create.buyer-data-fields',
    section: SECTION,
    level: 'open',
    text: '`buyer_data` carries the purchase history of the consumer; which of its fields are required is not shown.',
    untestable:
      'The document shows the types of these fields, but no flags, meanings or allowed values, and no operation returns them. Whether a target reads them, and so notices a wrong type, is open.',
  },
  descriptionHidden: {
    id: 'resource.create.description-not-displayed',
    section: SECTION,
    text: 'The description is displayed neither to the consumer nor in the dashboard; the store name is.',
    untestable: 'It concerns the consumer app and the dashboard, which no operation returns.',
  },
});

/** An address in a request: zip and at least one further field (Limits). */
export const addressRequest = z
  .object({
    zip: z.string().regex(/^\d{3}-\d{4}$/),
    line1: z.string().optional(),
    line2: z.string().optional(),
    city: z.string().optional(),
    state: z.string().optional(),
  })
  .refine(
    (a) => [a.line1, a.line2, a.city, a.state].some((part) => part !== undefined),
    'a further field beside zip',
  );

export const itemRequest = z.object({
  id: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  unit_price: z.number(),
  quantity: z.int(),
});

/** buyer_data is judged as an object only: flags and values of its fields are not shown. */
export const createRequest = z.object({
  token_id: z.string().startsWith('tok_'),
  amount: z.number(),
  currency: z.literal('JPY'),
  description: z.string().optional(),
  store_name: z.string().optional(),
  buyer_data: z.object({}),
  order: z.object({
    items: z.array(itemRequest),
    tax: z.number().optional(),
    shipping: z.number().optional(),
    order_ref: z.string().optional(),
  }),
  metadata: metadataRequest.optional(),
  shipping_address: addressRequest,
});
