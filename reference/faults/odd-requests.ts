import { hash } from 'node:crypto';
import { authorizeMaterial, type AuthorizeSigned } from '../legacy/checksum.ts';
import { internalError } from '../legacy/replies.ts';
import { type LegacyOperationName, soundLegacyRules as legacy } from '../legacy/rules.ts';
import { refusals } from '../resource/errors.ts';
import { soundResourceRules as resource } from '../resource/rules.ts';
import type { PaymentChanges } from '../resource/payment-rules.ts';
import type { Payment } from '../resource/records.ts';
import type { ReplyWrapper } from '../seams.ts';
import type { Fault } from './fault.ts';

/** Takes a checksum also by a comparison that is laxer than the right one. */
function takingChecksums(
  id: string,
  summary: string,
  alike: (given: string, right: { readonly hex: string; readonly base64: string }, hashed: string) => boolean,
): Fault {
  return {
    id: `legacy-checksum-${id}`,
    requirement: 'legacy.checksum.verified',
    summary,
    legacy: {
      acceptsChecksum: (of, given, hashed) =>
        legacy.acceptsChecksum(of, given, hashed) ||
        alike(
          given,
          { hex: hash('sha256', hashed, 'hex'), base64: hash('sha256', hashed, 'base64') },
          hashed,
        ),
    },
  };
}

const manyDigits = /:\d(\.\d+)?e\+/;
const ofBase64 = (given: string): boolean => given.length === 44;
const compared = 16;

const operations: readonly LegacyOperationName[] = [
  'authorize',
  'update',
  'close',
  'capture',
  'status',
  'refund',
];

/** Fails inside where a request holds something; nothing is told of what was done. */
function crashing(id: string, summary: string, on: RegExp): Fault {
  const wrapper: ReplyWrapper = (reply, { request }) =>
    on.test(JSON.stringify(request)) ? internalError : reply;
  return {
    id: `legacy-${id}-crash`,
    requirement: 'legacy.common.failure-not-server-error',
    summary,
    reply: Object.fromEntries(operations.map((operation) => [operation, wrapper])),
  };
}

const legacyOddities: readonly Fault[] = [
  takingChecksums(
    'start-compared',
    'The first characters of a checksum are compared.',
    (given, { hex, base64 }) =>
      [hex, base64].some(
        (right) => given.length > compared && right.slice(0, compared) === given.slice(0, compared),
      ),
  ),
  takingChecksums(
    'end-compared',
    'The last characters of a checksum are compared.',
    (given, { hex, base64 }) =>
      [hex, base64].some(
        (right) => given.length > compared && right.slice(-compared) === given.slice(-compared),
      ),
  ),
  takingChecksums(
    'base64-caseless',
    'A base64 checksum is compared without regard to case.',
    (given, { base64 }) => ofBase64(given) && given.toLowerCase() === base64.toLowerCase(),
  ),
  takingChecksums(
    'of-any-beginning',
    'A checksum of the secret with less behind it, or nothing, is taken.',
    (given, _right, hashed) =>
      Array.from(hashed, (_, length) =>
        hash('sha256', hashed.slice(0, length), ofBase64(given) ? 'base64' : 'hex'),
      ).includes(given),
  ),
  {
    id: 'legacy-authorize-signed-in-latin-1',
    requirement: 'legacy.checksum.authorize',
    summary: 'Authorize hashes the text in Latin-1, in which Japanese can not be written.',
    legacy: {
      acceptsChecksum(of, given, hashed) {
        if (of !== 'authorize') return legacy.acceptsChecksum(of, given, hashed);
        return given === hash('sha256', Buffer.from(hashed, 'latin1'), ofBase64(given) ? 'base64' : 'hex');
      },
    },
  },
  {
    id: 'legacy-authorize-signed-in-32-bits',
    requirement: 'legacy.checksum.authorize',
    summary: 'Authorize cuts amounts to whole numbers of 32 bits.',
    legacy: {
      signed(operation, material, _store, request) {
        if (operation !== 'authorize') return material;
        const signed = request as unknown as AuthorizeSigned;
        const data = signed.merchant_data;
        const cut = { last_order_amount: data.last_order_amount | 0, ltv: data.ltv | 0 };
        return authorizeMaterial({ ...signed, merchant_data: { ...data, ...cut } });
      },
    },
  },
  {
    id: 'legacy-takes-secret-key-of-resource',
    requirement: 'legacy.auth.key-checked',
    summary: 'The secret key of the other interface is taken as well.',
    legacy: {
      acceptsKey: (header, keys) => header === `Bearer ${keys.secretKey}` || legacy.acceptsKey(header, keys),
    },
  },
  crashing(
    'control-characters',
    'A request with control characters ends in an internal error.',
    /\\u00[01]|\u007f/,
  ),
  crashing('null', 'A request with null somewhere ends in an internal error.', /:null\b/),
  crashing(
    'huge-number',
    'A request with a number of many digits ends in an internal error.',
    /:\d(\.\d+)?e\+/,
  ),
  {
    id: 'legacy-order-ref-cut',
    requirement: 'legacy.authorize.order-ref',
    summary: 'The order_ref of an authorization is kept to 255 characters.',
    stored: {
      legacyPayments: (payment) => ({
        ...payment,
        order: { ...payment.order, orderRef: payment.order.orderRef?.slice(0, 255) },
      }),
    },
  },
];

