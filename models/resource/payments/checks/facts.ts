import type { Check } from '../../../../engine/model.ts';
import { paymentRules as rules } from '../../../../spec/resource/payment.ts';
import { field, json } from '../../../checks.ts';
import { holdsControl } from '../../../echo.ts';
import type { Reply } from '../../../wire.ts';
import { samePairs, showsSomething } from '../../forms.ts';
import type { Accuse } from '../../accusing.ts';
import type { Fact, Payment } from '../../state.ts';

type Same<T> = (shown: unknown, value: T) => boolean;

const sameText: Same<string> = (shown, value) => shown === value;

/**
 * The checks of what updates set: that it is what was last set. A breach accuses the rule of the request that set it.
 * `kept`: the reply is to another change, which keeps it. A breach accuses the rule of the field then, since the update has shown the right
 * value; and that of the update too where the value is one of before, since the update may not have been kept.
 */
export function factChecks(
  { description, orderRef, metadata }: Payment,
  accuse: Accuse,
  kept: boolean,
): readonly Check<Reply>[] {
  const of = <T>(name: string, own: string, fact: Fact<T> | undefined, same: Same<T>) => {
    if (fact === undefined || holdsControl(fact.is)) return [];
    const expected = json(fact.is);
    const one = (rule: string, holds: (shown: unknown) => boolean) =>
      field(accuse(rule), name, holds, expected, showsSomething);
    if (!kept || fact.because === own) return [one(fact.because, (shown) => same(shown, fact.is))];
    const undone = [...new Set(setBy(fact))].map((rule) =>
      one(rule, (shown) => same(shown, fact.is) || undoneBy(fact, shown, same) !== rule),
    );
    return [one(own, (shown) => same(shown, fact.is)), ...undone];
  };
  return [
    ...of('description', rules.description.id, description, sameText),
    ...of('order.order_ref', rules.orderRef.id, orderRef, sameText),
    ...of<NonNullable<Payment['metadata']>['is']>('metadata', rules.metadata.id, metadata, samePairs),
  ];
}

/** The rules of the requests that set it, the last one first. */
function setBy<T>({ because, before }: Fact<T>): readonly string[] {
  return before === undefined ? [] : [because, ...setBy(before)];
}

/** The rule of the update that was not kept, if the value shown is one of before. */
function undoneBy<T>({ because, before }: Fact<T>, shown: unknown, same: Same<T>): string | undefined {
  if (before === undefined) return undefined;
  return same(shown, before.is) ? because : undoneBy(before, shown, same);
}
