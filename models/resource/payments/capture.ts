import { Big } from 'big.js';
import type { Step, Check } from '../../../engine/model.ts';
import { captureRequest, captureRules as rules } from '../../../spec/resource/payments/capture.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { paymentRules } from '../../../spec/resource/payment.ts';
import { withChecks, withParts } from '../../with-checks.ts';
import { at, check, field, numberIn, decimalEquals, isNumber } from '../../checks.ts';
import { choose } from '../../choose.ts';
import type { ApiCall, Call, Reply } from '../../wire.ts';
import { bodyOf, faultsOf } from '../replies/bodies.ts';
import { datingNew, mayBePast } from '../clock.ts';
import { decimalText, entries, sum, isUnset } from '../forms.ts';
import { refused, refusedWithOpenStatus } from '../replies/outcomes.ts';
import { guarded } from '../requests/requests.ts';
import {
  type Fact,
  type Outcomes,
  type Pairs,
  type Payment,
  type PaymentStatus,
  type ResourceOutcome,
  type ResourceState,
  withPayment,
} from '../state.ts';
import { isContentCode, maySucceed, succeeded } from '../replies/verdicts.ts';
import { learned } from './learn.ts';
import { listWeight, newOf, notYet } from './checks/entries.ts';
import { paymentChecks, returnsPayment } from './checks/object.ts';
import { onPayment } from './on-payment.ts';
import { tokenEndedOr } from './token-ended.ts';
import {
  byBodyOr,
  hasTitle,
  malformed,
  malformedContent,
  openBody,
  titles,
  withinLimits,
} from '../requests/bad-bodies.ts';
import { isFull, addsUp } from './checks/requested.ts';
import { type Notation, notingBy } from '../replies/notation.ts';

/** Capturing a payment (Endpoints, POST /payments/{id}/captures; States and transitions; Errors). */
export function predictCapture(state: ResourceState, call: Call, step: Step): Outcomes {
  return guarded(state, call, step, 'POST', (api) => {
    const otherwise = onPayment(state, step, (payment, key) => {
      const judged = refusedState(state, step, payment) ?? captured(state, api, step, payment, key);
      return tokenEndedOr(state, step, payment, rules.succeeds.id, judged);
    });
    const taken = openBody(state, step, faultsOf(captureRequest, api), otherwise, rules.succeeds.id);
    return byBodyOr(state, step, refusedBody(state, api, step), taken);
  });
}

function refusedBody(state: ResourceState, call: ApiCall, step: Step): Outcomes | undefined {
  const faults = faultsOf(captureRequest, call);
  if (faults[0]?.fault === 'no-object') {
    const noBraces = call.body === undefined && call.rawBody === undefined;
    const title = noBraces ? [hasTitle(rules.bracesTitle.id, [titles.missing])] : [];
    return [refused(state, step, 'no braces', rules.bracesNeeded.id, malformedContent, title)];
  }
  const bad = malformed(state, step, faults, { required: rules.fieldTypes.id, types: rules.fieldTypes.id });
  return withinLimits(state, step, faults, rules.metadataLimit.id, bad);
}

