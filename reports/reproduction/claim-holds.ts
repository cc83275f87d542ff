import { isDeepStrictEqual } from 'node:util';
import type { Claim } from './claim.ts';

/** Whether a claim holds of an answer, as the files judge it. */
export function holds(
  claim: Claim,
  { http, body }: { readonly http: number; readonly body: unknown },
): boolean {
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
