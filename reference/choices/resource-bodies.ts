import { isObject } from '../json.ts';
import { contentInvalid, type Refusal } from '../resource/errors.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import { type Choice, choice } from './choice.ts';
import { converted } from './converted.ts';

/** Deeper than any table of the document. Content may be nested without limit. */
const deepest = 8;

/** The fields that an operation needs to have. */
const required: Readonly<Record<string, readonly string[]>> = {
  // prettier-ignore
  'payments.create': [
    'token_id', 'amount', 'currency', 'buyer_data', 'order', 'items', 'quantity', 'unit_price', 'shipping_address', 'zip',
  ],
  'payments.refund': ['capture_id'],
  'tokens.suspend': ['reason', 'code', 'description'],
  'tokens.resume': ['reason', 'code', 'description'],
  'tokens.delete': ['reason', 'code', 'description'],
};

/** Content in which what is null counts as left out where it may be left out; elsewhere it is of another type. */
function withoutNulls(value: unknown, operation: string, depth = 0): unknown {
  if (depth > deepest) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => withoutNulls(one, operation, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      inner === null && required[operation]?.includes(name) !== true
        ? []
        : [[name, withoutNulls(inner, operation, depth + 1)]],
    ),
  );
}

/** Texts that only describe an item: what they hold need not be read. */
const describing = ['id', 'title', 'description'];

/** Content in which objects that describe an item are kept as the text of their JSON. */
function describedAsText(content: unknown): unknown {
  if (!isObject(content) || !isObject(content['order'])) return content;
  const { items } = content['order'];
  if (!Array.isArray(items)) return content;
  const read = items.map((item: unknown) =>
    isObject(item)
      ? Object.fromEntries(
          Object.entries(item).map(([name, value]) => [
            name,
            describing.includes(name) && typeof value === 'object' && value !== null
              ? JSON.stringify(value)
              : value,
          ]),
        )
      : item,
  );
  return { ...content, order: { ...content['order'], items: read } };
}

const reasoned = ['wallet_id', 'reason'];
const changeable = ['order_ref', 'description', 'metadata'];

/** The fields in the tables, by operation; an update ignores others. */
const named: Readonly<Record<string, readonly string[]>> = {
  // prettier-ignore
  'payments.create': [
    'token_id', 'amount', 'currency', 'description', 'store_name',
    'buyer_data', 'order', 'metadata', 'shipping_address',
  ],
  'payments.capture': ['metadata'],
  'payments.refund': ['capture_id', 'amount', 'reason', 'metadata'],
  'tokens.suspend': reasoned,
  'tokens.resume': reasoned,
  'tokens.delete': reasoned,
};

function unnamed(operation: string, content: unknown): Refusal | undefined {
  const known = named[operation];
  if (known === undefined || !isObject(content)) return undefined;
  const name = Object.keys(content).find((one) => !known.includes(one));
  return name === undefined ? undefined : contentInvalid(`${name}: not a field`);
}

/** The fields that count: of an update only its own, the others are ignored. */
function judged(content: unknown, operation: string): unknown {
  if (operation !== 'payments.update' || !isObject(content)) return content;
  return Object.fromEntries(Object.entries(content).filter(([name]) => changeable.includes(name)));
}

// An empty wallet_id is an open point of its own.
const mayBeEmpty = new Set(['metadata', 'buyer_data', 'wallet_id']);

function firstEmpty(value: unknown, path: string): string | undefined {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = mayBeEmpty.has(name) ? undefined : firstEmpty(inner, `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Which bodies that no table shows are accepted. */
export const resourceBodyChoices: readonly Choice[] = [
  choice('resource.requests.extra-fields', 'accepted'),
  choice('resource.requests.extra-fields', 'refused', { resource: { contentFits: unnamed } }),
  choice('resource.requests.null-optional', 'refused'),
  choice('resource.requests.null-optional', 'accepted', { resource: { contentNulls: withoutNulls } }),
  choice('resource.requests.convertible-values', 'refused'),
  choice('resource.requests.convertible-values', 'accepted', {
    resource: { contentRead: (content) => describedAsText(converted(content)) },
  }),
  choice('resource.requests.empty-values', 'accepted'),
  choice('resource.requests.empty-values', 'refused', {
    resource: {
      emptyFits: (content, operation) => firstEmpty(judged(content, operation), '') === undefined,
    },
  }),
  choice('resource.requests.foreign-id', 'not-found'),
  choice('resource.requests.foreign-id', 'malformed', {
    resource: { idFits: (of, id) => id.startsWith(sound.prefix(of)) },
  }),
  choice('resource.update.empty', 'accepted'),
  choice('resource.update.empty', 'refused', {
    resource: {
      changesFit: (changes) => changeable.some((name) => name in changes),
    },
  }),
  choice('resource.close.without-braces', 'accepted'),
  choice('resource.close.without-braces', 'refused', { resource: { bodyNeeded: () => true } }),
  choice('resource.error.precedence', 'body'),
  choice('resource.error.precedence', 'state', { resource: { bodyFirst: () => false } }),
  choice('resource.version.precedence', 'version'),
  choice('resource.version.precedence', 'other', { resource: { versionFirst: () => false } }),
];
