import { Big } from 'big.js';
import type { Breach, Step, Uses } from '../../engine/model.ts';
import { at, isNumber } from '../../models/checks.ts';
import type { ApiCall, Reply } from '../../models/wire.ts';
import type { Means } from '../../spec/requirement.ts';

/** A step of a pattern: its literals are drawn for each race. */
export type Planned = Omit<Step, 'data'>;

/** What a race showed: a call that was released with others, and its reply. */
export interface Seen {
  readonly step: Planned;
  readonly call: ApiCall;
  readonly reply: Reply;
}

/** Requests that are released together on one entity, with what makes the entity and what looks at it afterwards. */
export interface Pattern {
  /** A name of machines.ts. */
  readonly machine: string;
  readonly needs?: readonly Means[];
  readonly before: readonly Planned[];
  readonly overlap: readonly Planned[];
  readonly after: readonly Planned[];
  /**
   * What went wrong in words and by the rule that it breaks, given the overlapping calls that succeeded; undefined where only the search
   * for an order can tell. It is asked only once no order explains their replies.
   */
  tell?(done: readonly Seen[]): Breach | undefined;
}

/** A step on what earlier steps made. */
export function step(id: string, operation: string, kind: string, uses: Uses = {}): Planned {
  return { id, operation, kind, uses };
}

/** Two requests succeeded of which either ends what the other needs. */
export function bothDone(
  rule: string,
  words: string,
  isOne: (seen: Seen) => boolean,
  isOther: (seen: Seen) => boolean = isOne,
): NonNullable<Pattern['tell']> {
  return (done) => {
    const one = done.find(isOne);
    const other = done.find((seen) => seen !== one && isOther(seen));
    if (one === undefined || other === undefined) return undefined;
    return { rule, expected: 'one of the two to be refused', received: `both succeeded: ${words}` };
  };
}

/** More was given back, by the amounts that were asked for, than there was; `most` tells that from what succeeded. */
export function aboveAll(
  rule: string,
  most: (done: readonly Seen[]) => unknown,
): NonNullable<Pattern['tell']> {
  return (done) => {
    const amounts = done.map(({ call }) => at(call.body, ['amount'])).filter(isNumber);
    const sum = amounts.reduce<Big>((sofar, amount) => sofar.plus(Number(amount)), new Big(0));
    const all = most(done);
    if (!isNumber(all) || sum.lte(Number(all))) return undefined;
    return {
      rule,
      expected: `refunds of ${Number(all)} at most`,
      received: `${amounts.join(' + ')} given back: refunded more than was captured`,
    };
  };
}

/** The step is of this operation. */
export const is =
  (operation: string) =>
  ({ step: { operation: of } }: Seen): boolean =>
    of === operation;
