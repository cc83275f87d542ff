import { requirements } from '../requirement.ts';

const FIELDS = 'Resources and their fields';
const BUYER = `${FIELDS} › Buyer`;
const TOKEN = `${FIELDS} › Token`;
const needs = ['payments'] as const;

/** Rows about the buyer of a payment. */
export const buyerRules = requirements('resource', 'payment', {
  buyerFields: {
    id: 'resource.buyer.fields',
    section: BUYER,
    text: 'A buyer has at least one of name1, name2, email and phone, which are strings.',
    needs,
  },
  buyerName1: {
    id: 'resource.buyer.name1',
    section: BUYER,
    text: 'A buyer has `name1`, as has the origin of a token, which is described as one.',
    needs,
  },
  buyerName2: {
    id: 'resource.buyer.name2',
    section: BUYER,
    text: 'A buyer has `name2`, as has the origin of a token, which is described as one.',
    needs,
  },
  buyerEmail: {
    id: 'resource.buyer.email',
    section: BUYER,
    text: 'A buyer has `email`, as has the origin of a token, which is described as one.',
    needs,
  },
  buyerPhone: {
    id: 'resource.buyer.phone',
    section: BUYER,
    text: 'A buyer has `phone`, as has the origin of a token, which is described as one.',
    needs,
  },
  buyerNames: {
    id: 'resource.buyer.name-spaces',
    section: BUYER,
    text: 'The parts of a name are separated by a space, in the origin of a token by one of half or full width.',
    needs,
  },
  buyerMeaning: {
    id: 'resource.buyer.meaning',
    section: BUYER,
    text: '`name1` is in kanji, name2 in katakana, phone a Japanese mobile number that receives text messages.',
    needs,
  },
});

/** Rows about the origin of a token, which describes its consumer as a buyer is described. */
export const originRules = requirements('resource', 'token', {
  originName1: {
    id: 'resource.token.origin-name1',
    section: TOKEN,
    text: 'The origin of a token has `name1`.',
    needs: ['tokens'],
  },
  originName2: {
    id: 'resource.token.origin-name2',
    section: TOKEN,
    text: 'The origin of a token has `name2`.',
    needs: ['tokens'],
  },
  originEmail: {
    id: 'resource.token.origin-email',
    section: TOKEN,
    text: 'The origin of a token has `email`.',
    needs: ['tokens'],
  },
  originPhone: {
    id: 'resource.token.origin-phone',
    section: TOKEN,
    text: 'The origin of a token has `phone`.',
    needs: ['tokens'],
  },
});

/** The booleans of `previous_payment_methods` (Endpoints, POST /payments). No other field of buyer_data has values that its type shows in full. */
export const paymentMethods = [
  'credit_card_used',
  'cash_on_delivery_used',
  'convenience_store_prepayment_used',
  'carrier_payment_used',
  'bank_transfer_used',
  'rakuten_pay_used',
  'line_pay_used',
  'amazon_pay_used',
  'np_postpay_used',
  'other_postpay_used',
] as const;

/** The field that holds them. */
export const methodsField = 'previous_payment_methods';

/** All fields of buyer_data (Endpoints, POST /payments). */
export const buyerDataFields = [
  'user_id',
  'age',
  'age_platform',
  'days_since_first_transaction',
  'ltv',
  'order_count',
  'last_order_amount',
  'last_order_at',
  'order_amount_last3months',
  'order_count__last3months',
  'additional_shipping_addresses',
  'billing_address',
  'delivery_locn_type',
  'gender',
  'subscription_counter',
  methodsField,
  'number_of_points',
  'order_item_categories',
] as const;
