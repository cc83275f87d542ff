import type { Check } from '../../../engine/model.ts';
import { common } from '../../../spec/legacy/common.ts';
import { field, isText, shown } from '../../checks.ts';
import type { Reply } from '../../wire.ts';
import type { Payment } from './state.ts';

/** payment_id and test, as the results of update, close, capture and status show them. */
export function aboutChecks(payment: Payment, fieldsRule: string): readonly Check<Reply>[] {
  return [
    ...(payment.id === undefined
      ? []
      : [
          field(fieldsRule, 'payment_id', isText, 'text'),
          unlessAbsent(common.paymentIdEchoed.id, 'payment_id', payment.id),
        ]),
    ...testChecks(payment.test, fieldsRule),
  ];
}

/** What a failure is about, where the document gives it a reason and a message. */
export function failureTexts(fieldsRule: string): readonly Check<Reply>[] {
  return ['reason', 'message'].map((name) => field(fieldsRule, name, isText, 'text'));
}

/** The test flag: that it is there by the rule of the reply, that it is right by its own. */
export function testChecks(test: boolean, fieldsRule: string): readonly Check<Reply>[] {
  return [
    field(fieldsRule, 'test', (value) => value !== undefined, 'true or false'),
    unlessAbsent(common.testFlag.id, 'test', test),
  ];
}

function unlessAbsent(rule: string, name: string, value: string | boolean): Check<Reply> {
  return field(
    rule,
    name,
    (received) => received === undefined || received === value,
    () => shown(value),
  );
}
