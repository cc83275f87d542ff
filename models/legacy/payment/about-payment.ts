import type { Sought, Step } from '../../../engine/model.ts';
import { common } from '../../../spec/legacy/common.ts';
import { at } from '../../checks.ts';
import { changed } from '../../rechecked.ts';
import type { ApiCall, Reply } from '../../wire.ts';
import { answered } from '../replies/answered.ts';
import { perhapsClosed, refusedClosed } from '../refusals/closed.ts';
import { guarded, unknownId } from '../refusals/guards.ts';
import { soughtOf, type LegacyOutcome } from '../replies/outcome.ts';
import { settledStates } from './payment-states.ts';
import { withCause } from './proven.ts';
import { mayRefuse } from '../refusals/refused.ts';
import { lacksPaymentId } from '../refusals/required.ts';
import { paymentId, type LegacyState, type Payment } from './state.ts';
import type { PaymentCall, PaymentModel, Subject } from '../subject.ts';

/** The prediction of an operation that takes a payment_id: the guards that every operation has, then its own model. */
export function aboutPayment(model: PaymentModel) {
  const { operation, rules } = model;
  const lacks = model.lacks ?? lacksPaymentId;
  return (
    state: LegacyState,
    call: ApiCall,
    step: Step,
    sought?: Sought<Reply>,
  ): readonly LegacyOutcome[] => {
    const key = step.uses['payment'];
    const payment = key === undefined ? undefined : state.payments[key];
    const sent = at(call.body, ['payment_id']);
    const own = key !== undefined && payment !== undefined && sent === paymentId(payment, key);
    const request = {
      state,
      call,
      step,
      operation,
      sought,
      signed: typeof sent === 'string' ? sent : '',
      payment: key,
      lacks: lacks(call.body) ? rules.requiredFields.id : undefined,
      lacksDetail: model.lacksDetail?.(call.body),
      impossible: own ? closedRules(model, payment) : undefined,
    };
    return guarded({
      ...request,
      executed: () => {
        if (!own) return unknownId(request, common.unknownPayment.id);
        const states = settledStates(state, key, payment, operation);
        const outcomes = (sought === 'ordinary' ? states.slice(0, 1) : states).flatMap(([assumed, after]) => {
          const predicted = model.predict(subject({ ...after, call, step, model, key, sought }));
          return assumed === undefined
            ? predicted
            : soughtOf(predicted, sought).map((one) =>
                changed(one, { assumes: { ...one.assumes, ...assumed } }),
              );
        });
        if (payment.id !== undefined) return outcomes;
        // Its id was lost with a reply, so the target may well not know the one that was sent.
        return [...outcomes, mayRefuse(request, 'id not known', common.unknownPayment.id)];
      },
    });
  };
}

function subject(about: PaymentCall): Subject {
  return {
    ...about,
    answered: (answer) => answered(about, answer),
    refusedClosed: () => refusedClosed(about),
    perhapsClosed: () => perhapsClosed(about),
  };
}

/** The rules by which an operation on a closed payment must fail, whatever else is unspecified about the request: none while a refund may have reopened it. */
function closedRules({ rules }: PaymentModel, payment: Payment): readonly string[] | undefined {
  const { state, inDoubt } = payment;
  const { closedRefuses } = rules;
  if (closedRefuses === undefined || state.is !== 'close' || inDoubt !== undefined) return undefined;
  return withCause(closedRefuses.id, payment);
}
