import type { Must } from '../../../checks.ts';
import { Big } from 'big.js';
import type { Check } from '../../../../engine/model.ts';
import { type EntryOf, isEntry } from '../../../../spec/expect.ts';
import { captureRules } from '../../../../spec/resource/payments/capture.ts';
import { refundRules } from '../../../../spec/resource/payments/refund.ts';
import { paymentRules as rules, paymentRules } from '../../../../spec/resource/payment.ts';
import {
  anotherValue,
  at,
  check,
  decimalEquals,
  field,
  isNumber,
  showsNoOther,
  type CheckOptions,
  predicateOf,
  judged,
  valueExpectOf,
  wasGivenBefore,
  wordsOf,
} from '../../../checks.ts';
import type { Reply } from '../../../wire.ts';
import { entries, ofState, equalPairs, decimalText, isUnset } from '../../forms.ts';
import { instantMs, isInstant, sameInstant } from '../../../../spec/instants.ts';
import type { Accuse } from '../../replies/outcomes.ts';
import { createdAtOf, expiresAtOf, type Capture, type Payment, type Refund } from '../../state.ts';
import { sameLines } from './items.ts';

/** Less than a wrong state, more than a field. */
export const listWeight = 3;

/** The checks of the captures of a payment; `accuse` as in `paymentChecks`. */
export function captureChecks(payment: Payment, accuse: Accuse): readonly Check<Reply>[] {
  const { captures } = payment;
  const createdAt = createdAtOf(payment);
  return listChecks('captures', captures, accuse, (capture, one) => [
    ...(createdAt === undefined
      ? []
      : [
          one(
            rules.captureCreatedAt.id,
            'created_at',
            judged(notBefore(createdAt), 'not before the payment'),
          ),
        ]),
    ...partsKept(capture).map(({ rule, name, must }) => one(rule, name, must)),
  ]);
}

/** The checks of the refunds of a payment. */
export function refundChecks(payment: Payment, accuse: Accuse): readonly Check<Reply>[] {
  const { captures, refunds } = payment;
  return listChecks('refunds', refunds, accuse, (refund, one) => {
    const of = captures.find(({ step }) => step === refund.capture);
    const { reason } = refund;
    return [
      ...(of?.id === undefined
        ? []
        : [
            one(
              rules.refundCaptureId.id,
              'capture_id',
              judged((value) => value === of.id, { is: of.id }, of.id),
            ),
          ]),
      ...(of?.createdAt === undefined
        ? []
        : [
            one(
              rules.refundCreatedAt.id,
              'created_at',
              judged(notBefore(of.createdAt), 'not before its capture'),
            ),
          ]),
      ...(reason === undefined ? [] : [one(rules.refundReason.id, 'reason', { is: reason })]),
    ];
  });
}

/** The earliest instant of a record made after the clock was moved to shortly before the expiry: a third of the validity has surely passed. */
export function notYet(payment: Payment): { readonly earliest?: number } {
  const { moved } = payment;
  const [createdAt, expiresAt] = [createdAtOf(payment), expiresAtOf(payment)];
  if (moved !== 'before' || createdAt === undefined || expiresAt === undefined) return {};
  return { earliest: instantMs(createdAt) + (instantMs(expiresAt) - instantMs(createdAt)) / 3 };
}

/** Compared by the second, since some targets write fractions and some do not. Instants of another form break another rule. */
const notBefore = (earlier: string) => (value: unknown) =>
  !isInstant(value) || seconds(value) >= seconds(earlier);
const isLater = (earliest: number) => (value: unknown) => !isInstant(value) || instantMs(value) >= earliest;
const seconds = (instant: string): number => Math.floor(instantMs(instant) / 1000);

const rulesOf = {
  captures: {
    list: rules.captures.id,
    id: rules.captureId.id,
    metadata: rules.captureMetadata.id,
    kept: captureRules.metadata.id,
    amount: rules.captureAmount.id,
    createdAt: rules.captureCreatedAt.id,
  },
  refunds: {
    list: rules.refunds.id,
    id: rules.refundId.id,
    metadata: rules.refundMetadata.id,
    kept: refundRules.metadata.id,
    amount: rules.refundAmount.id,
    createdAt: rules.refundCreatedAt.id,
  },
} as const;

/** Makes a check of one field of a record; a breach accuses the rule. */
type OfEntry = (
  rule: string,
  field: string,
  must: Must,
  also?: readonly string[],
  options?: CheckOptions,
) => Check<Reply>;

/** The entry of a list that is none of these. */
export const newOf = <L extends string>(list: L, known: readonly Pick<Capture, 'id'>[]) => ({
  list,
  key: 'id',
  except: known.flatMap(({ id }) => id ?? []),
});

