import type { Breach, Json } from '../../engine/model.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { isDeepStrictEqual } from 'node:util';

/** What a stand-alone file can assert of the last answer. `path`: names with dots between them. */
export type Claim =
  | { readonly is: 'http'; readonly of: readonly number[] }
  | { readonly is: 'http-between'; readonly from: number; readonly to: number; readonly not: number }
  | { readonly is: 'value'; readonly path: string; readonly value: Json }
  /** One of these texts, or nothing. */
  | { readonly is: 'one-of'; readonly path: string; readonly texts: readonly string[] }
  | { readonly is: 'absent' | 'present' | 'empty-list'; readonly path: string }
  /** Only words say what is expected, so all that can be asserted is that the wrong value is gone. */
  | { readonly is: 'other'; readonly path: string; readonly than: Json }
  /** The same of a field of one entry of a list. */
  | {
      readonly is: 'entry-other';
      readonly list: string;
      readonly id: string;
      readonly path: string;
      readonly than: Json;
    }
  | { readonly is: 'refusal' | 'no-object' | 'object' };

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
  const http = Number(/^\d{3}\b/.exec(last.received)?.[0]);
  const before = JSON.stringify(
    transcript.map(({ call, reply }) => (call === last.call ? [call] : [call, reply])),
  );
  const isUsable = (claim: Claim): boolean =>
    !holds(claim, { http, body: last.reply }) &&
    varied('than' in claim ? claim.than : null).length === 0 &&
    varied(claim.is === 'value' ? claim.value : claim.is === 'entry-other' ? claim.id : null).every((text) =>
      before.includes(text),
    );
  const each = [breaches, ...alsoPermitted].map((one) => [
    ...new Map(
      one
        .flatMap(claimOf)
        .filter(isUsable)
        .map((claim) => [JSON.stringify(claim), claim]),
    ).values(),
  ]);
  return each.some((claims) => claims.length === 0) ? undefined : each;
}

/** What of a value differs in each run, such as ids and times: another run says nothing of it unless an earlier answer gave it. */
function varied(value: Json): readonly string[] {
  return JSON.stringify(value).match(/\d{4}-\d\d-\d\d[^"]*|\d{8,}|[a-z]+_[a-z0-9]{10,}/gi) ?? [];
}

/** The claim that a breach's words make of the answer; none where they can't be made into one. */
export function claimOf({ expected, received }: Breach): readonly Claim[] {
  const claim =
    whole(expected) ??
    ofHttp(expected, received) ??
    ofEntry(expected, received) ??
    ofField(expected, received);
  return claim === undefined ? [] : [claim];
}

function whole(expected: string): Claim | undefined {
  if (expected === 'a refusal') return { is: 'refusal' };
  if (expected === 'a status, or no JSON') return { is: 'no-object' };
  return expected === 'an error object as JSON body' ? { is: 'object' } : undefined;
}

/** Ranges as `HTTP status` names them. */
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  '2xx': [200, 299],
  'other-4xx': [400, 499],
  '4xx or 5xx': [400, 599],
  '5xx': [500, 599],
};

function ofHttp(expected: string, received: string): Claim | undefined {
  const said = /^HTTP status (.+?)(?:: .*)?$/s.exec(expected)?.[1];
  if (said === undefined) return undefined;
  if (/^\d{3}(?: or \d{3})*$/.test(said)) return { is: 'http', of: said.split(' or ').map(Number) };
  const range = Object.hasOwn(ranges, said) ? ranges[said] : undefined;
  if (range === undefined || !/^\d{3}\b/.test(received)) return undefined;
  return { is: 'http-between', from: range[0], to: range[1], not: Number(received.slice(0, 3)) };
}

function ofEntry(expected: string, received: string): Claim | undefined {
  const [, list = '', id = '', path = ''] = /^([a-z]+) ([a-z]+_\w+) with ([a-z_]+) /.exec(expected) ?? [];
  const wrong = received === 'nothing' ? { value: null } : parsed(received);
  return path === '' || wrong === undefined
    ? undefined
    : { is: 'entry-other', list, id, path, than: wrong.value };
}

function ofField(expected: string, received: string): Claim | undefined {
  const [, path = '', colon = '', demanded = ''] =
    /^([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*)(:?) (.+)$/s.exec(expected) ?? [];
  if (path === '' || path === 'HTTP') return undefined;
  if (demanded === 'absent') return { is: 'absent', path };
  if (colon === ':' && demanded === 'there') return { is: 'present', path };
  if (colon === ':' && demanded === 'an empty array') return { is: 'empty-list', path };
  const literal = parsed(demanded);
  if (literal !== undefined) return { is: 'value', path, value: literal.value };
  const texts = demanded.split(/, | or /).map((text) => text.replace(/^"(.*)"$/, '$1'));
  if (colon === '' && path === 'status' && texts.every((text) => /^[a-z]+(?:_[a-z]+)*$/.test(text)))
    return texts.length > 1 || texts[0]?.includes('_') === true ? { is: 'one-of', path, texts } : undefined;
  if (colon === '') return undefined;
  const bare = received.startsWith(`${path} `) ? received.slice(path.length + 1) : received;
  if (bare === 'nothing') return { is: 'present', path };
  const wrong = parsed(bare);
  return wrong === undefined ? undefined : { is: 'other', path, than: wrong.value };
}

/** The value of a JSON text; undefined for what is no JSON, such as a text that was cut. */
function parsed(json: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(json) as Json };
  } catch {
    return undefined;
  }
}

/** Whether a claim holds of an answer, as the files judge it. */
function holds(claim: Claim, { http, body }: { readonly http: number; readonly body: unknown }): boolean {
  switch (claim.is) {
    case 'http':
      return claim.of.includes(http);
    case 'http-between':
      return http >= claim.from && http <= claim.to && http !== claim.not;
    case 'value':
      return isDeepStrictEqual(at(body, claim.path), claim.value);
    case 'one-of':
      return [undefined, null, ...claim.texts].some((text) => text === at(body, claim.path));
    case 'absent':
      return (at(body, claim.path) ?? '') === '';
    case 'present':
      return (at(body, claim.path) ?? null) !== null;
    case 'empty-list': {
      const list = at(body, claim.path);
      return Array.isArray(list) && list.length === 0;
    }
    case 'other':
      return !isDeepStrictEqual(at(body, claim.path), claim.than);
    case 'entry-other': {
      const list: unknown = at(body, claim.list);
      const entry: unknown = Array.isArray(list)
        ? list.find((one: unknown) => at(one, 'id') === claim.id)
        : undefined;
      return entry !== undefined && !isDeepStrictEqual(at(entry, claim.path) ?? null, claim.than);
    }
    case 'refusal':
      return isRefused(http, at(body, 'status'));
    case 'no-object':
      return !isObject(body);
    case 'object':
      return isObject(body);
  }
}

function isRefused(http: number, status: unknown): boolean {
  if (typeof status !== 'string') return http < 200 || http > 299;
  return !['open', 'close', 'authenticate_consumer'].includes(status) && !status.endsWith('_success');
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a field, by its path. */
function at(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Readonly<Record<string, unknown>>)[name]
          : undefined,
      body,
    );
}
