import type { Check, Step } from '../../../engine/model.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { updateRequest, updateRules as rules } from '../../../spec/resource/payments/update.ts';
import { field } from '../../checks.ts';
import { inPlaceOf, unlessRefused } from '../../beside.ts';
import { choose } from '../../choose.ts';
import { withParts } from '../../with-checks.ts';
import { type ApiCall, type Call, hasNoBody, type Reply } from '../../wire.ts';
import { bodyOf, type BodyFault, faultsOf } from '../replies/bodies.ts';
import { fitsOpenCause } from '../requests/causes.ts';
import { mayBePast } from '../clock.ts';
import { equalPairs, showsSomething } from '../forms.ts';
import { isAstral } from '../../texts.ts';
import { refused } from '../replies/outcomes.ts';
import { guarded } from '../requests/requests.ts';
import type { Fact, Outcomes, Pairs, Payment, ResourceOutcome, ResourceState } from '../state.ts';
import { withPayment } from '../state.ts';
import { type ErrorCheck, maySucceed, succeeded } from '../replies/verdicts.ts';
import { learned } from './learn.ts';
import { type KnownField, knownWhere, paymentKnown } from '../known-fields.ts';
import { paymentForm } from './checks/form.ts';
import { paymentChecks, returnsPayment } from './checks/object.ts';
import { onPayment } from './on-payment.ts';
import { byBodyOr, malformed, noObject, openBody, withinLimits } from '../requests/bad-bodies.ts';
import { isFull, twentyKept } from './checks/requested.ts';

const ofExpiry = fitsOpenCause('payment.authorization.expired');

/** Updating a payment (Endpoints, PUT /payments/{id}). What else the body holds is ignored. */
export function predictUpdate(state: ResourceState, call: Call, step: Step): Outcomes {
  const served = (api: ApiCall) => servedUpdate(state, api, step);
  return guarded(state, call, step, 'PUT', served, served);
}

/** An update whose key, method and version are right. */
export function servedUpdate(state: ResourceState, api: ApiCall, step: Step): Outcomes {
  const otherwise = onPayment(state, step, (payment, key) =>
    byState(state, step, payment, key, [updatedBy(state, api, payment, key)]),
  );
  return byBodyOr(state, step, refusedBody(state, api, step), open(state, api, step, otherwise));
}

/** What a payment in its state permits. */
function byState(
  state: ResourceState,
  step: Step,
  payment: Payment,
  key: string,
  updated: Outcomes,
): Outcomes {
  const { rejectedUpdate, expiredState, updateAfterExpiry } = resourceLatitudes;
  const permitted = (name: string, error: ErrorCheck = {}): readonly ResourceOutcome[] =>
    inPlaceOf(updated, [refused(state, step, name, allowed(payment), { ...error, countsAsEvidence: false })]);
  const no = permitted('rejected');
  const tooLate = permitted('expired', { code: ofExpiry });
  if (payment.status.is === 'REJECTED') {
    const rejected: Outcomes = choose(rejectedUpdate, { refused: no, updated });
    // One past its expiry may be refused for that.
    return mayBePast(payment) ? [...rejected, ...tooLate] : rejected;
  }
  if (!mayBePast(payment)) return updated;
  // A closed one may be past its expiry, which nothing shows: its answer settles nothing.
  if (payment.status.is === 'CLOSED') return [...updated, ...tooLate];
  const late: Outcomes = choose(updateAfterExpiry, { accepted: updated, refused: tooLate });
  // Where the expiry has made it REJECTED it may be refused, and later reads must show it as REJECTED.
  const status = { is: 'REJECTED', setBy: rules.authorized.id } as const;
  const next = () => withPayment(state, key, { ...payment, status, after: 'change' as const });
  const lapsed = no.map((refusal) => withParts(refusal, { next }));
  return [
    ...late,
    ...choose(expiredState, { rejected: choose(rejectedUpdate, { refused: lapsed }) }),
  ] as Outcomes;
}

/** The faults of the fields that an update has; other fields are ignored. */
function faultsOfNamed(call: ApiCall): readonly BodyFault[] {
  return faultsOf(updateRequest, call).filter(
    ({ fault, path }) =>
      fault === 'no-object' ||
      fault === 'bytes' ||
      fault === 'form' ||
      fault === 'way' ||
      Object.hasOwn(updateRequest.shape, path.split('.')[0] ?? ''),
  );
}

function refusedBody(state: ResourceState, call: ApiCall, step: Step): Outcomes | undefined {
  const faults = faultsOfNamed(call);
  // No body is treated like an empty object.
  if (hasNoBody(call)) return undefined;
  if (faults[0]?.fault === 'no-object') return noObject(state, step, rules.fieldTypes.id);
  const bad = malformed(state, step, faults, { required: rules.fieldTypes.id, types: rules.fieldTypes.id });
  return withinLimits(state, step, faults, rules.metadataLimit.id, bad);
}

/** Outcomes with the open points of the body; whether an update without fields is accepted is open too. */
function open(state: ResourceState, call: ApiCall, step: Step, otherwise: Outcomes): Outcomes {
  const named = Object.keys(bodyOf(call)).some((name) => Object.hasOwn(updateRequest.shape, name));
  const no = [refused(state, step, 'nothing to update', rules.authorized.id, { countsAsEvidence: false })];
  const taken = named
    ? otherwise
    : unlessRefused(resourceLatitudes.idle, 'accepted', otherwise, 'refused', no);
  return openBody(state, step, faultsOfNamed(call), taken, rules.authorized.id);
}

