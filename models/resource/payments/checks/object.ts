import { Big } from 'big.js';
import type { Check } from '../../../../engine/model.ts';
import { captureRules } from '../../../../spec/resource/payments/capture.ts';
import { paymentRules as rules } from '../../../../spec/resource/payment.ts';
import { at, check, decimalEquals, field, isNumber, isObject, json, showsNoOther } from '../../../checks.ts';
import { holdsControl } from '../../../echo.ts';
import type { Reply } from '../../../wire.ts';
import { entries, sameState } from '../../forms.ts';
import { sameInstant } from '../../replies/instants.ts';
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
  const { id, amount, address } = payment;
  const known = <T>(value: T | undefined, make: (value: T) => Check<Reply>): readonly Check<Reply>[] =>
    value === undefined ? [] : [make(value)];
  const all = (rule: string): readonly string[] => [rule, ...suspects];
  const text = (rule: string, name: string, value: string) =>
    field(all(rule), name, (shown) => holdsControl(value) || shown === value, json(value), {
      ofState: name === 'id',
    });
  const instant = (rule: string, name: string, value: string) =>
    field(all(rule), name, (shown) => sameInstant(shown, value), json(value));
  const yen = (rule: string, name: string, value: string) =>
    field(
      all(rule),
      name,
      (shown) => decimalEquals(shown, value),
      () => `the number ${value}`,
      {
        ...(name === 'amount' && { ofState: true, ...showsNoOther(name, value) }),
      },
    );
  return [
    ...paymentForm,
    ...(payment.status.is === 'REJECTED' ? [] : expiryForm),
    ...known(id, (value) => text(rules.idStable.id, 'id', value)),
    ...statusChecks(payment, suspects),
    ...known(payment.createdAt, (value) => instant(rules.createdAt.id, 'created_at', value)),
    ...known(payment.expiresAt, (value) => instant(rules.expiresAt.id, 'expires_at', value)),
    ...known(amount, (value) => yen(rules.amount.id, 'amount', value)),
    ...known(payment.storeShown, (value) => text(rules.storeName.id, 'store_name', value)),
    ...factChecks(payment, suspects, kept),
    ...known(payment.tax, (value) => yen(rules.tax.id, 'order.tax', value)),
    ...known(payment.shipping, (value) => yen(rules.shipping.id, 'order.shipping', value)),
    ...(payment.items === undefined ? [] : itemChecks(payment.items, suspects)),
    ...known(address?.['zip'], (value) => text(rules.addressZip.id, 'shipping_address.zip', value)),
    ...Object.entries(address ?? {})
      .filter(([name]) => name !== 'zip')
      .map(([name, value]) => text(rules.addressParts.id, `shipping_address.${name}`, value)),
    ...japaneseIn('description', payment.description?.is),
    ...astralChecks(payment),
    ...captureChecks(payment, suspects),
    ...refundChecks(payment, suspects),
    ...(payment.captures.length > 0 ? [...captureForm, within(amount, suspects)] : []),
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
export function statusChecks(payment: Payment, suspects: readonly string[]): readonly Check<Reply>[] {
  const { is, because } = payment.status;
  if (payment.moved === 'past' && is === 'AUTHORIZED') return [];
  return [
    field([because, ...suspects], 'status', (shown) => sameState(shown, is), is, { weight: statusWeight }),
  ];
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
function within(authorized: string | undefined, suspects: readonly string[]): Check<Reply> {
  return check(
    [captureRules.withinAmount.id, ...suspects],
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
