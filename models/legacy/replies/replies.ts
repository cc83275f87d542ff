import type { Breach, Check } from '../../../engine/model.ts';
import { common, failureStatuses } from '../../../spec/legacy/common.ts';
import { at, check, field, isObject, isString, shownOf, status, judged, breachesOf } from '../../checks.ts';
import { httpStatus } from '../../../spec/expect.ts';
import type { Reply } from '../../wire.ts';

const successes: ReadonlySet<unknown> = new Set([
  'authorize_success',
  'authenticate_consumer',
  'update_success',
  'close_success',
  'capture_success',
  'refund_success',
  'open',
  'close',
]);

export function statusOf(reply: Pick<Reply, 'body'>): unknown {
  return at(reply.body, ['status']);
}

/** Whether a body says by its status that a request succeeded. */
export const saysSuccess = (body: unknown): boolean => successes.has(statusOf({ body }));

export const isSuccessHttp = (http: number): boolean => http >= 200 && http < 300;
/** Which failure gets which HTTP status is not shown: 4xx, or 200 with a status that says so. */
const isFailureHttp = (http: number): boolean => isSuccessHttp(http) || (http >= 400 && http < 500);

const failureHttpShown = 400;
/** What says that the request failed; `status_fail` stands for the failure of a Status, which no table names. */
const ofRequests: ReadonlySet<unknown> = new Set([
  ...failureStatuses.filter((code) => code !== 'internal_error'),
  'status_fail',
]);
/** The status carries the result, whatever the HTTP status is: which failure gets which is not shown. */
const saysWhatFailed = (reply: Reply): boolean => ofRequests.has(statusOf(reply));

// Heavier than a result code: a body that is no object has none either.
const heaviest = 20;
const asObject = () => ({ at: '', must: { type: 'object' } }) as const;
const jsonObject = check(common.json.id, 'a JSON object', (reply) => reply.body, isObject, {
  weight: heaviest,
  decides: true,
  expect: asObject,
});
/** Only a reply that reports a success must be JSON: any other is judged as a refusal, whatever its body. */
const jsonOfSuccess = check(
  common.json.id,
  'a JSON object',
  (reply) => (isSuccessHttp(reply.http) ? reply.body : {}),
  isObject,
  { weight: heaviest, decides: true, expect: asObject },
);
const declaredType = check(
  common.contentType.id,
  'content type application/json',
  (reply) => (isObject(reply.body) ? reply.contentType : 'application/json'),
  (type) => typeof type === 'string' && /^application\/(?:[\w.-]+\+)?json\b/i.test(type.trim()),
  { about: 'content-type' },
);
const jsonType: Check<Reply> = { ...declaredType, proves: ({ body }) => isObject(body) };
const hasStatus = field(common.statusAlways.id, 'status', judged(isString, { type: 'text' }));
const failureHttp = check(
  common.failureNotServerError.id,
  'HTTP status of a refused request, 4xx or 200, or a status that says what failed',
  (reply) => (reply.http >= 500 && saysWhatFailed(reply) ? failureHttpShown : reply.http),
  (http) => isFailureHttp(http as number),
  { about: httpStatus },
);

/** What every executed request is answered with. */
export const succeeded: readonly Check<Reply>[] = Object.freeze([
  status(common.successHttp.id, isSuccessHttp, '200', {
    weight: 2,
    expect: () => ({ httpFrom: 200, httpTo: 299 }),
  }),
  jsonOfSuccess,
  jsonType,
  hasStatus,
]);

/** What a failure is answered with where its JSON is certain. */
export const failed: readonly Check<Reply>[] = Object.freeze([failureHttp, jsonObject, jsonType, hasStatus]);

/** What any refusal is answered with, JSON or not. */
export const refusedWithOpenStatus: readonly Check<Reply>[] = Object.freeze([failureHttp, jsonType]);

/** What the refusal of another method is answered with; 501 stands for a method that the server does not know. */
export const refusedMethod: readonly Check<Reply>[] = Object.freeze([
  check(
    common.failureNotServerError.id,
    'HTTP status 4xx, 501 or 200, or a status that says what failed',
    (reply) => (reply.http === 501 || saysWhatFailed(reply) ? failureHttpShown : reply.http),
    (http) => isFailureHttp(http as number),
    { about: httpStatus },
  ),
  jsonType,
]);

/** The rules about how a checksum is made. */
export const checksumRules: ReadonlySet<string> = new Set(
  [
    common.checksumHex,
    common.checksumBase64,
    common.checksumPayment,
    common.checksumCapture,
    common.checksumAuthorize,
  ].map(({ id }) => id),
);

/** Whether a reply blames the checksum: by the reason shown, or by the statuses whose example it is. */
export function blamesChecksum(reply: Reply): boolean {
  const code = statusOf(reply);
  return (
    code === 'request_failed' || code === 'failed_request' || at(reply.body, ['reason']) === 'bad_checksum'
  );
}

