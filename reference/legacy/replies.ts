import type { HandlerReply, ReplyBody } from '../seams.ts';
import type { LegacyPayment } from './records.ts';

/** 200 with a body. */
export function succeeded(body: ReplyBody): HandlerReply {
  return { http: 200, body };
}

/** 400 with a body: the operation was understood and failed. */
export function failed(body: ReplyBody): HandlerReply {
  return { http: 400, body };
}

/** The request could not be executed: no JSON, or data missing (legacy, Errors). */
export function badRequest(message: string, http = 400): HandlerReply {
  return { http, body: { status: 'bad_request', reason: 'bad_request', message } };
}

/** Messages about a body that is JSON and yet no object, and about one that is no JSON at all. */
export const bodyMessages = {
  noObject: 'The body must be a JSON object.',
  noJson: 'The body is not JSON.',
} as const;

export const unauthorized: HandlerReply = {
  http: 401,
  body: { status: 'request_failed', reason: 'unauthorized', message: 'The API key is missing or wrong.' },
};

/** A checksum that does not match (legacy, Errors, which shows `failed_request` as well). */
export const badChecksum = failed({
  status: 'request_failed',
  reason: 'bad_checksum',
  message: 'checksum mismatch',
});

export const internalError: HandlerReply = {
  http: 500,
  body: { status: 'internal_error', reason: 'internal_error', message: 'Try again later.' },
};

/** A failure of update or close on a closed payment. */
export function closedFailure(status: 'update_fail' | 'close_fail', payment: LegacyPayment): HandlerReply {
  const message = 'payment is closed or expired; no actions possible';
  return failed({ payment_id: payment.id, status, reason: 'closed', message, test: payment.test });
}

/** A request about an id that was never issued. */
export function unknownPayment(id: string): HandlerReply {
  const message = 'There is no payment with this id.';
  return failed({ payment_id: id, status: 'request_failed', reason: 'unknown_payment', message });
}

export function unknownCapture(id: string): HandlerReply {
  const message = 'There is no capture with this id.';
  return failed({ capture_id: id, status: 'request_failed', reason: 'unknown_capture', message });
}
