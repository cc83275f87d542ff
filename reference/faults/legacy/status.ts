import { overlapping } from '../overlapping.ts';
import { HOUR_MS } from '../../durations.ts';
import type { LegacyPayment } from '../../legacy/records.ts';
import { bodyMessages } from '../../legacy/replies.ts';
import type { LegacyRules } from '../../legacy/rules.ts';
import { plainTime } from '../../legacy/times.ts';
import type { ReplyWrapper } from '../../seams.ts';
import { type Fault, fault } from '../fault.ts';
import { fieldsOf, whereStatus, lacking, stating } from '../replies.ts';
import { nameless, takenWhere } from './patches.ts';

/** `YYYY-MM-DD hh:mm:ss`, some seconds later. */
function later(text: unknown, seconds: number): string {
  const instant = Date.parse(`${String(text).replace(' ', 'T')}Z`) + seconds * 1000;
  return new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
}

/** Whether something was captured of a payment, or it was closed. */
const isTaken = (payment: LegacyPayment, before: LegacyPayment): boolean =>
  payment.captured.count !== before.captured.count || payment.status !== before.status;

const alwaysTest: ReplyWrapper = (reply) => {
  const body = fieldsOf(reply);
  return 'test' in body ? { ...reply, body: { ...body, test: true } } : reply;
};

/** What a refused Status shows of its payment beside the refusal: a text in place of JSON, or a field more. */
function telling(
  tells: (payment: LegacyPayment) => { readonly text: string } | { readonly payment: object },
): Partial<LegacyRules> {
  return {
    mismatched(operation, refusal, { payment_id: id }, store) {
      const payment = store.legacyPayments.get(String(id));
      if (operation !== 'status' || payment === undefined) return refusal;
      const told = tells(payment);
      return 'text' in told
        ? { ...refusal, ...told }
        : { ...refusal, body: { ...fieldsOf(refusal), ...told } };
    },
  };
}

