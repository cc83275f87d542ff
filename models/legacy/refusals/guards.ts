import { isSentAsJson, refuserOf } from '../../../spec/wire-variants.ts';
import type { GuardedCall } from './refusal-points.ts';
import { legacyOperations } from '../../../spec/operations.ts';
import { common } from '../../../spec/legacy/common.ts';
import type { Latitude } from '../../../spec/latitude.ts';
import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import { at, field, isObject, judged } from '../../checks.ts';
import { perhapsRefusedFor, refusedFor, settlingNothing, unlessRefused } from '../../beside.ts';
import { choose } from '../../choose.ts';
import type { ChecksumCorruption } from '../../../spec/wire-names.ts';
import type { openChecksums } from '../../../spec/wire-variants.ts';
import { type ApiCall, type Notification } from '../../wire.ts';
import { allowedOf } from '../events/events.ts';
import { append, type LegacyOutcome } from '../replies/outcome.ts';
import { failsAsDocumentedAt200, failsWith, noJson, withStatus } from '../replies/replies.ts';
import { badChecksum, dataPoints, keyRules, shownNothing } from './refusal-points.ts';
import { withoutRequestEvidence } from '../payment/payment-checks.ts';
import {
  byHttp,
  failures,
  mayRefuse,
  namedHttps,
  refused,
  refusedUnread,
  httpIs,
  httpsSought,
  type HttpChoice,
} from './refused.ts';
import { withParts } from '../../with-checks.ts';
import type { LegacyState } from '../payment/state.ts';
import {
  isUnspecifiedOtherwise,
  openPointOf,
  signsOtherTypes,
  unspecifiedBesideMissing,
  unspecifiedInputOf,
} from './unspecified-input.ts';

export type UnexecutedCall = Omit<GuardedCall, 'executed'>;

/** The guards of every operation: key, path, method, content type, body, checksum, what is unspecified. No sentence ranks them, nor what they guard. */
export function guarded(request: GuardedCall): readonly LegacyOutcome[] {
  return request.call.credential === 'valid' ? byPath(request) : before(request, keyRefused(request), byPath);
}

/** Refusals that are certain, and those for other errors of the same request. A simulation does not need the others. */
function before(
  request: GuardedCall,
  refusals: readonly LegacyOutcome[],
  otherwise: (request: GuardedCall) => readonly LegacyOutcome[],
): readonly LegacyOutcome[] {
  return request.sought === 'ordinary' ? refusals : refusedFor(refusals, otherwise(request));
}

function byPath(request: GuardedCall): readonly LegacyOutcome[] {
  const { call, operation } = request;
  if (call.path !== legacyOperations[operation].path)
    return [refused(request, 'refused: no such path', [common.failureNotServerError.id], false)];
  if (call.method === 'POST') return byContentType(request);
  const no = refusedUnread(request, 'refused: method', common.post.id);
  return unlessRefused(
    open.otherMethods,
    'executed',
    withoutRequestEvidence(byContentType(request)),
    'refused',
    [no],
  );
}

function byContentType(request: GuardedCall): readonly LegacyOutcome[] {
  if (isSentAsJson(request.call)) return byData(request);
  const no = refused(request, 'refused: content type', [common.json.id], false);
  return unlessRefused(open.contentType, 'executed', withoutRequestEvidence(byData(request)), 'refused', [
    no,
  ]);
}

function byData(request: GuardedCall): readonly LegacyOutcome[] {
  const { call, lacks, lacksDetail } = request;
  // Nothing else can be read then.
  if (call.rawBody !== undefined || !isObject(call.body)) return noObject(request);
  if (lacks === undefined && lacksDetail === undefined) return byChecksum(request);
  const lacked = [lacks ?? lacksDetail, lacks && common.missingData.id].filter((rule) => rule !== undefined);
  const refusals = missing(request, lacked, showsMissing(request));
  // No checksum of a missing id can be right: refused for the one or the other, the request is not executed, and the message settles nothing.
  if (request.signed === '') return settlingNothing(refusals);
  return before(request, refusals, byChecksum);
}

