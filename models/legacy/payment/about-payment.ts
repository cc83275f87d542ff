import type { Sought, Step } from '../../../engine/model.ts';
import { common } from '../../../spec/legacy/common.ts';
import { at } from '../../checks.ts';
import { perhapsRefusedFor } from '../../beside.ts';
import { changed } from '../../rechecked.ts';
import type { ApiCall, Reply } from '../../wire.ts';
import { answered } from '../replies/answered.ts';
import { perhapsClosed, refusedClosed } from '../refusals/closed.ts';
import { guarded, unknownId } from '../refusals/guards.ts';
import { soughtOf, type LegacyOutcome } from '../replies/outcome.ts';
import { keptThrough } from './kept.ts';
import { settledStates } from './payment-states.ts';
import { mayRefuse } from '../refusals/refused.ts';
import { lacksPaymentId } from '../refusals/required.ts';
import { paymentId, type LegacyState } from './state.ts';
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
      isRefusedAlike: model.isRefusedAlike?.(call.body),
    };
    return guarded({
      ...request,
      executed: () => {
        if (!own) return lacksPaymentId(call.body) ? [] : unknownId(request, common.unknownPayment.id);
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
        return perhapsRefusedFor({
          refusals: [mayRefuse(request, 'id not known', common.unknownPayment.id)],
          otherwise: outcomes,
        });
      },
    });
  };
}

function subject(about: PaymentCall): Subject {
  return {
    ...about,
    answered: (answer) => answered(about, answer),
    kept: () => keptThrough(about.payment),
    refusedClosed: () => refusedClosed(about),
    perhapsClosed: () => perhapsClosed(about),
  };
}
