import { z } from 'zod';
import { requirements } from '../requirement.ts';

const AUTH = 'Authentication';
const ERRORS = 'Errors';
const OBJECT = 'Resources and their fields › Error object';
const noOwnCode =
  'Other codes may appear, so no failure must carry this one. Where the cause of a failure is known, its code is judged there.';

/** Rows that hold for every operation of the resource interface: keys, version, error objects, transport. */
export const commonRules = requirements('resource', 'common', {
  keyMissing: {
    id: 'resource.auth.key-missing',
    section: AUTH,
    text: 'A request without credentials is refused with 401 authentication.failed.',
  },
  keyWrong: {
    id: 'resource.auth.wrong-key',
    section: AUTH,
    text: 'A request with an incorrect key is refused with 403 authorization.failed; one with a key of the other interface, which does not have the form of a secret key, with 401 or 403.',
    byWrongKey: true,
  },
  publicKey: {
    id: 'resource.auth.public-key-refused',
    section: AUTH,
    text: 'A public key is no credential for the API: a request that carries one in place of the secret key is refused.',
    needs: ['public_key'],
    byWrongKey: true,
  },
  versionWrong: {
    id: 'resource.version.wrong-refused',
    section: 'Versioning',
    text: 'A request with a version value that does not exist is refused with 400 version.unknown.',
  },
  versionMissing: {
    id: 'resource.version.missing',
    section: 'Versioning',
    level: 'open',
    text: 'A request without the version header is either served, or refused with 400 version.unknown.',
  },
  versionCurrent: {
    id: 'resource.version.current-accepted',
    section: 'Versioning',
    text: 'The current version value is accepted.',
  },
  success: {
    id: 'resource.http.success-is-2xx',
    section: 'Endpoints › Common rules',
    text: 'An operation that succeeds answers with a 2xx status.',
  },
  successIs200: {
    id: 'resource.http.success-is-200',
    section: ERRORS,
    level: 'may',
    text: 'A request processed without error answers 200.',
    untestable:
      'The Endpoints section permits every 2xx status, so a success status other than 200 is no violation.',
  },
  failure: {
    id: 'resource.http.failure-is-4xx',
    section: 'Endpoints › Common rules',
    level: 'may',
    text: 'A request that is refused answers with an HTTP status of the 4xx range, not with success and not with an internal failure.',
    untestable:
      'The section permits the 5xx range as well, so a failure of that range is no violation where no status is named.',
  },
  failureRange: {
    id: 'resource.http.failure-is-4xx-or-5xx',
    section: 'Endpoints › Common rules',
    text: 'A request that fails answers with an HTTP status of the 4xx or the 5xx range.',
  },
  errorObject: {
    id: 'resource.error.is-object',
    section: ERRORS,
    text: 'A refusal carries the error object as a JSON body.',
  },
  errorReference: { id: 'resource.error.reference', section: OBJECT, text: '`reference` is a string.' },
  errorStatus: {
    id: 'resource.error.status',
    section: OBJECT,
    text: '`status` is a string that gives the HTTP status of the answer: its code, or its reason phrase.',
  },
  errorStatusCode: {
    id: 'resource.error.status-code',
    section: OBJECT,
    text: '`status` holds the HTTP status code of the answer as text; the phrase alone is no code.',
  },
  errorNotEmpty: {
    id: 'resource.error.not-empty',
    section: OBJECT,
    text: '`reference`, code, title and description say something: none of them is empty.',
  },
  errorCode: {
    id: 'resource.error.code',
    section: OBJECT,
    text: '`code` is a string that names the error kind.',
  },
  errorTitle: { id: 'resource.error.title', section: OBJECT, text: '`title` is a string.' },
  errorDescription: { id: 'resource.error.description', section: OBJECT, text: '`description` is a string.' },
  titleMissing: {
    id: 'resource.error.title-of-missing-field',
    section: ERRORS,
    text: 'The error about a missing field is titled `Malformed request content`.',
    needs: ['payments'],
  },
  titleFormat: {
    id: 'resource.error.title-of-format-error',
    section: ERRORS,
    text: 'The error about a badly formatted field is titled `Validation of the request content failed`; one about null or a value of another type has this title or that of a missing field.',
    needs: ['tokens'],
  },
  methodRefused: {
    id: 'resource.http.method-refused',
    section: ERRORS,
    text: 'An HTTP method that a path does not have is refused with an error, whose code names no other cause.',
  },
  mediaTypeRefused: {
    id: 'resource.http.media-type',
    section: ERRORS,
    level: 'open',
    text: 'A body under a media type other than application/json may be refused as media_type.unsupported, or under another code that names no other cause.',
    unseenWhere: {
      latitude: 'resource.http.other-media-type',
      choice: 'served',
      because: 'the target serves other media types too',
    },
  },
  refusalChangesNothing: {
    id: 'resource.error.changes-nothing',
    section: 'States and transitions',
    text: 'A request that is refused leaves payments and tokens as they were: later reads show no change.',
    needs: ['tokens'],
  },
  json: {
    id: 'resource.http.bodies-are-json',
    section: 'Endpoints › Common rules',
    text: 'Bodies of answers are JSON.',
  },
  utf8: {
    id: 'resource.http.utf-8',
    section: 'Introduction',
    text: 'Text is UTF-8: Japanese text that was sent comes back unchanged.',
    needs: ['payments'],
  },
  httpsOnly: {
    id: 'resource.transport.https-only',
    section: AUTH,
    text: 'Requests over plain HTTP produce an error.',
    untestable:
      'Test targets commonly listen on loopback without TLS, and the address in the settings has one scheme only.',
  },
  fourKeys: {
    id: 'resource.auth.four-keys',
    section: 'What the service does',
    text: 'An account has a public and a secret key for test use, and a public and a secret key for live use.',
    untestable: 'The settings of a target hold one secret key; live keys are not given to a test suite.',
  },
  keySelectsData: {
    id: 'resource.auth.key-selects-data',
    section: AUTH,
    text: 'The key in use, test or live, selects the test or the live data.',
    untestable: 'It needs a second secret key of the same account.',
  },
  secretPrefix: {
    id: 'resource.auth.key-prefixes',
    section: AUTH,
    text: 'Secret keys start with `sk_`, public keys with `pk_`.',
    untestable: 'Keys are issued outside the API; the settings check their form.',
  },
  openCodes: {
    id: 'resource.error.codes-may-grow',
    section: ERRORS,
    level: 'may',
    text: 'Error codes beyond the table may appear.',
    untestable: 'A permission for the target, which no answer can break.',
  },
  methodCode: {
    id: 'resource.error.method-invalid',
    section: ERRORS,
    text: 'method.invalid, or service.conflict, says that an HTTP method cannot be used.',
    unseenWhere: {
      latitude: 'resource.http.method-code',
      choice: 'other',
      because: 'the target refuses methods as unknown resources, or under a code of its own',
    },
  },
  mediaTypeCode: {
    id: 'resource.error.media-type-unsupported',
    section: ERRORS,
    text: 'media_type.unsupported says that a media type is not supported.',
    unseenWhere: [
      {
        latitude: 'resource.http.media-type-code',
        choice: 'other',
        because: 'the target refuses media types as malformed content, or under a code of its own',
      },
      {
        latitude: 'resource.http.other-media-type',
        choice: 'served',
        because: 'the target serves other media types too',
      },
    ],
    needs: ['tokens'],
  },
  entityCode: {
    id: 'resource.error.request-entity-invalid',
    section: ERRORS,
    text: 'request_entity.invalid says that an entity did not pass its validation.',
    untestable: noOwnCode,
  },
  exceptionCode: {
    id: 'resource.error.service-exception',
    section: ERRORS,
    text: 'service.exception says that the service met an internal error.',
    untestable: noOwnCode,
  },
  noEvents: {
    id: 'resource.events.none',
    section: 'Events',
    level: 'open',
    text: 'No event delivery is described for this interface.',
    untestable: 'The document states nothing that an event could break.',
  },
});

/** Merchant-defined pairs, at most 20 of them (Limits). */
export const metadataRequest = z
  .record(z.string(), z.string())
  .refine((pairs) => Object.keys(pairs).length <= 20, 'at most 20 pairs');
