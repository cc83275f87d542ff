import { internalError, bodyMessages } from '../../legacy/replies.ts';
import { type LegacyOperationName, soundLegacyRules as sound } from '../../legacy/rules.ts';
import { objectIn } from '../../json.ts';
import type { ReplyWrapper, ReplyBody } from '../../seams.ts';
import { type Fault, fault } from '../fault.ts';
import { receiving, linesOf } from './patches.ts';
import { fieldsOf } from '../replies.ts';

const withoutAuthorize = ['update', 'close', 'capture', 'status', 'refund'];

/** Gives some refusals another status, at every operation but Authorize. */
function saying(
  which: (body: ReplyBody) => boolean,
  status: (operation: string) => string,
): Readonly<Record<string, ReplyWrapper>> {
  const wrapper: ReplyWrapper = (reply, { operation }) => {
    const body = fieldsOf(reply);
    return which(body) ? { ...reply, body: { ...body, status: status(operation) } } : reply;
  };
  return Object.fromEntries(withoutAuthorize.map((operation) => [operation, wrapper]));
}

const mismatched = ({ reason }: ReplyBody): boolean => reason === 'bad_checksum';
const noJson = ({ message }: ReplyBody): boolean => message === bodyMessages.noJson;

/** Faults in the words of refusals that the table for every operation names. */
export const legacyRefusalFaults: readonly Fault[] = [
  fault('legacy-mismatch-as-bad-request', 'legacy.common.checksum-status', {
    summary: 'A wrong checksum is answered with bad_request.',
    reply: saying(mismatched, () => 'bad_request'),
  }),
  fault('legacy-mismatch-as-failed-request', 'legacy.common.checksum-status', {
    summary: 'A wrong checksum is answered with failed_request, which only Authorize is shown with.',
    reply: saying(mismatched, () => 'failed_request'),
  }),
  fault('legacy-mismatch-as-failed-operation', 'legacy.common.checksum-status', {
    summary: 'A wrong checksum is answered with the failure of the operation.',
    reply: saying(mismatched, (operation) => `${operation}_fail`),
  }),
  fault('legacy-no-json-as-request-failed', 'legacy.common.no-json-status', {
    summary: 'A body without JSON is answered with request_failed.',
    reply: saying(noJson, () => 'request_failed'),
  }),
  fault('legacy-no-json-as-failed-operation', 'legacy.common.no-json-status', {
    summary: 'A body without JSON is answered with the failure of the operation.',
    reply: saying(noJson, (operation) => `${operation}_fail`),
  }),
];

const operations: readonly LegacyOperationName[] = [
  'authorize',
  'update',
  'close',
  'capture',
  'status',
  'refund',
];

/** Every operation fails inside where the request has a certain text in it. The merchant is not notified of what was done. */
function crashing(on: RegExp): Readonly<Record<string, ReplyWrapper>> {
  const wrapper: ReplyWrapper = (reply, { request }) =>
    on.test(JSON.stringify(request)) ? internalError : reply;
  return Object.fromEntries(operations.map((operation) => [operation, wrapper]));
}

/** Faults in what all legacy operations share: the key, and requests that make the server fail. */
export const legacyCommonFaults: readonly Fault[] = [
  fault('legacy-key-optional', 'legacy.auth.key-required', {
    summary: 'A request without a key is executed.',
    legacy: { acceptsKey: (header, keys) => header === undefined || sound.acceptsKey(header, keys) },
  }),
  fault('legacy-key-unchecked', 'legacy.auth.key-checked', {
    summary: 'Any bearer key is accepted.',
    legacy: { acceptsKey: (header) => header?.startsWith('Bearer ') === true },
  }),
  fault('legacy-takes-secret-key-of-resource', 'legacy.auth.key-checked', {
    summary: 'The secret key of the other interface is accepted too.',
    legacy: {
      acceptsKey: (header, keys) => header === `Bearer ${keys.secretKey}` || sound.acceptsKey(header, keys),
    },
  }),
  fault('legacy-key-case-ignored', 'legacy.auth.key-checked', {
    summary: 'The case of a key is ignored.',
    legacy: {
      acceptsKey: (header, { apiKey }) =>
        header?.[0] === 'B' && header.slice(7).toLowerCase() === apiKey.toLowerCase(),
    },
  }),
  fault('legacy-key-alone', 'legacy.auth.bearer', {
    summary: 'A key is accepted without a scheme.',
    legacy: { acceptsKey: (header, keys) => header === keys.apiKey || sound.acceptsKey(header, keys) },
  }),
  fault('legacy-key-without-its-beginning', 'legacy.auth.key-checked', {
    summary: 'The end of a key is accepted.',
    legacy: {
      acceptsKey: (header, { apiKey }) =>
        header !== undefined && `Bearer ${apiKey}`.endsWith(header.slice(7)),
    },
  }),
  fault('legacy-key-with-more', 'legacy.auth.key-checked', {
    summary: 'The right key followed by other characters is accepted.',
    legacy: { acceptsKey: (header, keys) => header?.startsWith(`Bearer ${keys.apiKey}`) === true },
  }),
  fault('legacy-any-scheme', 'legacy.auth.bearer', {
    summary: 'The key is accepted with any scheme, or with none.',
    legacy: { acceptsKey: (header, keys) => header?.endsWith(keys.apiKey) === true },
  }),
  fault('legacy-key-refused-as-ok', 'legacy.common.failure-status', {
    summary: 'A request with a wrong key is refused with HTTP status 200 and the status ok.',
    reply: Object.fromEntries(
      operations.map((operation): [string, ReplyWrapper] => [
        operation,
        (reply) =>
          reply.http === 401 ? { http: 200, body: { status: 'ok', message: 'no such key' } } : reply,
      ]),
    ),
  }),
  fault('legacy-update-total-unchecked', 'legacy.common.missing-data', {
    summary: 'An update whose order has no total is accepted.',
    legacy: receiving('update', (body) =>
      linesOf(body).length === 0
        ? body
        : { ...body, order: { total_amount: 1000, ...objectIn(body['order']) } },
    ),
  }),
  fault('legacy-control-characters-crash', 'legacy.common.failure-not-server-error', {
    summary: 'A request with control characters ends in an internal error.',
    reply: crashing(/\\u00[01]|\u007f/),
  }),
  fault('legacy-null-crash', 'legacy.common.failure-not-server-error', {
    summary: 'A request with null in any field ends in an internal error.',
    reply: crashing(/:null\b/),
  }),
  fault('legacy-huge-number-crash', 'legacy.common.failure-not-server-error', {
    summary: 'A request with a number of many digits ends in an internal error.',
    reply: crashing(/:\d(\.\d+)?e\+/),
  }),
];