/** Keeps the description of a payment, at its creation and at an update, as a change makes it. */
function keeping(id: string, requirement: string, summary: string, change: (text: string) => string): Fault {
  const kept = (payment: Payment): Payment => ({ ...payment, description: change(payment.description) });
  return {
    id: `resource-description-${id}`,
    requirement,
    summary,
    resource: {
      created: (payment) => kept(resource.created(payment)),
      updated: (payment: Payment, changes: PaymentChanges) => kept(resource.updated(payment, changes)),
    },
  };
}

/** Answers 500 to what a predicate picks by its request or by its refusal. */
const breaking =
  (picks: (request: string, description: unknown) => boolean, text?: string): ReplyWrapper =>
  (reply, { request }) => {
    const description = 'description' in reply.body ? reply.body.description : undefined;
    return picks(JSON.stringify(request), description)
      ? {
          http: 500,
          body: resource.errorObject(refusals.exception, 'err_0'),
          ...(text !== undefined && { text }),
        }
      : reply;
  };

const astral = /[\u{10000}-\u{10ffff}]/gu;

const resourceOddities: readonly Fault[] = [
  {
    id: 'resource-takes-key-of-legacy',
    requirement: 'resource.auth.wrong-key',
    summary: 'The API key of the other interface is taken as well.',
    resource: {
      access: (header, keys) => (header === `Bearer ${keys.apiKey}` ? 'test' : resource.access(header, keys)),
    },
  },
  keeping('cut', 'resource.update.description', 'A description is kept to 255 characters.', (text) =>
    text.slice(0, 255),
  ),
  keeping(
    'cleaned',
    'resource.update.description',
    'Control characters of a description are dropped.',
    (text) =>
      // oxlint-disable-next-line no-control-regex -- control characters are what is dropped
      text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ''),
  ),
  keeping(
    'of-three-bytes',
    'resource.http.utf-8',
    'Characters of four bytes in UTF-8 become question marks.',
    (text) => text.replace(astral, '?'),
  ),
  {
    id: 'resource-astral-crash',
    requirement: 'resource.http.utf-8',
    summary: 'An update with characters of four bytes in UTF-8 ends in an internal error.',
    reply: { 'payments.update': breaking((request) => request.search(astral) >= 0) },
  },
  {
    id: 'resource-capture-no-object-crash',
    requirement: 'resource.capture.braces-needed',
    summary: 'A capture whose body is no object ends in an internal error.',
    reply: {
      'payments.capture': breaking(
        (_request, description) => description === 'The body must be a JSON object.',
      ),
    },
  },
  {
    id: 'resource-many-digits-crash',
    requirement: 'resource.error.is-object',
    summary:
      'A creation or a refund with a number of many digits ends in an internal error that is plain text.',
    reply: {
      'payments.create': breaking((request) => manyDigits.test(request), 'Internal Server Error'),
      'payments.refund': breaking((request) => manyDigits.test(request), 'Internal Server Error'),
    },
  },
];

/** Faults that show when a request is odd: checksums that are nearly right, other keys, unusual characters, huge numbers. */
export const oddRequestFaults: readonly Fault[] = [...legacyOddities, ...resourceOddities];
