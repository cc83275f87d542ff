import type { Breach } from '../../engine/model.ts';
import { paymentRules } from '../../spec/resource/payment.ts';
import { tokenRules } from '../../spec/resource/token.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { at, isNumber, isObject, shown } from '../checks.ts';

/** What a launch of the checkout has made, as its callback tells and as the interface knows it. Absent: not known. */
export interface Made {
  readonly makes: 'payment' | 'token';
  readonly consumer: 'approve' | 'pin' | 'reject';
  readonly told: readonly unknown[];
  /** Of the payment that was launched. */
  readonly amount?: unknown;
  /** Whether a token was launched with more than 20 pairs of metadata. */
  readonly isOverfull: boolean;
  /** What GET answers of the id that the callback was told. */
  readonly seen?: { readonly http: number; readonly body: unknown };
  /** Whether a wrong PIN was typed before the right one, and how often the callback had been told something by then. */
  readonly wrongPin?: { readonly toldOfIt: number };
}

const mostPairs = 20;

/** Judges what a launch has made (resource, What the service does; Token object; Payment object). What was not seen is neither proven nor accused. */
export function judgeMade({ makes, consumer, told, amount, isOverfull, seen, wrongPin }: Made): {
  readonly evidence: readonly string[];
  readonly breaches: readonly Breach[];
} {
  const evidence = new Set<string>();
  const breaches: Breach[] = [];
  const judge = ({ id: rule }: Requirement, holds: boolean, expected: string, received: string): void => {
    if (holds) evidence.add(rule);
    else breaches.push({ rule, expected, received });
  };
  const [first] = told;
  if (first === undefined) return { evidence: [], breaches: [] };
  const isMade = typeof at(first, ['id']) === 'string';
  if (isOverfull) {
    // More than 20 may be refused, or not all be kept.
    const pairs = at(seen?.body, ['metadata']);
    const count = isObject(pairs) ? Object.keys(pairs).length : undefined;
    if (!isMade || count !== undefined)
      judge(
        tokenRules.metadataLimit,
        (count ?? 0) <= mostPairs,
        `at most ${mostPairs} pairs`,
        `${count} pairs`,
      );
    return { evidence: [...evidence], breaches };
  }
  if (!isMade) return { evidence: [], breaches: [] };
  const row = makes === 'payment' ? paymentRules.singlePayments : tokenRules.madeByCheckout;
  if (consumer === 'pin' && wrongPin === undefined)
    judge(row, false, `a question for the PIN before a ${makes} is made`, `a ${makes} without one`);
  if (wrongPin !== undefined && wrongPin.toldOfIt > 0)
    judge(row, false, `no ${makes} while the PIN is wrong`, `the callback is told of a ${makes}`);
  if (seen?.http === 404)
    judge(
      row,
      false,
      `a ${makes} that the interface knows`,
      `GET answers 404 for the id that the callback is told`,
    );
  if (seen?.http !== 200) return { evidence: [], breaches };
  const kept = at(seen.body, ['amount']);
  if (makes === 'payment' && isNumber(kept) && isNumber(amount) && Number(kept) !== Number(amount))
    judge(row, false, `the amount that was launched, ${shown(amount)}`, `GET answers ${shown(kept)}`);
  const [said, is] = [at(first, ['status']), at(seen.body, ['status'])];
  if (typeof said === 'string' && typeof is === 'string' && said !== is)
    judge(row, false, `the callback told of the status ${shown(is)}, as GET answers`, shown(said));
  if (breaches.length === 0) evidence.add(row.id);
  return { evidence: [...evidence], breaches };
}
