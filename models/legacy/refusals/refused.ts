import type { ExpectedNotification, Sought } from '../../../engine/model.ts';
import type { Latitude } from '../../../spec/latitude.ts';
import { textOf } from '../../checks.ts';
import { choose } from '../../choose.ts';
import { alsoChecked, changed, rechecked, type Checks } from '../../rechecked.ts';
import type { Notification, Reply } from '../../wire.ts';
import type { About, EventStatus } from '../events/event-body.ts';
import { allowed, expectedOnce } from '../events/events.ts';
import { also, soughtOf, type LegacyOutcome, type OperationName } from '../replies/outcome.ts';
import { httpIs, httpsSought, isHttp, type HttpChoice } from '../replies/http-choice.ts';
import { failsAsDocumented, isRefusal, refusedSomehow, refuses } from '../replies/replies.ts';
import { withPayment, type LegacyState } from '../payment/state.ts';

/** What a refusal is about: the state that stays, the operation, and the step that made the payment concerned, if any. */
export interface Refusable {
  readonly state: LegacyState;
  readonly payment: string | undefined;
  readonly operation: OperationName;
  /** Which outcomes are asked for. Absent: all. */
  readonly sought?: Sought<Reply> | undefined;
}

/**
 * A refusal of unspecified form that changes nothing. Its first rule becomes the reason of the payment's state: if a later reply shows a
 * change, that rule is accused.
 */
export function refused(
  request: Refusable,
  name: string,
  rules: readonly string[],
  earns = true,
): LegacyOutcome {
  const { state, payment, operation } = request;
  const [because] = rules;
  return {
    name,
    refused: true,
    mayBe: isRefusal,
    checks: () => [...refusedSomehow, refuses(rules, earns)],
    next: () =>
      payment === undefined || because === undefined || !earns ? state : blamed(state, payment, because),
    expects: () => failureAllowed(state, payment, operation),
  };
}

/** A refusal that an open point permits: its status must be a documented one. */
export function mayRefuse(
  request: Refusable,
  name: string,
  rules: string | readonly string[],
): LegacyOutcome {
  return also(
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
  const refusal = alsoChecked(mayRefuse(request, name, rules), checks);
  const event = failures[request.operation];
  const expects: LegacyOutcome['expects'] = (reply) =>
    about !== undefined && event !== undefined && textOf(reply, 'status') === event
      ? [expectedOnce(event, about)]
      : (refusal.expects?.(reply) ?? []);
  return changed(refusal, { expects });
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
        changed(
          rechecked(outcome, (checks) => [...checks, httpIs(http, named)]),
          {
            mayBe: (reply) => isHttp(http, named, reply.http) && outcome.mayBe?.(reply) !== false,
          },
        ),
      ),
    }),
  );
}

function blamed(state: LegacyState, step: string, because: string): LegacyState {
  // A state that no read has shown may have been wrong before: its own cause stays to blame.
  return withPayment(state, step, (payment) =>
    payment.state.seen && payment.state.unread === undefined
      ? { ...payment, state: { ...payment.state, because } }
      : payment,
  );
}

/** Whether a rejected request counts as a failed operation is not shown: its notification may be sent. */
function failureAllowed(
  state: LegacyState,
  step: string | undefined,
  operation: OperationName,
): readonly ExpectedNotification<Notification>[] {
  const paymentId = step === undefined ? undefined : state.payments[step]?.id;
  const event = failures[operation];
  return paymentId === undefined || event === undefined ? [] : [allowed(event, { paymentId })];
}

export const failures: Readonly<Record<OperationName, EventStatus | undefined>> = {
  authorize: undefined,
  update: 'update_fail',
  close: 'close_fail',
  capture: 'capture_fail',
  refund: 'refund_fail',
  status: undefined,
};
