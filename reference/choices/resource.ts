import { answering } from '../faults/replies.ts';
import { refusals, contentInvalid, type Refusal } from '../resource/errors.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import { type Choice, choice } from './choice.ts';
import { resourcePaymentChoices } from './resource-payments.ts';
import { on, resourceOperations, resourceStatusChoices } from './resource-statuses.ts';
import { isObject } from '../json.ts';
import { converted } from './converted.ts';
import { changedValues } from './each-value.ts';
import type { ReplyBody } from '../seams.ts';
import type { Token } from '../resource/records.ts';

const counted = (token: Token, now: number): Token => ({
  ...token,
  versionNr: token.versionNr + 1,
  updatedAt: now,
});

/** Pages beside that of the newest twenty: their lengths, and the token with which they begin. */
const otherPages = [
  [5, 'oldest'],
  [18, 'oldest'],
  [5, 'newest'],
  [18, 'newest'],
] as const;

function paged(length: number, first: 'newest' | 'oldest'): Choice {
  const page = (tokens: readonly ReplyBody[]) =>
    (first === 'oldest' ? tokens : tokens.toReversed()).slice(0, length);
  return choice('resource.token-list.paging', 'paged', {
    reply: {
      'tokens.list': (reply) =>
        Array.isArray(reply.body) ? { ...reply, body: page(reply.body as readonly ReplyBody[]) } : reply,
    },
  });
}