/** What may be refused for something else in the same words shows nothing of a field that is not there: a null is a value of another type. */
function showsMissing({ operation, call, isRefusedAlike = false }: GuardedCall): boolean {
  return !isRefusedAlike && unspecifiedBesideMissing(operation, call) === undefined;
}

/** Whether a right checksum is accepted in another spelling. */
const openSpellings: Partial<Record<ChecksumCorruption, Latitude>> = {
  'upper-case': open.hexCase,
  'url-safe': open.urlSafe,
  unpadded: open.unpadded,
} satisfies Record<keyof typeof openChecksums, Latitude>;

function byChecksum(request: GuardedCall): readonly LegacyOutcome[] {
  const { call, signedOtherwise = request.signed } = request;
  const { checksum } = call;
  const spelling = checksum?.of === request.signed ? checksum.corruption : undefined;
  const point = spelling && openSpellings[spelling];
  const mismatched = (countsAsEvidence?: boolean) =>
    badChecksum(request, common.checksumVerified.id, countsAsEvidence);
  if (point !== undefined)
    return unlessRefused(
      point,
      'accepted',
      withoutRequestEvidence(byInput(request)),
      'refused',
      mismatched(),
    );
  if (checksum?.corruption === 'null')
    return before(request, missing(request, [common.checksumRequired.id]), byInput);
  if (checksum === undefined || checksum.corruption === 'missing')
    return before(request, badChecksum(request, common.checksumRequired.id), byInput);
  const { of, corruption } = checksum;
  if (corruption !== undefined || (of !== request.signed && of !== signedOtherwise))
    return before(request, mismatched(), byInput);
  if (signedOtherwise === request.signed) return byInput(request);
  // Right by one reading, so that neither answer shows whether checksums are verified.
  const [taken, no] =
    of === request.signed ? (['truncated', 'rounded'] as const) : (['rounded', 'truncated'] as const);
  return unlessRefused(open.integers, taken, withoutRequestEvidence(byInput(request)), no, mismatched(false));
}

/** What is unspecified about the body, behind its checksum. */
function byInput(request: GuardedCall): readonly LegacyOutcome[] {
  const { call, executed, operation } = request;
  const isLacking = request.lacks !== undefined || request.lacksDetail !== undefined;
  const input = (isLacking ? unspecifiedBesideMissing : unspecifiedInputOf)(operation, call);
  if (input === undefined) return executed();
  const onTheWay = isObject(call.body) && refuserOf(call.spelling, call.body) === 'any hop';
  const refusal = onTheWay
    ? refusedUnread(request, 'refused: on the way', common.failureNotServerError.id)
    : mayRefuse(request, `odd ${input}`, common.failureNotServerError.id);
  // Whether a text or a form is taken is open, but not of which text the checksum is made.
  const isSigned = onTheWay || (input === 'text' && operation === 'authorize' && call.strayBytes !== true);
  const no = isSigned ? append(refusal, notForChecksum) : refusal;
  // The checksum of a value that is converted may be another one.
  const isOtherwise =
    isUnspecifiedOtherwise(operation, call, input) ||
    (operation === 'authorize' && signsOtherTypes(call.body));
  if (!isOtherwise)
    return unlessRefused(openPointOf[input], 'executed', withoutRequestEvidence(executed()), 'refused', [no]);
  // A refusal may be for either, so it settles neither.
  return perhapsRefusedFor({
    refusals: [no],
    otherwise: withoutRequestEvidence(executed()),
    taken: (outcomes) =>
      choose<Latitude, LegacyState, Notification>(openPointOf[input], { executed: outcomes }),
  });
}

const notForChecksum = field(
  common.checksumAuthorize.id,
  'reason',
  judged((reason) => reason !== 'bad_checksum', { not: 'bad_checksum' }),
  { countsAsEvidence: false, decides: true },
);

