import type { Check, Step } from '../../engine/model.ts';
import { capture } from '../../spec/legacy/capture.ts';
import { close } from '../../spec/legacy/close.ts';
import { common } from '../../spec/legacy/common.ts';
import { legacyLatitudes as open } from '../../spec/legacy/latitudes.ts';
import { update } from '../../spec/legacy/update.ts';
import { at, field, isText, shown } from '../checks.ts';
import type { ApiCall, Reply } from '../wire.ts';
import { guarded, mayRefuse, unknownId, type LegacyOutcome, type Operation } from './refusals.ts';
import { paymentId, withPayment, type LegacyState, type Payment, type Standing } from './state.ts';

/** A call about one payment, once key, checksum and form are right and the payment exists. */
export interface Subject {
  readonly state: LegacyState;
  readonly call: ApiCall;
  readonly step: Step;
  readonly operation: Operation;
  /** The step that made the payment. */
  readonly key: string;
  readonly payment: Payment;
}

/** The guards of an operation that takes a payment_id, then its own prediction. */
export function aboutPayment(
  operation: Operation,
  state: LegacyState,
  call: ApiCall,
  step: Step,
  lacks: string | undefined,
  predict: (subject: Subject) => readonly LegacyOutcome[],
): readonly LegacyOutcome[] {
  const key = step.uses['payment'];
  const payment = key === undefined ? undefined : state.payments[key];
  const sent = at(call.body, ['payment_id']);
  const own = key !== undefined && payment !== undefined && sent === paymentId(payment, key);
  const signed = typeof sent === 'string' ? sent : '';
  const impossible = own ? closedRules(operation, payment) : undefined;
  const asked = { state, call, step, operation, signed, payment: key, lacks, impossible };
  return guarded({
    ...asked,
    executed: () => {
      if (!own) return unknownId(asked, common.unknownPayment.id);
      const outcomes = settledStates(state, key, payment, operation).flatMap(([choice, after]) =>
        predict({ state: after.state, call, step, operation, key, payment: after.payment }).map((outcome) =>
          choice === undefined ? outcome : resting(outcome, choice),
        ),
      );
      if (payment.id !== undefined) return outcomes;
      // Its id was lost with a reply, so the target may well not know the one that was sent.
      return [...outcomes, mayRefuse(asked, 'id not known', common.unknownPayment.id)];
    },
  });
}

/** The rule by which an operation on a payment must fail, whatever is odd about the request: none while a refund may have reopened it. */
function closedRules(operation: Operation, payment: Payment): readonly string[] | undefined {
  const { state, inDoubt } = payment;
  const rule = closedRefuses[operation];
  if (rule === undefined || state.is !== 'close' || inDoubt !== undefined) return undefined;
  return withCause(rule, payment);
}

const closedRefuses: Partial<Readonly<Record<Operation, string>>> = {
  update: update.closedRefuses.id,
  close: close.closedRefuses.id,
  capture: capture.closedRefuses.id,
};

/** The choices that a state rests on, by latitude. */
type Assumed = LegacyOutcome['assumes'];

/** The states that a payment may be in after a refund, whose effect on it is not shown; ordinarily one, without a choice. */
function settledStates(state: LegacyState, key: string, payment: Payment, operation: Operation) {
  const { inDoubt, ...certain } = payment;
  if (inDoubt === undefined) return [[undefined, { state, payment }]] as const;
  const as = (
    left: NonNullable<Assumed>,
    after: Payment,
  ): readonly [Assumed, { state: LegacyState; payment: Payment }] => [
    left,
    { state: withPayment(state, key, after), payment: after },
  ];
  const standing = (is: Standing['is']): Standing => ({ is, because: inDoubt, seen: false, by: 'refund' });
  const { id: total } = open.capturedTotal;
  // Of a refund whose amount can't be told, nobody knows what it has left of the total.
  const untold = Object.values(state.captures).some(
    ({ payment: of, amount }) => of === key && amount === undefined,
  );
  const lowered = { refundsLower: true as const, ...(untold && { unsure: true as const }) };
  // How much of a payment that a refund reopened can be captured again is not shown either.
  if (payment.state.is === 'close') {
    const { id } = open.refundPaymentState;
    // A read right after the refund shows the payment as that has left it.
    const still = operation === 'status' && { surely: true as const };
    const reopened = { ...certain, state: { ...standing('open'), ...still }, unsure: true } as const;
    // Once the clock was moved it may have been reopened and closed again by its expiry, which looks the same.
    const closed =
      state.moved > 0 ? { ...certain, state: { ...certain.state, by: 'refund' as const } } : certain;
    return [
      as({ [id]: 'unchanged', [total]: 'kept' }, closed),
      as({ [id]: 'reopens', [total]: 'kept' }, reopened),
      as({ [id]: 'reopens', [total]: 'lowered' }, { ...reopened, ...lowered }),
    ];
  }
  const { id } = open.refundOpenState;
  return [
    as({ [id]: 'unchanged', [total]: 'kept' }, certain),
    as({ [id]: 'unchanged', [total]: 'lowered' }, { ...certain, ...lowered }),
    as({ [id]: 'closes' }, { ...certain, state: standing('close') }),
  ];
}

function resting(outcome: LegacyOutcome, assumed: NonNullable<Assumed>): LegacyOutcome {
  return { ...outcome, assumes: { ...outcome.assumes, ...assumed } };
}

/** The row about required fields, when a body lacks its payment_id or holds there what can be none. */
export function lacksPaymentId(call: ApiCall, { requiredFields }: RequiredFields): string | undefined {
  const id = at(call.body, ['payment_id']);
  return typeof id === 'string' && id !== '' ? undefined : requiredFields.id;
}

interface RequiredFields {
  readonly requiredFields: { readonly id: string };
}

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

/** The test flag: that it is there by the rule of the reply, that it is right by its own. */
export function testChecks(test: boolean, fieldsRule: string): readonly Check<Reply>[] {
  return [
    field(fieldsRule, 'test', (value) => value !== undefined, 'true or false'),
    unlessAbsent(common.testFlag.id, 'test', test),
  ];
}

function unlessAbsent(rule: string, name: string, value: string | boolean): Check<Reply> {
  return field(rule, name, (received) => received === undefined || received === value, shown(value));
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

/** A rule, and with it the one that put the payment into its state as long as no reply has shown that state. */
export function withCause(rule: string, payment: Payment): readonly string[] {
  return payment.state.seen ? [rule] : [rule, payment.state.because];
}
