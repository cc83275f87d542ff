import type { Check, Step } from '../../../engine/model.ts';
import { refundRules as rules } from '../../../spec/resource/payments/refund.ts';
import { at, check, decimalEquals, field, numberIn, showsNoOther } from '../../checks.ts';
import type { ApiCall, Reply } from '../../wire.ts';
import { entries } from '../forms.ts';
import type { Capture, Pairs, Payment, ResourceOutcome, ResourceState } from '../state.ts';
import { withPayment } from '../state.ts';
import { maySucceed, succeeded } from '../replies/verdicts.ts';
import { listWeight, notYet } from './checks/entries.ts';
import { learned } from './learn.ts';
import { paymentChecks, returnsPayment } from './checks/object.ts';
import { isFull } from './checks/requested.ts';
import { bodyOf } from '../replies/bodies.ts';

/** A successful refund; `amount` is undefined where it is unknown (Endpoints, POST /payments/{id}/refunds). */
export function refunded(
  state: ResourceState,
  call: ApiCall,
  step: Step,
  payment: Payment,
  key: string,
  capture: Capture,
  amount: string | undefined,
  rule: string,
): ResourceOutcome {
  const { metadata, reason } = bodyOf(call);
  const refund = {
    step: step.id,
    capture: capture.step,
    amount,
    reason: typeof reason === 'string' && reason !== '' ? reason : undefined,
    metadata: (metadata ?? {}) as Pairs,
    ...notYet(payment),
  };
  const after: Payment = { ...payment, refunds: [...payment.refunds, refund] };
  return {
    name: rule === rules.full.id ? 'refunded in full' : 'refunded a part',
    mayBe: maySucceed,
    checks: () => [
      succeeded(promised(call, rule), [rule]),
      returnsPayment(rules.returnsPayment.id),
      check(
        rules.adds.id,
        'one refund more than before',
        ({ body }) => at(body, ['refunds']),
        (list) => Array.isArray(list) && list.length === after.refunds.length,
        { weight: 3 },
      ),
      ...(amount === undefined ? [] : gives(payment, amount, rule)),
      ...paymentChecks(after, [], { kept: true }),
      ...(payment.amount === undefined ? [] : [keepsAmount(payment.amount)]),
      check(
        rules.keepsCaptures.id,
        `an array of ${payment.captures.length} captures`,
        ({ body }) => at(body, ['captures']),
        (list) => Array.isArray(list) && list.length === payment.captures.length,
        { weight: listWeight },
      ),
    ],
    next: (reply?: Reply) => withPayment(state, key, learned(after, 'change', reply)),
  };
}

/** The rules that a refusal breaks: with full metadata also that metadata is kept. */
const promised = (call: ApiCall, rule: string): readonly string[] =>
  isFull(bodyOf(call)['metadata']) ? [rule, rules.metadata.id] : [rule];

/** That the new refund has the requested amount. Not checked beside another refund without a known id. */
function gives({ refunds }: Payment, amount: string, rule: string): readonly Check<Reply>[] {
  if (refunds.some(({ id }) => id === undefined)) return [];
  const known = new Set(refunds.map(({ id }) => id));
  return [
    check(
      rule,
      `a new refund of ${amount}`,
      ({ body }) => entries(at(body, ['refunds'])).find(({ id }) => !known.has(id as string))?.['amount'],
      // An amount of another form breaks the rule about its form.
      (value) => decimalEquals(numberIn(value) ?? Number(amount), amount),
    ),
  ];
}

function keepsAmount(amount: string): Check<Reply> {
  return field(
    rules.keepsCaptures.id,
    'amount',
    (shown) => decimalEquals(shown, amount),
    `the number ${amount}`,
    { ofState: true, ...showsNoOther('amount', amount) },
  );
}