function updatedBy(state: ResourceState, call: ApiCall, payment: Payment, key: string): ResourceOutcome {
  const body = bodyOf(call);
  const changed = <T>(name: string, rule: string, before: Fact<T> | undefined): Fact<T> | undefined => {
    const value = body[name];
    // The effect of null or an empty text is not shown, so it is not checked any more.
    if (value === null || value === '') return undefined;
    if (value !== undefined && typeof value !== (name === 'metadata' ? 'object' : 'string')) return undefined;
    if (value !== undefined) return { is: value as T, setBy: rule, ...(before && { before }) };
    return before && { is: before.is, setBy: rules.untouched.id, before };
  };
  const after: Payment = {
    ...payment,
    orderRef: changed('order_ref', rules.orderRef.id, payment.orderRef),
    description: changed('description', rules.description.id, payment.description),
    metadata: changed<Pairs>('metadata', rules.metadata.id, payment.metadata),
    known: knownWhere(paymentKnown, payment.known, (one) => !isSetBy(body, one)),
    // Where no reply has shown the state yet, this one shows whether it was reached, and not whether the update keeps it.
    status: payment.seen ? { is: payment.status.is, setBy: allowed(payment) } : payment.status,
  };
  return {
    name: 'updated',
    couldMatch: maySucceed,
    checks: () => [
      succeeded(promised(state, body, payment, key), proven(state, body, payment, key)),
      returnsPayment(rules.returnsPayment.id),
      ...paymentChecks(hasOthers(body) ? withoutFixed(after) : after, []),
      ...twentyKept(rules.metadataFull.id, body['metadata']),
      ...ignored(body, payment),
      ...together(body, after),
    ],
    next: (reply?: Reply) => {
      const next = learned(after, 'change', reply);
      // An update does not change the state, so later reads accuse the rule that made it.
      return withPayment(state, key, { ...next, status: payment.status });
    },
  };
}

/** Whether an update sets what is known of a field of the table. */
const isSetBy = (body: Body, { changedBy, path }: KnownField): boolean =>
  changedBy.includes('payments.update') && Object.hasOwn(body, path.at(-1) ?? '');

/** Checks that the other fields of a body are ignored: the payment keeps its values. */
function ignored(body: Readonly<Record<string, unknown>>, payment: Payment) {
  if (!hasOthers(body)) return [];
  // The form of a payment is judged by its own rules.
  const kept = paymentChecks(onlyFixed(payment), []).filter((one) => !paymentForm.includes(one));
  return kept.map((one) => withRule(one, rules.othersIgnored.id));
}

/** Checks that each of several fields is set, also beside one that must be ignored. */
function together(body: Readonly<Record<string, unknown>>, after: Payment): readonly Check<Reply>[] {
  const names = Object.keys(body);
  const named = names.filter((name) => Object.hasOwn(updateRequest.shape, name));
  const cites = [
    ...(named.length > 1 ? [rules.several.id] : []),
    ...(named.length < names.length ? [rules.othersIgnored.id] : []),
  ];
  if (cites.length === 0) return [];
  const texts = [
    ['order_ref', 'order.order_ref', after.orderRef],
    ['description', 'description', after.description],
  ] as const;
  const { metadata } = after;
  return [
    ...texts.flatMap(([name, path, fact]) =>
      named.includes(name) && fact !== undefined ? [field(cites, path, { is: fact.is }, showsSomething)] : [],
    ),
    ...(named.includes('metadata') && metadata !== undefined
      ? [field(cites, 'metadata', equalPairs(metadata.is), showsSomething)]
      : []),
  ];
}

/** Whether a body has fields that an update does not: where one of them takes effect, only that is accused. */
const hasOthers = (body: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(body).some((name) => !Object.hasOwn(updateRequest.shape, name));

/** Whether a creation has set a field that can't be changed, so that a body may try to set it again. */
const isFixed = ({ from, changedBy }: KnownField): boolean => from === 'request' && changedBy.length === 0;

/** The payment without the fields that `ignored` checks. */
function withoutFixed(payment: Payment): Payment {
  const known = knownWhere(paymentKnown, payment.known, (one) => !isFixed(one));
  return { ...payment, amount: undefined, known };
}

function onlyFixed(payment: Payment): Payment {
  const { id, status, amount, captures, refunds, seen, after } = payment;
  const known = knownWhere(paymentKnown, payment.known, isFixed);
  return { id, status, amount, known, captures, refunds, seen, after };
}

function withRule(check: ReturnType<typeof paymentChecks>[number], rule: string): typeof check {
  const test: typeof check.test = (reply) => check.test(reply).map((breach) => ({ ...breach, rule }));
  return { ...check, cites: [rule], test };
}

function allowed(payment: Payment): string {
  return payment.status.is === 'CLOSED' ? rules.closed.id : rules.authorized.id;
}

type Body = Readonly<Record<string, unknown>>;

/** The rules that a refusal breaks, by what is special about the request. */
function promised(state: ResourceState, body: Body, payment: Payment, key: string): readonly string[] {
  return [
    allowed(payment),
    ...(isShared(state, body, key) ? [rules.orderRefShared.id] : []),
    ...(isFull(body['metadata']) ? [rules.metadataFull.id] : []),
    ...(isAstral(JSON.stringify(body)) ? [commonRules.utf8.id] : []),
    ...(hasOthers(body) ? [rules.othersIgnored.id] : []),
  ];
}

function proven(state: ResourceState, body: Body, payment: Payment, key: string): readonly string[] {
  return [
    ...(payment.seen ? [allowed(payment)] : []),
    ...(isShared(state, body, key) ? [rules.orderRefShared.id] : []),
  ];
}

/** Whether the order_ref of an update is one that another payment has. */
function isShared(state: ResourceState, { order_ref: orderRef }: Body, key: string): boolean {
  return Object.entries(state.payments).some(
    ([other, { orderRef: fact }]) => other !== key && orderRef !== undefined && fact?.is === orderRef,
  );
}
