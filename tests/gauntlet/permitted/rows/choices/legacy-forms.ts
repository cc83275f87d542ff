import { choosing } from '../../choosing.ts';

const notMapped = '`Mapping of each failure to an HTTP status code: not shown`';

const httpOfAll = (http: string, at: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(at.map((point) => [`legacy.errors.${point}-http`, http]));

const failures = [
  'closed',
  'refund',
  'declined',
  'bad-checksum',
  'authorize-checksum',
  'missing-checksum',
  'no-json',
  'missing-data',
  'unknown-id',
  'bad-key',
];

/** What the legacy document leaves open about how it answers. */
export const legacyFormRows = choosing(
  ['legacy/lifecycle'],
  [
    {
      name: 'every failure has HTTP status 200',
      says: notMapped,
      profile: httpOfAll('200', failures),
      finds: 'legacy-close-closed-reason',
    },
    {
      name: 'every failure has an HTTP status of its own: 401 to 422',
      says: notMapped,
      profile: httpOfAll('other-4xx', failures),
    },
    { name: 'every failure has HTTP status 500', says: notMapped, profile: httpOfAll('5xx', failures) },
    {
      name: 'refusals for a key, a checksum, a form or an id are no JSON',
      says: '`When JSON is returned, status carries the result`: it need not be',
      profile: {
        'legacy.errors.bad-checksum-status': 'none',
        'legacy.errors.authorize-checksum-status': 'none',
        'legacy.errors.missing-checksum-status': 'none',
        'legacy.errors.no-json-status': 'none',
        'legacy.errors.missing-data-status': 'none',
        'legacy.errors.unknown-id-status': 'none',
        'legacy.errors.bad-key-body': 'none',
      },
    },
    {
      name: 'an unknown id, and missing data, get the failure of the operation',
      says: '`bad_request` and `request_failed` are given with examples; unknown ids are not among them',
      profile: {
        'legacy.errors.unknown-id-status': 'operation-fail',
        'legacy.errors.missing-data-status': 'other',
      },
      together: 'forms 1',
    },
    {
      name: 'refusals that are no failure of an operation have no message',
      says: 'only the failures of an operation are shown with `reason` and `message`',
      profile: { 'legacy.errors.message': 'absent' },
      together: 'forms 1',
    },
    {
      name: 'reasons are other words than the examples',
      says: '`example reason`; `Full list of reason values: not shown`',
      profile: {
        'legacy.refund.fail-reason': 'other',
        'legacy.errors.authorize-checksum-reason': 'other',
        'legacy.capture.fail-reason': 'absent',
      },
      together: 'forms 1',
    },
    {
      name: 'a declined authorization is a failed_request',
      says: '`authorize_fail, or failed_request`',
      profile: { 'legacy.authorize.declined-status': 'rejected' },
      together: 'forms 1',
    },
    {
      name: 'a wrong PIN is asked for again',
      says: '`repeats the request with auth_code`; what a wrong one gets is not shown',
      profile: { 'legacy.authorize.wrong-pin': 'authenticate_consumer' },
      together: 'forms 1',
    },
    {
      name: 'each prompt sends a PIN that replaces the one before, and a wrong PIN is a bad request',
      says: '`repeats the request with auth_code`; what a wrong one gets, and how long one holds, is not shown',
      profile: { 'legacy.authorize.pin-again': 'new', 'legacy.authorize.wrong-pin': 'other' },
      together: 'forms 2',
    },
    {
      name: 'texts and numbers as few orders have them, and an authorize_type, are refused',
      says: "`Limits`: none is shown; an authorize_type is shown or hidden `according to the merchant's contract`",
      profile: {
        'legacy.common.odd-texts': 'refused',
        'legacy.common.odd-numbers': 'refused (whatever they are)',
        'legacy.authorize.type-taken': 'refused',
      },
      together: 'forms 3',
    },
    {
      name: 'null, empty texts and numbers out of all bounds are taken, and a test account is known by its phone too',
      says: '`bad_request`: `for example missing JSON data`; other values, and which accounts are test accounts, are not shown',
      profile: {
        'legacy.common.odd-numbers': 'executed',
        'legacy.common.other-types': 'executed',
        'legacy.common.empty-values': 'executed',
        'legacy.authorize.test-account': 'by-one',
      },
      together: 'forms 4',
    },
    {
      name: 'who must authenticate is declined with the right PIN',
      says: '`analyses the consumer data and order data with fraud and credit checks`: they may decline anybody',
      profile: { 'legacy.authorize.pin-consumer': 'declined-with-pin' },
      unseen: { 'legacy.authorize.pin-accepted': 'none is accepted' },
      together: 'forms 3',
    },
    {
      name: 'who must authenticate is declined at once',
      says: '`analyses the consumer data and order data with fraud and credit checks`: they may decline anybody',
      profile: { 'legacy.authorize.pin-consumer': 'declined-before' },
      unseen: {
        'legacy.authorize.pin-accepted': 'no PIN is asked for',
        'legacy.authorize.pin-checked': 'no PIN is asked for',
      },
      together: 'forms 4',
    },
    {
      name: 'another method or content type is served',
      says: '`Method is POST`: what becomes of others is not shown',
      profile: { 'legacy.common.other-methods': 'executed', 'legacy.common.other-content-type': 'executed' },
      together: 'forms 1',
    },
    {
      name: 'a number that is written with a fraction or an exponent of zero is refused',
      says: 'bodies are JSON; in which notation a number is written is not shown',
      profile: { 'legacy.common.odd-forms': 'refused' },
      together: 'forms 2',
    },
    {
      name: 'values of other types, and missing details, are taken',
      says: '`bad_request`: `for example missing JSON data`; other types are not shown',
      profile: {
        'legacy.common.convertible-values': 'executed',
        'legacy.common.missing-details': 'executed',
      },
      together: 'forms 2',
    },
    {
      name: 'a hex checksum must be in small letters, one in base64 may have the URL alphabet',
      says: '`the base64 encoding or the hex encoding`; which letters and alphabet is not shown',
      profile: {
        'legacy.checksum.hex-case': 'refused',
        'legacy.checksum.base64-url-safe': 'accepted',
        'legacy.checksum.base64-unpadded': 'accepted',
      },
      together: 'forms 1',
    },
    {
      name: 'doubles are rounded for the checksum of Authorize',
      says: '`double values are converted to integers first`; by which rounding is not shown',
      profile: { 'legacy.checksum.integers': 'rounded' },
      together: 'forms 2',
    },
    {
      name: 'Status shows times of Japan, and no order_ref where there is none',
      says: '`YYYY-MM-DD hh:mm:ss`, without a time zone; an order_ref is optional',
      profile: { 'legacy.status.expires-zone': 'JST', 'legacy.status.no-order-ref': 'absent' },
      together: 'forms 1',
    },
    {
      name: 'Status shows times of a zone west of Greenwich, and null where there is no order_ref',
      says: '`YYYY-MM-DD hh:mm:ss`, without a time zone; an order_ref is optional',
      profile: { 'legacy.status.expires-zone': 'other', 'legacy.status.no-order-ref': 'null' },
      together: 'forms 2',
    },
  ],
);
