import type { Step } from '../../../engine/model.ts';
import { common } from '../../../spec/legacy/common.ts';
import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import { at, isObject } from '../../checks.ts';
import { choose } from '../../choose.ts';
import { changed } from '../../rechecked.ts';
import type { ApiCall, Notification } from '../../wire.ts';
import { allowedOf } from '../events/events.ts';
import { also, type LegacyOutcome } from '../replies/outcome.ts';
import { badChecksum } from './bad-checksum.ts';
import { thoughOpen } from '../payment/proven.ts';
import { dataPoints, keyRules } from './refusal-points.ts';
import { byHttp, failures, mayRefuse, namedHttps, refused, type Refusable } from './refused.ts';
import {
  failsAsDocumentedAt200,
  failsWith,
  noJson,
  refusedMethod,
  refuses,
  withStatus,
} from '../replies/replies.ts';
import { httpIs, httpsSought, type HttpChoice } from '../replies/http-choice.ts';
import type { LegacyState } from '../payment/state.ts';
import { shownNothing } from './shown-nothing.ts';
import { openPointOf, unspecifiedInputOf } from './unspecified-input.ts';

/** What the guards need to know of a call. */
export interface GuardedCall extends Refusable {
  readonly call: ApiCall;
  readonly step: Step;
  /** What the checksum must be made of. */
  readonly signed: string;
  /** The same by another reading of the document; absent: there is one. */
  readonly signedOtherwise?: string;
  /** The rule that is broken by executing a body without what its table requires; undefined: it has all. */
  readonly lacks: string | undefined;
  /** The row of a required field that it lacks beside; undefined: it has all. */
  readonly lacksDetail?: string | undefined;
  /** The rules that forbid what it asks for; undefined: none. */
  readonly impossible?: readonly string[] | undefined;
  /** What follows when nothing is wrong with key, checksum and form. */
  readonly executed: () => readonly LegacyOutcome[];
}

export type UnexecutedCall = Omit<GuardedCall, 'executed'>;

/** The guards of every operation, in the order in which a server can check them: key, method, body, checksum, required data. */
export function guarded(request: GuardedCall): readonly LegacyOutcome[] {
  const { call, signedOtherwise = request.signed } = request;
  const executed = () => executedWhole(request);
  if (call.credential !== 'valid') return keyRefused(request);
  if (call.path !== `/pay/${request.operation}`)
    return [refused(request, 'refused: no such path', [common.failureNotServerError.id], false)];
  if (call.method !== 'POST') return anotherMethod(request);
  if (call.rawBody !== undefined || !isObject(call.body)) return noObject(request);
  if (request.lacks !== undefined) return missing(request, request.lacks, common.missingData.id);
  if (request.lacksDetail !== undefined) return missing(request, request.lacksDetail);
  const { checksum } = call;
  const spelt = checksum?.of === request.signed ? checksum.spoil : undefined;
  if (spelt === 'upper-case' || spelt === 'url-safe')
    return choose(spelt === 'upper-case' ? open.hexCase : open.urlSafe, {
      accepted: thoughOpen(executed()),
      refused: badChecksum(request, common.checksumVerified.id),
    });
  if (checksum?.spoil === 'null') return missing(request, common.checksumRequired.id);
  if (checksum === undefined || checksum.spoil === 'missing')
    return badChecksum(request, common.checksumRequired.id);
  const mismatched = () => badChecksum(request, common.checksumVerified.id);
  const { of, spoil } = checksum;
  if (spoil !== undefined || (of !== request.signed && of !== signedOtherwise)) return mismatched();
  if (signedOtherwise === request.signed) return executed();
  // Right by one reading, so that neither answer shows whether checksums are verified.
  const otherwise = badChecksum(request, common.checksumVerified.id, false);
  return choose(open.integers, {
    truncated: of === request.signed ? thoughOpen(executed()) : otherwise,
    rounded: of === request.signed ? otherwise : thoughOpen(executed()),
  });
}

/** The guards behind the checksum. */
function executedWhole(request: GuardedCall): readonly LegacyOutcome[] {
  const { call, executed } = request;
  if (call.contentType !== undefined && call.contentType !== 'application/json')
    return choose(open.contentType, {
      executed: thoughOpen(executed()),
      refused: refused(request, 'refused: content type', [common.json.id], false),
    });
  const input = unspecifiedInputOf(request.operation, call);
  if (input === undefined) return executed();
  return choose(openPointOf[input], {
    executed: thoughOpen(executed()),
    refused: mayRefuse(request, `odd ${input}`, request.impossible ?? [common.failureNotServerError.id]),
  });
}

const keyHttps = ['401', 'other-4xx', '200', '5xx'] as const;

function keyRefused(request: GuardedCall): readonly LegacyOutcome[] {
  const { credential } = request.call;
  const failsWhere200 = failsAsDocumentedAt200(request.operation);
  if (credential === 'valid') return request.executed();
  const base = also(refused(request, 'refused: key', [keyRules[credential]]), ...shownNothing(request));
  const as = (http: HttpChoice): readonly LegacyOutcome[] => {
    const one = also(base, httpIs(http, [401]));
    return choose(open.keyBody, { status: also(one, withStatus, failsWhere200), none: also(one, noJson) });
  };
  return httpsSought(keyHttps, [401], request.sought).flatMap((http) =>
    choose<typeof open.keyHttp, LegacyState, Notification>(open.keyHttp, { [http]: as(http) }),
  );
}

function anotherMethod(request: GuardedCall): readonly LegacyOutcome[] {
  const refusal = refused(request, 'refused: method', [common.post.id], false);
  return choose(open.otherMethods, {
    refused: changed(refusal, { checks: [...refusedMethod, refuses([common.post.id], false)] }),
    executed: thoughOpen(request.executed()),
  });
}

function missing(request: GuardedCall, ...rules: readonly string[]): readonly LegacyOutcome[] {
  return lacking(request, dataPoints.missing, refused(request, 'refused: data missing', rules));
}

/** The table for every operation names the status of missing JSON data; at Authorize its own example is of another (legacy, Errors). */
function noObject(request: GuardedCall): readonly LegacyOutcome[] {
  const refusal = refused(request, 'refused: data missing', [common.notJson.id]);
  const { noJson: points } = dataPoints;
  if (request.operation === 'authorize' || holdsJson(request.call)) return lacking(request, points, refusal);
  return byHttp(
    points.http,
    namedHttps,
    choose(points.status, {
      bad_request: also(refusal, withStatus, failsWith(['bad_request'], common.noJsonStatus.id)),
      none: also(refusal, noJson),
    }),
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
      bad_request: also(base, withStatus, failsWith(['bad_request'])),
      other: also(
        base,
        withStatus,
        failsWith(['request_failed', 'failed_request', `${request.operation}_fail`]),
      ),
      none: also(base, noJson),
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
  const base = changed(refusal, {
    expects: (reply) => [
      ...(refusal.expects?.(reply) ?? []),
      ...(event === undefined || typeof sent !== 'string' ? [] : [allowedOf(event, sent)]),
    ],
  });
  const as = (name: string) => also(base, withStatus, failsWith([name]));
  return byHttp(
    open.unknownIdHttp,
    namedHttps,
    choose(open.unknownIdStatus, {
      bad_request: as('bad_request'),
      request_failed: as('request_failed'),
      'operation-fail': as(`${request.operation}_fail`),
      other: also(base, withStatus, failsWith(['failed_request'])),
      none: also(base, noJson),
    }),
    request,
  );
}