/** The document's precedence: a closed payment, a rejected one, an expired one. */
function refusedState(state: ResourceState, step: Step, payment: Payment): Outcomes | undefined {
  const countsAsEvidence = payment.seen;
  const expired = mayBePast(payment);
  const expiredError = refused(state, step, 'expired', rules.expiredRefused.id, {
    http: 400,
    code: 'payment.authorization.expired',
    countsAsEvidence,
  });
  if (payment.status.is === 'CLOSED') {
    const closed = refused(state, step, 'closed', rules.closedRefused.id, {
      http: 403,
      code: 'service.forbidden',
      countsAsEvidence,
    });
    return expired ? [closed, expiredError] : [closed];
  }
  if (payment.status.is === 'REJECTED') {
    const { rejectedCapture } = resourceLatitudes;
    const rejected = refusedWithOpenStatus(
      state,
      step,
      'rejected',
      paymentRules.rejected.id,
      rejectedCapture,
      {
        countsAsEvidence,
      },
    );
    return expired ? [...rejected, expiredError] : rejected;
  }
  if (!expired) return undefined;
  const { expiredCapture, expiredState } = resourceLatitudes;
  // Where the expiry has closed the payment, both errors apply, and later reads must show it as closed.
  const becameClosed: ResourceOutcome = {
    ...refused(state, step, 'closed by expiry', rules.expiredRefused.id, {
      http: 403,
      code: 'service.forbidden',
      countsAsEvidence: false,
    }),
    next: () => endedByExpiry(state, step, payment, 'CLOSED'),
    assumes: { [expiredState.id]: 'closed' },
  };
  const rejected = refusedWithOpenStatus(
    state,
    step,
    'rejected by expiry',
    rules.expiredRefused.id,
    resourceLatitudes.rejectedCapture,
    { countsAsEvidence: false },
  );
  // The error of an expiry shows nothing of the state, so it is not this outcome.
  const another = field(rules.expiredRefused.id, 'code', { not: 'payment.authorization.expired' });
  const becameRejected = rejected.map((outcome) =>
    withParts(
      withChecks(outcome, () => [{ ...another, countsAsEvidence: false }]),
      {
        next: () => endedByExpiry(state, step, payment, 'REJECTED'),
        assumes: { ...outcome.assumes, [expiredState.id]: 'rejected' },
      },
    ),
  );
  // Where the payment stays AUTHORIZED only one of the errors applies: that one settles nothing.
  const byClosing: Outcomes = choose(expiredCapture, { closed: becameClosed });
  return [expiredError, ...byClosing, ...becameRejected];
}

function endedByExpiry(
  state: ResourceState,
  step: Step,
  payment: Payment,
  is: 'CLOSED' | 'REJECTED',
): ResourceState {
  const key = step.uses['payment'];
  if (key === undefined) return state;
  const status = { is, setBy: rules.expiredRefused.id } as const;
  // That it has ended is concluded from a refusal: no reply has shown it.
  return withPayment(state, key, { ...payment, status, after: 'change', seen: false });
}

/** The amount that is left to capture; undefined when a part is unknown. */
function remainingOf(payment: Payment): string | undefined {
  const taken = payment.captures.map(({ amount }) => amount);
  if (payment.amount === undefined || taken.some((amount) => amount === undefined)) return undefined;
  return new Big(payment.amount).minus(sum(taken as readonly string[])).toFixed();
}

const amountWeight = 8;

