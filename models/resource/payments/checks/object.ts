import { Big } from 'big.js';
import type { Check } from '../../../../engine/model.ts';
import { captureRules } from '../../../../spec/resource/payments/capture.ts';
import { paymentRules as rules } from '../../../../spec/resource/payment.ts';
import { at, check, decimalEquals, field, isNumber, isObject, json, showsNoOther } from '../../../checks.ts';
import { holdsControl } from '../../../echo.ts';
import type { Reply } from '../../../wire.ts';
import { entries, sameState } from '../../forms.ts';
import { knownChecks, paymentKnown } from '../../known-fields.ts';
import { accusing, type Accuse } from '../../accusing.ts';
import type { Payment } from '../../state.ts';
import { isAstral } from '../../requests/unspecified-input.ts';
import { captureChecks, refundChecks, refundsWithin } from './entries.ts';
import { factChecks } from './facts.ts';
import { captureForm, expiryForm, paymentForm, refundForm } from './form.ts';
import { itemChecks } from './items.ts';
import { encoded, japaneseIn } from './store-name.ts';

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
  const sameId = (value: string) =>
    field(all(rules.idStable.id), 'id', (shown) => shown === value, json(value), { ofState: true });
  const yen = (value: string) =>
    field(
      all(rules.amount.id),
      'amount',
      (shown) => decimalEquals(shown, value),
      () => `the number ${value}`,
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
  return check(rule, 'a payment object', ({ body }) => body, isPayment, { weight: objectWeight });
}

/** The check of the status. After the expiry of an authorization it is open. */
export function statusChecks(payment: Payment, accuse: Accuse): readonly Check<Reply>[] {
  const { is, because } = payment.status;
  if (payment.moved === 'past' && is === 'AUTHORIZED') return [];
  return [field(accuse(because), 'status', (shown) => sameState(shown, is), is, { weight: statusWeight })];
}

/** Free texts with characters beyond the basic plane, as some kanji are. */
function astralChecks({ description, metadata }: Payment): readonly Check<Reply>[] {
  const texts: readonly (readonly [string, unknown])[] = [
    ['description', description?.is],
    ...Object.entries(metadata?.is ?? {}).map(([key, value]) => [`metadata.${key}`, value] as const),
  ];
  return texts.flatMap(([path, text]) =>
    isAstral(text) && !holdsControl(text) ? [encoded(path, (shown) => shown === text, json(text))] : [],
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
