import { at } from '../../checks.ts';
import type { Reply } from '../../wire.ts';
import { decimalText, entries, hasPrefix } from '../forms.ts';
import { partsShown } from './checks/entries.ts';
import { isInstant } from '../../../spec/instants.ts';
import { expiresLater } from './checks/form.ts';
import { completedLines } from './checks/items.ts';
import { paymentKnown, withShown } from '../known-fields.ts';
import type { After, Capture, Payment, Refund } from '../state.ts';

/** The payment with what a reply shows: ids, instants, amounts. Without a reply nothing is learned. */
export function learned(payment: Payment, after: After, reply: Reply | undefined): Payment {
  if (reply === undefined) return { ...payment, after: 'change', seen: false };
  const { body } = reply;
  return {
    ...payment,
    after,
    seen: true,
    id: payment.id ?? textIf(at(body, ['id']), hasPrefix('pay_')),
    ...shownItems(payment, body),
    known: withShown(paymentKnown, payment.known, body, (name) => isTold(payment, name, body)),
    amount: payment.amount ?? decimalText(at(body, ['amount'])),
    captures: withLearnedIds(payment.captures, entries(at(body, ['captures'])), 'cap_'),
    refunds: withLearnedIds(payment.refunds, entries(at(body, ['refunds'])), 'ref_'),
  };
}

/** Fields of which nothing is learned from a reply: those that are known by what was last set, and an expiry that breaks its rule. */
function isTold({ description, orderRef, metadata }: Payment, name: string, body: unknown): boolean {
  switch (name) {
    case 'description':
      return description !== undefined;
    case 'order.order_ref':
      return orderRef !== undefined;
    case 'metadata':
      return metadata !== undefined;
    case 'expires_at':
      return !expiresLater(body);
    default:
      return false;
  }
}

/** The items with what the first reply shows of them beside what was sent. */
function shownItems({ items, itemsShown }: Payment, body: unknown): Pick<Payment, 'items' | 'itemsShown'> {
  const shown = at(body, ['order', 'items']);
  if (itemsShown === true || !Array.isArray(shown)) return { items, ...(itemsShown && { itemsShown }) };
  return { items: completedLines(items, shown), itemsShown: true };
}

type Shown = Readonly<Record<string, unknown>>;

/** Gives the new entry of a list to the one record without an id; with two of them it is ambiguous. */
function withLearnedIds<T extends Capture | Refund>(
  made: readonly T[],
  shown: readonly Shown[],
  prefix: string,
): readonly T[] {
  const nameless = made.filter(({ id }) => id === undefined);
  if (nameless.length !== 1) return made;
  const ids = new Set(made.map(({ id }) => id));
  const [fresh, ...others] = shown.filter((entry) => !ids.has(entry['id'] as string));
  if (fresh === undefined || others.length > 0) return made;
  const id = textIf(fresh['id'], hasPrefix(prefix));
  return made.map((entry) =>
    entry.id === undefined
      ? {
          ...entry,
          id,
          amount: entry.amount ?? decimalText(fresh['amount']),
          createdAt: textIf(fresh['created_at'], isInstant),
          ...(prefix === 'cap_' && { parts: partsShown(fresh) }),
        }
      : entry,
  );
}

function textIf(value: unknown, holds: (value: unknown) => value is string): string | undefined {
  return holds(value) ? value : undefined;
}