/**
 * The rules to accuse: those about checksums when a right one was rejected, together with the result's where another reason is shown; the method's or the path's when the server does not serve it, else the result's own.
 */
export function accusedBy(
  reply: Reply,
  rules: readonly string[],
  further: readonly string[],
): readonly string[] {
  const unserved = reply.http === 405 || reply.http === 501 ? common.post.id : common.paths.id;
  const nobodyThere = reply.http === 404 && typeof statusOf(reply) !== 'string';
  if ((unserved === common.post.id || nobodyThere) && further.includes(unserved)) return [unserved];
  const checksums = further.filter((rule) => checksumRules.has(rule));
  if (checksums.length === 0 || !blamesChecksum(reply)) return rules;
  const reason = at(reply.body, ['reason']);
  return typeof reason === 'string' && reason !== 'bad_checksum' ? [...rules, ...checksums] : checksums;
}

/**
 * The result code. A success in place of a refusal, or the reverse, accuses all the rules: when the state was not seen, any of them may be
 * the broken one. Another code of the same sort shows nothing of the state, so it accuses the first alone.
 */
export function result(
  rules: readonly string[],
  expected: string,
  countsAsEvidence = true,
  further: readonly string[] = [],
): Check<Reply> {
  return {
    cites: [...rules, ...further],
    weight: 10,
    decides: true,
    countsAsEvidence,
    test(reply: Reply): readonly Breach[] {
      const received = statusOf(reply);
      if (received === expected) return [];
      const isOfState = isRefusal(reply) === successes.has(expected);
      return breachesOf(
        accusedBy(reply, isOfState ? rules : rules.slice(0, 1), further),
        `status "${expected}"`,
        `${reply.http} ${shownOf(reply, received)}`,
        { expect: { at: 'status', must: { is: expected } } },
      );
    },
  };
}

/** A refusal in any form: no success, neither by its status nor by its HTTP status alone. */
export function isRefusal(reply: Reply): boolean {
  const code = statusOf(reply);
  if (successes.has(code)) return false;
  return isSuccessHttp(reply.http) ? typeof code === 'string' : true;
}

/** The reply refuses; a breach accuses each of the rules. */
export function refuses(rules: readonly string[], countsAsEvidence = true): Check<Reply> {
  return {
    cites: rules,
    weight: 10,
    decides: true,
    countsAsEvidence,
    test(reply: Reply): readonly Breach[] {
      if (isRefusal(reply)) return [];
      const received = `${reply.http} ${shownOf(reply, statusOf(reply))}`;
      return breachesOf(rules, 'a refusal', received, { expect: { refusal: true } });
    },
  };
}

/** The failure's status is one of these. `rule`: the row that says so, where it is not the tables of errors as a whole. */
export function failsWith(
  statuses: readonly string[],
  rule = common.failureStatus.id,
  words = statuses.join(' or '),
): Check<Reply> {
  return check(
    rule,
    `status ${words}`,
    statusOf,
    (code) => isMissing(code) || statuses.some((name) => name === code),
    {
      provesWhere: isString,
      expect: () => ({ at: 'status', must: { oneOf: statuses, optional: true } }),
    },
  );
}

/** The failure's status is one that the tables of errors name for this operation, or for every one. */
export function failsAsDocumented(operation: string): Check<Reply> {
  const own = failureStatuses.filter((code) => !code.endsWith('_fail') || code === `${operation}_fail`);
  return failsWith(own, common.failureStatus.id, own.join(', '));
}

/** The same where the HTTP status is that of a success, so that the status alone carries the result (legacy, Errors). */
export function failsAsDocumentedAt200(operation: string): Check<Reply> {
  const otherwise = failsWith(anyFailureOf(operation));
  const proves = (reply: Reply): boolean => isSuccessHttp(reply.http) && typeof statusOf(reply) === 'string';
  return {
    ...otherwise,
    proves,
    test: (reply) => (isSuccessHttp(reply.http) ? otherwise.test(reply) : []),
  };
}

/** The statuses with which any operation may refuse a request that it does not execute. */
export const anyFailureOf = (operation: string): readonly string[] => [
  'bad_request',
  'request_failed',
  'failed_request',
  `${operation}_fail`,
];

/** A status that is missing breaks its own rule. */
const isMissing = (code: unknown): boolean => typeof code !== 'string';

/** Checks of a failure that apply when it carries the operation's own status: for others the document shows no fields. */
export function whereFailed(operation: string, checks: readonly Check<Reply>[]): readonly Check<Reply>[] {
  return checks.map((one) => ({
    ...one,
    countsAsEvidence: false,
    test: (reply) => (statusOf(reply) === `${operation}_fail` ? one.test(reply) : []),
  }));
}

/** No JSON object at all; one that has no status breaks the rule that each has. */
export const noJson: Check<Reply> = check(
  common.statusAlways.id,
  'a status, or no JSON',
  (reply) => reply.body,
  (body) => !isObject(body),
  { expect: () => ({ at: '', must: { type: 'no object' } }) },
);

export const withStatus: Check<Reply> = hasStatus;
