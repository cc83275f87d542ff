import { underHttp } from '../faults/replies.ts';
import { type Refusal, refusals } from '../resource/errors.ts';
import { noOperation } from '../resource/routes.ts';
import type { ReplyWrapper } from '../seams.ts';
import type { Choice } from './choice.ts';

const statuses: Readonly<Record<string, number>> = {
  '400': 400,
  '401': 401,
  '403': 403,
  '404': 404,
  '409': 409,
  '415': 415,
  '422': 422,
  'other-4xx': 410,
  '5xx': 500,
};

/** Every operation of the resource interface, and what refuses requests that are for none. */
export const resourceOperations: readonly string[] = [
  ...['create', 'capture', 'refund', 'get', 'update', 'close'].map((name) => `payments.${name}`),
  ...['suspend', 'resume', 'delete', 'get', 'list'].map((name) => `tokens.${name}`),
  noOperation,
];

/** The same change to the replies of several operations. */
export function on(
  operations: readonly string[],
  wrapper: ReplyWrapper,
): Readonly<Record<string, ReplyWrapper>> {
  return Object.fromEntries(operations.map((operation) => [operation, wrapper]));
}

/** One refusal under each of some statuses; the status that it has anyway needs no change. */
export function underStatuses(
  latitude: string,
  refusal: Refusal,
  operations: readonly string[],
  among: readonly string[] = ['400', '403', '404', '409', '422', 'other-4xx', '5xx'],
): readonly Choice[] {
  return among.map((choice) => {
    const http = statuses[choice] ?? refusal.http;
    if (http === refusal.http) return { latitude, choice };
    return { latitude, choice, reply: on(operations, underHttp(refusal, http)) };
  });
}

const reasoned = ['tokens.suspend', 'tokens.resume', 'tokens.delete'];
const withMetadata = ['payments.create', 'payments.capture', 'payments.refund', 'payments.update'];
const withContent = [...withMetadata, ...reasoned];
const create = ['payments.create'];

/** Statuses of refusals that the document does not show. */
export const resourceStatusChoices: readonly Choice[] = [
  ...underStatuses('resource.capture.rejected-status', refusals.rejectedCapture, ['payments.capture']),
  ...underStatuses('resource.close.rejected-status', refusals.rejectedClose, ['payments.close']),
  ...underStatuses('resource.refund.closed-without-capture-status', refusals.closedUncaptured, [
    'payments.refund',
  ]),
  ...underStatuses('resource.refund.rejected-status', refusals.rejectedRefund, ['payments.refund']),
  ...underStatuses('resource.token.bad-reason-status', refusals.reasonCode, reasoned),
  ...underStatuses('resource.resume.consumer-suspension-status', refusals.suspendedByConsumer, [
    'tokens.resume',
  ]),
  ...underStatuses('resource.create.suspended-token-status', refusals.createTokenSuspended, create),
  ...underStatuses('resource.create.deleted-token-status', refusals.createTokenDeleted, create),
  ...underStatuses('resource.create.unknown-token-status', refusals.createTokenUnknown, create),
  ...underStatuses('resource.create.suspended-consumer-status', refusals.consumerSuspended, create),
  ...underStatuses('resource.metadata.over-limit-status', refusals.tooManyPairs, withMetadata),
  ...underStatuses('resource.create.currency-status', refusals.currency, create),
  ...underStatuses('resource.create.address-status', refusals.addressAlone, create),
  ...underStatuses('resource.auth.public-key-status', refusals.keyPublic, resourceOperations, [
    '401',
    '403',
    'other-4xx',
    '5xx',
  ]),
  ...underStatuses('resource.http.other-media-type', refusals.mediaType, withContent, [
    '400',
    '415',
    'other-4xx',
    '5xx',
  ]),
];
