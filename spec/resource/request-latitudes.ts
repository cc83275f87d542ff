import { latitudes } from '../latitude.ts';

const ERRORS = 'Errors';
const STATES = 'States and transitions';
/** The statuses of a refusal for which the document shows none. */
export const REFUSAL = ['400', '403', '404', '409', '422', 'other-4xx', '5xx'] as const;

/** Open points about requests: what is accepted beyond the tables, and which status a refusal has. */
export const requestLatitudes = latitudes('resource', {
  rejectedCapture: {
    id: 'resource.capture.rejected-status',
    section: STATES,
    question: 'With which status is the capture of a REJECTED payment refused?',
    choices: REFUSAL,
  },
  rejectedClose: {
    id: 'resource.close.rejected-status',
    section: STATES,
    question: 'With which status is the closing of a REJECTED payment refused?',
    choices: REFUSAL,
  },
  reasonCodeStatus: {
    id: 'resource.token.bad-reason-status',
    section: ERRORS,
    question: 'With which status is a reason code outside the list refused?',
    choices: REFUSAL,
    perCase: true,
  },
  consumerResumeStatus: {
    id: 'resource.resume.consumer-suspension-status',
    section: ERRORS,
    question: 'With which status is a merchant refused to resume a token that the consumer suspended?',
    choices: REFUSAL,
  },
  suspendedTokenStatus: {
    id: 'resource.create.suspended-token-status',
    section: ERRORS,
    question: 'With which status is the creation of a payment refused while its token is suspended?',
    choices: REFUSAL,
  },
  deletedTokenStatus: {
    id: 'resource.create.deleted-token-status',
    section: ERRORS,
    question: 'With which status is the creation of a payment refused with a deleted token?',
    choices: REFUSAL,
  },
  unknownTokenStatus: {
    id: 'resource.create.unknown-token-status',
    section: ERRORS,
    question: 'With which status is the creation of a payment refused with an unknown token?',
    choices: REFUSAL,
  },
  suspendedConsumerStatus: {
    id: 'resource.create.suspended-consumer-status',
    section: ERRORS,
    question: 'With which status is the creation of a payment refused while its consumer is suspended?',
    choices: REFUSAL,
  },
  methodStatus: {
    id: 'resource.http.method-status',
    section: ERRORS,
    question: 'With which status is a method that a path does not have refused?',
    choices: ['404', '405', 'other-4xx', '5xx'],
    perCase: true,
  },
  mediaType: {
    id: 'resource.http.other-media-type',
    section: ERRORS,
    question: 'Is a body under another media type refused, and with which status?',
    choices: ['400', '415', 'other-4xx', '5xx', 'served'],
    perCase: true,
  },
  patch: {
    id: 'resource.update.patch',
    section: 'Endpoints › PUT /payments/{id}',
    question: 'Is PATCH another method of a payment, which is refused, or another name of PUT?',
    choices: ['refused', 'as-put'],
  },
  methodCode: {
    id: 'resource.http.method-code',
    section: ERRORS,
    question:
      'Is a method that a path does not have refused as one that cannot be used, or as an unknown resource or under a code that names no other cause?',
    choices: ['of-method', 'other'],
    perCase: true,
  },
  mediaTypeCode: {
    id: 'resource.http.media-type-code',
    section: ERRORS,
    question:
      'Is another media type refused as unsupported, or as malformed content or under a code that names no other cause?',
    choices: ['of-media-type', 'other'],
    perCase: true,
  },
  tokenConsumers: {
    id: 'resource.token-list.consumers',
    section: 'Endpoints › GET /tokens/',
    question: 'Are the tokens that a target issues for a test of several consumers, or of one?',
    choices: ['several', 'one'],
    perCase: true,
  },
  foreignId: {
    id: 'resource.requests.foreign-id',
    section: ERRORS,
    question: 'Is an id in the path that has the prefix of another resource unknown, or badly formatted?',
    choices: ['not-found', 'malformed'],
    perCase: true,
  },
  emptyWallet: {
    id: 'resource.token.empty-wallet',
    section: 'Resources and their fields › Token',
    question: 'What happens to a request with an empty wallet_id, which must not be sent?',
    choices: ['refused', 'served'],
  },
  otherWallet: {
    id: 'resource.token.other-wallet',
    section: 'Endpoints › POST /tokens/{id}/suspend, /resume and /delete',
    question: 'What happens to a request with a wallet_id other than that of the token?',
    choices: ['refused', 'served'],
    perCase: true,
  },
  extraFields: {
    id: 'resource.requests.extra-fields',
    section: 'Endpoints › Common rules',
    question: 'Are fields that no table names accepted, except in an update?',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
  nullOptional: {
    id: 'resource.requests.null-optional',
    section: 'Endpoints › Common rules',
    question: 'Is null in place of an optional value accepted?',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
  emptyValues: {
    id: 'resource.requests.empty-values',
    section: 'Endpoints › Common rules',
    question: 'Is an empty text, list or object accepted in place of a value?',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
  unspecifiedNumbers: {
    id: 'resource.requests.odd-numbers',
    section: 'Limits',
    question: 'Is a count below one, a fee below zero or a number out of all bounds accepted?',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
  unusualOrders: {
    id: 'resource.requests.unusual-orders',
    section: 'Limits',
    question:
      'Is an order accepted of more than twenty items, with an item that costs nothing, or with items whose ids differ in case or in a zero in front alone?',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
  unspecifiedForms: {
    id: 'resource.requests.odd-forms',
    section: 'Endpoints › Common rules',
    question:
      'Is a request accepted whose whole numbers are written with a fraction or an exponent of zero, as 2400.0 or 2400e0, or whose body comes in chunks or has 100 kB of blanks?',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
  unspecifiedTexts: {
    id: 'resource.requests.odd-texts',
    section: 'Limits',
    question:
      'Is a text accepted that is very long, or has characters or a form that no shop needs: control characters, code, what looks like a number, a key of other signs than letters, digits, hyphens and underscores?',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
  convertible: {
    id: 'resource.requests.convertible-values',
    section: 'Endpoints › Common rules',
    question:
      'Is a value accepted that must be converted to the right type: a number as text, a text as number?',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
  pairValues: {
    id: 'resource.metadata.other-values',
    section: 'Resources and their fields › Payment',
    question: 'May the value of a metadata pair be other than text?',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
  invalidUtf8: {
    id: 'resource.requests.invalid-utf-8',
    section: 'Introduction',
    question: 'Is a body accepted with bytes that are not valid UTF-8?',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
  metadataOver: {
    id: 'resource.metadata.over-limit-status',
    section: 'Limits',
    question: 'With which status are more than 20 metadata pairs refused?',
    choices: REFUSAL,
  },
  currencyStatus: {
    id: 'resource.create.currency-status',
    section: 'Limits',
    question: 'With which status is another currency than JPY refused?',
    choices: REFUSAL,
  },
  addressStatus: {
    id: 'resource.create.address-status',
    section: 'Limits',
    question: 'With which status is an address with zip alone refused?',
    choices: REFUSAL,
  },
  idle: {
    id: 'resource.update.empty',
    section: 'Endpoints › PUT /payments/{id}',
    question: 'Is an update accepted that names no field, has no body, or has blanks alone?',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
  closedRefund: {
    id: 'resource.refund.closed-without-capture-status',
    section: ERRORS,
    question: 'With which status is the refund of a payment that was closed without a capture refused?',
    choices: REFUSAL,
  },
  precedence: {
    id: 'resource.error.precedence',
    section: ERRORS,
    question: 'Which of two errors wins where both apply: that of the body, or that of the state?',
    choices: ['body', 'state'],
    perCase: true,
  },
  versionPrecedence: {
    id: 'resource.version.precedence',
    section: ERRORS,
    question: 'Which error does a request with a wrong version get that has another error too?',
    choices: ['version', 'other'],
    perCase: true,
  },
  closeBody: {
    id: 'resource.close.without-braces',
    section: 'Endpoints › POST /payments/{id}/close',
    question:
      'Is a close without any body, or with blanks alone, accepted, where the example sends an empty object?',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
});
