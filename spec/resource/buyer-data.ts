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
