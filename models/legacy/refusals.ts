import type { Obligation, Outcome, Step } from '../../engine/model.ts';
import { common } from '../../spec/legacy/common.ts';
import { legacyLatitudes as open } from '../../spec/legacy/latitudes.ts';
import { choose } from '../choose.ts';
import type { Latitude } from '../../spec/latitude.ts';
import type { ApiCall, Notification, Reply } from '../wire.ts';
import { at, isObject } from '../checks.ts';
import { allowed, allowedOf } from './events.ts';
import { checksumPoints, dataPoints, keyRules } from './refusal-points.ts';
import { oddities, oddityOf } from './unspecified-input.ts';
import type { EventStatus } from './event-body.ts';
import {
  failsAsDocumented,
  failsWith,
  httpIs,
  noJson,
  refusedMethod,
  refusedSomehow,
  refuses,
  withStatus,
} from './replies.ts';
import type { LegacyState } from './state.ts';
import { withPayment } from './state.ts';

export type LegacyOutcome = Outcome<LegacyState, Reply, Notification>;
export type Operation = 'authorize' | 'update' | 'close' | 'capture' | 'status' | 'refund';

/** What the guards need to know of a call. */
export interface Asked {
  readonly state: LegacyState;
  readonly call: ApiCall;
  readonly step: Step;
  readonly operation: Operation;
  /** What the checksum must be made of. */
  readonly signed: string;
  /** The step that made the payment concerned, if any. */
  readonly payment: string | undefined;
  /** The rule that is broken by executing a body without what its table requires; undefined: it has all. */
  readonly lacks: string | undefined;
  /** The rules by which it must be refused for what it asks; undefined: there is none. */
  readonly impossible?: readonly string[] | undefined;
  /** What follows when nothing is wrong with key, checksum and form. */
  readonly executed: () => readonly LegacyOutcome[];
}

/** Guards that every operation has, in the order in which a server can tell: key, method, body, checksum, required data. */
export function guarded(asked: Asked): readonly LegacyOutcome[] {
  const { call, executed } = asked;
  if (call.credential !== 'valid') return keyRefused(asked);
  if (call.path !== `/pay/${asked.operation}`)
    return [refused(asked, 'refused: no such path', [common.failureNotServerError.id], false)];
  if (call.method !== 'POST') return anotherMethod(asked);
  if (call.rawBody !== undefined || !isObject(call.body)) return missing(asked, common.notJson.id);
  if (asked.lacks !== undefined) return missing(asked, asked.lacks, common.missingData.id);
  const { checksum } = call;
  const spelt = checksum?.of === asked.signed ? checksum.spoil : undefined;
  if (spelt === 'upper-case' || spelt === 'url-safe')
    return choose(spelt === 'upper-case' ? open.hexCase : open.urlSafe, {
      accepted: executed(),
      refused: badChecksum(asked, common.checksumVerified.id),
    });
  if (checksum?.spoil === 'null') return missing(asked, common.checksumRequired.id);
  if (checksum === undefined || checksum.spoil === 'missing')
    return badChecksum(asked, common.checksumRequired.id);
  if (checksum.spoil !== undefined || checksum.of !== asked.signed)
    return badChecksum(asked, common.checksumVerified.id);
  if (call.contentType !== undefined && call.contentType !== 'application/json')
    return choose(open.contentType, {
      executed: executed(),
      refused: refused(asked, 'refused: content type', [common.json.id], false),
    });
  const oddity = oddityOf(asked.operation, call);
  if (oddity === undefined) return executed();
  return choose(oddities[oddity], {
    executed: executed(),
    refused: mayRefuse(asked, `odd ${oddity}`, asked.impossible ?? [common.failureNotServerError.id]),
  });
}

function keyRefused(asked: Asked): readonly LegacyOutcome[] {
  const { credential } = asked.call;
  if (credential === 'valid') return asked.executed();
  const base = refused(asked, 'refused: key', [keyRules[credential]]);
  const as = (http: Parameters<typeof httpIs>[0]): readonly LegacyOutcome[] => {
    const one = also(base, httpIs(http, [401]));
    return choose(open.keyBody, { status: also(one, withStatus), none: also(one, noJson) });
  };
  return choose(open.keyHttp, { '401': as('401'), 'other-4xx': as('other-4xx'), '200': as('200') });
}

function anotherMethod(asked: Asked): readonly LegacyOutcome[] {
  const refusal = refused(asked, 'refused: method', [common.post.id], false);
  return choose(open.otherMethods, {
    refused: { ...refusal, checks: [...refusedMethod, refuses([common.post.id], false)] },
    executed: asked.executed(),
  });
}

function badChecksum(asked: Asked, rule: string): readonly LegacyOutcome[] {
  const base = refused(asked, 'refused: checksum', [rule]);
  const { spoil } = asked.call.checksum ?? { spoil: 'missing' };
  const points = checksumPoints[spoil === 'missing' || spoil === 'empty' ? 'missing' : asked.operation];
  const as = (name: string) => also(base, withStatus, failsWith([name]));
  return byHttp(
    points.http,
    ['400', '401', 'other-4xx', '200'],
    choose(points.status, {
      request_failed: as('request_failed'),
      failed_request: as('failed_request'),
      'operation-fail': as(`${asked.operation}_fail`),
      bad_request: as('bad_request'),
      none: also(base, noJson),
    }),
  );
}