function listChecks<T extends Capture | Refund>(
  list: 'captures' | 'refunds',
  made: readonly T[],
  accuse: Accuse,
  further: (entry: T, one: OfEntry) => readonly Check<Reply>[],
): readonly Check<Reply>[] {
  const nameless = made.filter(({ id }) => id === undefined).length;
  return [
    field(accuse(rulesOf[list].list), list, { entries: made.length }, { weight: listWeight }),
    ...made.flatMap((entry) => {
      const { id } = entry;
      // Two records without known ids cannot be distinguished.
      if (id === undefined && nameless > 1) return [];
      const of = id === undefined ? newOf(list, made) : { list, key: 'id', value: id };
      const find = (body: unknown) => entries(at(body, [list])).find((shown) => isEntry(of, shown['id']));
      const one: OfEntry = (rule, name, must, also = [], options = {}) =>
        check(
          accuse(rule, ...also),
          () => `${list} ${id ?? '(the new one)'} with ${name} ${wordsOf(must)}`,
          ({ body }) => find(body)?.[name],
          predicateOf(must),
          {
            ...(ofState.has(name) ? options : { about: `${list}.${name}` }),
            expect: () => ({ at: name, of, must: valueExpectOf(must) }),
          },
        );
      const isNew = id === undefined ? [newEntry(of, accuse, find)] : [];
      return [...isNew, ...entryChecks(list, entry, one), ...further(entry, one)];
    }),
  ];
}

/** A new record has an id that no other of the run was given. */
function newEntry(
  of: EntryOf & { readonly list: 'captures' | 'refunds' },
  accuse: Accuse,
  find: (body: unknown) => { readonly id?: unknown } | undefined,
): Check<Reply> {
  return check(
    accuse(rulesOf[of.list].id),
    `${of.list} (the new one) with an id of its own`,
    ({ body }) => find(body)?.id,
    (id, reply) => typeof id !== 'string' || !wasGivenBefore(id, reply),
    // Most replies hold no other that it could be mistaken for.
    {
      constant: true,
      countsAsEvidence: false,
      expect: () => ({ at: 'id', of, must: anotherValue }),
    },
  );
}

function entryChecks(
  list: 'captures' | 'refunds',
  { id, amount, metadata, createdAt, earliest }: Capture | Refund,
  one: OfEntry,
): readonly Check<Reply>[] {
  const rule = rulesOf[list];
  // Without pairs nothing was to be kept.
  const kept = Object.keys(metadata).length > 0 ? [rule.kept] : [];
  return [
    ...(id === undefined
      ? []
      : [
          one(
            rule.id,
            'id',
            judged((value) => value === id, { is: id }, 'unchanged'),
          ),
        ]),
    one(rule.metadata, 'metadata', equalPairs(metadata), kept),
    ...(amount === undefined
      ? []
      : [
          one(
            rule.amount,
            'amount',
            judged((value) => decimalEquals(value, amount), { amount }, amount),
            [],
            showsNoOther(`${list}.amount`, amount),
          ),
        ]),
    ...(createdAt === undefined
      ? []
      : [
          one(
            rule.createdAt,
            'created_at',
            judged((value) => sameInstant(value, createdAt), createdAt),
          ),
        ]),
    ...(earliest === undefined
      ? []
      : [one(rule.createdAt, 'created_at', judged(isLater(earliest), 'when it was made'))]),
  ];
}

type Shown = Readonly<Record<string, unknown>>;

/** That the refunds shown for each capture do not exceed its amount. */
export const refundsWithin: Check<Reply> = check(
  refundRules.withinCaptured.id,
  'refunds whose amounts do not exceed what was captured',
  ({ body }) => {
    const byId = (list: string) => [
      ...new Map(entries(at(body, [list])).map((one) => [one['id'], one])).values(),
    ];
    const refunds = byId('refunds');
    return byId('captures').map((capture) => ({
      captured: capture['amount'],
      refunded: refunds.filter((one) => one['capture_id'] === capture['id']).map(({ amount }) => amount),
    }));
  },
  (captures) => (captures as readonly Shown[]).every(isWithin),
  // That a refund is shown proves nothing: what is above the rest must be refused.
  { countsAsEvidence: false },
);

/** Amounts that are not numbers break another rule. */
function isWithin({ captured, refunded }: Shown): boolean {
  const amounts = refunded as readonly unknown[];
  if (!isNumber(captured) || !amounts.every(isNumber)) return true;
  return amounts.reduce((sum: Big, one) => sum.plus(one as number), new Big(0)).lte(captured as number);
}

const names = ['tax', 'shipping', 'items'] as const;

/** What a capture shows of its order; what is empty, or of another form, is left out (Resources and their fields, Capture). */
export function partsShown(capture: Shown): Shown {
  return Object.fromEntries(
    names
      .map((name) => [name, capture[name]] as const)
      .filter(([name, value]) =>
        name === 'items' ? entries(value).length > 0 : (decimalText(value) ?? '0') !== '0',
      ),
  );
}

/** That a capture goes on to show these parts: one by one, as its field and what must hold of it. */
function partsKept({ parts = {} }: Pick<Capture, 'parts'>) {
  return Object.entries(parts).map(([name, value]) => ({
    rule: paymentRules.captureParts.id,
    name,
    must: judged(
      (shown) =>
        name === 'items'
          ? !isUnset(shown) && sameLines(shown, value)
          : decimalText(shown) === decimalText(value),
      JSON.stringify(value),
    ),
  }));
}
