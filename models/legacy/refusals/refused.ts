import type { Expect } from '../../../spec/expect.ts';
import type { LegacyOperationName } from '../../../spec/operations.ts';
import type { ExpectedNotification, PredictFor, Check } from '../../../engine/model.ts';
import type { Latitude } from '../../../spec/latitude.ts';
import { withChecks, withParts, mapChecks, type Checks } from '../../with-checks.ts';
import { textOf, status } from '../../checks.ts';
import { choose } from '../../choose.ts';
import type { Notification, Reply } from '../../wire.ts';
import type { About, EventStatus } from '../events/event-body.ts';
import { allowed, expectedOnce } from '../events/events.ts';
import { append, soughtOf, type LegacyOutcome } from '../replies/outcome.ts';
import {
  failsAsDocumented,
  isRefusal,
  refusedWithOpenStatus,
  refusedMethod,
  refuses,
  isSuccessHttp,
  result,
  statusOf,
} from '../replies/replies.ts';
import { withPayment, type LegacyState } from '../payment/state.ts';
import { common } from '../../../spec/legacy/common.ts';

/** What a refusal is about: the state that stays, the operation, and the step that made the payment concerned, if any. */
export interface Refusable {
  readonly state: LegacyState;
  readonly payment: string | undefined;
  readonly operation: LegacyOperationName;
  /** Which outcomes are asked for. Absent: all. */
  readonly sought?: PredictFor<Reply> | undefined;
}

/**
 * A refusal of unspecified form that changes nothing. Its first rule becomes the reason of the payment's state: if a later reply shows a
 * change, that rule is accused.
 */
export function refused(
  request: Refusable,
  name: string,
  rules: readonly string[],
  countsAsEvidence = true,
): LegacyOutcome {
  const { state, payment, operation } = request;
  const [because] = rules;
  return {
    name,
    refused: true,
    couldMatch: isRefusal,
    checks: () => [...refusedWithOpenStatus, refuses(rules, countsAsEvidence)],
    next: () =>
      payment === undefined || because === undefined || !countsAsEvidence
        ? state
        : blamed(state, payment, because),
    expects: () => failureAllowed(state, payment, operation),
  };
}

/** The refusal of what need not have come to the operation: by another part of the server, or before it. */
export function refusedUnread(request: Refusable, name: string, rule: string): LegacyOutcome {
  const checks = [...refusedMethod, refuses([rule], false)];
  return withParts(refused(request, name, [rule], false), { checks });
}

/** A refusal that an open point permits: its status must be a documented one. */
export function mayRefuse(
  request: Refusable,
  name: string,
  rules: string | readonly string[],
): LegacyOutcome {
  return append(
    refused(request, `refused: ${name}`, [rules].flat(), false),
    failsAsDocumented(request.operation),
  );
}

/** An operation that may fail and then changes nothing. `about`: of the notification that follows its own status; undefined: not required. */
export function mayFail(
  { about, ...request }: Refusable & { readonly about: About | undefined },
  name: string,
  rules: string | readonly string[],
  checks: () => Checks,
): LegacyOutcome {
  const refusal = withChecks(mayRefuse(request, name, rules), checks);
  const event = failures[request.operation];
  const expects: LegacyOutcome['expects'] = (reply) =>
    about !== undefined && event !== undefined && textOf(reply, 'status') === event
      ? [expectedOnce(event, about)]
      : (refusal.expects?.(reply) ?? []);
  return withParts(refusal, { expects });
}

export const namedHttps = ['400', 'other-4xx', '200', '5xx'] as const;

/** Which HTTP status a failure gets is not shown: each outcome under each of these, as far as they are sought. */
export function byHttp<H extends HttpChoice>(
  latitude: Latitude & { readonly choices: readonly H[] },
  https: readonly H[],
  outcomes: readonly LegacyOutcome[],
  { sought }: Pick<Refusable, 'sought'>,
): readonly LegacyOutcome[] {
  const named = https.filter((http) => http === '400' || http === '401').map(Number);
  const fitting = soughtOf(outcomes, sought);
  return httpsSought(https, named, sought).flatMap((http) =>
    choose<Latitude, LegacyState, Notification>(latitude, {
      [http]: fitting.map((outcome) =>
        withParts(
          mapChecks(outcome, (checks) => [...checks, httpIs(http, named)]),
          {
            couldMatch: (reply) => isHttp(http, named, reply.http) && outcome.couldMatch?.(reply) !== false,
          },
        ),
      ),
    }),
  );
}

function blamed(state: LegacyState, step: string, setBy: string): LegacyState {
  // A state that no read has shown may have been wrong before: its own cause stays to blame.
  return withPayment(state, step, (payment) =>
    payment.state.seen && payment.state.unread === undefined
      ? { ...payment, state: { ...payment.state, setBy } }
      : payment,
  );
}

/** Whether a rejected request counts as a failed operation is not shown: its notification may be sent. */
function failureAllowed(
  state: LegacyState,
  step: string | undefined,
  operation: LegacyOperationName,
): readonly ExpectedNotification<Notification>[] {
  const paymentId = step === undefined ? undefined : state.payments[step]?.id;
  const event = failures[operation];
  return paymentId === undefined || event === undefined ? [] : [allowed(event, { paymentId })];
}

export const failures: Readonly<Record<LegacyOperationName, EventStatus | undefined>> = {
  authorize: undefined,
  update: 'update_fail',
  close: 'close_fail',
  capture: 'capture_fail',
  refund: 'refund_fail',
  status: undefined,
};

export type HttpChoice = '200' | '400' | '401' | 'other-4xx' | '5xx';

const httpOf: Readonly<Record<HttpChoice, Expect>> = {
  '200': { httpFrom: 200, httpTo: 299 },
  '400': { http: [400] },
  '401': { http: [401] },
  'other-4xx': { httpFrom: 400, httpTo: 499 },
  '5xx': { httpFrom: 500, httpTo: 599 },
};

/** Whether an HTTP status belongs to a class of a latitude's choices. */
function isHttp(choice: HttpChoice, named: readonly number[], http: number): boolean {
  switch (choice) {
    case 'other-4xx':
      return http >= 400 && http < 500 && !named.includes(http);
    case '200':
      return isSuccessHttp(http);
    case '5xx':
      return http >= 500;
    case '400':
    case '401':
      return http === Number(choice);
  }
}

/** Those of the choices that are sought: the first is the ordinary one, and a reply has its own. */
export function httpsSought<H extends HttpChoice>(
  choices: readonly H[],
  named: readonly number[],
  sought: PredictFor<Reply> | undefined,
): readonly H[] {
  if (sought === undefined) return choices;
  if (sought === 'ordinary') return choices.slice(0, 1);
  return choices.filter((choice) => isHttp(choice, named, sought.reply.http));
}

/** The HTTP status belongs to this class of a latitude's choices. Proves nothing: the point is open. */
export function httpIs(choice: HttpChoice, named: readonly number[]): Check<Reply> {
  return status(common.failureNotServerError.id, (http) => isHttp(choice, named, http), choice, {
    countsAsEvidence: false,
    expect: () => httpOf[choice],
  });
}

/** Refusing a request as malformed breaks the rules about its form, if it has any that a target might overlook (legacy, Endpoints; Errors, bad_request). */
export function taken(otherwise: Check<Reply>, form: readonly string[], success: string): Check<Reply> {
  if (form.length === 0) return otherwise;
  const formal = result(form, success);
  return {
    ...otherwise,
    test: (reply) => (statusOf(reply) === 'bad_request' ? formal : otherwise).test(reply),
  };
}
