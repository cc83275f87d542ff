import type { Json, PredictFor, Step, Breach, Check } from '../../engine/model.ts';
import { authorize as rules } from '../../spec/legacy/authorize.ts';
import { formLatitudes } from '../../spec/legacy/latitudes/form-latitudes.ts';
import { legacyLatitudes as open } from '../../spec/legacy/latitudes/latitudes.ts';
import { at, field, isObject, textOf, absent, judged, newId } from '../checks.ts';
import { unlessRefused } from '../beside.ts';
import { choose } from '../choose.ts';
import type { Setup } from '../setup.ts';
import type { ApiCall, Reply } from '../wire.ts';
import { orderRequest, authorizeRequired } from '../../spec/legacy/tables.ts';
import { isSame, sumOf } from './payment/amounts.ts';
import { authorizeMaterial, authorizeMaterialRounded } from './replies/authorize-material.ts';
import { expectedOnce } from './events/events.ts';
import { orderOf, orderRefOf } from './payment/order.ts';
import { asksForPin, isOfOtherPrompt, mayHaveLapsed } from './pins.ts';
import { lacksRequired, ownRowOf } from './refusals/required.ts';
import { guarded, type UnexecutedCall } from './refusals/guards.ts';
import { append, type LegacyOutcome } from './replies/outcome.ts';
import { result, statusOf, succeeded, blamesChecksum, failed, isRefusal } from './replies/replies.ts';
import { testChecks, failureTexts, provenChecksum } from './payment/payment-checks.ts';
import { mayRefuse, refused, byHttp, taken } from './refusals/refused.ts';
import { newPayment } from './payment/new-payment.ts';
import type { LegacyState, Payment } from './payment/state.ts';
import { tables } from './tables.ts';
import { isResultOpen } from './refusals/unspecified-input.ts';
import { timeOf } from './payment/passing.ts';

const lacks = lacksRequired(tables.authorize);
const lacksDetail = ownRowOf(tables.authorize, authorizeRequired);

/** Authorize makes a payment, asks for a PIN first, or declines (legacy, Endpoints, Authorize). */
export function predictAuthorize(setup: Setup) {
  return (
    state: LegacyState,
    call: ApiCall,
    step: Step,
    sought?: PredictFor<Reply>,
  ): readonly LegacyOutcome[] => {
    const request: UnexecutedCall = {
      state,
      call,
      step,
      operation: 'authorize',
      sought,
      signed: authorizeMaterial(call.body),
      signedOtherwise: authorizeMaterialRounded(call.body),
      payment: undefined,
      lacks: lacks(call.body) ? rules.requiredFields.id : undefined,
      lacksDetail: lacksDetail(call.body),
    };
    const ref = orderRefOf(call.body);
    const users = Object.values(state.payments).filter(
      (one) => ref !== undefined && one.orderRefAtAuthorize === ref,
    );
    return guarded({
      ...request,
      executed() {
        // Without what it needs nothing is decided about a consumer.
        const isWhole = request.lacks === undefined && request.lacksDetail === undefined;
        const otherwise = isWhole ? typed(request, executed(setup, request)) : [];
        if (users.length === 0 && !mayRecur(state, ref)) return otherwise;
        const refusals = [mayRefuse(request, 'order_ref used before', rules.uniqueId.id)];
        // Whether it counts as used once an update has set another is not shown either: then the answer settles nothing.
        if (!users.some(({ orderRef }) => orderRef.is === ref)) return [...otherwise, ...refusals];
        return unlessRefused(open.orderRefTwice, 'accepted', otherwise, 'refused', refusals);
      },
    });
  };
}

/** Whether an order_ref may have been used before this execution: one without its nonce, such as a text of a class that replaces all, or any in the traffic of others. */
function mayRecur({ nonce }: LegacyState, ref: string | undefined): boolean {
  return ref !== undefined && nonce !== undefined && !ref.includes(nonce);
}

