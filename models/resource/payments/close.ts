import type { Step } from '../../../engine/model.ts';
import { closeRules as rules } from '../../../spec/resource/payments/close.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { at, check, isObject } from '../../checks.ts';
import { inPlaceOf, perhapsRefusedFor, settlingNothing, unlessRefused } from '../../beside.ts';
import { choose } from '../../choose.ts';
import { type ApiCall, type Call, hasNoBody, type Reply } from '../../wire.ts';
import { refused, refusedWithOpenStatus } from '../replies/outcomes.ts';
import { guarded } from '../requests/requests.ts';
import type { Outcomes, Payment, ResourceOutcome, ResourceState } from '../state.ts';
import { withPayment } from '../state.ts';
import { maySucceed, succeeded } from '../replies/verdicts.ts';
import { learned } from './learn.ts';
import { listWeight } from './checks/entries.ts';
import { paymentChecks, returnsPayment } from './checks/object.ts';
import { onPayment } from './on-payment.ts';
import { tokenEndedOr } from './token-ended.ts';

/** Closing a payment (Endpoints, POST /payments/{id}/close; States and transitions; Errors). */
export function predictClose(state: ResourceState, call: Call, step: Step): Outcomes {
  return guarded(state, call, step, 'POST', (api) => {
    const otherwise = onPayment(state, step, (payment, key) =>
      tokenEndedOr(state, step, payment, rules.closes.id, byState(state, step, payment, key)),
    );
    const no = [refused(state, step, 'body', rules.closes.id, { countsAsEvidence: false })];
    if (!isEmpty(api))
      return settlingNothing(perhapsRefusedFor({ refusals: no, otherwise, ordinarily: 'refused' }));
    if (!hasNoBody(api)) return otherwise;
    // The text of the document has an empty body, its example an empty object.
    return unlessRefused(resourceLatitudes.closeBody, 'accepted', otherwise, 'refused', no);
  });
}

function isEmpty(call: ApiCall): boolean {
  const { body, strayBytes } = call;
  if (strayBytes === true) return false;
  return hasNoBody(call) || (isObject(body) && Object.keys(body).length === 0);
}

function byState(state: ResourceState, step: Step, payment: Payment, key: string): Outcomes {
  const countsAsEvidence = payment.seen;
  switch (payment.status.is) {
    case 'CLOSED':
      return [
        refused(state, step, 'closed', rules.closedRefused.id, {
          http: 409,
          code: 'service.conflict',
          countsAsEvidence,
        }),
      ];
    case 'REJECTED': {
      const { rejectedClose } = resourceLatitudes;
      return refusedWithOpenStatus(state, step, 'rejected', rules.onlyAuthorized.id, rejectedClose, {
        countsAsEvidence,
      });
    }
    case 'AUTHORIZED':
      if (payment.moved !== 'past') return [closed(state, payment, key)];
      const late = closed(state, payment, key);
      const expired = refused(state, step, 'expired', rules.closes.id, { countsAsEvidence: false });
      const open: Outcomes = choose(resourceLatitudes.expiredClose, {
        closed: late,
        refused: inPlaceOf([late], [expired]),
      });
      // The expiry may have closed it already: refused as any closed payment, it shows nothing of expired ones that are not.
      const error = { code: 'service.conflict', countsAsEvidence: false };
      const already = refused(state, step, 'closed by expiry', rules.closes.id, error);
      return [...open, ...inPlaceOf([late], [already])];
  }
}

function closed(state: ResourceState, payment: Payment, key: string): ResourceOutcome {
  const after: Payment = { ...payment, status: { is: 'CLOSED', setBy: rules.closes.id } };
  const { length } = payment.captures;
  return {
    name: 'closed',
    couldMatch: maySucceed,
    checks: () => [
      succeeded(rules.closes.id),
      returnsPayment(rules.returnsPayment.id),
      check(
        rules.capturesNothing.id,
        `${length} captures, as before`,
        ({ body }) => at(body, ['captures']),
        (list) => Array.isArray(list) && list.length === length,
        { weight: listWeight, expect: () => ({ at: 'captures', must: { entries: length } }) },
      ),
      ...paymentChecks(after, [], { kept: true }),
    ],
    next: (reply?: Reply) => withPayment(state, key, learned(after, 'change', reply)),
  };
}
