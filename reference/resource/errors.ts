/** Why a request is refused: the error object without its reference (resource, Errors). */
export interface Refusal {
  readonly http: number;
  readonly code: string;
  readonly title: string;
  readonly description: string;
}

function refusal(http: number, code: string, title: string, description: string): Refusal {
  return Object.freeze({ http, code, title, description });
}

function invalid(description: string): Refusal {
  return refusal(400, 'request_content.malformed', 'Validation of the request content failed', description);
}

/** The refusals that need no details of the request; one for each cause, so that causes can be distinguished. */
export const refusals = {
  keyMissing: refusal(
    401,
    'authentication.failed',
    'Authentication failed',
    'Send a secret key as bearer token.',
  ),
  keyWrong: refusal(
    403,
    'authorization.failed',
    'Authorization failed',
    'The key is not a secret key of an account.',
  ),
  keyOtherScheme: refusal(
    401,
    'authentication.failed',
    'Authentication failed',
    'The key needs the scheme Bearer.',
  ),
  keyPublic: refusal(403, 'authorization.failed', 'Authorization failed', 'A public key is no secret key.'),
  publicKeyNeeded: refusal(
    403,
    'authorization.failed',
    'Authorization failed',
    'The checkout needs a public key.',
  ),
  consumerDeclined: refusal(403, 'service.forbidden', 'Not allowed', 'The consumer was not approved.'),
  version: refusal(
    400,
    'version.unknown',
    'Unknown version',
    'The version that the header names does not exist.',
  ),
  method: refusal(405, 'method.invalid', 'Method not allowed', 'This method cannot be used here.'),
  mediaType: refusal(415, 'media_type.unsupported', 'Unsupported media type', 'Send application/json.'),
  notFound: refusal(404, '404', 'Not found', 'There is no such resource.'),
  tokenNotFound: refusal(
    404,
    'token.not_found',
    'Token not found',
    'There is no such token in the state needed.',
  ),
  tokenSuspended: refusal(403, 'token.suspended', 'Token suspended', 'The token is suspended.'),
  consumerSuspended: refusal(403, 'service.forbidden', 'Not allowed', 'The consumer is not active.'),
  suspendedByConsumer: refusal(
    403,
    'service.forbidden',
    'Not allowed',
    'Only the party that suspended the token can resume it.',
  ),
  expired: refusal(
    400,
    'payment.authorization.expired',
    'Authorization expired',
    'The authorization expired before this capture.',
  ),
  captureForbidden: refusal(
    403,
    'service.forbidden',
    'Not allowed',
    'Only an authorized payment can be captured.',
  ),
  updateForbidden: refusal(403, 'service.forbidden', 'Not allowed', 'A rejected payment cannot be updated.'),
  notCaptured: refusal(403, 'service.forbidden', 'Not allowed', 'Only a captured payment can be refunded.'),
  fullyRefunded: refusal(403, 'service.forbidden', 'Not allowed', 'The full amount is refunded already.'),
  refundCapture: refusal(
    400,
    'payment.refund.captureId',
    'Wrong capture',
    'The payment has no such capture.',
  ),
  refundAmount: refusal(
    400,
    'payment.refund.amount',
    'Invalid refund amount',
    'The amount must be at most what is left of the capture.',
  ),
  refundNotPositive: refusal(
    400,
    'payment.refund.amount',
    'Invalid refund amount',
    'The amount must be above zero.',
  ),
  refundLate: refusal(403, 'service.forbidden', 'Not allowed', 'It is too late to refund this payment.'),
  // A code of its own: the document allows codes that it does not list.
  refundReason: refusal(
    400,
    'payment.refund.reason',
    'Invalid refund reason',
    'The reason is not among the allowed ones.',
  ),
  closeConflict: refusal(409, 'service.conflict', 'Conflict', 'Only an authorized payment can be closed.'),
  tooLarge: refusal(413, 'request_content.malformed', 'Malformed request content', 'The body is too large.'),
  exception: refusal(
    500,
    'service.exception',
    'Internal error',
    'Something went wrong here; try again later.',
  ),
  rejectedCapture: refusal(403, 'service.forbidden', 'Not allowed', 'A rejected payment cannot be captured.'),
  rejectedClose: refusal(409, 'service.conflict', 'Conflict', 'A rejected payment cannot be closed.'),
  rejectedRefund: refusal(403, 'service.forbidden', 'Not allowed', 'A rejected payment cannot be refunded.'),
  closedUncaptured: refusal(
    403,
    'service.forbidden',
    'Not allowed',
    'The payment was closed without a capture.',
  ),
  createTokenUnknown: refusal(404, 'token.not_found', 'Token not found', 'No payment without a token.'),
  createTokenDeleted: refusal(404, 'token.not_found', 'Token not found', 'No payment with a deleted token.'),
  createTokenSuspended: refusal(
    403,
    'token.suspended',
    'Token suspended',
    'No payment with a suspended token.',
  ),
  empty: invalid('something is empty'),
  nothingToUpdate: invalid('nothing to update'),
  total: invalid('amount: must be the sum of items, tax and shipping'),
  tooManyPairs: invalid('metadata: at most 20 pairs'),
  currency: invalid('currency: must be JPY'),
  addressAlone: invalid('shipping_address: a further field must accompany zip'),
  emptyWallet: invalid('wallet_id: must not be empty'),
  items: invalid('order.items: are not taken'),
  fraction: invalid('amount: must be whole yen'),
  amountNotPositive: invalid('amount: must be above zero'),
  tokenEnded: refusal(403, 'service.forbidden', 'Not allowed', 'The token of the payment is not active.'),
  updateLate: refusal(403, 'service.forbidden', 'Not allowed', 'It is too late to update this payment.'),
  refundWhole: invalid('amount: leave it out to refund everything'),
  reasonCode: invalid('reason.code: not allowed for this operation'),
} as const;

/** 400 for content that lacks something (resource, Errors, second table). */
export function contentMissing(description: string): Refusal {
  return { http: 400, code: 'request_content.malformed', title: 'Malformed request content', description };
}

/** 400 for badly formatted content (resource, Errors, second table). */
export function contentInvalid(description: string): Refusal {
  return invalid(description);
}
