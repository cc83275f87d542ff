import { contentInvalid, contentMissing, type Refusal, refusals } from '../resource/errors.ts';
import type { Token } from '../resource/records.ts';
import { type ResourceRules, soundResourceRules as sound } from '../resource/rules.ts';
import type { Fault } from './fault.ts';
import { refusing, showing } from './replies.ts';

/** Records of tokens that are suspended, or were. */
const onceSuspended = new WeakSet<Token>();
/** Ids of payments that were created from a token, and not issued by control. */
const created = new Set<unknown>();
/** Records of tokens that were resumed. */
const onceResumed = new WeakSet<Token>();

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON object; of anything else none. */
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The items of a creation that are objects. */
function itemsOf(content: unknown): readonly Fields[] {
  const { items } = fieldsOf(fieldsOf(content)['order']);
  return Array.isArray(items) ? items.map(fieldsOf) : [];
}

/** Content of one operation that is refused although nothing is wrong with it. */
export function refusingContent(
  operation: string,
  refusal: Refusal,
  picks: (content: Fields) => boolean,
): Pick<ResourceRules, 'contentFits'> {
  return {
    contentFits: (asked, content) =>
      asked === operation && picks(fieldsOf(content)) ? refusal : sound.contentFits(asked, content),
  };
}

const create = 'payments.create';