/** The contract has a say in an authorize_type (legacy, Endpoints, Authorize), so that one may be refused for it. */
function typed(request: UnexecutedCall, otherwise: readonly LegacyOutcome[]): readonly LegacyOutcome[] {
  if (at(request.call.body, ['options', 'authorize_type']) === undefined) return otherwise;
  const refusals = [mayRefuse(request, 'authorize_type', rules.types.id)];
  return unlessRefused(formLatitudes.authorizeType, 'taken', otherwise, 'refused', refusals);
}

function executed(setup: Setup, request: UnexecutedCall): readonly LegacyOutcome[] {
  const { state, call, step, sought } = request;
  const email = at(call.body, ['buyer', 'email', 'address']);
  const { approve, pin, reject } = setup.personas;
  const phone = at(call.body, ['buyer', 'phone', 'number']);
  // A test account's e-mail address with another phone may or may not count as that account.
  const known = [approve, pin, reject].find((one) => one?.email === email && one?.phone === phone);
  const test = known?.test;
  const declines = declined(state, call, [], shapes(call.body), sought);
  const asks = asksForPin(state, call, step, known?.pin, []);
  if (email === reject?.email) return [...declined(state, call, [rules.declined.id], [], sought), asks];
  const code = at(call.body, ['auth_code']);
  const waiting = state.asked[step.uses['asked'] ?? ''];
  if (code !== undefined) {
    // How long a PIN is valid is not shown, so that of another prompt may do as well.
    const other = mayRefuse(request, 'PIN of another prompt', rules.failStatus.id);
    if (waiting?.pin !== code && isOfOtherPrompt(state, step, phone, code))
      return [authorized(state, call, step, test, []), ...declines, asks, other];
    if (waiting?.pin === undefined || waiting.pin !== code) return wrongPin(request, known?.pin);
    const form = [rules.pinAccepted.id];
    const isDoubtful = mayHaveLapsed(state, waiting);
    // The acceptance of the only PIN of a run, which a person reads, is the only evidence that there can be.
    const shown = isDoubtful && setup.asksPin !== true ? [] : form;
    return [
      authorized(state, call, step, test, shown),
      ...declined(state, call, [], form, sought),
      asks,
      ...(isDoubtful ? [mayRefuse(request, 'PIN lapsed', rules.failStatus.id)] : []),
    ];
  }
  if (email === pin?.email) {
    if (known !== undefined)
      return [asksForPin(state, call, step, known.pin, [rules.pinAsked.id]), ...declines];
    // With another phone it is a consumer who is not known.
    const unknown = mayRefuse(request, 'consumer open', rules.failStatus.id);
    return [asks, authorized(state, call, step, test, []), ...declines, unknown];
  }
  const order = at(call.body, ['order']);
  // Numbers that contradict each other may be refused for their form, without a decision on the consumer.
  const unfit = isOrderCertain(order) ? [] : [mayRefuse(request, 'order open', rules.failStatus.id)];
  // The service decides whether a consumer is approved, must authenticate or is declined.
  return [authorized(state, call, step, test, []), ...declines, asks, ...unfit];
}

