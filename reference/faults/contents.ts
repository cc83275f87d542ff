import { refusals } from '../resource/errors.ts';
import type { HandlerReply, ReplyWrapper } from '../seams.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import { fieldsOf } from './body.ts';
import type { Fault } from './fault.ts';
import { answering } from './replies.ts';

const textOf = (reply: HandlerReply, field: string): string => {
  const value = fieldsOf(reply)[field];
  return typeof value === 'string' ? value : '';
};

/** Refuses with 422 what a predicate of the error's description picks. */
function unprocessable(picks: (description: string) => boolean): ReplyWrapper {
  return (reply) =>
    reply.http === 400 && picks(textOf(reply, 'description'))
      ? { http: 422, body: { ...fieldsOf(reply), status: '422', code: 'request_entity.invalid' } }
      : reply;
}

/** How a description tells that a field is missing, or that one has another type. */
const tellsMissing = (description: string): boolean => description.endsWith(' is missing.');
const tellsType = (description: string): boolean =>
  /: (Invalid input|must be an object)/.test(description) ||
  description === 'The body must be a JSON object.';

function of(operation: string, row: string, what: string, picks: (description: string) => boolean): Fault {
  const name = operation
    .replace('.', '-')
    .replace(/^payments-/, 'resource-')
    .replace(/^tokens-/, 'token-');
  const [, verb] = operation.split('.');
  return {
    id: `${name}-${row}-is-422`,
    requirement: `resource.${verb}.${row}`,
    summary: `${what} is refused by ${verb} with 422 request_entity.invalid.`,
    reply: { [operation]: unprocessable(picks) },
  };
}

const withTypes = [
  'payments.create',
  'payments.capture',
  'payments.refund',
  'payments.update',
  'tokens.suspend',
  'tokens.resume',
  'tokens.delete',
];
const withNeeds = ['payments.create', 'tokens.suspend', 'tokens.resume', 'tokens.delete'];

/** Faults in how the operations of the resource interface refuse content. */
export const contentFaults: readonly Fault[] = [
  ...withTypes.map((operation) => of(operation, 'field-types', 'A field of another type', tellsType)),
  ...withNeeds.map((operation) => of(operation, 'required-fields', 'A missing field', tellsMissing)),
  of('payments.refund', 'capture-id-required', 'A missing capture_id', tellsMissing),
  of(
    'payments.create',
    'zip-required',
    'A missing zip',
    (text) => text === 'shipping_address.zip is missing.',
  ),
  {
    id: 'resource-capture-braces-titled-format',
    requirement: 'resource.capture.braces-title',
    summary: 'Missing braces of a capture have the title of a format error.',
    reply: {
      'payments.capture': (reply) =>
        textOf(reply, 'description') === 'A JSON object is needed.'
          ? { ...reply, body: { ...fieldsOf(reply), title: 'Validation of the request content failed' } }
          : reply,
    },
  },
  {
    id: 'resource-refund-uncaptured-is-409',
    requirement: 'resource.refund.uncaptured-refused',
    summary: 'A refund of an authorized payment is refused with 409.',
    reply: { 'payments.refund': answering(refusals.notCaptured.description, 409, 'service.conflict') },
  },
  {
    id: 'resource-error-code-is-number',
    requirement: 'resource.error.code',
    summary: 'The code of an error object is the HTTP status as a number.',
    resource: {
      errorObject: (refusal, reference) => ({ ...sound.errorObject(refusal, reference), code: refusal.http }),
    },
  },
  {
    id: 'resource-error-without-description',
    requirement: 'resource.error.description',
    summary: 'Error objects have no description.',
    resource: {
      errorObject(refusal, reference) {
        const { description: _left, ...rest } = sound.errorObject(refusal, reference);
        return rest;
      },
    },
  },
  {
    id: 'resource-error-as-list',
    requirement: 'resource.error.is-object',
    summary: 'Error objects of a capture stand in a list.',
    reply: {
      'payments.capture': (reply) => (reply.http >= 400 ? { ...reply, body: [reply.body] } : reply),
    },
  },
];
