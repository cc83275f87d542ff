import { needing, requirements } from '../requirement.ts';
import { z } from 'zod';

/** The order object of Authorize, where each line has an id (legacy, Endpoints, Authorize). */
export const orderRequest = z.object({
  items: z.array(z.object({ item_id: z.string(), title: z.string(), amount: z.number(), quantity: z.int() })),
  tax: z.number().optional(),
  shipping: z.number().optional(),
  total_amount: z.number(),
  order_ref: z.string().optional(),
});

/** The order object of Update, where a line's id may be left out (legacy, Endpoints, Update). */
export const updatedOrderRequest = z.object({
  ...orderRequest.shape,
  items: z.array(
    z.object({ item_id: z.string().optional(), title: z.string(), amount: z.number(), quantity: z.int() }),
  ),
});

const authorizeSection = 'Endpoints › Authorize';
const updateSection = 'Endpoints › Update';

/** The fields that a table calls required, each by itself: without one, a request is not executed (legacy, Endpoints; Errors, bad_request). */
export const authorizeRequired = requirements(
  'legacy',
  'authorize',
  needing(['persona.approve'], {
    'buyer.name': {
      id: 'legacy.authorize.requires-name',
      section: authorizeSection,
      text: 'An authorization without the name of the buyer is refused and makes no payment.',
    },
    'buyer.name2': {
      id: 'legacy.authorize.requires-name2',
      section: authorizeSection,
      text: 'An authorization without the reading of the name of the buyer is refused and makes no payment.',
    },
    'buyer.address': {
      id: 'legacy.authorize.requires-address',
      section: authorizeSection,
      text: 'An authorization without the address of the buyer is refused and makes no payment.',
    },
    'buyer.address.address2': {
      id: 'legacy.authorize.requires-address2',
      section: authorizeSection,
      text: 'An authorization without the second line of the address is refused and makes no payment.',
    },
    'buyer.address.address3': {
      id: 'legacy.authorize.requires-address3',
      section: authorizeSection,
      text: 'An authorization without the third line of the address is refused and makes no payment.',
    },
    'buyer.address.address4': {
      id: 'legacy.authorize.requires-address4',
      section: authorizeSection,
      text: 'An authorization without the fourth line of the address is refused and makes no payment.',
    },
    'buyer.address.postal_code': {
      id: 'legacy.authorize.requires-postal-code',
      section: authorizeSection,
      text: 'An authorization without the postal code of the address is refused and makes no payment.',
    },
    'order.items': {
      id: 'legacy.authorize.requires-items',
      section: authorizeSection,
      text: 'An authorization without the lines of the order is refused and makes no payment.',
    },
    'order.items.item_id': {
      id: 'legacy.authorize.requires-item-id',
      section: authorizeSection,
      text: 'An authorization without the item_id of a line is refused and makes no payment.',
    },
    'order.items.title': {
      id: 'legacy.authorize.requires-title',
      section: authorizeSection,
      text: 'An authorization without the title of a line is refused and makes no payment.',
    },
    'order.items.amount': {
      id: 'legacy.authorize.requires-amount',
      section: authorizeSection,
      text: 'An authorization without the amount of a line is refused and makes no payment.',
    },
    'order.items.quantity': {
      id: 'legacy.authorize.requires-quantity',
      section: authorizeSection,
      text: 'An authorization without the quantity of a line is refused and makes no payment.',
    },
    merchant_data: {
      id: 'legacy.authorize.requires-merchant-data',
      section: authorizeSection,
      text: 'An authorization without merchant_data is refused and makes no payment.',
    },
    'merchant_data.store': {
      id: 'legacy.authorize.requires-store',
      section: authorizeSection,
      text: 'An authorization without merchant_data.store is refused and makes no payment.',
    },
    'merchant_data.customer_age': {
      id: 'legacy.authorize.requires-customer-age',
      section: authorizeSection,
      text: 'An authorization without merchant_data.customer_age is refused and makes no payment.',
    },
    'merchant_data.last_order': {
      id: 'legacy.authorize.requires-last-order',
      section: authorizeSection,
      text: 'An authorization without merchant_data.last_order is refused and makes no payment.',
    },
    'merchant_data.last_order_amount': {
      id: 'legacy.authorize.requires-last-order-amount',
      section: authorizeSection,
      text: 'An authorization without merchant_data.last_order_amount is refused and makes no payment.',
    },
    'merchant_data.known_address': {
      id: 'legacy.authorize.requires-known-address',
      section: authorizeSection,
      text: 'An authorization without merchant_data.known_address is refused and makes no payment.',
    },
    'merchant_data.num_orders': {
      id: 'legacy.authorize.requires-num-orders',
      section: authorizeSection,
      text: 'An authorization without merchant_data.num_orders is refused and makes no payment.',
    },
    'merchant_data.ltv': {
      id: 'legacy.authorize.requires-ltv',
      section: authorizeSection,
      text: 'An authorization without merchant_data.ltv is refused and makes no payment.',
    },
    'merchant_data.ip_address': {
      id: 'legacy.authorize.requires-ip-address',
      section: authorizeSection,
      text: 'An authorization without merchant_data.ip_address is refused and makes no payment.',
    },
  }),
);

/** The same of the lines of an update, which need no id. */
export const updateRequired = requirements(
  'legacy',
  'update',
  needing(['legacy.payment'], {
    'order.items': {
      id: 'legacy.update.requires-items',
      section: updateSection,
      text: 'An update without the lines of the order is refused and changes nothing.',
    },
    'order.items.title': {
      id: 'legacy.update.requires-title',
      section: updateSection,
      text: 'An update without the title of a line is refused and changes nothing.',
    },
    'order.items.amount': {
      id: 'legacy.update.requires-amount',
      section: updateSection,
      text: 'An update without the amount of a line is refused and changes nothing.',
    },
    'order.items.quantity': {
      id: 'legacy.update.requires-quantity',
      section: updateSection,
      text: 'An update without the quantity of a line is refused and changes nothing.',
    },
  }),
);
