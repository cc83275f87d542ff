import { latitudes } from '../../latitude.ts';
import { formLatitudes } from './form-latitudes.ts';
import { refusalLatitudes } from './refusal-latitudes.ts';
import { requestLatitudes } from './request-latitudes.ts';

const mapping = 'Errors';

/** Open points about refunds: what they do to a payment, and until when they are possible. */
const refundLatitudes = latitudes('legacy', {
  refundPaymentState: {
    id: 'legacy.refund.payment-state',
    section: 'States and transitions',
    question: 'How does a refund change the state of a closed payment? It may depend on what has closed it.',
    choices: ['unchanged', 'reopens'],
    perCase: true,
  },
  refundOpenState: {
    id: 'legacy.refund.open-payment-state',
    section: 'States and transitions',
    question: 'How does a refund change the state of an open payment?',
    choices: ['unchanged', 'closes'],
  },
  refundSecondFull: {
    id: 'legacy.refund.second-full',
    section: 'States and transitions',
    question: 'What happens to a full refund when nothing is left to return?',
    choices: ['refused', 'accepted'],
  },
  refundNothing: {
    id: 'legacy.refund.nothing',
    section: 'Endpoints › Refund',
    question: 'What happens to a refund of zero?',
    choices: ['refused', 'accepted'],
    perCase: true,
  },
  refundAfterClose: {
    id: 'legacy.refund.after-close',
    section: 'States and transitions',
    question: 'Can a capture be refunded once its payment was closed by request?',
    choices: ['accepted', 'refused'],
  },
  refundAfterExpiry: {
    id: 'legacy.refund.after-expiry',
    section: 'States and transitions',
    question: 'Can a capture be refunded once its payment was closed by its expiry?',
    choices: ['accepted', 'refused'],
  },
  refundAfterValidity: {
    id: 'legacy.refund.after-validity',
    section: 'States and transitions',
    question:
      'Can a capture be refunded once the expiry of its payment has passed, where that was closed before by its captures or by request?',
    choices: ['accepted', 'refused'],
  },
});

