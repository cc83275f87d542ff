import type { LegacyOperationName } from '../../../spec/operations.ts';
import type { PredictFor, Step } from '../../../engine/model.ts';
import { common } from '../../../spec/legacy/common.ts';
import { withParts, type Checks } from '../../with-checks.ts';
import { at, equals, field } from '../../checks.ts';
import { perhapsRefusedFor } from '../../beside.ts';
import type { ApiCall, Reply } from '../../wire.ts';
import { guarded, unknownId } from '../refusals/guards.ts';
import { soughtOf, type LegacyOutcome } from '../replies/outcome.ts';
import { result, failed, statusOf, succeeded } from '../replies/replies.ts';
import { keptThrough } from './kept.ts';
import { inEachStanding } from './passing.ts';
import { paymentId, type LegacyState, withPayment, type Payment, type PaymentState } from './state.ts';
import { mayRefuse, byHttp, taken } from '../refusals/refused.ts';
import { lacksPaymentId } from '../refusals/required.ts';
import type { PaymentCall, PaymentModel, Subject, Answer } from '../subject.ts';
import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import { isEventStatus, expectedOnce } from '../events/events.ts';
import { aboutChecks, provenChecksum, withCause } from './payment-checks.ts';

/** The prediction of an operation that takes a payment_id: the guards that every operation has, then its own model. */
export function aboutPayment(model: PaymentModel) {
  const { operation, rules } = model;
  const lacks = model.lacks ?? lacksPaymentId;
  return (
    state: LegacyState,
    call: ApiCall,
    step: Step,
    sought?: PredictFor<Reply>,
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
          const predicted = inEachStanding(after.state, key, after.payment, (standing) =>
            model.predict(subject({ ...standing, call, step, model, key, sought })),
          );
          return assumed === undefined
            ? predicted
            : soughtOf(predicted, sought).map((one) =>
                withParts(one, { assumes: { ...one.assumes, ...assumed } }),
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
    possiblyClosed: () => possiblyClosed(about),
  };
}

/** The choices that a state rests on, by latitude. */
type Assumed = LegacyOutcome['assumes'];

/** The states that a payment may be in after a refund, whose effect on it is not shown; ordinarily one, without a choice. */
function settledStates(state: LegacyState, key: string, payment: Payment, operation: LegacyOperationName) {
  const { inDoubt, inDoubtAgain, ...certain } = payment;
  if (inDoubt === undefined) return [[undefined, { state, payment }]] as const;
  const as = (
    left: NonNullable<Assumed>,
    after: Payment,
  ): readonly [Assumed, { state: LegacyState; payment: Payment }] => [
    left,
    { state: withPayment(state, key, after), payment: after },
  ];
  const standing = (is: PaymentState['is']): PaymentState => ({
    is,
    setBy: inDoubt,
    seen: false,
    by: 'refund',
  });
  const { id: total } = open.capturedTotal;
  // Where a captured amount is unknown, so is what a refund left of the total.
  const amountOpen = Object.values(state.captures).some(
    ({ payment: of, amount }) => of === key && amount === undefined,
  );
  const lowered = { refundsLower: true as const, ...(amountOpen && { amountUnknown: true as const }) };
  // A read right after the refund shows the payment as the refund left it.
  const still = operation === 'status' && { staysOpen: true as const };
  // How much of a payment that a refund reopened can be captured again is not shown either.
  if (payment.state.is === 'close') {
    const { id } = open.refundPaymentState;
    const reopened = { ...certain, state: { ...standing('open'), ...still }, amountUnknown: true } as const;
    // It may have been reopened and closed again, which looks the same: by its expiry once the clock was moved, or by the next refund.
    const perhapsAgain = state.moved > 0 || inDoubtAgain === true;
    const closed = perhapsAgain
      ? { ...certain, state: { ...certain.state, by: 'refund' as const } }
      : certain;
    return [
      // Of a payment that stays closed nothing shows what counts as captured.
      as(perhapsAgain ? {} : { [id]: 'unchanged' }, closed),
      as({ [id]: 'reopens', [total]: 'kept' }, reopened),
      as({ [id]: 'reopens', [total]: 'lowered' }, { ...reopened, ...lowered }),
    ];
  }
  const { id } = open.refundOpenState;
  const reopened = { ...certain, state: { ...standing('open'), ...still }, amountUnknown: true } as const;
  // Where its amounts are unknown it may have been closed before the refund, so that its state shows nothing of what the refund did.
  if (!isSurelyOpen(payment))
    return [
      as({}, certain),
      as({}, { ...certain, ...lowered }),
      as({}, { ...certain, state: standing('close') }),
    ];
  return [
    as({ [id]: 'unchanged', [total]: 'kept' }, certain),
    as({ [id]: 'unchanged', [total]: 'lowered' }, { ...certain, ...lowered }),
    as({ [id]: 'closes' }, { ...certain, state: standing('close') }),
    // One refund may have closed it and the next reopened it: as that is not seen, it settles nothing.
    ...(inDoubtAgain === true ? [as({}, reopened), as({}, { ...reopened, ...lowered })] : []),
  ];
}

/** Whether a payment that counts as open is open for certain. */
const isSurelyOpen = ({ amountUnknown, state }: Payment): boolean =>
  amountUnknown === undefined || state.seen || state.staysOpen === true;

/** Update, Close and Capture of a closed payment fail (legacy, States and transitions; Errors). */
function refusedClosed(about: PaymentCall): readonly LegacyOutcome[] {
  const { state, key, payment, model } = about;
  const { closedRefuses, closedReason, failReply } = model.rules;
  if (closedRefuses === undefined || failReply === undefined) return [];
  const { seen } = payment.state;
  const refusal = answered(about, {
    name: 'refused: closed',
    reply: 'fail',
    rule: closedRefuses.id,
    countsAsEvidence: seen,
    fields: failReply.id,
    ...(closedReason !== undefined && {
      checks: () => [
        equals(closedReason.id, 'reason', 'closed', { countsAsEvidence: seen }),
        field(failReply.id, 'message', { type: 'text' }),
      ],
    }),
    next: () =>
      withPayment(state, key, (before) =>
        // A failure for the reason closed shows the state; a failed capture gives no reason.
        closedReason === undefined && !seen
          ? before
          : { ...before, state: { ...before.state, setBy: closedRefuses.id, seen: true } },
      ),
  });
  return byHttp(open.closedHttp, ['400', '200', 'other-4xx', '5xx'], [refusal], about);
}

/** Further answers about a payment whose amounts are unknown: it is closed, or the operation is refused. */
function possiblyClosed(about: PaymentCall): readonly LegacyOutcome[] {
  const { key, model, payment, state } = about;
  const { failReply } = model.rules;
  if (payment.amountUnknown === undefined || failReply === undefined) return [];
  const closed = { ...payment, state: { ...payment.state, is: 'close' as const, seen: false } };
  return [
    ...refusedClosed({ ...about, state: withPayment(state, key, closed), payment: closed }),
    mayRefuse({ state, payment: key, operation: model.operation }, 'order open', failReply.id),
  ];
}

const none = (): Checks => [];

/** The outcome of an answer about a payment. */
function answered({ call, model, payment }: PaymentCall, answer: Answer): LegacyOutcome {
  const {
    name,
    reply,
    rule,
    besides = [],
    proves = [],
    form = [],
    countsAsEvidence,
    fields,
    checks = none,
    next,
  } = answer;
  const status = `${model.operation}_${reply}`;
  return {
    name,
    ...(reply === 'fail' && { refused: true }),
    couldMatch: (received) => statusOf(received) === status,
    checks: () => [
      ...(reply === 'success' ? succeeded : failed),
      taken(
        result([...withCause(rule, payment), ...besides], status, countsAsEvidence, [
          ...provenChecksum(call),
          ...proves,
        ]),
        form,
        status,
      ),
      ...aboutChecks(payment, fields),
      ...checks(),
    ],
    next,
    expects:
      answer.expects ??
      (() =>
        payment.id === undefined || !isEventStatus(status)
          ? []
          : [expectedOnce(status, { paymentId: payment.id })]),
  };
}
