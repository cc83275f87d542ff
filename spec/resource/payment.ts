import { requirements } from '../requirement.ts';
import { buyerRules } from './buyer.ts';
import { recordRules } from './payment-records.ts';

const FIELDS = 'Resources and their fields';
const PAYMENT = `${FIELDS} › Payment`;
const ORDER = `${FIELDS} › Order`;
const ADDRESS = `${FIELDS} › Shipping address`;
const needs = ['payments'] as const;

const ownRules = requirements('resource', 'payment', {
  id: {
    id: 'resource.payment.id',
    section: PAYMENT,
    text: '`id` is a string that starts with `pay_`.',
    needs,
  },
  idStable: {
    id: 'resource.payment.id-stable',
    section: PAYMENT,
    text: 'Every answer about a payment shows the id under which it was created.',
    needs,
    identifies: true,
  },
  idUnique: {
    id: 'resource.payment.id-unique',
    section: PAYMENT,
    text: 'No two payments share an id.',
    needs: ['tokens'],
    identifies: true,
  },
  createdAt: {
    id: 'resource.payment.created-at',
    section: PAYMENT,
    text: '`created_at` is an ISO 8601 instant in UTC, and does not change.',
    needs,
  },
  expiresAt: {
    id: 'resource.payment.expires-at',
    section: PAYMENT,
    text: '`expires_at` is an ISO 8601 instant in UTC, later than created_at, and does not change.',
    needs,
  },
  amount: {
    id: 'resource.payment.amount',
    section: PAYMENT,
    text: '`amount` is a number: the total that was sent at creation.',
    needs,
  },
  currency: { id: 'resource.payment.currency', section: PAYMENT, text: '`currency` is `JPY`.', needs },
  description: {
    id: 'resource.payment.description',
    section: PAYMENT,
    text: '`description` is the text that was last set.',
    needs,
  },
  storeName: {
    id: 'resource.payment.store-name',
    section: PAYMENT,
    text: "`store_name` is the store name that was sent at creation, alone or with more around it; or always the account's own.",
    needs,
    unseenWhere: {
      latitude: 'resource.payment.store-name-shown',
      choice: 'of-account',
      because: "the target shows the account's own name, whatever name is sent",
    },
  },
  test: {
    id: 'resource.payment.test',
    section: PAYMENT,
    text: '`test` is a boolean, true when the payment was made with a test key.',
    needs,
  },
  status: {
    id: 'resource.payment.status',
    section: PAYMENT,
    text: '`status` is one of AUTHORIZED, CLOSED and REJECTED.',
    needs,
  },
  tier: {
    id: 'resource.payment.tier',
    section: PAYMENT,
    text: '`tier` is a string; the default is `classic`.',
    needs,
  },
  buyer: { id: 'resource.payment.buyer', section: PAYMENT, text: '`buyer` is an object.', needs },
  unchanged: {
    id: 'resource.payment.unchanged',
    section: PAYMENT,
    text: 'The tier and the buyer of a payment, which no operation changes, are the same in every answer.',
    needs,
  },
  order: { id: 'resource.payment.order', section: PAYMENT, text: '`order` is an object.', needs },
  address: {
    id: 'resource.payment.shipping-address',
    section: PAYMENT,
    text: '`shipping_address` is an object with the address that was sent.',
    needs,
  },
  captures: {
    id: 'resource.payment.captures',
    section: PAYMENT,
    text: '`captures` is an array that holds exactly the captures made.',
    needs,
  },
  refunds: {
    id: 'resource.payment.refunds',
    section: PAYMENT,
    text: '`refunds` is an array that holds exactly the refunds made.',
    needs,
  },
  metadata: {
    id: 'resource.payment.metadata',
    section: PAYMENT,
    text: '`metadata` is an object with the pairs that were last set.',
    needs,
  },
  items: {
    id: 'resource.order.items',
    section: ORDER,
    text: '`order.items` holds the items that were sent.',
    needs,
  },
  tax: { id: 'resource.order.tax', section: ORDER, text: '`order.tax` is the number that was sent.', needs },
  shipping: {
    id: 'resource.order.shipping',
    section: ORDER,
    text: '`order.shipping` is the number that was sent.',
    needs,
  },
  orderRef: {
    id: 'resource.order.order-ref',
    section: ORDER,
    text: '`order.order_ref` is the merchant reference that was last set.',
    needs,
  },
  orderUpdatedAt: {
    id: 'resource.order.updated-at',
    section: ORDER,
    level: 'may',
    text: '`order.updated_at` is unused.',
    untestable: 'An unused field may hold anything.',
  },
  addressZip: {
    id: 'resource.address.zip',
    section: ADDRESS,
    text: '`zip` is a postal code in the form NNN-NNNN, as it was sent.',
    needs: ['tokens'],
  },
  addressParts: {
    id: 'resource.address.parts',
    section: ADDRESS,
    text: '`line1`, line2, city and state are strings, as they were sent.',
    needs: ['tokens'],
  },
  rejected: {
    id: 'resource.payment.rejected-not-capturable',
    section: PAYMENT,
    text: 'A REJECTED payment cannot be captured.',
    needs: ['payments.issue'],
  },
  unknownId: {
    id: 'resource.payment.unknown-id',
    section: 'Errors',
    text: 'Every payment operation but create answers an unknown payment id with 404 and code `404`.',
  },
  singlePayments: {
    id: 'resource.payment.single-through-checkout',
    section: 'What the service does',
    text: 'Single payments are created through the checkout app, not through this interface.',
    needs: ['checkout', 'public_key', 'persona.approve'],
  },
});

/** Rows about the fields of a payment object and its records, whichever operation shows it. */
export const paymentRules = { ...ownRules, ...buyerRules, ...recordRules } as const;
