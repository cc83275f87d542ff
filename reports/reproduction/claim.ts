import { isDeepStrictEqual } from 'node:util';
import type { Breach, Json } from '../../engine/model.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import {
  type EventFields,
  type Expect,
  expectSchema,
  isEntry,
  isNotified,
  isSend,
  type NotifiedExpect,
  type ReplyExpect as Claim,
  type ValueExpect,
  valuePredicate,
} from '../../spec/expect.ts';

/** What a stand-alone file can assert of the last answer. */
export type { Claim };
/** One about a value of the body. */
export type ValueClaim = Extract<Claim, { readonly at: string }>;

/** What a breach expects as data; of a journal of another version, what is known here. */
export function expectsOf({ expect = [] }: Pick<Breach, 'expect'>): readonly Expect[] {
  return expect.flatMap((one) => expectSchema.safeParse(one).data ?? []);
}

/**
 * The answers that the documents permit, each as what must hold of it: one of them must hold whole, and none does of the answer that came.
 * Undefined where one of them can't be written so: only a replay can judge it.
 */
export function permittedClaims({
  breaches,
  alsoPermitted = [],
  transcript,
}: Pick<FailureRecord, 'breaches' | 'alsoPermitted' | 'transcript'>):
  readonly (readonly Claim[])[] | undefined {
  const last = transcript.at(-1);
  if (last === undefined) return undefined;
  const before = JSON.stringify(
    transcript.map(({ call, reply }) => (call === last.call ? [call] : [call, reply])),
  );
  const isKnown = (claim: Claim): boolean => variedIn(claim).every((text) => before.includes(text));
  const each = [breaches, ...alsoPermitted].map((one) => [
    ...new Map(
      one
        .flatMap((breach) => expectsOf(breach).flatMap((expect) => claimOf(expect, last.reply)))
        .filter((claim) => !holdsOf(claim, last.reply) && isKnown(claim))
        .map((claim) => [JSON.stringify(claim), claim]),
    ).values(),
  ]);
  return each.some((claims) => claims.length === 0) ? undefined : each;
}

/** What of a claim differs in each run, such as ids and times: another run says nothing of it unless an earlier answer gave it. */
function variedIn(claim: Claim): readonly string[] {
  return (
    JSON.stringify(claim).match(/\d{4}-\d\d-\d\d[^"]*|\d{8,}|(?<![a-z])[a-z]{1,40}_[a-z0-9]{10,}/gi) ?? []
  );
}

/** What the last answer or the notifications are compared with: where an earlier answer gives a text of it, another run reads it there. */
export function claimedTexts(
  failure: Pick<FailureRecord, 'breaches' | 'alsoPermitted' | 'transcript'>,
): readonly string[] {
  const heard = failure.breaches.flatMap((breach) => expectsOf(breach).filter(isNotified)).flatMap(textsOf);
  const claims = (permittedClaims(failure) ?? []).flat();
  return [...claims.flatMap((claim) => [JSON.stringify(claim), ...variedIn(claim)]), ...heard];
}

/** The fields that the notifications have which a claim is about. */
export const eventIn = (one: NotifiedExpect): EventFields =>
  'notifications' in one ? one.notifications : one.notification;

/** The texts of a claim about notifications that the target has made, or that were sent: not the words of the document. */
function textsOf(one: NotifiedExpect): readonly string[] {
  const { status: _, ...ids } = eventIn(one);
  if (!('must' in one) || one.at === 'status') return Object.values(ids);
  const { must } = one;
  const values = 'is' in must ? [must.is] : 'oneOf' in must ? must.oneOf : [];
  return [...Object.values(ids), ...values.filter((value) => typeof value === 'string')];
}

/**
 * What another run can assert of the notifications that followed, for each breach. `isLearned`: whether a reply gives a text. Another run has other ids:
 * one that no reply gave, and that was not sent, means nothing there.
 */
export function notifiedClaims(
  { breaches, transcript, owed = [] }: Pick<FailureRecord, 'breaches' | 'transcript' | 'owed'>,
  isLearned: (text: string) => boolean,
): readonly (readonly NotifiedExpect[])[] {
  const sent = JSON.stringify(transcript.map(({ call }) => call));
  const isKnown = (text: string): boolean => isLearned(text) || sent.includes(JSON.stringify(text));
  return breaches.map((breach) =>
    expectsOf(breach)
      .filter(isNotified)
      .filter((one) => !('must' in one && 'another' in one.must) && textsOf(one).every(isKnown))
      .flatMap((one) => [...atLeastOne(one, owed), one]),
  );
}

/** Of what must hold of each: where the event was owed, one must come. */
function atLeastOne(
  one: NotifiedExpect,
  owed: NonNullable<FailureRecord['owed']>,
): readonly NotifiedExpect[] {
  if ('notifications' in one) return [];
  const isOwed = owed.some(({ fields }) => isDeepStrictEqual(fields, one.notification));
  return isOwed ? [{ notifications: one.notification, least: 1 }] : [];
}

/** Where only words say what a value must be, it must be another than the one that came. */
function claimOf(expect: Expect, body: Json): readonly Claim[] {
  if (isNotified(expect) || isSend(expect)) return [];
  if (!('must' in expect) || !('another' in expect.must)) return [expect];
  if (expect.each !== undefined || expect.some !== undefined) return [];
  const [wrong] = valuesOf(expect, body);
  const must: ValueExpect = wrong === undefined ? { present: true } : { not: wrong };
  return [{ ...expect, must }];
}

/** Whether a claim about the body holds of a body, as far as data says it: `another` and `laterThan` hold of none. */
export function holdsOf(claim: Claim, body: Json): boolean {
  if (!('must' in claim)) return false;
  const { must } = claim;
  if ('laterThan' in must) return false;
  const isMet = valuePredicate(must);
  const values = valuesOf(claim, body);
  return claim.some === undefined ? values.every(isMet) : values.some(isMet);
}

/** The values that a claim is about. */
function valuesOf({ at, of, each, some }: ValueClaim, body: Json): readonly (Json | undefined)[] {
  const from = of ? listAt(body, of.list).find((one) => isEntry(of, valueAt(one, of.key))) : body;
  const name = each ?? some;
  return name === undefined ? [valueAt(from, at)] : listAt(from, at).map((one) => valueAt(one, name));
}

function listAt(body: Json | undefined, path: string): readonly Json[] {
  const list = valueAt(body, path);
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

/** The value of a field, by its path; an empty path is the whole. */
function valueAt(body: Json | undefined, path: string): Json | undefined {
  if (path === '') return body;
  return path
    .split('.')
    .reduce<Json | undefined>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Readonly<Record<string, Json>>)[name]
          : undefined,
      body,
    );
}
