import type { Step } from '../../../engine/model.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { getRules } from '../../../spec/resource/payments/get.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { paymentRules } from '../../../spec/resource/payment.ts';
import { withChecks, withParts } from '../../with-checks.ts';
import { field, isObject, judged } from '../../checks.ts';
import { refusedFor } from '../../beside.ts';
import { choose } from '../../choose.ts';
import { onEachSide } from '../clock.ts';
import { malformedContent } from '../requests/bad-bodies.ts';
import { refused, unresolved } from '../replies/outcomes.ts';
import type { Outcomes, Payment, ResourceOutcome, ResourceState } from '../state.ts';
import { withSettled } from '../state.ts';

/**
 * The outcomes for the payment that a step names; 404 for an id that the service never issued. `besides`: what the request may be refused for
 * then beside that.
 */
export function onPayment(
  state: ResourceState,
  step: Step,
  predict: (payment: Payment, at: string) => Outcomes,
  besides: Outcomes = [],
): Outcomes {
  const at = step.uses['payment'];
  const payment = at === undefined ? undefined : state.payments[at];
  if (at === undefined || payment === undefined) return refusedFor(unknownPayment(state, step), besides);
  const outcomes = onEachSide(state, payment, (one) => predict(one, at));
  return payment.id === undefined ? [...outcomes, unresolved(state)] : outcomes;
}

function unknownPayment(state: ResourceState, step: Step): Outcomes {
  const rule = paymentRules.unknownId.id;
  const outcome = refused(state, step, 'unknown payment', rule, { http: 404, code: '404' });
  if (isForeign(step, 'pay_')) return foreign(state, step, rule, outcome);
  if (state.settled.includes('errorStatus')) return [outcome];
  const shown = (isForm: (text: string) => boolean, choice: string) =>
    field(
      commonRules.errorStatus.id,
      'status',
      judged((v) => typeof v === 'string' && isForm(v), choice),
      {
        countsAsEvidence: false,
      },
    );
  const written = (isForm: (text: string) => boolean, choice: string) =>
    withParts(
      withChecks(outcome, () => [shown(isForm, choice)]),
      { next: () => withSettled(outcome.next(), 'errorStatus') },
    );
  return choose(resourceLatitudes.errorStatus, {
    digits: written((text) => /^\d+$/.test(text), 'digits'),
    'digits-and-phrase': written((text) => /\d/.test(text) && /[^\d\s]/.test(text), 'digits and phrase'),
  });
}

/** Whether the made-up id of a step has the prefix of another resource. */
export function isForeign({ data }: Step, prefix: string): boolean {
  const id = isObject(data) ? data['id'] : undefined;
  return typeof id === 'string' && !id.startsWith(prefix);
}

/** The refusal of an id of another resource: as unknown, or as badly formatted. */
export function foreign(state: ResourceState, step: Step, rule: string, unknown: ResourceOutcome): Outcomes {
  const malformedId = { ...malformedContent, countsAsEvidence: false };
  return choose(resourceLatitudes.foreignId, {
    'not-found': unknown,
    malformed: refused(state, step, 'id of another form', rule, malformedId),
  });
}

/** The rules accused, beside the one of a fact, when a read of a payment differs from what is believed. */
export function suspectsOfRead(payment: Payment): readonly string[] {
  switch (payment.after) {
    case 'change':
      return [getRules.current.id];
    case 'refusal':
      return [commonRules.refusalChangesNothing.id];
    case 'read':
      return [getRules.changesNothing.id];
  }
}