const keyHttps = ['401', 'other-4xx', '200', '5xx'] as const;

function keyRefused(request: GuardedCall): readonly LegacyOutcome[] {
  const { credential } = request.call;
  const failsWhere200 = failsAsDocumentedAt200(request.operation);
  if (credential === 'valid') return [];
  const base = append(refused(request, 'refused: key', [keyRules[credential]]), ...shownNothing(request));
  const as = (http: HttpChoice): readonly LegacyOutcome[] => {
    const one = append(base, httpIs(http, [401]));
    return choose(open.keyBody, {
      status: append(one, withStatus, failsWhere200),
      none: append(one, noJson),
    });
  };
  return httpsSought(keyHttps, [401], request.sought).flatMap((http) =>
    choose<typeof open.keyHttp, LegacyState, Notification>(open.keyHttp, { [http]: as(http) }),
  );
}

function missing(
  request: GuardedCall,
  rules: readonly string[],
  countsAsEvidence = true,
): readonly LegacyOutcome[] {
  return lacking(
    request,
    dataPoints.missing,
    refused(request, 'refused: data missing', rules, countsAsEvidence),
  );
}

/** The table for every operation names the status of missing JSON data; at Authorize its own example is of another (legacy, Errors). */
function noObject(request: GuardedCall): readonly LegacyOutcome[] {
  const refusal = refused(request, 'refused: data missing', [common.notJson.id]);
  const { noJson: points } = dataPoints;
  if (request.operation === 'authorize' || holdsJson(request.call)) return lacking(request, points, refusal);
  return byHttp(
    points.http,
    namedHttps,
    [
      // What the table demands says nothing of what it leaves open.
      append(refusal, withStatus, failsWith(['bad_request'], common.noJsonStatus.id)),
      ...choose<Latitude, LegacyState, Notification>(points.status, { none: append(refusal, noJson) }),
    ],
    request,
  );
}

/** Whether a body is JSON after all, though no object: whether data is missing then is not shown. */
function holdsJson({ body, rawBody }: ApiCall): boolean {
  if (rawBody === undefined) return body !== undefined;
  try {
    JSON.parse(rawBody);
    return true;
  } catch {
    return false;
  }
}

function lacking(
  request: GuardedCall,
  { http, status }: (typeof dataPoints)['missing' | 'noJson'],
  base: LegacyOutcome,
): readonly LegacyOutcome[] {
  return byHttp(
    http,
    namedHttps,
    choose(status, {
      bad_request: append(base, withStatus, failsWith(['bad_request'])),
      other: append(
        base,
        withStatus,
        failsWith(['request_failed', 'failed_request', `${request.operation}_fail`]),
      ),
      none: append(base, noJson),
    }),
    request,
  );
}

/** An id that was never issued, or that names something else. */
export function unknownId(request: UnexecutedCall, rule: string): readonly LegacyOutcome[] {
  const { operation, call } = request;
  const sent = at(call.body, [operation === 'refund' ? 'capture_id' : 'payment_id']);
  const event = failures[operation];
  const refusal = refused(request, 'refused: unknown id', [rule]);
  const base = withParts(refusal, {
    expects: (reply) => [
      ...(refusal.expects?.(reply) ?? []),
      ...(event === undefined || typeof sent !== 'string' ? [] : [allowedOf(event, sent)]),
    ],
  });
  const as = (name: string) => append(base, withStatus, failsWith([name]));
  return byHttp(
    open.unknownIdHttp,
    namedHttps,
    choose(open.unknownIdStatus, {
      bad_request: as('bad_request'),
      request_failed: as('request_failed'),
      'operation-fail': as(`${request.operation}_fail`),
      other: append(base, withStatus, failsWith(['failed_request'])),
      none: append(base, noJson),
    }),
    request,
  );
}
