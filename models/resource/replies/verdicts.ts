import type { Must } from '../../checks.ts';
import type { Breach, Check } from '../../../engine/model.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { at, check, field, isObject, isString, shown, shownOf, judged, breachesOf } from '../../checks.ts';
import type { Reply } from '../../wire.ts';

const holds: readonly Breach[] = Object.freeze([]);
const codeWeight = 10;
/** The weight of whether a failure is one at all: more than any one value that a success shows. */
export const objectWeight = 12;
const is4xx = (http: number): boolean => http >= 400 && http < 500;
const isFailure = (http: number): boolean => http >= 400 && http < 600;
const isSuccess = (http: number): boolean => http >= 200 && http < 300;

/** Whether a reply may be the success that `succeeded` asks for. */
export const maySucceed = ({ http }: Reply): boolean => isSuccess(http);

/** Whether a reply may be the refusal that `refusal` asks for. */
export function mayRefuse({ http }: ErrorCheck): (reply: Reply) => boolean {
  return (reply) => isRefusedBy(http, reply.http);
}

function isRefusedBy(accepted: ErrorCheck['http'], given: number): boolean {
  if (accepted === undefined) return isFailure(given);
  if (typeof accepted === 'number') return accepted === given;
  return typeof accepted === 'function' ? isFailure(given) && accepted(given) : accepted.includes(given);
}

/**
 * A success: a 2xx status and a JSON body. A status that is neither success nor failure breaks the rule about the status. A refusal breaks
 * the rules in `broken`, given directly or by the error's code; version.unknown breaks the rule that the current version is accepted.
 */
export function succeeded(
  broken: string | readonly string[] | ((code: unknown) => readonly string[]),
  proven?: readonly string[],
): Check<Reply> {
  const promised = (code: unknown) =>
    typeof broken === 'function' ? broken(code) : typeof broken === 'string' ? [broken] : broken;
  return {
    cites: [...(proven ?? promised(undefined)), commonRules.success.id, commonRules.json.id],
    weight: codeWeight,
    decides: true,
    test(reply) {
      const { http, body } = reply;
      if (isSuccess(http) && body !== undefined) return holds;
      const code = at(body, ['code']);
      const rules = isSuccess(http)
        ? [commonRules.json.id]
        : http < 400
          ? [commonRules.success.id]
          : code === 'version.unknown'
            ? [commonRules.versionCurrent.id]
            : promised(code);
      const expected = isSuccess(http) ? 'a JSON body' : 'HTTP status 2xx: the request is to succeed';
      const received = isSuccess(http) ? shownOf(reply, body) : shownError(http, code);
      return breachesOf(rules, expected, received, {
        expect: isSuccess(http) ? { at: '', must: { present: true } } : { httpFrom: 200, httpTo: 299 },
      });
    },
  };
}

const shownError = (http: number, code: unknown): string =>
  code === undefined ? `${http}` : `${http} ${shown(code)}`;

const errorFields = [
  ['reference', commonRules.errorReference.id],
  ['code', commonRules.errorCode.id],
  ['title', commonRules.errorTitle.id],
  ['description', commonRules.errorDescription.id],
] as const;

const isError = (body: unknown): boolean =>
  isObject(body) && isString(body['code']) && isString(body['title']) && isString(body['reference']);

/** The error object and its fields; `status` is the code of the answer as text, or its reason phrase. */
export const errorObject: readonly Check<Reply>[] = Object.freeze([
  {
    cites: [commonRules.errorObject.id, commonRules.json.id],
    weight: objectWeight,
    decides: true,
    test(reply: Reply) {
      // Whether it must be a refusal is judged by its status. Nothing can be read from a body that is not an object.
      if (!isFailure(reply.http) || isObject(reply.body)) return holds;
      const rules = [commonRules.errorObject.id, ...(reply.body === undefined ? [commonRules.json.id] : [])];
      const received = shownOf(reply, reply.body);
      return breachesOf(rules, 'an error object as JSON body', received, {
        expect: { at: '', must: { type: 'object' } },
      });
    },
  },
  ...errorFields.map(([name, rule]) => field(rule, name, { type: 'string' })),
  ...errorFields.map(([name]) =>
    field(
      commonRules.errorNotEmpty.id,
      name,
      judged((value) => value !== '', { type: 'text' }, 'a text that is not empty'),
      {
        provesWhere: isString,
      },
    ),
  ),
  check(
    commonRules.errorStatus.id,
    'status: the HTTP status code of the answer as text, or its phrase',
    (reply) => ({ http: reply.http, status: at(reply.body, ['status']) }),
    (value) => {
      const { http, status: text } = value as { http: number; status: unknown };
      return givesStatus(text, http);
    },
    { about: 'status of the error' },
  ),
  check(
    commonRules.errorStatusCode.id,
    'status: a text with the HTTP status code of the answer',
    ({ http, body }) => ({ http, status: at(body, ['status']) }),
    (value) => {
      const { http, status: text } = value as { http: number; status: unknown };
      // A text that gives no status at all breaks the other rule.
      return !givesStatus(text, http) || (text as string).includes(String(http));
    },
    { about: 'status of the error' },
  ),
]);

