import { latitudes } from '../latitude.ts';
import { requestLatitudes, REFUSAL } from './request-latitudes.ts';

const STATES = 'States and transitions';

/** Open points about what a payment shows, and about payments whose token, consumer or authorization has ended. */
const paymentLatitudes = latitudes('resource', {
  storeName: {
    id: 'resource.payment.store-name-shown',
    section: 'Resources and their fields › Payment',
    question:
      "Is the store name of a payment the one that was sent, that one with something around it, or the account's own?",
    choices: ['as-sent', 'decorated', 'of-account'],
  },
  notActive: {
    id: 'resource.create.not-active',
    section: STATES,
    question:
      'How is a creation answered whose token is deleted, or whose consumer is not ACTIVE: by an error, or by a payment that is REJECTED?',
    choices: ['error', 'rejected-payment'],
    perCase: true,
  },
  tokenEnded: {
    id: 'resource.payment.token-ended',
    section: STATES,
    question:
      'Can a payment be captured, closed or refunded once its token was suspended or deleted, or its consumer is not ACTIVE any more?',
    choices: ['served', 'refused'],
    perCase: true,
  },
  rejectedRefund: {
    id: 'resource.refund.rejected-status',
    section: 'Errors',
    question: 'With which status is the refund of a REJECTED payment refused?',
    choices: REFUSAL,
  },
  updateAfterExpiry: {
    id: 'resource.update.after-expiry',
    section: STATES,
    question: 'Can a payment be updated after its expiry?',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
});

const ERRORS = 'Errors';

/** How ids and the texts of errors look where the resource document gives them no form. */
const formLatitudes = latitudes('resource', {
  idOrder: {
    id: 'resource.ids.order',
    section: 'Resources and their fields › Payment',
    question:
      'Can the id of the next payment, capture or refund, or the reference of the next error, be guessed from the one before, as where they are counted? Only prefixes are given.',
    choices: ['random', 'counted'],
    perCase: true,
  },
  description: {
    id: 'resource.error.description-of',
    section: 'Resources and their fields › Error object',
    question:
      'Does the description of an error tell its cause, or is there one text for all causes of a code? It is only called detail text.',
    choices: ['cause', 'code'],
    presumed: 'code',
    perCase: true,
  },
  typeTitle: {
    id: 'resource.error.title-of-wrong-type',
    section: ERRORS,
    question:
      'Is the error about null, or about a value of another type, titled as one of a format or as one of a missing field?',
    choices: ['format', 'missing'],
    perCase: true,
  },
  unknownPath: {
    id: 'resource.http.unknown-path',
    section: ERRORS,
    question:
      'With which status is a path refused that no operation has, such as one that goes on behind it?',
    choices: ['404', '405', 'other-4xx', '5xx'],
    perCase: true,
  },
});

const behaviour = latitudes('resource', {
  letterCase: {
    id: 'resource.states.letter-case',
    section: 'Resources and their fields › Payment',
    question:
      'Are states written in upper case, as the tables have them, or in lower case, as the examples have them?',
    choices: ['upper', 'lower', 'mixed'],
  },
  unset: {
    id: 'resource.fields.unset',
    section: 'Resources and their fields › Payment',
    question: 'How is an optional field that was never set shown?',
    choices: ['null', 'absent', 'filled'],
  },
  fraction: {
    id: 'resource.fields.timestamp-fraction',
    section: 'Resources and their fields › Payment',
    question:
      'Do ISO 8601 instants carry fractions of a second? Where trailing zeros are cut off, it varies from instant to instant.',
    choices: ['none', 'milliseconds', 'other'],
    perCase: true,
  },
  errorStatus: {
    id: 'resource.error.status-text',
    section: 'Resources and their fields › Error object',
    question: 'How does the error object write the HTTP status code as text?',
    choices: ['digits', 'digits-and-phrase'],
  },
  capturedAmount: {
    id: 'resource.capture.amount',
    section: 'Endpoints › POST /payments/{id}/captures',
    question: 'Which amount does a capture take, since its body has none?',
    choices: ['full', 'part'],
  },
  partialState: {
    id: 'resource.capture.partial-state',
    section: STATES,
    question: 'Does a capture of a part leave the payment AUTHORIZED?',
    choices: ['stays-authorized', 'closes'],
  },
  declined: {
    id: 'resource.create.declined',
    section: STATES,
    question:
      'How is a payment that the service declines answered: by an error, or by a payment that is REJECTED?',
    choices: ['error', 'rejected-payment'],
  },
  rejectedUpdate: {
    id: 'resource.update.rejected',
    section: STATES,
    question: 'Can a REJECTED payment be updated?',
    choices: ['refused', 'updated'],
  },
  versionMissing: {
    id: 'resource.version.missing-header',
    section: 'Versioning',
    question: 'Is a request without the version header served?',
    choices: ['served', 'refused'],
  },
  publicKeyStatus: {
    id: 'resource.auth.public-key-status',
    section: 'Authentication',
    question: 'With which status is a public key refused?',
    choices: ['401', '403', 'other-4xx', '5xx'],
  },
  otherScheme: {
    id: 'resource.auth.other-scheme',
    section: 'Authentication',
    question: 'Does a key under another scheme than Bearer count as missing or as wrong?',
    choices: ['missing', 'wrong', 'other-4xx', '5xx'],
  },
  versionOnRead: {
    id: 'resource.token.version-on-read',
    section: STATES,
    question:
      'Does a read of a token, or a list that shows it, count as a request executed on it and raise version_nr, in its own answer or only after it?',
    choices: ['uncounted', 'counted', 'counted-afterwards'],
  },
  deletedRead: {
    id: 'resource.token-get.deleted',
    section: ERRORS,
    question: 'Is a deleted token read as token.not_found, or is its retained record shown?',
    choices: ['not-found', 'record'],
  },
  refundAmount: {
    id: 'resource.refund.amount-not-positive',
    section: 'Endpoints › POST /payments/{id}/refunds',
    question:
      'Is a refund of zero refused as an invalid amount, refused otherwise, or made? One below zero is refused in either way.',
    choices: ['payment.refund.amount', 'other-4xx', 'accepted'],
    perCase: true,
  },
  refundFractions: {
    id: 'resource.refund.fractions',
    section: 'Resources and their fields › Refund',
    question: 'Is a refund of a fraction of a yen accepted?',
    choices: ['accepted', 'refused'],
  },
  fullAfterPart: {
    id: 'resource.refund.full-after-part',
    section: 'Endpoints › POST /payments/{id}/refunds',
    question:
      'What does a refund without an amount mean once a part was refunded: the rest, or everything, which is refused?',
    choices: ['remaining', 'refused'],
  },
  exhaustedAmount: {
    id: 'resource.refund.exhausted-code',
    section: ERRORS,
    question: 'Which of two errors does a refund with an amount get once everything was refunded?',
    choices: ['service.forbidden', 'payment.refund.amount'],
  },
  refundPrecedence: {
    id: 'resource.refund.uncaptured-code',
    section: ERRORS,
    question:
      'A refund of an uncaptured payment has no capture to name: is it refused for its state, or for its capture id?',
    choices: ['state', 'capture-id'],
  },
  refundReason: {
    id: 'resource.refund.reason-values',
    section: 'Resources and their fields › Refund',
    question: 'Is any text accepted as the reason of a refund, since its allowed values are not shown?',
    choices: ['accepted', 'refused'],
  },
  refundAfterExpiry: {
    id: 'resource.refund.after-expiry',
    section: STATES,
    question: 'Can a captured payment be refunded once its expiry has passed?',
    choices: ['accepted', 'refused'],
  },
  captureParts: {
    id: 'resource.captures.parts-shown',
    section: 'Resources and their fields › Capture',
    question:
      'Where the amount is not the sum of items, tax and shipping: does a capture of it repeat those of the order, or leave them empty or out?',
    choices: ['of-order', 'empty', 'some'],
  },
  createdStatus: {
    id: 'resource.create.success-status',
    section: 'Endpoints › Common rules',
    question: 'With which 2xx status is a payment created?',
    choices: ['200', '201', 'other-2xx'],
  },
  wrongCaptureExhausted: {
    id: 'resource.refund.wrong-capture-exhausted-code',
    section: ERRORS,
    question: 'Which of two errors does a wrong capture id get once everything was refunded?',
    choices: ['payment.refund.captureId', 'service.forbidden'],
  },
  expiredCapture: {
    id: 'resource.capture.expired-code',
    section: ERRORS,
    question: 'Where an expired payment becomes CLOSED, is its capture refused as expired or as closed?',
    choices: ['expired', 'closed'],
  },
  suspendedCode: {
    id: 'resource.suspend.suspended-code',
    section: ERRORS,
    question:
      'Both are stated: is suspending a SUSPENDED token refused as already suspended, or as not in the required state?',
    choices: ['token.suspended', 'token.not_found'],
  },
  expiredState: {
    id: 'resource.payment.state-after-expiry',
    section: STATES,
    question: 'What does an AUTHORIZED payment show after its expiry?',
    choices: ['authorized', 'closed', 'rejected'],
  },
  expiredClose: {
    id: 'resource.close.after-expiry',
    section: STATES,
    question: 'Can an AUTHORIZED payment be closed after its expiry?',
    choices: ['closed', 'refused'],
  },
  listPaging: {
    id: 'resource.token-list.paging',
    section: 'Endpoints › GET /tokens/',
    question: 'Does one answer hold all tokens, or is the list paged?',
    choices: ['whole', 'paged'],
  },
  versionOnRefusal: {
    id: 'resource.token.version-on-refusal',
    section: STATES,
    question: 'Does a refused request on a token raise version_nr?',
    choices: ['uncounted', 'counted'],
  },
  versionOnPayment: {
    id: 'resource.token.version-on-payment',
    section: STATES,
    question: 'Does the creation of a payment raise version_nr of its token?',
    choices: ['uncounted', 'counted'],
  },
  totals: {
    id: 'resource.create.inconsistent-total',
    section: 'Endpoints › POST /payments',
    question: 'Is an amount accepted other than the sum of items, tax and shipping?',
    choices: ['accepted', 'refused'],
  },
  createAmount: {
    id: 'resource.create.amount-not-positive',
    section: 'Endpoints › POST /payments',
    question: 'Is a payment of zero or less accepted?',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
  fractions: {
    id: 'resource.create.fractions',
    section: 'Resources and their fields › Payment',
    question: 'Are fractions of a yen accepted in amounts?',
    choices: ['accepted', 'refused'],
  },
});

/** What resource-payments.md leaves open, contradicts or shows by example only. */
export const resourceLatitudes = {
  ...behaviour,
  ...paymentLatitudes,
  ...requestLatitudes,
  ...formLatitudes,
} as const;
