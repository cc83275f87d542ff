import type { Breach } from '../../engine/model.ts';
import { paymentRules } from '../../spec/resource/payment.ts';
import { stateWord } from '../../spec/forms.ts';
import { tokenRules } from '../../spec/resource/token.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { at, isNumber, isObject, shown } from '../checks.ts';
import { entries, hasPrefix } from './forms.ts';

/** What GET answers. */
interface Seen {
  readonly http: number;
  readonly body: unknown;
}

/** What a launch of the checkout has made, as its callback reports it and as the interface knows it. Absent: not known. */
export interface Made {
  readonly makes: 'payment' | 'token';
  /** What the callback received, one for each call. */
  readonly told: readonly unknown[];
  /** What was launched of a payment. */
  readonly launched?: unknown;
  /** What GET answers for the id that the callback received. */
  readonly seen?: Seen;
  /** What the callback had received by the time a wrong PIN was answered. */
  readonly toldByWrongPin?: readonly unknown[];
}

/** What became of a launch of a token with more pairs of metadata than it may have, and where none was made, of one with as many as it may. */
export interface Overfull {
  /** Whether the service has answered the launch. */
  readonly isAnswered: boolean;
  readonly told: readonly unknown[];
  readonly seen?: Seen;
  readonly full?: Seen;
}

interface Verdict {
  readonly evidence: readonly string[];
  readonly breaches: readonly Breach[];
}

/** Pairs of metadata of a token at most (resource, Limits). */
export const mostPairs = 20;
const prefixes = { payment: 'pay_', token: 'tok_' } as const;
const states = {
  payment: ['AUTHORIZED', 'CLOSED', 'REJECTED'],
  token: ['ACTIVE', 'SUSPENDED', 'DELETED'],
} as const;

/** The call that reports what was made, by the id of its kind; undefined where none does. No document shows what else the callback receives. */
export function callOf(
  makes: Made['makes'],
  told: readonly unknown[],
): { readonly id: string; readonly call: unknown } | undefined {
  const isId = hasPrefix(prefixes[makes]);
  const found = told.flatMap((call) => {
    const id = [['id'], [`${makes}_id`], [makes, 'id']].map((path) => at(call, path)).find(isId);
    return id === undefined ? [] : [{ id, call }];
  });
  return found.at(-1);
}

/** Judges what a launch has made (resource, What the service does; States and transitions). What was not seen is neither proven nor accused. */
export function judgeMade({ makes, told, launched, seen, toldByWrongPin = [] }: Made): Verdict {
  const breaches: Breach[] = [];
  const accuse = ({ id: rule }: Requirement, expected: string, received: string): void => {
    breaches.push({ rule, expected, received });
  };
  const made = callOf(makes, told);
  if (made === undefined) return { evidence: [], breaches };
  const row = makes === 'payment' ? paymentRules.singlePayments : tokenRules.madeByCheckout;
  if (callOf(makes, toldByWrongPin) !== undefined)
    accuse(row, `no ${makes} while the PIN is wrong`, `the callback receives a ${makes}`);
  if (seen?.http === 404)
    accuse(
      row,
      `a ${makes} that the interface knows`,
      `GET answers 404 for the id that the callback receives`,
    );
  if (seen?.http !== 200) return { evidence: [], breaches };
  const { body } = seen;
  const [asked, kept] = [soleAmount(launched), at(body, ['amount'])];
  if (makes === 'payment' && isNumber(kept) && asked !== undefined && Number(kept) !== asked)
    accuse(row, `the amount that was launched, ${shown(asked)}`, `GET answers ${shown(kept)}`);
  const [said, is] = [made.call, body].map((one) => stateIn(makes, one));
  if (said !== undefined && is !== undefined && said !== is)
    accuse(row, `the callback receives the status ${shown(is)}, as GET answers`, shown(said));
  const evidence = breaches.length === 0 ? [row.id] : [];
  if (makes === 'payment' || is === undefined) return { evidence, breaches };
  const { freshActive } = tokenRules;
  if (is === 'ACTIVE') evidence.push(freshActive.id);
  // Its record may show that another user has suspended it meanwhile.
  else if (is === 'DELETED' || !isSuspendedByOthers(body))
    accuse(freshActive, 'the status ACTIVE of a token that was just made', shown(at(body, ['status'])));
  return { evidence, breaches };
}

/** Judges that a token has at most 20 pairs (resource, Limits). Where none was made, it is the pairs that were refused only if fewer are taken. */
export function judgeOverfull({ isAnswered, told, seen, full }: Overfull): Verdict {
  const { id: rule } = tokenRules.metadataLimit;
  const count = pairsIn(seen);
  if (count > mostPairs) {
    const breach = { rule, expected: `at most ${mostPairs} pairs`, received: `${count} pairs` };
    return { evidence: [], breaches: [breach] };
  }
  const isRefused = callOf('token', told) === undefined && isAnswered && pairsIn(full) > 0;
  return { evidence: count > 0 || isRefused ? [rule] : [], breaches: [] };
}

function pairsIn(seen: Seen | undefined): number {
  const pairs = at(seen?.body, ['metadata']);
  return isObject(pairs) ? Object.keys(pairs).length : 0;
}

/** The amount of a launch that has no other number, so that nothing is added to it or taken from it; undefined where it has others, or none. */
function soleAmount(launched: unknown): number | undefined {
  if (!isObject(launched)) return undefined;
  const { amount, ...others } = launched;
  const mayCount = Object.values(others).some((one) => typeof one === 'number' || typeof one === 'object');
  return isNumber(amount) && !mayCount ? Number(amount) : undefined;
}

/** The state that a record shows; undefined where it shows none that the document names. */
function stateIn(makes: Made['makes'], record: unknown): string | undefined {
  const own = isObject(at(record, [makes])) ? at(record, [makes]) : record;
  const word = stateWord(at(own, ['status']));
  return states[makes].find((one) => one === word);
}

function isSuspendedByOthers(body: unknown): boolean {
  return entries(at(body, ['suspensions'])).some(({ authority }) => authority !== 'merchant');
}
