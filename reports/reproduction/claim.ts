import type { Breach, Json } from '../../engine/model.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { type Expect, expectSchema, type ValueExpect, valuePredicate } from '../../spec/expect.ts';

/** What a stand-alone file can assert of the last answer. */
export type Claim = Exclude<Expect, { readonly notifications: readonly string[] }>;
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
        .filter((claim) => !holds(claim, last.reply) && isKnown(claim))
        .map((claim) => [JSON.stringify(claim), claim]),
    ).values(),
  ]);
  return each.some((claims) => claims.length === 0) ? undefined : each;
}

/** What of a claim differs in each run, such as ids and times: another run says nothing of it unless an earlier answer gave it. */
function variedIn(claim: Claim): readonly string[] {
  return JSON.stringify(claim).match(/\d{4}-\d\d-\d\d[^"]*|\d{8,}|[a-z]+_[a-z0-9]{10,}/gi) ?? [];
}

/** What the last answer or the notifications are compared with: where an earlier answer gives a text of it, another run reads it there. */
export function claimedTexts(
  failure: Pick<FailureRecord, 'breaches' | 'alsoPermitted' | 'transcript'>,
): readonly string[] {
  const heard = failure.breaches.flatMap((breach) =>
    expectsOf(breach).flatMap((one) => ('notifications' in one ? one.notifications : [])),
  );
  const claims = (permittedClaims(failure) ?? []).flat();
  return [...claims.flatMap((claim) => [JSON.stringify(claim), ...variedIn(claim)]), ...heard];
}

/** Where only words say what a value must be, it must be another than the one that came. */
function claimOf(expect: Expect, body: Json): readonly Claim[] {
  if ('notifications' in expect) return [];
  if (!('must' in expect) || !('another' in expect.must)) return [expect];
  if (expect.each !== undefined || expect.some !== undefined) return [];
  const [wrong] = valuesOf(expect, body);
  const must: ValueExpect = wrong === undefined ? { present: true } : { not: wrong };
  return [{ ...expect, must }];
}

/** Whether a claim about the body holds of the answer that came: it is worth nothing then. */
function holds(claim: Claim, body: Json): boolean {
  if (!('must' in claim)) return false;
  const { must } = claim;
  if ('laterThan' in must) return false;
  const isMet = valuePredicate(must);
  const values = valuesOf(claim, body);
  return claim.some === undefined ? values.every(isMet) : values.some(isMet);
}

/** The values that a claim is about. */
function valuesOf({ at, of, each, some }: ValueClaim, body: Json): readonly (Json | undefined)[] {
  const from = of ? listAt(body, of.list).find((one) => valueAt(one, of.key) === of.value) : body;
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
