import { Big } from 'big.js';
import type { Breach, StepId } from '../../engine/model.ts';
import { at, isNumber } from '../../models/checks.ts';
import type { ApiCall, Reply } from '../../models/wire.ts';
import type { Means } from '../../spec/requirement.ts';
import type { Planned } from '../explore/planned.ts';

/** A call that was released with others and succeeded. */
export interface Success {
  readonly step: Planned;
  readonly call: ApiCall;
  readonly reply: Reply;
}

/** Requests that are released together on one entity, with the steps that make the entity and those that read it afterwards. */
export interface Pattern {
  /** A name of machines.ts. */
  readonly machine: string;
  readonly needs?: readonly Means[];
  readonly before: readonly Planned[];
  readonly overlap: readonly Planned[];
  /** What the clients of overlapping requests send as soon as these are answered: no request but that one has to have ended. */
  readonly following?: readonly { readonly behind: StepId; readonly step: Planned }[];
  readonly after: readonly Planned[];
  /** The breach that the overlapping successes show; undefined where they show none. Asked only when no order explains the replies. */
  breach?(successes: readonly Success[]): Breach | undefined;
}

/** Two requests succeeded though either ends what the other needs. */
export function bothSucceed(
  rule: string,
  what: string,
  isOne: (success: Success) => boolean,
  isOther: (success: Success) => boolean = isOne,
): NonNullable<Pattern['breach']> {
  return (successes) => {
    const one = successes.find(isOne);
    const other = successes.find((success) => success !== one && isOther(success));
    if (one === undefined || other === undefined) return undefined;
    return { rule, expected: 'one of the two to be refused', received: `both succeeded: ${what}` };
  };
}

/** The requested amounts add up to more than `most`, which is read from the successes. */
export function sumAbove(
  rule: string,
  most: (successes: readonly Success[]) => unknown,
): NonNullable<Pattern['breach']> {
  return (successes) => {
    const amounts = successes.map(({ call }) => at(call.body, ['amount'])).filter(isNumber);
    const sum = amounts.reduce<Big>((sofar, amount) => sofar.plus(Number(amount)), new Big(0));
    const all = most(successes);
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
  ({ step: { operation: of } }: Success): boolean =>
    of === operation;
