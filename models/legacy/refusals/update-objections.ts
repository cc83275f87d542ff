import type { Latitude } from '../../../spec/latitude.ts';
import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import { isMore, isSame, sumOf } from '../payment/amounts.ts';
import type { Order, Payment } from '../payment/state.ts';

/** Why an update of a whole order may be refused although its form is right. */
export interface Objection {
  /** The open point that its answer settles where nothing else is objected; absent: it settles none. */
  readonly point?: Latitude & { readonly choices: readonly ('accepted' | 'refused')[] };
  readonly why: string;
  /** The order does not fit itself or what was captured: where it is accepted, its amounts are unknown. */
  readonly opens?: true;
}

/** What may be wrong with an order, beside its order_ref (legacy, Endpoints, Update; Order object). */
export function objectionsTo(payment: Payment, order: Order): readonly Objection[] {
  const { order: before, taken } = payment;
  const captured = !isSame(taken.amount, '0');
  const edited = captured && !keepsLines(before, order);
  return [
    ...(isSame(sumOf(order), order.total)
      ? []
      : [
          {
            point: open.inconsistentTotal,
            why: 'inconsistent total',
            opens: true,
          } as const,
        ]),
    ...(edited ? [{ point: open.editedLine, why: 'edited line', opens: true } as const] : []),
    ...(captured && isMore(before.total, order.total)
      ? [{ point: open.newDiscount, why: 'lowered total' }]
      : []),
    ...(raisesTotal(payment, order) ? [{ why: 'raised total', ...raisePoint(payment, order) }] : []),
  ];
}

/** After a partial capture the document raises the total by new lines; that every target adds them, or each of them, it does not say. */
function raisePoint(
  { order: before, taken, authorized, unsure: isUnsure }: Payment,
  { total }: Order,
): Pick<Objection, 'point'> {
  if (isUnsure !== undefined) return {};
  if (isSame(taken.amount, '0')) return { point: open.raisedTotal };
  // One that an update has raised before the capture stands.
  return isMore(total, authorized) && isMore(total, before.total) ? { point: open.raiseAfterCapture } : {};
}

/** Whether an order raises the total above what was authorized; a lowered one may be all that is authorized from then on. */
const raisesTotal = ({ order: before, authorized }: Payment, { total }: Order): boolean =>
  isMore(total, authorized) || isMore(total, before.total);

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
