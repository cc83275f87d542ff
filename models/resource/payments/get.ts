import type { Check, Step } from '../../../engine/model.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { createRules } from '../../../spec/resource/payments/create.ts';
import { getRules as rules } from '../../../spec/resource/payments/get.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { field } from '../../checks.ts';
import { choose } from '../../choose.ts';
import type { Call, Reply } from '../../wire.ts';
import { letterCases, observeNotation } from '../replies/notation.ts';
import { guarded } from '../requests/requests.ts';
import type { Outcomes, Payment, PaymentStatus, ResourceState } from '../state.ts';
import { withPayment } from '../state.ts';
import { maySucceed, succeeded } from '../replies/verdicts.ts';
import { learned } from './learn.ts';
import { paymentChecks, returnsPayment } from './checks/object.ts';
import { onPayment, suspectsOfRead } from './on-payment.ts';
import { servedUpdate } from './update.ts';

/** Reading a payment, in any state (Endpoints, GET /payments/{id}). */
export function predictGet(state: ResourceState, call: Call, step: Step): Outcomes {
  const served = () => servedGet(state, step);
  return guarded(state, call, step, 'GET', served, (api) => servedUpdate(state, api, step));
}

function servedGet(state: ResourceState, step: Step): Outcomes {
  return onPayment(state, step, (payment, at) => {
    if (payment.moved !== 'past' || payment.status.is !== 'AUTHORIZED') return read(state, payment, at);
    // A state shown after the expiry is kept, but one that is still AUTHORIZED may change later.
    const showing = (is: PaymentStatus) =>
      read(state, { ...payment, status: { is, setBy: rules.current.id } }, at, [
        field(rules.current.id, 'status', { state: [is] }, { weight: 5 }),
      ]);
    return choose(resourceLatitudes.expiredState, {
      authorized: showing('AUTHORIZED'),
      closed: showing('CLOSED'),
      rejected: showing('REJECTED'),
    });
  });
}

function read(
  state: ResourceState,
  payment: Payment,
  at: string,
  further: readonly Check<Reply>[] = [],
): Outcomes {
  // A payment created through this interface must also be retrievable.
  const promised = [
    rules.returnsPayment.id,
    ...(payment.token === undefined ? [] : [createRules.retrievable.id]),
  ];
  const outcome = {
    name: `read: ${payment.status.is}`,
    couldMatch: maySucceed,
    checks: () => [
      succeeded(promised, [...promised, commonRules.versionCurrent.id]),
      returnsPayment(rules.returnsPayment.id),
      ...paymentChecks(payment, suspectsOfRead(payment)),
      ...further,
    ],
    next: (reply?: Reply) =>
      withPayment(state, at, reply === undefined ? payment : learned(payment, 'read', reply)),
  };
  return observeNotation(
    state,
    'letterCase',
    resourceLatitudes.letterCase,
    rules.returnsPayment.id,
    'status',
    letterCases,
    outcome,
  );
}
