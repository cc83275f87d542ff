import { latitudes } from '../../latitude.ts';

const section = 'Errors';
const HTTP = ['400', 'other-4xx', '200', '5xx'] as const;
const CHECKSUM_HTTP = ['400', '401', 'other-4xx', '200', '5xx'] as const;
const CHECKSUM_STATUS = [
  'request_failed',
  'failed_request',
  'operation-fail',
  'bad_request',
  'none',
] as const;
const DATA_STATUS = ['bad_request', 'other', 'none'] as const;

/** How requests with a wrong checksum, no JSON, missing fields or an unknown id are refused. */
export const refusalLatitudes = latitudes('legacy', {
  checksumStatus: {
    id: 'legacy.errors.bad-checksum-status',
    section,
    question:
      'Is a wrong checksum at operations other than Authorize answered with JSON? Where it is, the status is request_failed.',
    choices: ['request_failed', 'none'],
  },
  checksumHttp: {
    id: 'legacy.errors.bad-checksum-http',
    section,
    question: 'Which HTTP status does a wrong checksum get at operations other than Authorize?',
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
  checksumReason: {
    id: 'legacy.errors.authorize-checksum-reason',
    section,
    question:
      'Which reason does a wrong checksum get at Authorize? bad_checksum is an example, and the list of reasons is not shown.',
    choices: ['bad_checksum', 'other'],
    perCase: true,
  },
  missingChecksumStatus: {
    id: 'legacy.errors.missing-checksum-status',
    section,
    question: 'Which status does a request without a checksum or with an empty one get?',
    choices: CHECKSUM_STATUS,
    perCase: true,
  },
  missingChecksumHttp: {
    id: 'legacy.errors.missing-checksum-http',
    section,
    question: 'Which HTTP status does a request without a checksum or with an empty one get?',
    choices: CHECKSUM_HTTP,
    perCase: true,
  },
  noJsonHttp: {
    id: 'legacy.errors.no-json-http',
    section,
    question: 'Which HTTP status does a body that is no JSON object get?',
    choices: HTTP,
    perCase: true,
  },
  noJsonStatus: {
    id: 'legacy.errors.no-json-status',
    section,
    question:
      'Which status does a body that is no JSON object get? bad_request is the example for missing JSON data, but at Authorize failed_request is shown.',
    choices: DATA_STATUS,
    perCase: true,
  },
  missingDataHttp: {
    id: 'legacy.errors.missing-data-http',
    section,
    question: 'Which HTTP status does a body without required data get?',
    choices: HTTP,
    perCase: true,
  },
  missingDataStatus: {
    id: 'legacy.errors.missing-data-status',
    section,
    question: 'Which status does a body without required data get? bad_request is an example.',
    choices: DATA_STATUS,
    perCase: true,
  },
  unknownIdStatus: {
    id: 'legacy.errors.unknown-id-status',
    section,
    question: 'Which status does an id that was never issued get?',
    choices: ['bad_request', 'request_failed', 'operation-fail', 'other', 'none'],
    perCase: true,
  },
  unknownIdHttp: {
    id: 'legacy.errors.unknown-id-http',
    section,
    question: 'Which HTTP status does an id that was never issued get?',
    choices: HTTP,
    perCase: true,
  },
});