/** Faults in what a creation accepts and what comes of it. */
export const paymentCreationFaults: readonly Fault[] = [
  {
    id: 'resource-create-captures-at-once',
    requirement: 'resource.create.starts-empty',
    summary: 'A new payment is captured already, and AUTHORIZED still.',
    resource: {
      created: (payment) => ({
        ...sound.captured(payment, {
          id: payment.id.replace(/^pay_/, 'cap_'),
          createdAt: payment.createdAt,
          amount: payment.amount,
          tax: payment.order.tax,
          shipping: payment.order.shipping,
          items: payment.order.items,
          metadata: {},
        }),
        status: 'AUTHORIZED',
      }),
    },
  },
  {
    id: 'resource-create-without-expiry',
    requirement: 'resource.create.sets-expiry',
    summary: 'The answer to a creation shows no expiry.',
    reply: { [create]: showing({ expires_at: null }) },
  },
  {
    id: 'resource-create-read-after-capture-only',
    requirement: 'resource.create.retrievable',
    summary:
      'A payment that was created from a token is not found by its id before it was captured or closed.',
    reply: {
      'payments.create': (reply) => {
        created.add(fieldsOf(reply.body)['id']);
        return reply;
      },
      'payments.get': refusing(
        refusals.notFound,
        (_asked, { id, status }) => status === 'AUTHORIZED' && created.has(id),
      ),
    },
  },
  {
    id: 'resource-create-any-token',
    requirement: 'resource.create.unknown-token',
    summary: 'A token id that does not exist stands for any token of the merchant.',
    resource: {
      tokenToCharge(named, all) {
        for (const token of all) if (named === undefined && token.status === 'ACTIVE') return token;
        return named;
      },
    },
  },
  {
    id: 'resource-create-title-needed',
    requirement: 'resource.create.optional-fields',
    summary: 'An item without a title is refused as malformed.',
    resource: refusingContent(create, contentMissing('order.items.0.title is missing.'), (content) =>
      itemsOf(content).some(({ title }) => title === undefined),
    ),
  },
  {
    id: 'resource-create-tax-needed',
    requirement: 'resource.create.optional-fields',
    summary: 'An order without tax is refused as malformed.',
    resource: refusingContent(
      create,
      contentMissing('order.tax is missing.'),
      ({ order }) => fieldsOf(order)['tax'] === undefined,
    ),
  },
  {
    id: 'resource-create-store-name-needed',
    requirement: 'resource.create.optional-fields',
    summary: 'A creation without a store name is refused as malformed.',
    resource: refusingContent(
      create,
      contentMissing('store_name is missing.'),
      (content) => content['store_name'] === undefined,
    ),
  },
  {
    id: 'resource-create-discount-refused',
    requirement: 'resource.create.discount',
    summary: 'An item with a negative price is refused as malformed.',
    resource: refusingContent(create, contentInvalid('order.items: prices must be above zero'), (content) =>
      itemsOf(content).some((item) => Number(item['unit_price']) < 0),
    ),
  },
  {
    id: 'resource-create-discount-not-taken-off',
    requirement: 'resource.payment.amount',
    summary: 'The amount of a payment is kept as the sum of its items without its discounts.',
    resource: {
      created(payment) {
        const { items, tax, shipping } = payment.order;
        const sum = items.reduce((sofar, item) => sofar + Math.max(0, item.unit_price) * item.quantity, 0);
        const discounted = items.some((item) => item.unit_price < 0);
        return discounted ? { ...payment, amount: sum + tax + shipping } : payment;
      },
    },
  },
  {
    id: 'resource-create-line2-not-enough',
    requirement: 'resource.create.address-one-field-suffices',
    summary: 'An address of zip and street number alone is refused.',
    resource: {
      addressComplete: ({ line1, city, state }) => sound.addressComplete({ line1, city, state }),
    },
  },
  {
    id: 'resource-zip-start-only',
    requirement: 'resource.create.zip-format',
    summary: 'A zip with something behind it is accepted.',
    resource: { zipFits: (zip) => /^\d{3}-\d{4}/.test(zip) },
  },
  {
    id: 'resource-zip-hyphen-anywhere',
    requirement: 'resource.create.zip-format',
    summary: 'Any eight characters of digits and hyphens are accepted as zip.',
    resource: { zipFits: (zip) => /^[\d-]{8}$/.test(zip) },
  },
  {
    id: 'resource-zip-letters',
    requirement: 'resource.create.zip-format',
    summary: 'Letters are accepted in a zip.',
    resource: { zipFits: (zip) => /^\w{3}-\w{4}$/.test(zip) },
  },
  {
    id: 'resource-create-metadata-cut-at-twenty',
    requirement: 'resource.create.metadata-limit',
    summary: 'Pairs beyond the twentieth are dropped at creation, with success.',
    resource: {
      metadataFits: (pairs, within) => within === 'create' || sound.metadataFits(pairs, within),
      created: (payment) => ({
        ...payment,
        metadata: Object.fromEntries(Object.entries(payment.metadata).slice(0, 20)),
      }),
    },
  },
  {
    id: 'resource-create-by-consumer-suspended',
    requirement: 'resource.create.suspended-token',
    summary: 'Payments can be created with a token that its consumer suspended.',
    resource: {
      tokenUsable: (token) =>
        sound.tokenUsable(token) || token.suspensions.some(({ authority }) => authority === 'consumer'),
    },
  },
  {
    id: 'resource-create-suspended-again',
    requirement: 'resource.create.suspended-token',
    summary: 'Payments can be created with a token that is suspended for the second time.',
    stored: {
      tokens: (token, previous) => {
        const resumed = previous?.status === 'SUSPENDED' && token.status === 'ACTIVE';
        if (resumed || (previous !== undefined && onceResumed.has(previous))) onceResumed.add(token);
        return token;
      },
    },
    resource: { tokenUsable: (token) => sound.tokenUsable(token) || onceResumed.has(token) },
  },
  {
    id: 'resource-create-once-suspended',
    requirement: 'resource.create.resumed-token',
    summary: 'A token that was suspended once is refused as suspended ever after.',
    stored: {
      tokens: (token, previous) => {
        const suspended =
          token.status === 'SUSPENDED' || (previous !== undefined && onceSuspended.has(previous));
        if (suspended) onceSuspended.add(token);
        return token;
      },
    },
    resource: { tokenUsable: (token) => sound.tokenUsable(token) && !onceSuspended.has(token) },
  },
  {
    id: 'resource-create-deleted-while-suspended',
    requirement: 'resource.create.deleted-token',
    summary: 'A token that was deleted while it was suspended can still be charged.',
    resource: {
      reachable: (token, use) =>
        sound.reachable(token, use) || (use === 'create' && token.suspensions.length > 0),
      tokenUsable: (token) => token.status !== 'SUSPENDED',
    },
  },
];
