import { latitudes } from '../latitude.ts';

const section = 'Errors';
const HTTP = ['400', 'other-4xx', '200'] as const;
const CHECKSUM_HTTP = ['400', '401', 'other-4xx', '200'] as const;
const CHECKSUM_STATUS = [
  'request_failed',
  'failed_request',
  'operation-fail',
  'bad_request',
  'none',
] as const;
const DATA_STATUS = ['bad_request', 'other', 'none'] as const;

/** How requests are refused that have a wrong checksum, no JSON, too few fields or an id of nothing. */
export const refusalLatitudes = latitudes('legacy', {
  checksumStatus: {
    id: 'legacy.errors.bad-checksum-status',
    section,
    question: 'Which status does a wrong checksum get at another operation than Authorize?',
    choices: CHECKSUM_STATUS,
  },
  checksumHttp: {
    id: 'legacy.errors.bad-checksum-http',
    section,
    question: 'Which HTTP status does a wrong checksum get at another operation than Authorize?',
    choices: CHECKSUM_HTTP,
  },
  authorizeChecksumStatus: {
    id: 'legacy.errors.authorize-checksum-status',
    section,
    question:
      'Which status does a wrong checksum get at Authorize? The document shows request_failed and failed_request.',
    choices: CHECKSUM_STATUS,
  },
  authorizeChecksumHttp: {
    id: 'legacy.errors.authorize-checksum-http',
    section,
    question: 'Which HTTP status does a wrong checksum get at Authorize?',
    choices: CHECKSUM_HTTP,
  },
  missingChecksumStatus: {
    id: 'legacy.errors.missing-checksum-status',
    section,
    question: 'Which status does a request without a checksum get, or with an empty one?',
    choices: CHECKSUM_STATUS,
    perCase: true,
  },
  missingChecksumHttp: {
    id: 'legacy.errors.missing-checksum-http',
    section,
    question: 'Which HTTP status does a request without a checksum get, or with an empty one?',
    choices: CHECKSUM_HTTP,
    perCase: true,
  },
  noJsonHttp: {
    id: 'legacy.errors.no-json-http',
    section,
    question: 'Which HTTP status does a body get that is no JSON object?',
    choices: HTTP,
    perCase: true,
  },
  noJsonStatus: {
    id: 'legacy.errors.no-json-status',
    section,
    question: 'Which status does a body get that is no JSON object? bad_request is an example.',
    choices: DATA_STATUS,
    perCase: true,
  },
  missingDataHttp: {
    id: 'legacy.errors.missing-data-http',
    section,
    question: 'Which HTTP status does a body get that lacks required data?',
    choices: HTTP,
    perCase: true,
  },
  missingDataStatus: {
    id: 'legacy.errors.missing-data-status',
    section,
    question: 'Which status does a body get that lacks required data? bad_request is an example.',
    choices: DATA_STATUS,
    perCase: true,
  },
  unknownIdStatus: {
    id: 'legacy.errors.unknown-id-status',
    section,
    question: 'Which status does an id get that was never issued?',
    choices: ['bad_request', 'request_failed', 'operation-fail', 'other', 'none'],
    perCase: true,
  },
  unknownIdHttp: {
    id: 'legacy.errors.unknown-id-http',
    section,
    question: 'Which HTTP status does an id get that was never issued?',
    choices: HTTP,
    perCase: true,
  },
});
