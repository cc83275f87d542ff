import { at } from '../../checks.ts';
import type { Reply } from '../../wire.ts';
import { decimalText, entries, hasPrefix } from '../forms.ts';
import { isInstant } from '../instants.ts';
import type { After, Capture, Payment, Refund } from '../state.ts';

/** What a reply tells of a payment beside what is known: ids, instants, amounts. Without one nothing is learned. */
export function learned(payment: Payment, after: After, reply: Reply | undefined): Payment {
  if (reply === undefined) return { ...payment, after: 'change', seen: false };
  const { body } = reply;
  return {
    ...payment,
    after,
    seen: true,
    id: payment.id ?? textIf(at(body, ['id']), hasPrefix('pay_')),
    createdAt: payment.createdAt ?? textIf(at(body, ['created_at']), isInstant),
    expiresAt: payment.expiresAt ?? textIf(at(body, ['expires_at']), isInstant),
    amount: payment.amount ?? decimalText(at(body, ['amount'])),
    captures: told(payment.captures, entries(at(body, ['captures'])), 'cap_'),
    refunds: told(payment.refunds, entries(at(body, ['refunds'])), 'ref_'),
  };
}

type Shown = Readonly<Record<string, unknown>>;

/** Gives the entry that is new in a list to the one capture or refund that has no id yet; with two of them nobody can tell. */
function told<T extends Capture | Refund>(
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
        }
      : entry,
  );
}

function textIf(value: unknown, holds: (value: unknown) => value is string): string | undefined {
  return holds(value) ? value : undefined;
}
