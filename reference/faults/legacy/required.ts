import { isObject, type JsonObject } from '../../json.ts';
import { type LegacyOperationName, type LegacyRules, soundLegacyRules as sound } from '../../legacy/rules.ts';
import { type Fault, fault } from '../fault.ts';

type Path = readonly string[];

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Whether a field is missing where what holds it is there; of lists, in any element. */
function lacks(part: unknown, [name = '', ...rest]: Path): boolean {
  if (isList(part)) return part.some((one) => lacks(one, [name, ...rest]));
  if (!isObject(part)) return false;
  return rest.length === 0 ? part[name] === undefined : lacks(part[name], rest);
}

/** The same part with the field filled in where it is missing. */
function filled(part: unknown, path: Path, value: unknown): unknown {
  const [name = '', ...rest] = path;
  if (isList(part)) return part.map((one) => filled(one, path, value));
  if (!isObject(part)) return part;
  if (rest.length === 0) return part[name] === undefined ? { ...part, [name]: value } : part;
  return part[name] === undefined ? part : { ...part, [name]: filled(part[name], rest, value) };
}

/** An operation goes without a required field, also in its checksum. */
function without(operation: LegacyOperationName, path: Path, value: unknown): Partial<LegacyRules> {
  return {
    received: (of, body) => (of === operation ? (filled(body, path, value) as JsonObject) : body),
    acceptsChecksum: (of, given, hashed, request) =>
      (of === operation && lacks(request, path)) || sound.acceptsChecksum(of, given, hashed, request),
  };
}

const address = { address2: '-', address3: '-', address4: '-', postal_code: '-' };
const line = { item_id: '-', title: '-', amount: 1, quantity: 1 };
const history = {
  store: '-',
  customer_age: 0,
  last_order: 0,
  last_order_amount: 0,
  known_address: false,
  num_orders: 0,
  ltv: 0,
  ip_address: '-',
};

