import type { Breach, Check } from '../../engine/model.ts';
import { commonRules } from '../../spec/resource/common.ts';
import { at, check, isObject, isString, type Predicate, shown, status } from '../checks.ts';
import type { Reply } from '../wire.ts';

const holds: readonly Breach[] = Object.freeze([]);
const codeWeight = 10;
const objectWeight = 12;
const is4xx = (http: number): boolean => http >= 400 && http < 500;

/** A claim that several rules share: a breach accuses them all. */
export function claim(
  rules: readonly string[],
  expected: string,
  read: (body: unknown) => unknown,
  holdsFor: Predicate,
  weight = 1,
): Check<Reply> {
  return {
    cites: rules,
    weight,
    test(reply) {
      const value = read(reply.body);
      if (holdsFor(value)) return holds;
      const received = shown(value);
      return rules.map((rule) => ({ rule, expected, received }));
    },
  };
}

/** The same as `claim` about one field of the body, by its path. */
export function claimed(
  rules: readonly string[],
  name: string,
  expected: string,
  holdsFor: Predicate,
  weight = 1,
): Check<Reply> {
  const path = name.split('.');
  return claim(rules, `${name}: ${expected}`, (body) => at(body, path), holdsFor, weight);
}

/** A success status; the rule is what promises the success. */
export function succeeded(rule: string): Check<Reply> {
  return status(rule, (http) => http >= 200 && http < 300, '2xx: the request is to succeed', {
    weight: codeWeight,
    also: [commonRules.success.id],
  });
}

const errorFields = [
  ['reference', commonRules.errorReference.id],
  ['code', commonRules.errorCode.id],
  ['title', commonRules.errorTitle.id],
  ['description', commonRules.errorDescription.id],
] as const;

/** The error object with its fields; `status` is text that gives the code of the answer, or its phrase. */
export const errorObject: readonly Check<Reply>[] = Object.freeze([
  // Whether it is a refusal at all is the status's to tell; of one that is, nothing can be read where the body is no object.
  check(
    commonRules.errorObject.id,
    'an error object as JSON body',
    ({ http, body }) => (is4xx(http) ? body : {}),
    isObject,
    { weight: objectWeight, also: [commonRules.json.id] },
  ),
  ...errorFields.map(([name, rule]) => claimed([rule], name, 'a string', isString)),
  check(
    commonRules.errorStatus.id,
    'status: the HTTP status code of the answer, as text',
    (reply) => ({ http: reply.http, status: at(reply.body, ['status']) }),
    (value) => {
      const { http, status: text } = value as { http: number; status: unknown };
      return typeof text === 'string' && text !== '' && (!/\d{3}/.test(text) || text.includes(String(http)));
    },
  ),
]);

export interface ErrorClaim {
  /** Definite status; absent: any of the 4xx range. */
  readonly http?: number | readonly number[] | ((http: number) => boolean);
  /** Definite code, or codes that must not be. */
  readonly code?: string | ((code: unknown) => boolean);
  /** False when the state that the refusal rests on was not observed. */
  readonly earns?: boolean;
  readonly also?: readonly string[];
}

/** What must hold of a refusal: its status, its code where the document gives one, and the error object. */
export function refusal(rule: string, { http, code, earns, also }: ErrorClaim = {}): readonly Check<Reply>[] {
  const standing = {
    weight: codeWeight,
    ...(earns === undefined ? {} : { earns }),
    also: [...(also ?? []), commonRules.failure.id],
  };
  const takes =
    typeof http === 'function'
      ? (n: number) => is4xx(n) && http(n)
      : typeof http === 'number'
        ? [http]
        : (http ?? is4xx);
  const text =
    Array.isArray(http) || typeof http === 'number' ? undefined : '4xx: the request is to be refused';
  const codes =
    code === undefined
      ? []
      : [
          check(
            rule,
            typeof code === 'string' ? `code: "${code}"` : 'code: one that fits the cause',
            (reply) => at(reply.body, ['code']),
            typeof code === 'string' ? (value) => value === code : code,
            { weight: codeWeight, ...(earns === undefined ? {} : { earns }) },
          ),
        ];
  return [status(rule, takes, text, standing), ...codes, ...errorObject];
}

/** The HTTP statuses among which the open point of an unnamed error chooses. */
export const refusalChoices = {
  '400': 400,
  '403': 403,
  '404': 404,
  '409': 409,
  '422': 422,
  'other-4xx': (http: number) => ![400, 403, 404, 409, 422].includes(http),
} as const;
