import { refusals } from '../resource/errors.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import type { Fault } from './fault.ts';
import { answering } from './replies.ts';

/** Faults in what is common to all operations of the resource interface: keys, version, error objects, content. */
export const requestFaults: readonly Fault[] = [
  {
    id: 'resource-key-not-needed',
    requirement: 'resource.auth.key-missing',
    summary: 'A request without a key is served with test data.',
    resource: {
      access: (header, keys) => (header === undefined ? 'test' : sound.access(header, keys)),
    },
  },
  {
    id: 'resource-key-missing-is-403',
    requirement: 'resource.auth.key-missing',
    summary: 'A missing key is answered as a wrong one, with 403.',
    resource: {
      access(header, keys) {
        const access = sound.access(header, keys);
        return access === 'missing' ? 'wrong' : access;
      },
    },
  },
  {
    id: 'resource-any-key-accepted',
    requirement: 'resource.auth.wrong-key',
    summary: 'Whatever stands behind Bearer is taken for the test key.',
    resource: {
      access(header, keys) {
        const access = sound.access(header, keys);
        return access === 'wrong' ? 'test' : access;
      },
    },
  },
  {
    id: 'resource-wrong-key-is-401',
    requirement: 'resource.auth.wrong-key',
    summary: 'A wrong key is answered as a missing one, with 401.',
    resource: {
      access(header, keys) {
        const access = sound.access(header, keys);
        return access === 'wrong' ? 'missing' : access;
      },
    },
  },
  {
    id: 'resource-public-key-accepted',
    requirement: 'resource.auth.public-key-refused',
    summary: 'The public key is good for API requests.',
    resource: {
      access: (header, keys) => (header === `Bearer ${keys.publicKey}` ? 'test' : sound.access(header, keys)),
    },
  },
  {
    id: 'resource-error-status-is-a-word',
    requirement: 'resource.error.status',
    summary: 'Error objects give the status as the word error.',
    resource: {
      errorObject: (refusal, reference) => ({ ...sound.errorObject(refusal, reference), status: 'error' }),
    },
  },
  {
    id: 'resource-method-refused-for-the-key',
    requirement: 'resource.http.method-refused',
    summary: 'A method that a path does not have is refused as if the key were wrong.',
    resource: { methodRefusal: () => refusals.keyWrong },
  },
  {
    id: 'resource-version-unchecked',
    requirement: 'resource.version.wrong-refused',
    summary: 'Any value of the version header is accepted.',
    resource: { versionKnown: () => true },
  },
  {
    id: 'resource-error-without-reference',
    requirement: 'resource.error.reference',
    summary: 'Error objects have no reference.',
    resource: {
      errorObject(refusal, reference) {
        const { reference: _left, ...rest } = sound.errorObject(refusal, reference);
        return rest;
      },
    },
  },
  {
    id: 'resource-error-status-is-number',
    requirement: 'resource.error.status',
    summary: 'The status of an error object is a number.',
    resource: {
      errorObject: (refusal, reference) => ({
        ...sound.errorObject(refusal, reference),
        status: refusal.http,
      }),
    },
  },
  {
    id: 'resource-error-status-always-400',
    requirement: 'resource.error.status',
    summary: 'The status of an error object is "400" whatever the HTTP status.',
    resource: {
      errorObject: (refusal, reference) => ({ ...sound.errorObject(refusal, reference), status: '400' }),
    },
  },
  {
    id: 'resource-error-without-title',
    requirement: 'resource.error.title',
    summary: 'The title of an error object is null.',
    resource: {
      errorObject: (refusal, reference) => ({ ...sound.errorObject(refusal, reference), title: null }),
    },
  },
  {
    id: 'resource-missing-field-titled-format',
    requirement: 'resource.error.title-of-missing-field',
    summary: 'A missing field has the title of a format error.',
    resource: {
      errorObject(refusal, reference) {
        const missing = refusal.description.endsWith('is missing.');
        const title = missing ? 'Validation of the request content failed' : refusal.title;
        return sound.errorObject({ ...refusal, title }, reference);
      },
    },
  },
  {
    id: 'resource-format-error-titled-missing',
    requirement: 'resource.error.title-of-format-error',
    summary: 'A format error has the title of a missing field.',
    resource: {
      errorObject(refusal, reference) {
        const format = refusal.title.startsWith('Validation');
        return sound.errorObject(
          format ? { ...refusal, title: 'Malformed request content' } : refusal,
          reference,
        );
      },
    },
  },
  {
    id: 'resource-broken-json-is-415',
    requirement: 'resource.create.malformed-content',
    summary: 'A create whose body is not JSON is answered with 415.',
    reply: { 'payments.create': answering('The body is not JSON.', 415, 'media_type.unsupported') },
  },
  {
    id: 'resource-unknown-payment-is-400',
    requirement: 'resource.payment.unknown-id',
    summary: 'Reading an unknown payment id is answered with 400.',
    reply: { 'payments.get': answering(refusals.notFound.description, 400, 'request_entity.invalid') },
  },
  {
    id: 'resource-unknown-payment-code',
    requirement: 'resource.payment.unknown-id',
    summary: 'The code of an unknown payment id is payment.not_found in place of 404.',
    reply: {
      'payments.get': answering(refusals.notFound.description, 404, 'payment.not_found'),
      'payments.capture': answering(refusals.notFound.description, 404, 'payment.not_found'),
    },
  },
  {
    id: 'resource-text-not-utf-8',
    requirement: 'resource.http.utf-8',
    summary: 'Japanese text of a new payment comes back as question marks.',
    resource: {
      created: (payment) => ({
        ...payment,
        description: payment.description.replace(/[^ -~]/g, '?'),
        storeName: payment.storeName.replace(/[^ -~]/g, '?'),
      }),
    },
  },
];
