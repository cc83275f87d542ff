import { z } from 'zod';
import { requirements, needing } from '../requirement.ts';
import { checksumField } from './checksum.ts';
import { orderRequest } from './tables.ts';

const section = 'Endpoints › Authorize';
const states = 'States and transitions';

/** Statements about Authorize, which creates payments. */
export const authorize = requirements(
  'legacy',
  'authorize',
  needing(['persona.approve'], {
    succeeds: {
      id: 'legacy.authorize.succeeds',
      section,
      text: 'A success answers authorize_success.',
    },
    paymentId: {
      id: 'legacy.authorize.payment-id',
      section,
      text: 'A success names the new payment by a payment_id, which is text.',
    },
    uniqueId: {
      id: 'legacy.authorize.unique-id',
      section: 'Resources and their fields › Payment record',
      text: 'The payment_id is unique: no two payments share one.',
      identifies: true,
    },
    test: {
      id: 'legacy.authorize.test',
      section,
      text: 'A success carries the test flag, true or false.',
    },
    opens: {
      id: 'legacy.authorize.opens',
      section: states,
      text: 'A payment is open after its authorization.',
    },
    amount: {
      id: 'legacy.authorize.amount',
      section: 'Resources and their fields › Payment record',
      text: 'The payment has the total of the authorized order as its amount.',
    },
    discount: {
      id: 'legacy.authorize.discount',
      section,
      text: 'A discount is a line with a negative amount, and the total is what remains after it.',
    },
    orderRef: {
      id: 'legacy.authorize.order-ref',
      section: 'Resources and their fields › Payment record',
      text: 'The payment keeps the order_ref that was sent with the authorization.',
    },
    optionalFields: {
      id: 'legacy.authorize.optional-fields',
      section,
      text: 'Birth date, first address line, tax, shipping, order_ref and options may be left out.',
    },
    optionalAccepted: {
      id: 'legacy.authorize.optional-accepted',
      section,
      text: 'Birth date, first address line, tax, shipping and order_ref may be sent: a request with all of them is not refused for its form.',
    },
    requiredFields: {
      id: 'legacy.authorize.required-fields',
      section,
      text: 'An authorization without a required field that its execution needs makes no payment.',
    },
    failReply: {
      id: 'legacy.authorize.fail-reply',
      section,
      text: 'A failure carries status, reason and message, and names no payment.',
    },
    checksumReply: {
      id: 'legacy.authorize.checksum-reply',
      section,
      text: 'The failure of an authorization for its checksum carries a reason and a message, both text.',
      unseenWhere: {
        latitude: 'legacy.errors.authorize-checksum-status',
        choice: 'none',
        because: 'wrong checksums are refused without JSON',
      },
    },
    failStatus: {
      id: 'legacy.authorize.fail-status',
      section,
      text: 'A declined authorization answers authorize_fail.',
      unseenWhere: {
        latitude: 'legacy.authorize.declined-status',
        choice: 'rejected',
        because: 'declined authorizations answer as rejected requests do',
      },
    },
    declined: {
      id: 'legacy.authorize.declined',
      section: 'What the service does',
      text: 'A consumer whom the fraud and credit checks decline gets no payment.',
      needs: ['persona.reject'],
    },
    pinAsked: {
      id: 'legacy.authorize.pin-asked',
      section,
      text: 'A consumer who must authenticate is answered with authenticate_consumer, and no payment is made yet.',
      needs: ['persona.pin'],
    },
    pinAccepted: {
      id: 'legacy.authorize.pin-accepted',
      section,
      text: 'The request repeated with the PIN as auth_code is authorized.',
      needs: ['persona.pin', 'pin'],
    },
    pinChecked: {
      id: 'legacy.authorize.pin-checked',
      section: 'Authentication',
      text: 'A wrong auth_code authorizes nothing.',
      needs: ['persona.pin', 'pin'],
    },
    validity: {
      id: 'legacy.authorize.validity',
      section: 'Limits',
      text: 'An authorization is valid for 30 days from its success, unless a contract says otherwise.',
      // Only between two readings of a clock that is moved.
      aloneWith: 'clock.advance',
    },
    types: {
      id: 'legacy.authorize.types',
      section,
      level: 'may',
      text: 'options.authorize_type is simple or extended.',
      unseenWhere: {
        latitude: 'legacy.authorize.type-taken',
        choice: 'refused',
        because: 'authorizations with an authorize_type are refused',
      },
    },
    seconds: {
      id: 'legacy.authorize.seconds',
      section: 'What the service does',
      level: 'open',
      text: 'Most authorizations complete within seconds.',
      untestable: 'the share has no figure',
    },
    mail: {
      id: 'legacy.authorize.mail',
      section: 'What the service does',
      text: 'The consumer is informed of an authorization by e-mail; the first time also by a welcome SMS and an account-opening e-mail.',
      untestable: 'SMS and e-mail are no API operations',
    },
    pinSms: {
      id: 'legacy.authorize.pin-sms',
      section,
      text: 'The PIN is sent to the consumer by SMS.',
      untestable: 'SMS and e-mail are no API operations; the PIN that control shows is never judged',
    },
    portalPinSms: {
      id: 'legacy.authorize.portal-pin-sms',
      section: 'What the service does',
      text: 'A consumer who logs in to the consumer portal gets a PIN by SMS.',
      untestable: 'neither SMS and e-mail nor the portal are API operations',
    },
    nameForm: {
      id: 'legacy.authorize.name-form',
      section,
      text: 'The names of a consumer are in kanji and in katakana, each with a half-width space between its parts.',
      untestable: 'it binds the caller; what a server does with another form is not shown',
    },
    dobForm: {
      id: 'legacy.authorize.dob-form',
      section,
      text: 'A birth date is written YYYY-MM-DD.',
      untestable: 'it binds the caller; what a server does with another form is not shown',
    },
    keepsData: {
      id: 'legacy.authorize.keeps-data',
      section: 'Resources and their fields › Payment record',
      text: 'The payment record keeps the order, the consumer data and the merchant data as they were submitted.',
      untestable: 'no reply shows them; the order that captures refer to is judged there',
    },
  }),
);

/** The object given to the checkout's launch call, with the checksum. */
export const authorizeRequest = z.object({
  buyer: z.object({
    name: z.string(),
    name2: z.string(),
    dob: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .optional(),
    email: z.object({ address: z.string() }),
    phone: z.object({ number: z.string() }),
    address: z.object({
      address1: z.string().optional(),
      address2: z.string(),
      address3: z.string(),
      address4: z.string(),
      postal_code: z.string(),
    }),
  }),
  order: orderRequest,
  merchant_data: z.object({
    store: z.string(),
    customer_age: z.int(),
    last_order: z.int(),
    last_order_amount: z.number(),
    known_address: z.boolean(),
    num_orders: z.int(),
    ltv: z.number(),
    ip_address: z.string(),
  }),
  checksum: checksumField,
  options: z.object({ authorize_type: z.enum(['simple', 'extended']).optional() }).optional(),
  auth_code: z.string().optional(),
});
