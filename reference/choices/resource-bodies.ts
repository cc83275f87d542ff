import { isObject } from '../json.ts';
import { contentInvalid, type Refusal } from '../resource/errors.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import { type Choice, own } from './choice.ts';

/** Deeper than any table goes: what is nested further may be nested without end. */
const deepest = 8;

/** Content in which what is null counts as left out. */
function withoutNulls(value: unknown, depth = 0): unknown {
  if (depth > deepest) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => withoutNulls(one, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      inner === null ? [] : [[name, withoutNulls(inner, depth + 1)]],
    ),
  );
}

const reasoned = ['wallet_id', 'reason'];
const changeable = ['order_ref', 'description', 'metadata'];

/** The fields that the tables name, by operation; of an update the others are ignored. */
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

/** Of an update only the fields that it has; the others are ignored, whatever they hold. */
function judged(content: unknown, operation: string): unknown {
  if (operation !== 'payments.update' || !isObject(content)) return content;
  return Object.fromEntries(Object.entries(content).filter(([name]) => changeable.includes(name)));
}

const mayBeEmpty = new Set(['metadata', 'buyer_data']);

function firstEmpty(value: unknown, path: string): string | undefined {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = mayBeEmpty.has(name) ? undefined : firstEmpty(inner, `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is taken of the bodies that no table shows. */
export const resourceBodyChoices: readonly Choice[] = [
  own('resource.requests.extra-fields', 'accepted'),
  { latitude: 'resource.requests.extra-fields', choice: 'refused', resource: { contentFits: unnamed } },
  own('resource.requests.null-optional', 'refused'),
  {
    latitude: 'resource.requests.null-optional',
    choice: 'accepted',
    resource: { contentRead: withoutNulls },
  },
  own('resource.requests.empty-values', 'accepted'),
  {
    latitude: 'resource.requests.empty-values',
    choice: 'refused',
    resource: {
      emptyFits: (content, operation) => firstEmpty(judged(content, operation), '') === undefined,
    },
  },
  own('resource.requests.foreign-id', 'not-found'),
  {
    latitude: 'resource.requests.foreign-id',
    choice: 'malformed',
    resource: { idFits: (of, id) => id.startsWith(sound.prefix(of)) },
  },
  own('resource.update.empty', 'accepted'),
  {
    latitude: 'resource.update.empty',
    choice: 'refused',
    resource: {
      changesFit: (changes) => changeable.some((name) => name in changes),
    },
  },
  own('resource.close.without-braces', 'accepted'),
  {
    latitude: 'resource.close.without-braces',
    choice: 'refused',
    resource: { bodyNeeded: () => true },
  },
  own('resource.error.precedence', 'body'),
  { latitude: 'resource.error.precedence', choice: 'state', resource: { bodyFirst: () => false } },
  own('resource.version.precedence', 'version'),
  { latitude: 'resource.version.precedence', choice: 'other', resource: { versionFirst: () => false } },
];
