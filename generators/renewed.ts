import { Big } from 'big.js';
import type { Json, Step } from '../engine/model.ts';
import { at, isObject } from '../models/checks.ts';
import type { Setup } from '../models/setup.ts';
import { withValue, type JsonObject } from './leaner-bodies.ts';

/** Where a creation has the unit price of a line, and its total. */
interface Places {
  readonly price: string;
  readonly total: readonly string[];
}

/** Spreads serial numbers over the room that there is. */
const stride = 7919;

/**
 * A creation with another amount: the first line that costs something costs some whole yen more, so that what else there is to it stays. As it is
 * where it has no such line, or where the limits leave no room.
 */
export const renewedOrder =
  ({ price, total }: Places, { amount: { max } }: Setup) =>
  (step: Step, serial: number): Step => {
    const body = at(step.data, ['body']);
    const items = at(body, ['order', 'items']);
    const sum = at(body, total);
    if (!isObject(body) || !Array.isArray(items) || typeof sum !== 'number') return step;
    const index = items.findIndex(
      (line: unknown) => isMore(at(line, [price])) && isMore(at(line, ['quantity'])),
    );
    const line = items[index] as JsonObject | undefined;
    if (line === undefined) return step;
    const { [price]: each, quantity } = line as Readonly<Record<string, number>>;
    const room = new Big(max)
      .minus(sum)
      .div(quantity ?? 1)
      .round(0, Big.roundDown)
      .toNumber();
    if (room < 1) return step;
    const more = 1 + ((serial * stride) % room);
    const dearer: Json = { ...line, [price]: new Big(each ?? 0).plus(more).toNumber() };
    const ordered = withValue(body as JsonObject, ['order', 'items'], items.with(index, dearer) as Json);
    const made = withValue(ordered, total, new Big(sum).plus(new Big(more).times(quantity ?? 1)).toNumber());
    return { ...step, data: { ...(step.data as JsonObject), body: made } };
  };

const isMore = (value: unknown): boolean => typeof value === 'number' && value > 0;