export interface ErrorCheck {
  /** Definite status; absent: any failure, 4xx or 5xx. */
  readonly http?: number | readonly number[] | ((http: number) => boolean);
  /** The code, or which codes are permitted. */
  readonly code?: string | ((code: unknown) => boolean);
  /** False when the state behind the refusal was not observed. */
  readonly countsAsEvidence?: boolean;
  /** Further rules that the refusal proves, and that a success breaks as well. */
  readonly also?: readonly string[];
}

/** The checks of a refusal: its status, its code where documented, and the error object. */
export function refusal(
  rule: string,
  { http, code, countsAsEvidence = true, also = [] }: ErrorCheck = {},
): readonly Check<Reply>[] {
  const codes =
    code === undefined
      ? []
      : typeof code === 'string'
        ? [coded(rule, { is: code }, countsAsEvidence)]
        : [coded(rule, judged(code, 'one that fits the cause'), countsAsEvidence)];
  return [failed(rule, http, countsAsEvidence, also), ...codes, ...errorObject];
}

/** The code of a refusal. One that is missing in its object or no text breaks the rule of its type alone, and proves nothing of the cause. */
export function coded(rule: string | readonly string[], must: Must, countsAsEvidence: boolean): Check<Reply> {
  const compared = field(rule, 'code', must, {
    weight: codeWeight,
    decides: true,
    countsAsEvidence,
    provesWhere: isString,
  });
  // A success has no code because nothing was refused.
  const isMistyped = (reply: Reply): boolean =>
    isFailure(reply.http) && isObject(reply.body) && !isString(reply.body['code']);
  return { ...compared, test: (reply) => (isMistyped(reply) ? holds : compared.test(reply)) };
}

/** The status of a refusal. An error object under a status of success breaks the rule about statuses as well. */
function failed(
  rule: string,
  http: ErrorCheck['http'],
  countsAsEvidence: boolean,
  also: readonly string[],
): Check<Reply> {
  const accepted = typeof http === 'number' ? [http] : http;
  const expected =
    accepted === undefined || typeof accepted === 'function'
      ? '4xx or 5xx: the request is to be refused'
      : accepted.join(' or ');
  return {
    cites: [rule, ...also, commonRules.failureRange.id],
    weight: codeWeight,
    decides: true,
    countsAsEvidence,
    test(reply) {
      if (isRefusedBy(http, reply.http)) return holds;
      const refusedAsSuccess = reply.http < 400 && isError(reply.body);
      const rules = [
        rule,
        ...(isSuccess(reply.http) ? also : []),
        ...(refusedAsSuccess ? [commonRules.failureRange.id] : []),
      ];
      return breachesOf(rules, `HTTP status ${expected}`, String(reply.http), {
        expect:
          accepted === undefined || typeof accepted === 'function'
            ? { httpFrom: 400, httpTo: 599 }
            : { http: accepted },
      });
    },
  };
}

const contentCodes: readonly unknown[] = ['request_content.malformed', 'request_entity.invalid'];

/** Whether an error's code concerns the content of the request. */
export const isContentCode = (code: unknown): boolean => contentCodes.includes(code);

/** The HTTP statuses of a refusal for which the document names none. */
export const refusalChoices = {
  '400': 400,
  '403': 403,
  '404': 404,
  '409': 409,
  '422': 422,
  'other-4xx': (http: number) => is4xx(http) && ![400, 403, 404, 409, 422].includes(http),
  '5xx': (http: number) => http >= 500,
} as const;

/** Reason phrases of common refusal statuses, in the words of each edition of the standard. */
const phrases: Readonly<Record<number, readonly string[]>> = {
  400: ['Bad Request'],
  401: ['Unauthorized'],
  402: ['Payment Required'],
  403: ['Forbidden'],
  404: ['Not Found'],
  405: ['Method Not Allowed'],
  406: ['Not Acceptable'],
  408: ['Request Timeout'],
  409: ['Conflict'],
  410: ['Gone'],
  411: ['Length Required'],
  412: ['Precondition Failed'],
  413: ['Content Too Large', 'Payload Too Large', 'Request Entity Too Large'],
  414: ['URI Too Long', 'Request-URI Too Long'],
  415: ['Unsupported Media Type'],
  422: ['Unprocessable Content', 'Unprocessable Entity'],
  429: ['Too Many Requests'],
  431: ['Request Header Fields Too Large'],
  500: ['Internal Server Error'],
  501: ['Not Implemented'],
  502: ['Bad Gateway'],
  503: ['Service Unavailable'],
  504: ['Gateway Timeout'],
};

/** `NOT_FOUND`, `NotFound` and `not found` are the same phrase. */
const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');

/**
 * Whether a text gives an HTTP status, by its digits or its reason phrase (Resources and their fields, Error object). For a status without
 * a phrase here any text without digits will do.
 */
export function givesStatus(text: unknown, http: number): boolean {
  if (typeof text !== 'string' || text.trim() === '') return false;
  const numbers = text.match(/\d+/g);
  if (numbers !== null) return numbers.includes(String(http));
  const known = phrases[http];
  return known === undefined || known.some((phrase) => letters(phrase) === letters(text));
}
