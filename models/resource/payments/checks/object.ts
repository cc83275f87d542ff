import { Big } from 'big.js';
import type { Check, Json } from '../../../../engine/model.ts';
import { captureRules } from '../../../../spec/resource/payments/capture.ts';
import { paymentRules as rules, paymentRules } from '../../../../spec/resource/payment.ts';
import { withChecks, withParts, checksOf } from '../../../with-checks.ts';
import {
  at,
  check,
  field,
  isNumber,
  isObject,
  json,
  showsNoOther,
  isText,
  type Judged,
  type Predicate,
  type Words,
  judged,
} from '../../../checks.ts';
import type { Reply } from '../../../wire.ts';
import { entries, equalPairs, samePairs, showsSomething } from '../../forms.ts';
import { knownChecks, paymentKnown } from '../../known-fields.ts';
import { accusing, type Accuse } from '../../replies/outcomes.ts';
import type { Payment, Fact, Outcomes, ResourceOutcome, ResourceState } from '../../state.ts';
import { isAstral } from '../../../texts.ts';
import { captureChecks, refundChecks, refundsWithin } from './entries.ts';
import { captureForm, expiryForm, paymentForm, refundForm } from './form.ts';
import { itemChecks } from './items.ts';
import { commonRules } from '../../../../spec/resource/common.ts';
import { resourceLatitudes } from '../../../../spec/resource/latitudes.ts';
import { choose } from '../../../choose.ts';

/** As heavy as a wrong state. */
export const statusWeight = 5;

/**
 * The checks of a payment in a reply. `suspects` are accused beside the rule of each fact: they name what happened since the fact was last
 * shown, such as a read or a refused request. `kept`: the reply is to a change that keeps what updates set.
 */
export function paymentChecks(
  payment: Payment,
  suspects: readonly string[],
  { kept = false } = {},
): readonly Check<Reply>[] {
  const { id, amount } = payment;
  const known = <T>(value: T | undefined, make: (value: T) => Check<Reply>): readonly Check<Reply>[] =>
    value === undefined ? [] : [make(value)];
  const all = accusing(payment, suspects);
  const sameId = (value: string) => field(all(rules.idStable.id), 'id', { is: value }, { ofState: true });
  const yen = (value: string) =>
    field(
      all(rules.amount.id),
      'amount',
      { amount: value },
      { ofState: true, ...showsNoOther('amount', value) },
    );
  return [
    ...paymentForm,
    ...(payment.status.is === 'REJECTED' ? [] : expiryForm),
    ...known(id, sameId),
    ...statusChecks(payment, all),
    ...known(amount, yen),
    ...knownChecks(paymentKnown, payment, suspects),
    ...factChecks(payment, all, kept),
    ...(payment.items === undefined ? [] : itemChecks(payment.items, all)),
    ...japaneseIn('description', payment.description?.is),
    ...astralChecks(payment),
    ...captureChecks(payment, all),
    ...refundChecks(payment, all),
    ...(payment.captures.length > 0 ? [...captureForm, within(amount, all)] : []),
    ...(payment.refunds.length > 0 ? [...refundForm, refundsWithin] : []),
  ];
}

// Heavier than a field: an answer that is not a payment is accused as such, not for each missing field.
const objectWeight = 6;
const isPayment = (body: unknown): boolean =>
  isObject(body) && ['amount', 'currency', 'captures'].some((name) => body[name] !== undefined);

/** That a success answers with a payment object. */
export function returnsPayment(rule: string): Check<Reply> {
  return check(rule, 'a payment object', ({ body }) => body, isPayment, {
    weight: objectWeight,
    expect: () => ({ at: 'amount', must: { present: true } }),
  });
}

/** The check of the status. After the expiry of an authorization it is open. */
export function statusChecks(payment: Payment, accuse: Accuse): readonly Check<Reply>[] {
  const { is, setBy } = payment.status;
  if (payment.moved === 'past' && is === 'AUTHORIZED') return [];
  return [field(accuse(setBy), 'status', { state: [is] }, { weight: statusWeight })];
}

/** Free texts with characters beyond the basic plane, as some kanji are. */
function astralChecks({ description, metadata }: Payment): readonly Check<Reply>[] {
  const texts: readonly (readonly [string, unknown])[] = [
    ['description', description?.is],
    ...Object.entries(metadata?.is ?? {}).map(([key, value]) => [`metadata.${key}`, value] as const),
  ];
  return texts.flatMap(([path, text]) =>
    isAstral(text) ? [encoded(path, (shown) => shown === text, json(text))] : [],
  );
}

// As heavy as the amount of a capture, so that this rule is accused when it is too high.
const withinWeight = 8;

/** That the captures do not exceed the authorized amount. A reply with another amount breaks the rule of that amount. */
function within(authorized: string | undefined, accuse: Accuse): Check<Reply> {
  return check(
    accuse(captureRules.withinAmount.id),
    'captures whose amounts do not exceed the amount of the payment',
    ({ body }) => ({
      amount: authorized ?? at(body, ['amount']),
      // A capture that is listed twice breaks another rule.
      captured: [...new Map(entries(at(body, ['captures'])).map(({ id, amount }) => [id, amount])).values()],
    }),
    (value) => {
      const { amount, captured } = value as { amount: unknown; captured: readonly unknown[] };
      if ((authorized === undefined && !isNumber(amount)) || !captured.every(isNumber)) return true;
      const total = (captured as readonly number[]).reduce((sofar, one) => sofar.plus(one), new Big(0));
      return total.lte(amount as number | string);
    },
    { weight: withinWeight, decides: true },
  );
}

