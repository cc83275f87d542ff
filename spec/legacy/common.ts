import { requirements, needing } from '../requirement.ts';

const endpoints = 'Endpoints › Common rules';
const authentication = 'Authentication';
const errors = 'Errors';
const whole = 'What the service does';

/** Statements about every operation under `/pay/` (legacy, Endpoints, Authentication, Errors). */
export const common = requirements(
  'legacy',
  'common',
  needing(['legacy.payment'], {
    post: {
      id: 'legacy.common.post',
      section: endpoints,
      text: 'The operations are called with the method POST.',
    },
    paths: {
      id: 'legacy.common.paths',
      section: 'Endpoints › Update',
      text: 'Update, close, capture, status and refund have the path /pay/ followed by their name.',
    },
    json: {
      id: 'legacy.common.json',
      section: endpoints,
      text: 'The reply to an executed request is a JSON object.',
    },
    contentType: {
      id: 'legacy.common.content-type',
      section: 'Introduction',
      text: 'A JSON reply says so: its content type is application/json.',
    },
    statusAlways: {
      id: 'legacy.common.status-always',
      section: endpoints,
      text: 'A JSON result always has a status, which is text.',
    },
    successHttp: {
      id: 'legacy.common.success-http',
      section: errors,
      text: 'The HTTP status of a success says so: it is in 2xx, of which the document shows 200 as an example.',
    },
    failureNotServerError: {
      id: 'legacy.common.failure-not-server-error',
      section: errors,
      text: 'A request that cannot be executed or is rejected is answered as such, not as an internal error.',
    },
    failureStatus: {
      id: 'legacy.common.failure-status',
      section: errors,
      text: 'The status of a failure is one of those that the tables of errors name.',
    },
    checksumStatus: {
      id: 'legacy.common.checksum-status',
      section: errors,
      text: 'A wrong checksum at another operation than Authorize is answered with the status request_failed, where JSON is returned.',
      unseenWhere: {
        latitude: 'legacy.errors.bad-checksum-status',
        choice: 'none',
        because: 'refusals for a wrong checksum have no JSON',
      },
    },
    noJsonStatus: {
      id: 'legacy.common.no-json-status',
      section: errors,
      text: 'A body without JSON at another operation than Authorize is answered with the status bad_request, where JSON is returned.',
      unseenWhere: {
        latitude: 'legacy.errors.no-json-status',
        choice: 'none',
        because: 'refusals of a body without JSON have no JSON',
      },
    },
    keyRequired: {
      id: 'legacy.auth.key-required',
      section: endpoints,
      text: 'A request without the Authorization header is refused and changes nothing.',
    },
    keyChecked: {
      id: 'legacy.auth.key-checked',
      section: authentication,
      text: 'A request with another API key than the one issued is refused and changes nothing.',
      byWrongKey: true,
    },
    bearer: {
      id: 'legacy.auth.bearer',
      section: endpoints,
      text: 'The Authorization header has the scheme Bearer; under another scheme the key is not accepted.',
      byWrongKey: true,
    },
    checksumRequired: {
      id: 'legacy.checksum.required',
      section: endpoints,
      text: 'A request without a checksum is refused and changes nothing.',
    },
    checksumVerified: {
      id: 'legacy.checksum.verified',
      section: errors,
      text: 'A request whose checksum does not match is rejected and changes nothing.',
    },
    checksumHex: {
      id: 'legacy.checksum.hex',
      section: authentication,
      text: 'The checksum may be the hex encoding of the SHA-256 hash.',
    },
    checksumBase64: {
      id: 'legacy.checksum.base64',
      section: authentication,
      text: 'The checksum may be the base64 encoding of the SHA-256 hash.',
    },
    checksumPayment: {
      id: 'legacy.checksum.payment-id',
      section: authentication,
      text: 'Update, close, capture and status hash the secret followed by the payment id.',
    },
    checksumCapture: {
      id: 'legacy.checksum.capture-id',
      section: authentication,
      text: 'Refund hashes the secret followed by the capture id.',
    },
    checksumAuthorize: {
      id: 'legacy.checksum.authorize',
      section: authentication,
      text: 'Authorize hashes the secret followed by the total, the store and the purchase history, each as text and whole numbers.',
      needs: ['persona.approve'],
    },
    missingData: {
      id: 'legacy.common.missing-data',
      section: errors,
      text: 'A request without JSON data that its execution needs is refused and changes nothing.',
    },
    notJson: {
      id: 'legacy.common.not-json',
      section: errors,
      text: 'A body that is not a JSON object is not executed and changes nothing.',
    },
    unknownPayment: {
      id: 'legacy.common.unknown-payment',
      section: 'Resources and their fields › Payment record',
      text: 'Only an id that Authorize issued names a payment: a request with any other is refused.',
    },
    unknownCapture: {
      id: 'legacy.common.unknown-capture',
      section: 'Resources and their fields › Capture record',
      text: 'Only an id that a successful Capture issued can be refunded: a request with any other is refused.',
    },
    testFlag: {
      id: 'legacy.common.test-flag',
      section: 'Resources and their fields › Payment record',
      text: 'test is true for what was created with a test consumer account and false for the rest.',
    },
    paymentIdEchoed: {
      id: 'legacy.common.payment-id-echoed',
      section: 'Resources and their fields › Common response object',
      text: 'The results of update, close, capture and status name their payment.',
      identifies: true,
    },
    fullData: {
      id: 'legacy.common.full-data',
      section: endpoints,
      text: 'Where more data is sent for an existing operation, all of it is sent again, not the changed part alone.',
      untestable: 'it binds the caller; what a server does with a part is not shown',
    },
    checksumReason: {
      id: 'legacy.checksum.reason',
      section: errors,
      level: 'may',
      text: 'A wrong checksum at Authorize was observed to fail for the reason bad_checksum, with a message about the mismatch.',
      unseenWhere: [
        {
          latitude: 'legacy.errors.authorize-checksum-reason',
          choice: 'other',
          because: 'the target gives another reason',
        },
        {
          latitude: 'legacy.errors.authorize-checksum-status',
          choice: 'none',
          because: 'the target refuses a wrong checksum without a body in JSON',
        },
      ],
      needs: ['persona.approve'],
    },
    internalError: {
      id: 'legacy.common.internal-error',
      section: errors,
      text: 'internal_error asks for a retry later.',
      untestable:
        'no request is sure to cause an internal error; a reply with one is judged like any failure',
    },
    consumer: {
      id: 'legacy.common.consumer',
      section: whole,
      text: 'A consumer is identified by an e-mail address and a mobile phone number, without card, sign-up or app.',
      untestable: 'no reply shows whom the service takes for the same consumer',
    },
    composition: {
      id: 'legacy.common.composition',
      section: whole,
      text: 'A payment is one authorization with the captures that follow it.',
      untestable: 'its visible part is judged by the requirements of Authorize and Capture',
    },
    tls: {
      id: 'legacy.transport.tls',
      section: authentication,
      text: 'The endpoints speak modern TLS only, with certificates signed under SHA-2.',
      untestable:
        'which versions of TLS are supported is not shown; what is shown, legacy.transport.no-ssl and legacy.transport.sha-2, has requirements of its own',
    },
    version: {
      id: 'legacy.versioning.none',
      section: 'Versioning',
      level: 'open',
      text: 'The interface carries no version identifier.',
      untestable: 'additional fields and headers are not forbidden',
    },
  }),
);

/** The statuses in the tables of errors, of all operations. */
export const failureStatuses = [
  'bad_request',
  'request_failed',
  'failed_request',
  'internal_error',
  'authorize_fail',
  'update_fail',
  'close_fail',
  'capture_fail',
  'refund_fail',
] as const;