function authorized(
  state: LegacyState,
  call: ApiCall,
  step: Step,
  test: boolean | undefined,
  further: readonly string[],
): LegacyOutcome {
  const { body } = call;
  const orderRef = orderRefOf(body);
  const form = [...further, ...shapes(body)];
  // Only a request without any of them shows that each may be left out.
  const shown = leavesOut(body, 'every') ? form : form.filter((rule) => rule !== rules.optionalFields.id);
  const proven = [...provenChecksum(call), ...shown];
  return {
    name: 'authorized',
    couldMatch: (reply) => statusOf(reply) === 'authorize_success',
    checks: () => [
      ...succeeded,
      taken(result([rules.succeeds.id], 'authorize_success', true, proven), form, 'authorize_success'),
      field(rules.paymentId.id, 'payment_id', { type: 'text' }),
      newId(
        rules.uniqueId.id,
        'payment_id',
        Object.values(state.payments).map(({ id }) => id),
        'payment_id: unlike every other payment',
      ),
      ...(test === undefined ? [] : testChecks(test, rules.test.id)),
    ],
    next: (reply) => ({
      ...state,
      asked: without(state.asked, step.uses['asked']),
      payments: {
        ...state.payments,
        [step.id]: orderOpen(
          body,
          newPayment({
            id: textOf(reply, 'payment_id'),
            order: orderOf(body),
            orderRef,
            test: test ?? at(reply?.body, ['test']) === true,
            authorization: reply && { sentAt: reply.sentAt, receivedAt: reply.receivedAt },
            born: state.moved,
            bornStoodMs: state.stoodMs,
            clock: state.clock,
          }),
        ),
      },
    }),
    expects: (reply) => {
      const paymentId = textOf(reply, 'payment_id');
      if (paymentId === undefined) return [];
      const happened = timeOf(state, reply);
      return [
        expectedOnce('authorize_success', {
          paymentId,
          at: happened,
          ...(orderRef !== undefined && { orderRef }),
        }),
      ];
    },
  };
}

/** What can be captured is open when an order has values outside the table, or a total that is not their sum. */
function orderOpen(body: Json | undefined, payment: Payment): Payment {
  return isOrderCertain(at(body, ['order']))
    ? payment
    : { ...payment, amountUnknown: true, amount: undefined };
}

function isOrderCertain(sent: unknown): boolean {
  if (!isObject(sent)) return judgedCertain(sent);
  let is = certain.get(sent);
  if (is === undefined) certain.set(sent, (is = judgedCertain(sent)));
  return is;
}

// A cache, since each outcome asks about the same order.
const certain = new WeakMap<object, boolean>();

function judgedCertain(sent: unknown): boolean {
  if (isResultOpen(orderRequest, sent)) return false;
  const order = orderOf({ order: sent as Json });
  return isSame(sumOf(order), order.total);
}

function without(pending: LegacyState['asked'], key: string | undefined): LegacyState['asked'] {
  return Object.fromEntries(Object.entries(pending).filter(([other]) => other !== key));
}

const optional = [
  ['buyer', 'dob'],
  ['buyer', 'address', 'address1'],
  ['order', 'tax'],
  ['order', 'shipping'],
  ['order', 'order_ref'],
  ['options'],
];

/** Whether a body leaves out some or every one of the optional fields. */
function leavesOut(body: Json | undefined, which: 'some' | 'every'): boolean {
  return optional[which]((path) => at(body, path) === undefined);
}

/** The rules about the form of this request: executing it proves them, refusing it for its form breaks them. */
function shapes(body: Json | undefined): readonly string[] {
  // It may be refused for its authorize_type, so that it shows nothing of the rest of its form.
  if (at(body, ['options', 'authorize_type']) !== undefined) return [rules.types.id];
  const { items } = orderOf(body);
  return [
    ...(items.some((line) => line.amount.startsWith('-')) ? [rules.discount.id] : []),
    leavesOut(body, 'some') ? rules.optionalFields.id : rules.optionalAccepted.id,
  ];
}

/** A status of its own. With that of a declined authorization it is one, with all that those carry. */
const notDeclined = field(
  rules.failReply.id,
  'status',
  judged(
    (code) => code !== 'authorize_fail',
    { not: 'authorize_fail' },
    'another than that of a declined authorization',
  ),
  { countsAsEvidence: false, decides: true },
);