type Same<T> = (shown: unknown, value: T) => boolean;

const sameText: Same<string> = (shown, value) => shown === value;

/**
 * The checks of what updates set: that it is what was last set. A breach accuses the rule of the request that set it.
 * `kept`: the reply is to another change, which keeps it. A breach accuses the rule of the field then, since the update has shown the right
 * value; and that of the update too where the value is one of before, since the update may not have been kept.
 */
function factChecks(
  { description, orderRef, metadata }: Payment,
  accuse: Accuse,
  kept: boolean,
): readonly Check<Reply>[] {
  const of = <T>(
    name: string,
    own: string,
    fact: Fact<T> | undefined,
    same: Same<T>,
    as: (value: T) => Partial<Judged> = () => ({}),
  ) => {
    if (fact === undefined) return [];
    const one = (rule: string, holds: (shown: unknown) => boolean) =>
      field(accuse(rule), name, { must: { is: fact.is as Json }, ...as(fact.is), holds }, showsSomething);
    if (!kept || fact.setBy === own) return [one(fact.setBy, (shown) => same(shown, fact.is))];
    const undone = [...new Set(settersOf(fact))].map((rule) =>
      one(rule, (shown) => same(shown, fact.is) || undoneBy(fact, shown, same) !== rule),
    );
    return [one(own, (shown) => same(shown, fact.is)), ...undone];
  };
  return [
    ...of('description', rules.description.id, description, sameText),
    ...of('order.order_ref', rules.orderRef.id, orderRef, sameText),
    ...of<NonNullable<Payment['metadata']>['is']>(
      'metadata',
      rules.metadata.id,
      metadata,
      samePairs,
      equalPairs,
    ),
  ];
}

/** The rules of the requests that set it, the last one first. */
function settersOf<T>({ setBy, before }: Fact<T>): readonly string[] {
  return before === undefined ? [] : [setBy, ...settersOf(before)];
}

/** The rule of the update that was not kept, if the value shown is one of before. */
function undoneBy<T>({ setBy, before }: Fact<T>, shown: unknown, same: Same<T>): string | undefined {
  if (before === undefined) return undefined;
  return same(shown, before.is) ? setBy : undoneBy(before, shown, same);
}

const rule = paymentRules.storeName.id;

/** Text in Japanese letters; a wrong decoding shows as U+FFFD or as mojibake. */
const isJapanese: Predicate = (value) =>
  typeof value === 'string' && /[぀-ヿ一-鿿]/.test(value) && !value.includes('�');

/** That a field shows Japanese text, where Japanese text was sent. */
function japaneseIn(name: string, sent: string | undefined): readonly Check<Reply>[] {
  return isJapanese(sent) ? [encoded(name, isJapanese, 'the Japanese text that was sent')] : [];
}

/** That a text has come through the encoding. One that is not shown at all breaks the rule of its field alone. */
function encoded(name: string, holdsFor: Predicate, expected: Words): Check<Reply> {
  return field(
    commonRules.utf8.id,
    name,
    judged((shown) => !isText(shown) || holdsFor(shown), expected),
    {
      provesWhere: isText,
    },
  );
}

/**
 * A creation under each permitted store name. The document says 'Merchant store name.' of what is shown, and names no field of the request: it
 * may be the name that was sent, that name with something around it, or the account's own. The last is the same for all payments.
 */
export function named(state: ResourceState, { storeName }: Payment, outcome: ResourceOutcome): Outcomes {
  if (storeName === undefined) return [outcome];
  const holds = (shown: unknown): boolean => typeof shown === 'string' && shown.includes(storeName);
  const { accountName } = state;
  const isOwn = (shown: unknown): boolean =>
    isText(shown) && !holds(shown) && (accountName === undefined || shown === accountName);
  const showing = (expected: Words, fits: Predicate, further: readonly Check<Reply>[] = []) =>
    withChecks(outcome, () => [field(rule, 'store_name', judged(fits, expected)), ...further]);
  const own = showing(
    `the account's own name${accountName === undefined ? '' : `, "${accountName}"`}`,
    isOwn,
  );
  const japanese = japaneseIn('store_name', storeName);
  return choose(resourceLatitudes.storeName, {
    'as-sent': showing(json(storeName), (shown) => shown === storeName, japanese),
    decorated: showing(
      () => `${JSON.stringify(storeName)} with more around it`,
      (shown) => shown !== storeName && holds(shown),
      japanese,
    ),
    'of-account': withParts(own, {
      checks: () =>
        checksOf(own).map((one) => (one.cites.includes(rule) ? { ...one, countsAsEvidence: false } : one)),
      next(reply?: Reply) {
        const shown = at(reply?.body, ['store_name']);
        const next = outcome.next(reply);
        return typeof shown === 'string' && shown !== '' ? { ...next, accountName: shown } : next;
      },
    }),
  });
}
