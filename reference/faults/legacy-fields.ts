import { having, whereStatus, without } from './body.ts';
import type { Fault } from './fault.ts';

/** A field that replies of one status lack. */
function lacking(operation: string, status: string, field: string, row: string): Fault {
  const which = `${operation}-${status.replace('_', '-')}`.replace(
    `${operation}-${operation}-`,
    `${operation}-`,
  );
  return {
    id: `legacy-${which}-lacks-${field.replace('_', '-')}`,
    requirement: `legacy.${operation}.${row}`,
    summary: `A reply of ${operation} with the status ${status} has no ${field}.`,
    reply: { [operation]: whereStatus(status, without(field)) },
  };
}

/** A field of another value, or another type, in replies of one status. */
function showing(
  id: string,
  requirement: string,
  summary: string,
  [operation, status, field, value]: readonly [string, string, string, unknown],
): Fault {
  const reply = { [operation]: whereStatus(status, having(field, value)) };
  return { id: `legacy-${id}`, requirement: `legacy.${requirement}`, summary, reply };
}

/** Faults in single fields of legacy replies, beside those of legacy-replies.ts. */
export const legacyFieldFaults: readonly Fault[] = [
  lacking('authorize', 'authorize_fail', 'reason', 'fail-reply'),
  lacking('authorize', 'authorize_fail', 'message', 'fail-reply'),
  lacking('update', 'update_success', 'payment_id', 'success-reply'),
  lacking('update', 'update_fail', 'payment_id', 'fail-reply'),
  lacking('update', 'update_fail', 'test', 'fail-reply'),
  lacking('update', 'update_fail', 'reason', 'closed-reason'),
  lacking('close', 'close_success', 'payment_id', 'success-reply'),
  lacking('close', 'close_fail', 'payment_id', 'fail-reply'),
  lacking('close', 'close_fail', 'test', 'fail-reply'),
  lacking('close', 'close_fail', 'reason', 'closed-reason'),
  lacking('capture', 'capture_success', 'payment_id', 'success-reply'),
  lacking('capture', 'capture_fail', 'payment_id', 'fail-reply'),
  lacking('status', 'open', 'payment_id', 'fields'),
  lacking('status', 'close', 'expires', 'expires-form'),
  lacking('status', 'close', 'amount', 'amount-number'),
  lacking('status', 'close', 'test', 'fields'),
  lacking('refund', 'refund_fail', 'capture_id', 'fail-reply'),
  lacking('refund', 'refund_fail', 'reason', 'fail-reply'),
  showing('authorize-word', 'authorize.succeeds', 'A success of authorize says authorized.', [
    'authorize',
    'authorize_success',
    'status',
    'authorized',
  ]),
  showing('payment-id-is-number', 'authorize.payment-id', 'The payment_id of a new payment is a number.', [
    'authorize',
    'authorize_success',
    'payment_id',
    1_000_001,
  ]),
  showing('capture-id-is-number', 'capture.capture-id', 'The capture_id of a new capture is a number.', [
    'capture',
    'capture_success',
    'capture_id',
    1_000_001,
  ]),
  showing('test-is-text', 'common.test-flag', 'A successful close shows the test flag as text.', [
    'close',
    'close_success',
    'test',
    'true',
  ]),
  showing('failed-update-is-no-test', 'common.test-flag', 'A failed update says that it is no test.', [
    'update',
    'update_fail',
    'test',
    false,
  ]),
  showing('capture-fail-reason', 'capture.closed-reason', 'A failed capture gives the reason expired.', [
    'capture',
    'capture_fail',
    'reason',
    'expired',
  ]),
  showing('refund-names-no-text', 'refund.success-reply', 'A refund shows its capture_id in a list.', [
    'refund',
    'refund_success',
    'capture_id',
    ['cap'],
  ]),
  showing('failed-update-word', 'update.closed-refuses', 'The update of a closed payment says closed.', [
    'update',
    'update_fail',
    'status',
    'closed',
  ]),
];