function wrongPin(request: UnexecutedCall, pin: string | undefined): readonly LegacyOutcome[] {
  const { call, step } = request;
  const rule = [rules.pinChecked.id];
  const key = step.uses['asked'] ?? '';
  const waiting = request.state.asked[key];
  const state: LegacyState =
    waiting === undefined
      ? request.state
      : { ...request.state, asked: { ...request.state.asked, [key]: { ...waiting, tried: true } } };
  return choose(open.wrongPin, {
    // Which HTTP status a wrong PIN gets says nothing of a decline.
    authorize_fail: declined(state, call, rule, [], request.sought).map(
      ({ assumes: _open, ...outcome }) => outcome,
    ),
    authenticate_consumer: asksForPin(state, call, step, pin, rule),
    other: append(refused({ ...request, state }, 'refused: wrong PIN', rule), notDeclined),
  });
}

/**
 * An authorization that is declined, as it may always be (legacy, Endpoints, Authorize; Errors). `because`: the rules that an approval would
 * break, `form`: those that a refusal as malformed would.
 */
function declined(
  state: LegacyState,
  call: ApiCall,
  cites: readonly string[] = [],
  form: readonly string[] = [],
  sought?: PredictFor<Reply>,
): readonly LegacyOutcome[] {
  const onResult = accused(cites.length === 0 ? [rules.failStatus.id] : cites, form, provenChecksum(call));
  const withStatus = (check: Check<Reply>, couldMatch: (status: unknown) => boolean): LegacyOutcome => ({
    name: 'declined',
    couldMatch: (reply) => couldMatch(statusOf(reply)),
    checks: () => [
      ...failed,
      check,
      ...failureTexts(rules.failReply.id),
      absent(rules.failReply.id, 'payment_id'),
    ],
    next: () => state,
  });
  const base: readonly LegacyOutcome[] = choose(open.declinedStatus, {
    authorize_fail: withStatus(onResult, (code) => code === 'authorize_fail'),
    // Another status than the row's is no evidence of the row.
    rejected: withStatus({ ...rejecting(onResult), cites }, (code) => rejections.has(code)),
  });
  return byHttp(open.declinedHttp, ['400', '200', 'other-4xx', '5xx'], base, { sought });
}

/** Approving a consumer who must be declined breaks that rule; a failure other than authorize_fail breaks the table of statuses. */
function accused(
  approvalBreaks: readonly string[],
  form: readonly string[],
  checksum: readonly string[],
): Check<Reply> {
  const onSuccess = result(approvalBreaks, 'authorize_fail');
  const onFailure = result([rules.failStatus.id], 'authorize_fail', true, checksum);
  const onResult: Check<Reply> = {
    cites: [...new Set([...approvalBreaks, rules.failStatus.id])],
    weight: 10,
    decides: true,
    test: (reply) =>
      statusOf(reply) === 'authorize_fail' && blamesChecksum(reply)
        ? checksum.map((rule) => ({
            rule,
            expected: 'no blame on a right checksum',
            received: 'bad_checksum',
          }))
        : (isRefusal(reply) ? onFailure : onSuccess).test(reply),
  };
  return taken(onResult, form, 'authorize_success');
}

const rejectionStatuses = ['failed_request', 'request_failed'] as const;
const rejections: ReadonlySet<unknown> = new Set(rejectionStatuses);

/** Declined with a status that wrong checksums get too: a reply that mentions the checksum has not declined the consumer. */
function rejecting(otherwise: Check<Reply>): Check<Reply> {
  const breach = (received: unknown): Breach => ({
    rule: rules.failStatus.id,
    expected: 'status "failed_request" or "request_failed", for another reason than the checksum',
    received: String(received),
    expect: [{ at: 'status', must: { oneOf: rejectionStatuses } }],
  });
  return {
    ...otherwise,
    test: (reply) => {
      const said = [at(reply.body, ['reason']), at(reply.body, ['message'])];
      const ofChecksum = said.some((text) => /checksum|signature/i.test(String(text)));
      if (rejections.has(statusOf(reply)) && !ofChecksum) return [];
      const breaches = otherwise.test(reply);
      return breaches.length > 0 ? breaches : [breach(statusOf(reply))];
    },
  };
}