function missing(asked: Asked, ...rules: readonly string[]): readonly LegacyOutcome[] {
  const base = refused(asked, 'refused: data missing', rules);
  const { http, status } = rules.includes(common.notJson.id) ? dataPoints.noJson : dataPoints.missing;
  return byHttp(
    http,
    namedHttps,
    choose(status, {
      bad_request: also(base, withStatus, failsWith(['bad_request'])),
      other: also(
        base,
        withStatus,
        failsWith(['request_failed', 'failed_request', `${asked.operation}_fail`]),
      ),
      none: also(base, noJson),
    }),
  );
}

/** An id that was never issued, or that names something else. */
export function unknownId(asked: Omit<Asked, 'executed'>, rule: string): readonly LegacyOutcome[] {
  const { operation, call } = asked;
  const sent = at(call.body, [operation === 'refund' ? 'capture_id' : 'payment_id']);
  const event = failures[operation];
  const refusal = refused(asked, 'refused: unknown id', [rule]);
  const base: LegacyOutcome = {
    ...refusal,
    owes: (reply) => [
      ...(refusal.owes?.(reply) ?? []),
      ...(event === undefined || typeof sent !== 'string' ? [] : [allowedOf(event, sent)]),
    ],
  };
  const as = (name: string) => also(base, withStatus, failsWith([name]));
  return byHttp(
    open.unknownIdHttp,
    namedHttps,
    choose(open.unknownIdStatus, {
      bad_request: as('bad_request'),
      request_failed: as('request_failed'),
      'operation-fail': as(`${asked.operation}_fail`),
      other: also(base, withStatus, failsWith(['failed_request'])),
      none: also(base, noJson),
    }),
  );
}

type Http = Parameters<typeof httpIs>[0];
const namedHttps = ['400', 'other-4xx', '200'] as const;

/** Which HTTP status a failure gets is not shown: each outcome under each of these. */
export function byHttp<H extends Http>(
  latitude: Latitude & { readonly choices: readonly H[] },
  https: readonly H[],
  outcomes: readonly LegacyOutcome[],
): readonly LegacyOutcome[] {
  const named = https.filter((http) => http === '400' || http === '401').map(Number);
  return https.flatMap((http) =>
    choose<Latitude, LegacyState, Reply, Notification>(latitude, {
      [http]: outcomes.map((outcome) => also(outcome, httpIs(http, named))),
    }),
  );
}

/**
 * A refusal of open form that changes nothing. Its first rule becomes the reason of the payment's state:
 * a change that shows up afterwards breaks the rule that refused.
 */
export function refused(
  asked: Pick<Asked, 'state' | 'payment' | 'operation'>,
  name: string,
  rules: readonly string[],
  earns = true,
): LegacyOutcome {
  const { state, payment, operation } = asked;
  const [because] = rules;
  return {
    name,
    refused: true,
    checks: [...refusedSomehow, refuses(rules, earns)],
    next: () =>
      payment === undefined || because === undefined || !earns ? state : blamed(state, payment, because),
    owes: () => failureAllowed(state, payment, operation),
  };
}

/** A refusal that an open point permits: its status must be a documented one. */
export function mayRefuse(
  asked: Pick<Asked, 'state' | 'payment' | 'operation'>,
  name: string,
  rules: string | readonly string[],
): LegacyOutcome {
  return also(refused(asked, `refused: ${name}`, [rules].flat(), false), failsAsDocumented(asked.operation));
}

/** The outcome with further checks. */
export function also(outcome: LegacyOutcome, ...checks: LegacyOutcome['checks']): LegacyOutcome {
  return { ...outcome, checks: [...outcome.checks, ...checks] };
}

function blamed(state: LegacyState, step: string, because: string): LegacyState {
  // What no read has shown yet may have been wrong before: then its own cause stays the one to blame.
  return withPayment(state, step, (payment) =>
    payment.state.seen && payment.state.told === undefined
      ? { ...payment, state: { ...payment.state, because } }
      : payment,
  );
}

/** Whether a rejected request is a failed operation with its event is not shown: it may be sent. */
export function failureAllowed(
  state: LegacyState,
  step: string | undefined,
  operation: Operation,
): readonly Obligation<Notification>[] {
  const paymentId = step === undefined ? undefined : state.payments[step]?.id;
  const event = failures[operation];
  return paymentId === undefined || event === undefined ? [] : [allowed(event, { paymentId })];
}

export const failures: Readonly<Record<Operation, EventStatus | undefined>> = {
  authorize: undefined,
  update: 'update_fail',
  close: 'close_fail',
  capture: 'capture_fail',
  refund: 'refund_fail',
  status: undefined,
};