/** Answers to what the document leaves open about tokens. */
const resourceTokenChoices: readonly Choice[] = [
  choice('resource.token.version-on-read', 'uncounted'),
  choice('resource.token.version-on-read', 'counted', {
    resource: { tokenRead: counted, tokenListed: counted },
  }),
  choice('resource.token.version-on-read', 'counted-afterwards', { resource: { tokenAfterRead: counted } }),
  choice('resource.token.version-on-payment', 'uncounted'),
  choice('resource.token.version-on-payment', 'counted', { resource: { tokenCharged: counted } }),
  choice('resource.token.version-on-refusal', 'uncounted'),
  choice('resource.token.version-on-refusal', 'counted', { resource: { tokenRefused: counted } }),
  choice('resource.token-get.deleted', 'not-found'),
  choice('resource.token-get.deleted', 'record', {
    resource: { reachable: (token, use) => use === 'get' || sound.reachable(token, use) },
  }),
  choice('resource.token-list.paging', 'whole'),
  paged(20, 'newest'),
  ...otherPages.map(([length, first]) => ({
    ...paged(length, first),
    variant: `${length} tokens, ${first} first`,
  })),
  choice('resource.token-list.consumers', 'several'),
  choice('resource.token-list.consumers', 'one', { resource: { ownConsumer: () => false } }),
  choice('resource.token.other-wallet', 'served'),
  choice('resource.token.other-wallet', 'refused', {
    resource: {
      // An empty one is an open point of its own.
      walletMatches: (token, walletId) =>
        walletId === '' || (walletId ?? sound.defaultWallet()) === token.walletId,
    },
  }),
  choice('resource.token.empty-wallet', 'refused'),
  choice('resource.token.empty-wallet', 'served', { resource: { walletIdFits: () => true } }),
  choice('resource.suspend.suspended-code', 'token.suspended'),
  choice('resource.suspend.suspended-code', 'token.not_found', {
    reply: { 'tokens.suspend': answering(refusals.tokenSuspended, 404, 'token.not_found') },
  }),
];

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
function withoutNulls(content: unknown, operation: string): unknown {
  const isRequired = (name: string): boolean => required[operation]?.includes(name) === true;
  return changedValues(content, (value, name) => (value === null && !isRequired(name) ? undefined : value));
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
const resourceBodyChoices: readonly Choice[] = [
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

const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
  501: 'Not Implemented',
};

function errorStatus(answer: string, write: (http: number, phrase: string) => string): Choice {
  return choice('resource.error.status-text', answer, {
    resource: {
      errorObject: (refusal, reference) => ({
        ...sound.errorObject(refusal, reference),
        status: write(refusal.http, phrases[refusal.http] ?? 'Error'),
      }),
    },
  });
}

/** How values are written. */
const forms: readonly Choice[] = [
  choice('resource.states.letter-case', 'upper'),
  choice('resource.states.letter-case', 'lower', {
    resource: { statusText: (status) => status.toLowerCase() },
  }),
  choice('resource.states.letter-case', 'mixed', {
    resource: { statusText: (status) => `${status.slice(0, 1)}${status.slice(1).toLowerCase()}` },
  }),
  {
    ...choice('resource.states.letter-case', 'upper', {
      resource: { statusText: (status, of) => (of === 'token' ? status.toLowerCase() : status) },
    }),
    variant: 'tokens in lower case',
  },
  choice('resource.fields.unset', 'filled'),
  choice('resource.fields.unset', 'null', {
    resource: { optionalText: (text) => (text === '' ? null : text) },
  }),
  choice('resource.fields.unset', 'absent', {
    resource: { optionalText: (text) => (text === '' ? undefined : text) },
  }),
  choice('resource.fields.timestamp-fraction', 'milliseconds'),
  choice('resource.fields.timestamp-fraction', 'none', {
    resource: { instant: (at) => sound.instant(at).replace(/\.\d+/, '') },
  }),
  choice('resource.fields.timestamp-fraction', 'other', {
    resource: { instant: (at) => sound.instant(at).replace('Z', '000Z') },
  }),
  choice('resource.error.status-text', 'digits'),
  errorStatus('digits-and-phrase', (http, phrase) => `${http} ${phrase}`),
];

/** What is asked of requests. */
const requests: readonly Choice[] = [
  choice('resource.version.missing-header', 'served'),
  choice('resource.version.missing-header', 'refused', {
    resource: { versionKnown: (version) => version !== undefined && sound.versionKnown(version) },
  }),
  choice('resource.auth.other-scheme', 'missing'),
  choice('resource.auth.other-scheme', 'wrong', {
    reply: on(resourceOperations, answering(refusals.keyOtherScheme, 403, refusals.keyWrong.code)),
  }),
  choice('resource.auth.other-scheme', 'other-4xx', {
    reply: on(resourceOperations, answering(refusals.keyOtherScheme, 400, refusals.keyMissing.code)),
  }),
  choice('resource.auth.other-scheme', '5xx', {
    reply: on(resourceOperations, answering(refusals.keyOtherScheme, 500, refusals.keyMissing.code)),
  }),
  choice('resource.http.method-status', '405'),
  choice('resource.http.method-status', '404', { resource: { methodHttp: () => 404 } }),
  choice('resource.http.method-code', 'of-method'),
  choice('resource.http.method-code', 'other', {
    resource: { methodCode: () => 'method.not_allowed' },
  }),
  choice('resource.update.patch', 'refused'),
  choice('resource.update.patch', 'as-put', {
    resource: {
      methodTaken: (method, path) => (method === 'PATCH' && path === '/payments/:id' ? 'PUT' : method),
    },
  }),
  choice('resource.http.media-type-code', 'of-media-type'),
  choice('resource.http.media-type-code', 'other', {
    resource: { mediaTypeCode: () => 'request_content.malformed' },
  }),
  ...[400, 501].map((http) => ({
    latitude: 'resource.http.method-status',
    choice: http === 501 ? '5xx' : 'other-4xx',
    resource: { methodHttp: () => http },
  })),
  choice('resource.http.other-media-type', 'served', { resource: { mediaTypeSupported: () => true } }),
];

/** Answers to what the document leaves open about payments and tokens. */
export const resourceChoices: readonly Choice[] = [
  ...forms,
  ...requests,
  ...resourceBodyChoices,
  ...resourcePaymentChoices,
  ...resourceTokenChoices,
  ...resourceStatusChoices,
];