/** Faults in what Status shows. */
export const legacyStatusFaults: readonly Fault[] = [
  fault('legacy-status-without-test', 'legacy.status.fields', {
    summary: 'Status lacks the test flag.',
    reply: { status: lacking('open', 'test') },
  }),
  fault('legacy-status-open-lacks-payment-id', 'legacy.status.fields', {
    summary: 'A reply of status with the status open has no payment_id.',
    reply: { status: lacking('open', 'payment_id') },
  }),
  fault('legacy-status-close-lacks-test', 'legacy.status.fields', {
    summary: 'A reply of status with the status close has no test.',
    reply: { status: lacking('close', 'test') },
  }),
  fault('legacy-closed-status-test-false', 'legacy.common.test-flag', {
    summary: 'Status of a closed payment has a false test flag.',
    reply: { status: stating('close', 'test', false) },
  }),
  fault('legacy-test-always-true', 'legacy.common.test-flag', {
    summary: 'Every result has a true test flag, also those of consumers who are no test account.',
    reply: Object.fromEntries(
      ['authorize', 'update', 'close', 'capture', 'status'].map((operation) => [operation, alwaysTest]),
    ),
  }),
  fault('legacy-status-always-test', 'legacy.common.test-flag', {
    summary: 'Status always has a true test flag.',
    reply: { status: alwaysTest },
  }),
  fault('legacy-refused-status-shows-amount', 'legacy.status.refused-shows-nothing', {
    summary: 'The refusal of a status request shows the amount and the expiry all the same.',
    reply: {
      status: (reply, { request }) =>
        fieldsOf(reply)['reason'] === 'bad_checksum'
          ? {
              ...reply,
              body: { ...request, ...fieldsOf(reply), amount: 1000, expires: '2030-01-01 00:00:00' },
            }
          : reply,
    },
  }),
  fault('legacy-refused-status-tells-expiry-as-text', 'legacy.status.refused-shows-nothing', {
    summary: 'A status request with a wrong checksum is refused by a page that shows the expiry.',
    legacy: telling(({ expiresAt }) => ({
      text: `<p>Checksum mismatch. The payment is valid until ${plainTime(expiresAt)}.</p>`,
    })),
  }),
  fault('legacy-refused-status-tells-amount-as-text', 'legacy.status.refused-shows-nothing', {
    summary: 'A status request with a wrong checksum is refused by a text that shows the amount.',
    legacy: telling(({ authorizedAmount }) => ({
      text: `checksum mismatch; amount: ${authorizedAmount.toFixed()}`,
    })),
  }),
  fault('legacy-refused-status-tells-payment', 'legacy.status.refused-shows-nothing', {
    summary:
      'The refusal of a status request with a wrong checksum holds the payment as an object of its own.',
    legacy: telling(({ authorizedAmount, expiresAt }) => ({
      payment: { amount: authorizedAmount.toNumber(), expires: plainTime(expiresAt) },
    })),
  }),
  fault('legacy-status-amount-as-text', 'legacy.status.amount-number', {
    summary: 'Status shows the amount as text.',
    reply: { status: whereStatus('open', (body) => ({ ...body, amount: String(body.amount) })) },
  }),
  fault('legacy-status-close-lacks-amount', 'legacy.status.amount-number', {
    summary: 'A reply of status with the status close has no amount.',
    reply: { status: lacking('close', 'amount') },
  }),
  fault('legacy-status-expires-iso', 'legacy.status.expires-form', {
    summary: 'Status shows the expiry in ISO 8601.',
    reply: {
      status: whereStatus('open', (body) => ({
        ...body,
        expires: `${String(body.expires).replace(' ', 'T')}Z`,
      })),
    },
  }),
  fault('legacy-status-close-lacks-expires', 'legacy.status.expires-form', {
    summary: 'A reply of status with the status close has no expiry.',
    reply: { status: lacking('close', 'expires') },
  }),
  fault('legacy-unknown-payment-open', 'legacy.common.unknown-payment', {
    summary: 'Status shows any id as an open payment.',
    reply: {
      status: (reply, { request }) =>
        'reason' in reply.body && reply.body.reason === 'unknown_payment'
          ? {
              http: 200,
              body: {
                payment_id: request.payment_id,
                status: 'open',
                expires: '2030-01-01 00:00:00',
                amount: 0,
                order_ref: '',
                test: true,
              },
            }
          : reply,
    },
  }),
  fault('legacy-refusal-word', 'legacy.common.failure-status', {
    summary:
      'A status request that lacks data is refused with the status invalid_request, which is in no table.',
    reply: { status: stating('bad_request', 'status', 'invalid_request') },
  }),
  fault('legacy-status-word', 'legacy.status.succeeds', {
    summary: 'Status shows the status opened instead of open.',
    reply: { status: stating('open', 'status', 'opened') },
  }),
  fault('legacy-status-without-order-ref', 'legacy.status.order-ref', {
    summary: 'Status lacks the order_ref.',
    reply: { status: lacking('open', 'order_ref') },
  }),
  fault('legacy-status-in-list', 'legacy.common.json', {
    summary: 'Status answers with the object in a list.',
    reply: { status: (reply) => (reply.http === 200 ? { ...reply, body: [reply.body] } : reply) },
  }),
  fault('legacy-status-of-nothing', 'legacy.status.required-fields', {
    summary: 'A status request without payment_id is answered with success.',
    reply: { status: nameless('payment_id', { status: 'open', test: true }) },
  }),
  fault('legacy-status-of-no-json', 'legacy.common.not-json', {
    summary: 'A status request that is not a JSON object is answered with an open payment.',
    reply: {
      status: takenWhere(
        ({ message }) => message === bodyMessages.noObject || message === bodyMessages.noJson,
        { status: 'open' },
      ),
    },
  }),
  fault('legacy-end-moves-expiry', 'legacy.status.kept', {
    summary: 'A payment that is captured or closed expires an hour later.',
    stored: {
      legacyPayments: (payment, before) =>
        before !== undefined && isTaken(payment, before)
          ? { ...payment, expiresAt: payment.expiresAt + HOUR_MS }
          : payment,
    },
  }),
  fault('legacy-end-drops-order-ref', 'legacy.status.kept', {
    summary: 'A payment that is captured or closed has no order_ref any more.',
    stored: {
      legacyPayments: (payment, before) =>
        before !== undefined && isTaken(payment, before)
          ? { ...payment, order: { ...payment.order, orderRef: undefined } }
          : payment,
    },
  }),
  fault('legacy-status-moves-expiry', 'legacy.status.reads-only', {
    summary: 'The expiry that Status shows is a little later with each read.',
    reply: {
      status: (reply, { nth }) => {
        const body = fieldsOf(reply);
        return 'expires' in body
          ? { ...reply, body: { ...body, expires: later(body['expires'], nth) } }
          : reply;
      },
    },
  }),
  fault('legacy-race-of-read-and-close', 'legacy.close.closes', {
    summary: 'A read keeps what it has read for later reads, even where the payment was closed meanwhile.',
    ...overlapping('status', { cached: 'legacyPayments' }),
  }),
];