function captured(state: ResourceState, call: ApiCall, step: Step, payment: Payment, key: string): Outcomes {
  const remaining = remainingOf(payment);
  const metadata = (bodyOf(call)['metadata'] ?? {}) as Pairs;
  const taking = (
    name: string,
    amount: string | undefined,
    status: Fact<PaymentStatus>,
    part: boolean,
  ): ResourceOutcome => {
    const after: Payment = {
      ...payment,
      status,
      captures: [...payment.captures, { step: step.id, amount, metadata, ...notYet(payment) }],
    };
    const known = new Set(payment.captures.map(({ id }) => id));
    return {
      name,
      couldMatch: maySucceed,
      checks: () => [
        succeeded((code) => promised(call, payment, code), proven(call, payment)),
        returnsPayment(rules.returnsPayment.id),
        check(
          rules.adds.id,
          'one capture more than before',
          ({ body }) => at(body, ['captures']),
          (list) => Array.isArray(list) && list.length === after.captures.length,
          {
            weight: listWeight,
            expect: () => ({ at: 'captures', must: { entries: after.captures.length } }),
          },
        ),
        check(
          part ? paymentRules.captureAmount.id : rules.fullCloses.id,
          part ? 'a capture of a part of the amount' : 'a capture of the full amount',
          ({ body }) => {
            const fresh = entries(at(body, ['captures'])).find(({ id }) => !known.has(id as string));
            return { amount: fresh?.['amount'], left: remaining ?? decimalText(at(body, ['amount'])) };
          },
          (value) => isShare(value as Share, part),
          {
            weight: amountWeight,
            decides: true,
            ...(remaining !== undefined && {
              expect: () => ({
                at: 'amount',
                of: newOf('captures', payment.captures),
                must: part ? { not: Number(remaining) } : { amount: remaining },
              }),
            }),
          },
        ),
        ...paymentChecks(after, [], { kept: true }),
        ...datingNew(state, paymentRules.captureCreatedAt.id, 'captures', payment.captures),
      ],
      next: (reply?: Reply) => withPayment(state, key, learned(after, 'change', reply)),
    };
  };
  const { capturedAmount, partialState } = resourceLatitudes;
  const closes = { is: 'CLOSED', setBy: rules.fullCloses.id } as const;
  const full = taking('captured', remaining, closes, false);
  const part: Outcomes = choose(partialState, {
    'stays-authorized': taking('captured a part', undefined, payment.status, true),
    closes: taking(
      'captured a part, closed',
      undefined,
      { is: 'CLOSED', setBy: paymentRules.status.id },
      true,
    ),
  });
  // What is left after a part is no full amount: a capture of it shows neither what captures take nor what they show of the order.
  if (payment.captures.length > 0) return [full, ...part];
  return choose(capturedAmount, { full: ofOrder(state, payment, full), part });
}

interface Share {
  readonly amount: unknown;
  readonly left: string | undefined;
}

function isShare({ amount, left }: Share, part: boolean): boolean {
  const shown = numberIn(amount);
  // Without a new capture, or one that shows no number, there is no amount to judge; another rule accuses it.
  if (shown === undefined) return !part;
  if (left === undefined) return true;
  const taken = new Big(shown);
  // More than what is left breaks another rule.
  return part ? taken.gt(0) && !taken.eq(left) : taken.eq(left);
}

/** The rules that a refusal breaks: an error about content those of the body, any other those of the state. */
function promised(call: ApiCall, payment: Payment, code: unknown): readonly string[] {
  const allowed = payment.moved === 'before' ? rules.beforeExpiry.id : rules.succeeds.id;
  if (!isContentCode(code)) return [allowed];
  if (isEmpty(call)) return [rules.emptyObject.id];
  return isFull(bodyOf(call)['metadata']) ? [allowed, rules.metadata.id] : [allowed];
}

const isEmpty = (call: ApiCall): boolean => Object.keys(bodyOf(call)).length === 0;

function proven(call: ApiCall, payment: Payment): readonly string[] {
  const empty = isEmpty(call);
  return [
    rules.succeeds.id,
    ...(empty ? [rules.emptyObject.id] : []),
    ...(payment.moved === 'before' ? [rules.beforeExpiry.id] : []),
  ];
}

/** How a capture shows one part of the order: the same or empty, both when the order has nothing to show, or neither. */
interface Part {
  readonly same: boolean;
  readonly empty: boolean;
}

const rule = paymentRules.captureOfOrder.id;
const whole = paymentRules.captureWhole.id;

/**
 * A capture of the full amount, compared with the order (Resources and their fields, Capture). Where the amount is the sum of the order, tax,
 * shipping and items were all captured. Otherwise it is open which were, but none may differ from those of the order.
 */