/** Faults in what a request may not leave out, each of one field. */
export const legacyRequiredFaults: readonly Fault[] = [
  fault('legacy-authorize-without-name', 'legacy.authorize.requires-name', {
    summary: 'An authorization without the name of the buyer is accepted.',
    legacy: without('authorize', ['buyer', 'name'], '-'),
  }),
  fault('legacy-authorize-without-name2', 'legacy.authorize.requires-name2', {
    summary: 'An authorization without the reading of the name of the buyer is accepted.',
    legacy: without('authorize', ['buyer', 'name2'], '-'),
  }),
  fault('legacy-authorize-without-address', 'legacy.authorize.requires-address', {
    summary: 'An authorization without the address of the buyer is accepted.',
    legacy: without('authorize', ['buyer', 'address'], address),
  }),
  fault('legacy-authorize-without-address2', 'legacy.authorize.requires-address2', {
    summary: 'An authorization without the second line of the address is accepted.',
    legacy: without('authorize', ['buyer', 'address', 'address2'], '-'),
  }),
  fault('legacy-authorize-without-address3', 'legacy.authorize.requires-address3', {
    summary: 'An authorization without the third line of the address is accepted.',
    legacy: without('authorize', ['buyer', 'address', 'address3'], '-'),
  }),
  fault('legacy-authorize-without-address4', 'legacy.authorize.requires-address4', {
    summary: 'An authorization without the fourth line of the address is accepted.',
    legacy: without('authorize', ['buyer', 'address', 'address4'], '-'),
  }),
  fault('legacy-authorize-without-postal-code', 'legacy.authorize.requires-postal-code', {
    summary: 'An authorization without the postal code of the address is accepted.',
    legacy: without('authorize', ['buyer', 'address', 'postal_code'], '-'),
  }),
  fault('legacy-authorize-without-items', 'legacy.authorize.requires-items', {
    summary: 'An authorization without the lines of the order is accepted.',
    legacy: without('authorize', ['order', 'items'], [line]),
  }),
  fault('legacy-authorize-without-item-id', 'legacy.authorize.requires-item-id', {
    summary: 'An authorization without the item_id of a line is accepted.',
    legacy: without('authorize', ['order', 'items', 'item_id'], '-'),
  }),
  fault('legacy-authorize-without-title', 'legacy.authorize.requires-title', {
    summary: 'An authorization without the title of a line is accepted.',
    legacy: without('authorize', ['order', 'items', 'title'], '-'),
  }),
  fault('legacy-authorize-without-amount', 'legacy.authorize.requires-amount', {
    summary: 'An authorization without the amount of a line is accepted.',
    legacy: without('authorize', ['order', 'items', 'amount'], 1),
  }),
  fault('legacy-authorize-without-quantity', 'legacy.authorize.requires-quantity', {
    summary: 'An authorization without the quantity of a line is accepted.',
    legacy: without('authorize', ['order', 'items', 'quantity'], 1),
  }),
  fault('legacy-authorize-without-merchant-data', 'legacy.authorize.requires-merchant-data', {
    summary: 'An authorization without merchant_data is accepted.',
    legacy: without('authorize', ['merchant_data'], history),
  }),
  fault('legacy-authorize-without-store', 'legacy.authorize.requires-store', {
    summary: 'An authorization without merchant_data.store is accepted.',
    legacy: without('authorize', ['merchant_data', 'store'], '-'),
  }),
  fault('legacy-authorize-without-customer-age', 'legacy.authorize.requires-customer-age', {
    summary: 'An authorization without merchant_data.customer_age is accepted.',
    legacy: without('authorize', ['merchant_data', 'customer_age'], 0),
  }),
  fault('legacy-authorize-without-last-order', 'legacy.authorize.requires-last-order', {
    summary: 'An authorization without merchant_data.last_order is accepted.',
    legacy: without('authorize', ['merchant_data', 'last_order'], 0),
  }),
  fault('legacy-authorize-without-last-order-amount', 'legacy.authorize.requires-last-order-amount', {
    summary: 'An authorization without merchant_data.last_order_amount is accepted.',
    legacy: without('authorize', ['merchant_data', 'last_order_amount'], 0),
  }),
  fault('legacy-authorize-without-known-address', 'legacy.authorize.requires-known-address', {
    summary: 'An authorization without merchant_data.known_address is accepted.',
    legacy: without('authorize', ['merchant_data', 'known_address'], false),
  }),
  fault('legacy-authorize-without-num-orders', 'legacy.authorize.requires-num-orders', {
    summary: 'An authorization without merchant_data.num_orders is accepted.',
    legacy: without('authorize', ['merchant_data', 'num_orders'], 0),
  }),
  fault('legacy-authorize-without-ltv', 'legacy.authorize.requires-ltv', {
    summary: 'An authorization without merchant_data.ltv is accepted.',
    legacy: without('authorize', ['merchant_data', 'ltv'], 0),
  }),
  fault('legacy-authorize-without-ip-address', 'legacy.authorize.requires-ip-address', {
    summary: 'An authorization without merchant_data.ip_address is accepted.',
    legacy: without('authorize', ['merchant_data', 'ip_address'], '-'),
  }),
  fault('legacy-update-without-items', 'legacy.update.requires-items', {
    summary: 'An update without the lines of the order is accepted.',
    legacy: without('update', ['order', 'items'], [line]),
  }),
  fault('legacy-update-without-title', 'legacy.update.requires-title', {
    summary: 'An update without the title of a line is accepted.',
    legacy: without('update', ['order', 'items', 'title'], '-'),
  }),
  fault('legacy-update-without-amount', 'legacy.update.requires-amount', {
    summary: 'An update without the amount of a line is accepted.',
    legacy: without('update', ['order', 'items', 'amount'], 1),
  }),
  fault('legacy-update-without-quantity', 'legacy.update.requires-quantity', {
    summary: 'An update without the quantity of a line is accepted.',
    legacy: without('update', ['order', 'items', 'quantity'], 1),
  }),
];
