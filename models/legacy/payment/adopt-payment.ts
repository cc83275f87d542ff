import type { Step } from '../../../engine/model.ts';
import { status as rules } from '../../../spec/legacy/status.ts';
import { at, check, decimalEquals, textOf } from '../../checks.ts';
import type { GivenLegacyPayment } from '../../setup.ts';
import type { ApiCall, Reply } from '../../wire.ts';
import { expiresChecks } from './expiry.ts';
import { newPayment } from './new-payment.ts';
import { withPayment, type LegacyState, type Payment } from './state.ts';
import { orderOf } from './order.ts';
import type { LegacyOutcome } from '../replies/outcome.ts';
import { succeeded } from '../replies/replies.ts';
import { amountChecks, expiresSeen, isShown, standsAs } from '../status.ts';

// Above all others together: a payment that is as given is judged as such.
const otherWeight = 1000;

/**
 * The first read of a payment that was made elsewhere. Its order is taken from the settings, since Status does not show it. One that is not as
 * it was given, since another user has used it meanwhile, is left alone: that does not accuse the target.
 */
export function predictAdoptPayment(
  state: LegacyState,
  call: ApiCall,
  step: Step,
  { id, order }: GivenLegacyPayment,
): readonly LegacyOutcome[] {
  const authorized = newPayment({
    id,
    order: orderOf({ order }),
    orderRef: undefined,
    test: false,
    authorization: undefined,
    born: state.moved,
    bornStoodMs: state.stoodMs,
  });
  // It was read before, to compare it with the settings.
  const setBy = rules.readsOnly.id;
  const made: Payment = {
    ...authorized,
    state: { ...authorized.state, setBy },
    amount: { is: authorized.authorized, setBy },
  };
  const isAsGiven = (body: unknown): boolean =>
    at(body, ['status']) === 'open' && decimalEquals(at(body, ['amount']), made.authorized);
  return [
    {
      name: 'adopted',
      checks: [
        ...succeeded,
        isShown(call),
        standsAs(made.state),
        ...expiresChecks(state, made),
        ...amountChecks(made.amount),
      ],
      next: (reply) => withPayment(state, step.id, shownBy(reply, made)),
    },
    {
      name: 'not as given',
      checks: [
        check(
          rules.succeeds.id,
          'a payment that is not as it was given',
          ({ body }) => body,
          (body) => !isAsGiven(body),
          { weight: otherWeight, countsAsEvidence: false },
        ),
      ],
      next: () => state,
    },
  ];
}

/** With what only the reply shows: whether it is a test, its order_ref and its expiry. */
function shownBy(reply: Reply | undefined, payment: Payment): Payment {
  const ref = textOf(reply, 'order_ref');
  return {
    ...payment,
    state: { ...payment.state, seen: reply !== undefined },
    test: at(reply?.body, ['test']) === true,
    orderRef: { is: ref === undefined || ref === '' ? null : ref, setBy: rules.readsOnly.id },
    orderRefAtAuthorize: ref,
    expires: expiresSeen(reply, payment),
  };
}
