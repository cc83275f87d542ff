import type { Check } from '../../../engine/model.ts';
import { common } from '../../../spec/legacy/common.ts';
import { mapChecks } from '../../with-checks.ts';
import { field, judged } from '../../checks.ts';
import type { Reply, ApiCall } from '../../wire.ts';
import type { Payment } from './state.ts';
import type { LegacyOutcome } from '../replies/outcome.ts';
import { checksumRules } from '../replies/replies.ts';

/** payment_id and test, as the results of update, close, capture and status show them. */
export function aboutChecks(payment: Payment, fieldsRule: string): readonly Check<Reply>[] {
  return [
    ...(payment.id === undefined
      ? []
      : [
          field(fieldsRule, 'payment_id', { type: 'text' }),
          unlessAbsent(common.paymentIdEchoed.id, 'payment_id', payment.id),
        ]),
    ...testChecks(payment.test, fieldsRule),
  ];
}

/** What a failure is about, where the document gives it a reason and a message. */
export function failureTexts(fieldsRule: string): readonly Check<Reply>[] {
  return ['reason', 'message'].map((name) => field(fieldsRule, name, { type: 'text' }));
}

/** The test flag: that it is there by the rule of the reply, that it is right by its own. */
export function testChecks(test: boolean, fieldsRule: string): readonly Check<Reply>[] {
  return [
    field(
      fieldsRule,
      'test',
      judged((value) => value !== undefined, { type: 'boolean' }, 'true or false'),
    ),
    unlessAbsent(common.testFlag.id, 'test', test),
  ];
}

function unlessAbsent(rule: string, name: string, value: string | boolean): Check<Reply> {
  return field(
    rule,
    name,
    judged((received) => received === undefined || received === value, { is: value, optional: true }),
  );
}

/** The rules that a right checksum proves when the request is executed. */
export function provenChecksum(call: ApiCall): readonly string[] {
  const material =
    call.operation === 'authorize'
      ? common.checksumAuthorize.id
      : call.operation === 'refund'
        ? common.checksumCapture.id
        : common.checksumPayment.id;
  const encoding = call.checksum?.encoding === 'base64' ? common.checksumBase64.id : common.checksumHex.id;
  return call.operation === 'authorize'
    ? [common.post.id, encoding, material]
    : [common.post.id, common.paths.id, encoding, material];
}

const ofCalls: ReadonlySet<string> = new Set([common.post.id, common.paths.id, ...checksumRules]);

/**
 * What follows from executing a request that may be refused too, for its form: no evidence of how requests are made, since a target that
 * breaks such a rule would not be accused here.
 */
export function withoutRequestEvidence(outcomes: readonly LegacyOutcome[]): readonly LegacyOutcome[] {
  return outcomes.map((outcome) =>
    mapChecks(outcome, (checks) =>
      checks.map((check) =>
        check.cites.some((rule) => ofCalls.has(rule))
          ? { ...check, cites: check.cites.filter((rule) => !ofCalls.has(rule)) }
          : check,
      ),
    ),
  );
}

/** A rule, and with it the one that put the payment into its state as long as no reply has shown that state. */
export function withCause(rule: string, payment: Payment): readonly string[] {
  return payment.state.seen ? [rule] : [rule, payment.state.setBy];
}