const behaviour = latitudes('legacy', {
  keyHttp: {
    id: 'legacy.errors.bad-key-http',
    section: mapping,
    question: 'Which HTTP status does a missing or wrong API key get? 401 is an example.',
    choices: ['401', 'other-4xx', '200', '5xx'],
  },
  keyBody: {
    id: 'legacy.errors.bad-key-body',
    section: mapping,
    question: 'What does the body of a refused API key hold?',
    choices: ['status', 'none'],
  },
  closedHttp: {
    id: 'legacy.errors.closed-http',
    section: mapping,
    question: 'Which HTTP status does a failure on a closed payment get?',
    choices: ['200', '400', 'other-4xx', '5xx'],
  },
  refundHttp: {
    id: 'legacy.errors.refund-http',
    section: mapping,
    question: 'Which HTTP status does a refund above the refundable amount or after a full refund get?',
    choices: ['200', '400', 'other-4xx', '5xx'],
  },
  refundReason: {
    id: 'legacy.refund.fail-reason',
    section: mapping,
    question:
      'Which reason does a refund above the refundable amount get? invalid_amount is an example, and the list of reasons is not shown.',
    choices: ['invalid_amount', 'other'],
  },
  declinedHttp: {
    id: 'legacy.errors.declined-http',
    section: mapping,
    question: 'Which HTTP status does a declined authorization get?',
    choices: ['400', '200', 'other-4xx', '5xx'],
  },
  declinedStatus: {
    id: 'legacy.authorize.declined-status',
    section: mapping,
    question:
      'Which status does a declined authorization carry? The table has authorize_fail or failed_request, and request_failed stands for what is rejected.',
    choices: ['authorize_fail', 'rejected'],
  },
  captureReason: {
    id: 'legacy.capture.fail-reason',
    section: mapping,
    question:
      'Does a failed capture give a reason? By the states the reason is closed; by the table of errors there is none.',
    choices: ['absent', 'present'],
  },
  orderRefTwice: {
    id: 'legacy.authorize.order-ref-twice',
    section: 'Endpoints › Authorize',
    question: 'May two authorizations have one order_ref? If so, each makes a payment with an id of its own.',
    choices: ['accepted', 'refused'],
  },
  wrongPin: {
    id: 'legacy.authorize.wrong-pin',
    section: 'Endpoints › Authorize',
    question: 'How is a wrong auth_code answered? An empty or a longer one may count as malformed.',
    choices: ['authorize_fail', 'authenticate_consumer', 'other'],
    perCase: true,
  },
  expiresZone: {
    id: 'legacy.status.expires-zone',
    section: 'Resources and their fields › Payment record',
    question: 'In which time zone is expires written?',
    choices: ['UTC', 'JST', 'other'],
  },
  noOrderRef: {
    id: 'legacy.status.no-order-ref',
    section: 'Endpoints › Status',
    question: 'What does Status show for a payment without order_ref?',
    choices: ['absent', 'null', 'empty'],
  },
  statusAmount: {
    id: 'legacy.status.amount-after-update',
    section: 'Endpoints › Status',
    question: 'Does the amount that Status shows follow an update of the total?',
    choices: ['updated', 'authorized'],
  },
  raisedTotal: {
    id: 'legacy.update.raised-total',
    section: 'Endpoints › Update',
    question:
      'May an update raise the total above what was authorized, or above what another update has lowered it to, before anything is captured?',
    choices: ['accepted', 'refused'],
  },
  raiseAfterCapture: {
    id: 'legacy.update.raise-after-capture',
    section: 'Endpoints › Update',
    question:
      'May an update raise the total above what was authorized after a partial capture, with new lines to match?',
    choices: ['accepted', 'refused'],
  },
  inconsistentTotal: {
    id: 'legacy.update.inconsistent-total',
    section: 'Resources and their fields › Order object',
    question: 'Is an order accepted whose total is not the sum of its lines, tax and shipping?',
    choices: ['refused', 'accepted'],
  },
  editedLine: {
    id: 'legacy.update.edited-line',
    section: 'Endpoints › Update',
    question: 'What happens to an update that edits a line after a partial capture?',
    choices: ['refused', 'accepted'],
    perCase: true,
  },
  newDiscount: {
    id: 'legacy.update.new-discount',
    section: 'Endpoints › Update',
    question:
      'May a new line lower the total after a partial capture? New lines are described for extra charges.',
    choices: ['refused', 'accepted'],
  },
  missingOrderRef: {
    id: 'legacy.update.missing-order-ref',
    section: 'Endpoints › Update',
    question: 'What happens to an update without the order_ref that was set at Authorize?',
    choices: ['refused', 'kept', 'dropped'],
  },
  otherOrderRef: {
    id: 'legacy.update.other-order-ref',
    section: 'Endpoints › Update',
    question: 'What happens to a whole update with another order_ref than the one set at Authorize?',
    choices: ['refused', 'replaced', 'kept'],
  },
  firstOrderRef: {
    id: 'legacy.update.first-order-ref',
    section: 'Endpoints › Update',
    question:
      'Does a whole update set an order_ref where there was none? How it differs from an order_ref-only update is not shown.',
    choices: ['set', 'ignored'],
  },
  orderRefOnlyAgain: {
    id: 'legacy.update.order-ref-only-again',
    section: 'Endpoints › Update',
    question:
      'What does an order_ref-only update do where an order_ref was set before, at Authorize or since?',
    choices: ['replaced', 'refused', 'kept'],
    splitInto: ['legacy.update.order-ref-only-after-authorize', 'legacy.update.order-ref-only-after-update'],
  },
  orderRefOnlyAfterAuthorize: {
    id: 'legacy.update.order-ref-only-after-authorize',
    section: 'Endpoints › Update',
    question: 'What does an order_ref-only update do where an order_ref was set at Authorize?',
    choices: ['replaced', 'refused', 'kept'],
  },
  orderRefOnlyAfterUpdate: {
    id: 'legacy.update.order-ref-only-after-update',
    section: 'Endpoints › Update',
    question: 'What does an order_ref-only update do where none but another update has set an order_ref?',
    choices: ['replaced', 'refused', 'kept'],
  },
  orderRefOnlyClosed: {
    id: 'legacy.update.order-ref-only-closed',
    section: 'Endpoints › Update',
    question:
      'Can the order_ref alone be set on a closed payment? Its updates fail, and how this kind differs from others is not shown.',
    choices: ['refused', 'set'],
  },
  captureThreshold: {
    id: 'legacy.capture.amount-after-update',
    section: 'States and transitions',
    question: 'Which total do partial captures have to reach after an update changed it?',
    choices: ['updated', 'authorized'],
  },
  capturedTotal: {
    id: 'legacy.refund.captured-total',
    section: 'States and transitions',
    question:
      'Does a refund lower the captured total that closes an open payment when it reaches the amount?',
    choices: ['kept', 'lowered'],
  },
  captureAboveRest: {
    id: 'legacy.capture.above-rest',
    section: 'Endpoints › Capture',
    question: 'What happens to a capture of more than is left?',
    choices: ['refused', 'closes'],
  },
  captureUnknownLine: {
    id: 'legacy.capture.unknown-line',
    section: 'Endpoints › Capture',
    question:
      'What happens to the capture of a line that the order does not have? Items refer to its lines, so nothing can be captured.',
    choices: ['refused', 'nothing'],
  },
  captureLineAgain: {
    id: 'legacy.capture.line-again',
    section: 'Endpoints › Capture',
    question: 'What happens to the capture of more of a line, of tax or of shipping than the order has left?',
    choices: ['refused', 'accepted'],
    perCase: true,
  },
  fullAfterPartial: {
    id: 'legacy.capture.full-after-partial',
    section: 'Endpoints › Capture',
    question: 'What does a full capture do after partial ones?',
    choices: ['captures-rest', 'refused'],
  },
  captureDiscount: {
    id: 'legacy.capture.discount-line',
    section: 'Endpoints › Capture',
    question:
      'Can a partial capture name a discount line? It is a line of the order, and yet nothing that is delivered.',
    choices: ['captured', 'refused'],
  },
  captureNoQuantity: {
    id: 'legacy.capture.no-quantity',
    section: 'Endpoints › Capture',
    question: 'How much of a line is captured when the capture names it without a quantity?',
    choices: ['the-rest', 'one', 'the-line', 'refused'],
  },
  captureNothing: {
    id: 'legacy.capture.nothing',
    section: 'Endpoints › Capture',
    question: 'What happens to a partial capture whose parts add up to nothing or less?',
    choices: ['refused', 'accepted'],
    perCase: true,
  },
});

/** What the legacy document leaves open, contradicts or shows by example only about its six operations. */
export const legacyLatitudes = {
  ...behaviour,
  ...refundLatitudes,
  ...refusalLatitudes,
  ...requestLatitudes,
  ...formLatitudes,
} as const;
