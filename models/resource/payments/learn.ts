import { at } from '../../checks.ts';
import type { Reply } from '../../wire.ts';
import { decimalText, entries, hasPrefix } from '../forms.ts';
import { partsShown } from './checks/capture-parts-kept.ts';
import { isInstant } from '../replies/instants.ts';
import { expiresLater } from './checks/form.ts';
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
    createdAt: payment.createdAt ?? textIf(at(body, ['created_at']), isInstant),
    // An expiry that breaks its rule tells nothing of when the authorization ends.
    expiresAt:
      payment.expiresAt ?? (expiresLater(body) ? textIf(at(body, ['expires_at']), isInstant) : undefined),
    storeShown: payment.storeShown ?? storeNameIn(payment, body),
    amount: payment.amount ?? decimalText(at(body, ['amount'])),
    captures: withLearnedIds(payment.captures, entries(at(body, ['captures'])), 'cap_'),
    refunds: withLearnedIds(payment.refunds, entries(at(body, ['refunds'])), 'ref_'),
  };
}

/** The store name that a reply shows, where one was sent. */
function storeNameIn({ storeName }: Payment, body: unknown): string | undefined {
  const shown = at(body, ['store_name']);
  return storeName !== undefined && typeof shown === 'string' && shown !== '' ? shown : undefined;
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
