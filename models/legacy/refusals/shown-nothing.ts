import { Big } from 'big.js';
import type { Check } from '../../../engine/model.ts';
import { status } from '../../../spec/legacy/status.ts';
import { at, check, isAbsent } from '../../checks.ts';
import type { Checks } from '../../rechecked.ts';
import type { Reply } from '../../wire.ts';
import type { Payment } from '../payment/state.ts';
import type { GuardedCall } from './guards.ts';

/**
 * That a refused Status shows nothing of the payment that was not sent (legacy, Endpoints, Status; Authentication): not as a field, and not
 * anywhere in its text, whether JSON or not.
 */
export function shownNothing({
  state,
  payment,
  operation,
  call,
}: Pick<GuardedCall, 'state' | 'payment' | 'operation' | 'call'>): Checks {
  if (operation !== 'status') return [];
  const about = payment === undefined ? undefined : state.payments[payment];
  const rule = status.refusedShowsNothing.id;
  const fields = check(rule, 'neither expires, nor amount, nor order_ref', fieldsShown, isNone, {
    about: 'refused status',
    earns: false,
  });
  if (about === undefined) return [fields];
  const sent = [at(call.body, ['payment_id']), about.id].filter((id) => typeof id === 'string');
  return [fields, inText(rule, about, sent)];
}

const isNone = (shown: unknown): boolean => (shown as readonly string[]).length === 0;

const fieldsShown = ({ body }: Reply): readonly string[] =>
  ['expires', 'amount', 'order_ref'].filter((name) => !isAbsent(at(body, [name])));

/** Evidence only where there was something to show that can't be in a text by chance. */
function inText(rule: string, payment: Payment, sent: readonly string[]): Check<Reply> {
  const secrets = secretsOf(payment, sent);
  const shownIn = (reply: Reply) => {
    const text = sent.reduce((left, id) => left.replaceAll(id, ''), textOf(reply));
    return secrets.filter(({ isIn }) => isIn(text)).map(({ name }) => name);
  };
  return check(
    rule,
    'a text without the expiry, the amount and the order_ref of the payment',
    shownIn,
    isNone,
    {
      about: 'refused status',
      earns: secrets.length > 0,
    },
  );
}

/** The text of a reply. */
const textOf = ({ text, body }: Reply): string =>
  text === '' && body !== undefined ? JSON.stringify(body) : text;

interface Secret {
  readonly name: string;
  isIn(text: string): boolean;
}

/** What only a request that is executed may learn, as far as it is known and no page has it by chance. */
function secretsOf({ expires, orderRef, amount, authorized, order }: Payment, sent: readonly string[]) {
  const secrets: Secret[] = [];
  if (expires !== undefined) {
    // A second that is a month ahead; in ISO 8601 it has another letter between.
    const forms = [expires.is, expires.is.replace(' ', 'T')];
    secrets.push({ name: 'expires', isIn: (text) => forms.some((form) => text.includes(form)) });
  }
  const amounts = [...new Set([amount?.is, authorized, order.total].filter((one) => one !== undefined))];
  const distinctive = amounts.filter(isDistinctive);
  if (distinctive.length > 0)
    secrets.push({ name: 'amount', isIn: (text) => distinctive.some((one) => isNamedIn(text, one)) });
  const { is: ref } = orderRef;
  if (ref !== null && ref.length >= longEnough && !sent.some((id) => id.includes(ref)))
    secrets.push({ name: 'order_ref', isIn: (text) => text.includes(ref) });
  return secrets;
}

/** Shorter texts may be part of any page. */
const longEnough = 8;
/** An example on a page has a round amount, or a small one. */
const isDistinctive = (amount: string): boolean =>
  new Big(amount).gt(1000) && !new Big(amount).mod(100).eq(0);

/** Whether a text names an amount as one: numbers alone occur in any page. */
function isNamedIn(text: string, amount: string): boolean {
  const named = text.matchAll(/amount\W{1,6}(\d[\d,]*(?:\.\d+)?)/gi);
  return [...named].some(([, number = '']) => isSameNumber(number.replaceAll(',', ''), amount));
}

const isSameNumber = (text: string, amount: string): boolean =>
  /^\d+(?:\.\d+)?$/.test(text) && new Big(text).eq(amount);
