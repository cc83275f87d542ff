import type { Latitude } from '../../../spec/latitude.ts';
import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import { update as rules } from '../../../spec/legacy/update.ts';
import { isMore, isSame, sumOf } from '../payment/amounts.ts';
import type { Order, Payment } from '../payment/state.ts';

/** Why an update of a whole order may be refused although its form is right. */
export interface Objection {
  readonly point: Latitude & { readonly choices: readonly ('accepted' | 'refused')[] };
  readonly why: string;
  readonly rule: string;
  /** The order does not fit itself or what was captured: where it is accepted, its amounts are unknown. */
  readonly opens?: true;
}

/** What may be wrong with an order, beside its order_ref (legacy, Endpoints, Update; Order object). */
export function objectionsTo(
  { order: before, taken, authorized, unsure: isUnsure }: Payment,
  order: Order,
): readonly Objection[] {
  const captured = !isSame(taken.amount, '0');
  const edited = captured && !keepsLines(before, order);
  // A lowered total may be all that is authorized from then on. After a partial capture the document itself asks for new lines, which raise
  // the total. A capture of nothing is a partial capture by one reading and none by another: what follows settles nothing.
  const raised = isMore(order.total, authorized) || isMore(order.total, before.total);
  const { id: newLines } = rules.newLines;
  return [
    ...(isSame(sumOf(order), order.total)
      ? []
      : [
          {
            point: open.inconsistentTotal,
            why: 'inconsistent total',
            rule: rules.overwrites.id,
            opens: true,
          } as const,
        ]),
    ...(edited ? [{ point: open.editedLine, why: 'edited line', rule: newLines, opens: true } as const] : []),
    ...(captured && !edited && isMore(before.total, order.total)
      ? [{ point: open.newDiscount, why: 'lowered total', rule: newLines }]
      : []),
    ...(raised && !captured && isUnsure === undefined
      ? [{ point: open.raisedTotal, why: 'raised total', rule: newLines }]
      : []),
  ];
}

/** Existing lines, tax and shipping stay as they are; new lines may follow (legacy, Endpoints, Update, rule 1). */
function keepsLines(before: Order, after: Order): boolean {
  return (
    isSame(before.tax, after.tax) &&
    isSame(before.shipping, after.shipping) &&
    before.items.every((line) =>
      after.items.some(
        (other) =>
          other.item === line.item &&
          other.title === line.title &&
          other.quantity === line.quantity &&
          isSame(other.amount, line.amount),
      ),
    )
  );
}