export function ofOrder(state: ResourceState, payment: Payment, outcome: ResourceOutcome): Outcomes {
  // Without a known order nothing can be observed. Of a given payment only the items are known.
  if (payment.items === undefined || payment.token === undefined) return [outcome];
  const known = new Set(payment.captures.map(({ id }) => id));
  const parts = (body: unknown): readonly Part[] => {
    const fresh = entries(at(body, ['captures'])).find(({ id }) => !known.has(id as string));
    return fresh === undefined ? [] : partsOf(payment, fresh, at(body, ['order']));
  };
  const each = (of: string, expected: string, holds: (part: Part) => boolean): Check<Reply> =>
    check(
      of,
      expected,
      ({ body }) => ({ parts: parts(body), captures: at(body, ['captures']) }),
      (value) => (value as { parts: readonly Part[] }).parts.every(holds),
      {
        about: 'captures.parts of the order',
        // A capture that repeats nothing of the order says nothing about it.
        provesWhere: (value) =>
          (value as { parts: readonly Part[] }).parts.some((part) => part.same && !part.empty),
      },
    );
  const expected = 'a new capture with the tax, shipping and items of the order, or without any';
  const held = each(rule, expected, (part) => part.same || part.empty);
  if (isSumOf(payment)) {
    const all = 'a new capture with the tax, the shipping and the items of the order, since all was captured';
    return [withChecks(outcome, () => [held, each(whole, all, (part) => part.same || !part.empty)])];
  }
  const checked = withChecks(outcome, () => [held]);
  // Where the order has no tax or no shipping, a capture that shows it and one that does not look the same.
  if (!isWhole(payment)) return [checked];
  return notingBy(
    state,
    'captureParts',
    resourceLatitudes.captureParts,
    shownParts,
    checked,
    (choice, holds) =>
      check(rule, `parts of the order shown: ${choice}`, (reply) => parts(reply.body), holds),
  );
}

const isSumOf = ({ amount, items, tax = '0', shipping = '0' }: Payment): boolean =>
  amount !== undefined &&
  addsUp({ amount: Number(amount), items: entries(items), tax: Number(tax), shipping: Number(shipping) });

const isWhole = ({ items, tax = '0', shipping = '0' }: Payment): boolean =>
  entries(items).length > 0 && !new Big(tax).eq(0) && !new Big(shipping).eq(0);

const every = (holds: (part: Part) => boolean) => (value: unknown) => (value as readonly Part[]).every(holds);
const repeated = every(({ same }) => same);
const empty = every((part) => part.empty);

const shownParts: Notation = {
  'of-order': repeated,
  empty: (value) => !repeated(value) && empty(value),
  some: (value) => !repeated(value) && !empty(value),
};

type Shown = Readonly<Record<string, unknown>>;

/** A part of another form breaks its own rule, and an order that differs from the one that was sent breaks that of the order. */
function partsOf({ items, tax, shipping }: Payment, capture: Shown, order: unknown): readonly Part[] {
  const amounts = [
    [tax, capture['tax'], at(order, ['tax'])],
    [shipping, capture['shipping'], at(order, ['shipping'])],
  ] as const;
  const { items: shownItems } = capture;
  const ofForm = !Array.isArray(shownItems) || entries(shownItems).length === shownItems.length;
  return [
    ...amounts.flatMap(([sent, shown, ordered]) => {
      if (sent === undefined || !(isNumber(shown) || isUnset(shown))) return [];
      const asOrdered = decimalText(shown) !== undefined && decimalText(shown) === decimalText(ordered);
      return [
        { same: decimalEquals(shown, sent) || asOrdered, empty: isUnset(shown) || decimalEquals(shown, '0') },
      ];
    }),
    ...(ofForm ? [itemsOf(entries(items), shownItems)] : []),
  ];
}

function itemsOf(sent: readonly Shown[], shown: unknown): Part {
  const lines = (items: readonly Shown[]) => items.map(lineOf).sort().join(' ');
  return {
    same: Array.isArray(shown) && lines(entries(shown)) === lines(sent),
    empty: isUnset(shown) || (Array.isArray(shown) && shown.length === 0),
  };
}

function lineOf({ unit_price: price, quantity }: Shown): string {
  const count = isNumber(quantity) ? new Big(quantity as number).toFixed() : 'none';
  return `${count}x${decimalText(price) ?? 'none'}`;
}
