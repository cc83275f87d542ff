import type { Check, ExpectedNotification } from '../../../engine/model.ts';
import { authorize } from '../../../spec/legacy/authorize.ts';
import { status } from '../../../spec/legacy/status.ts';
import { update } from '../../../spec/legacy/update.ts';
import { at, check, equals, field } from '../../checks.ts';
import type { Reply, Notification } from '../../wire.ts';
import type { LegacyState, Payment } from './state.ts';
import { instantIn } from '../../../spec/forms.ts';
import { civilTimeMs } from '../../../spec/instants.ts';
import { close } from '../../../spec/legacy/close.ts';
import { eventRules } from '../../../spec/legacy/events.ts';
import { allowed, expectedOnce } from '../events/events.ts';
import type { LegacyOutcome } from '../replies/outcome.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** For clocks that differ, the time that an answer takes, and rounding to seconds. */
const toleranceMs = 2 * 60_000;
/** Time zones are at least 15 minutes apart. */
const nearMs = 10 * 60_000;
/** Time zones differ from UTC by whole quarters of an hour; daylight saving time moves one by an hour. */
const quarterMs = hourMs / 4;
/** From the most western to the most eastern zone: in which one `expires` is written is not shown. */
const zones = { from: -12 * hourMs, to: 14 * hourMs };

const form = field(status.expiresForm.id, 'expires', { form: 'civil-time' }, { also: [status.fields.id] });

/** The time from the end of the authorization to `expires`, read as UTC, ms; undefined when unknown. */
function offsetOf(expires: unknown, state: LegacyState, payment: Payment, validityMs: number) {
  const shownMs = civilTimeMs(expires);
  if (shownMs === undefined || payment.authorizedAt === undefined || state.skew === undefined)
    return undefined;
  return shownMs - (payment.authorizedAt + payment.born + state.skew + validityMs);
}

/** What must hold of `expires` in any time zone: its form, that it does not move, and the validity. */
export function expiresChecks(
  state: LegacyState,
  payment: Payment,
  validityMs: number,
): readonly Check<Reply>[] {
  const { expires } = payment;
  if (expires !== undefined) {
    // An update within the same second renews nothing that could be seen.
    const countsAsEvidence = expires.setBy !== update.keepsExpiry.id || payment.updatedLater !== undefined;
    return [form, equals(expires.setBy, 'expires', expires.is, { countsAsEvidence })];
  }
  if (payment.authorizedAt === undefined || state.skew === undefined) return [form];
  const validity = valid(authorize.validity.id, state, payment, validityMs);
  if (payment.orderSetBy === undefined) return [form, validity];
  // First seen after an update, a wrong expiry breaks the one rule or the other. A right one shows no renewal: it is compared by minutes.
  return [
    form,
    validity,
    { ...valid(update.keepsExpiry.id, state, payment, validityMs), countsAsEvidence: false },
  ];
}

function valid(rule: string, state: LegacyState, payment: Payment, validityMs: number): Check<Reply> {
  return check(
    rule,
    `expires ${validityMs / hourMs} h after the authorization, in any time zone`,
    (reply) => at(reply.body, ['expires']),
    (value) => {
      const offset = offsetOf(value, state, payment, validityMs);
      if (offset === undefined) return true;
      const ofQuarter = Math.abs(offset - Math.round(offset / quarterMs) * quarterMs);
      const inZone =
        offset >= zones.from - toleranceMs && offset <= zones.to + toleranceMs && ofQuarter <= toleranceMs;
      return inZone && isAsOthers(offset, state, payment, validityMs);
    },
    { about: 'expires' },
  );
}

/** Whether the other payments of the sequence are shown in the same zone, which may be any. */
function isAsOthers(offset: number, state: LegacyState, payment: Payment, validityMs: number): boolean {
  return Object.values(state.payments).every((other) => {
    if (other === payment || other.expires === undefined) return true;
    const otherOffset = offsetOf(other.expires.is, state, other, validityMs);
    return otherOffset === undefined || Math.abs(offset - otherOffset) <= hourMs + toleranceMs;
  });
}

/** Whether `expires` is written in this time zone, as far as known. */
export function writtenIn(
  zone: 'UTC' | 'JST' | 'other',
  state: LegacyState,
  payment: Payment,
  validityMs: number,
): Check<Reply> {
  return check(
    status.expiresForm.id,
    `expires in ${zone}`,
    (reply) => at(reply.body, ['expires']),
    (value) => {
      const offset = offsetOf(value, state, payment, validityMs);
      if (offset === undefined) return zone === 'other';
      const near = (hours: number) => Math.abs(offset - hours * hourMs) <= nearMs;
      return zone === 'UTC' ? near(0) : zone === 'JST' ? near(9) : !near(0) && !near(9);
    },
    { countsAsEvidence: false, about: 'expires' },
  );
}

/**
 * What only a moved clock lets a look at `expires` show, in words for the outcome, so that plans try it; otherwise empty. An update right
 * after the authorization renews nothing that could be seen, and a 12-hour clock shows only by payments of different halves of a day.
 */
export function sinceMoved(state: LegacyState, payment: Payment): string {
  if (payment.expires?.setBy === update.keepsExpiry.id)
    return payment.updatedLater === 'on a moved clock' ? ', updated later' : '';
  return payment.expires === undefined && isOtherHalfOfDay(state, payment.born)
    ? ', half a day after another'
    : '';
}

/** So long after the authorization a renewed `expires`, which is in seconds, differs from the first one for certain, ms. */
export const renewalShowsAfterMs = 1000;

/** Whether the expiry of a payment was shown that was made in another half of a day than this moment, on a clock that is moved. */
export function isOtherHalfOfDay({ payments }: LegacyState, moved: number): boolean {
  return Object.values(payments).some(({ born, expires }) => {
    const apart = Math.abs(moved - born) % dayMs;
    return expires !== undefined && apart >= dayMs / 4 && apart <= (3 * dayMs) / 4;
  });
}

/** How old an authorization is by the moves of the clock alone, ms. */
export function ageOf(state: LegacyState, payment: Payment): number {
  return state.moved - payment.born;
}

/** After the clock was moved: payments past their validity are closed, captured or not (legacy, States and transitions). */
export function predictPassing(state: LegacyState, ms: number, validityMs: number): readonly LegacyOutcome[] {
  const moved = { ...state, moved: state.moved + ms };
  const payments: Record<string, Payment> = {};
  const expired: Payment[] = [];
  const doubtful: Payment[] = [];
  const closedBefore: Payment[] = [];
  for (const [key, payment] of Object.entries(state.payments)) {
    const over = ageOf(moved, payment) >= validityMs;
    const { inDoubt, inDoubtAgain: _again, ...certain } = payment;
    // A refund may have closed or reopened it, so its close_success may come now, or came before.
    if (over && inDoubt !== undefined) doubtful.push(payment);
    payments[key] = over ? certain : payment;
    if (payment.state.is === 'close') {
      const { by } = payment.state;
      if (over && inDoubt === undefined && by !== 'expiry' && payment.outlived === undefined)
        closedBefore.push(payment);
      // A refund may have reopened it before it was closed again.
      if (over && inDoubt !== undefined)
        payments[key] = { ...certain, state: { ...payment.state, by: 'refund' } };
      else if (over) payments[key] = { ...payment, outlived: true };
      continue;
    }
    payments[key] = {
      ...(over ? certain : payment),
      state: over
        ? {
            is: 'close',
            setBy: close.expiryCloses.id,
            seen: false,
            // A refund may have closed it before.
            by: inDoubt === undefined ? 'expiry' : 'refund',
          }
        : { is: 'open', setBy: close.openUntilExpiry.id, seen: false },
    };
    if (over && inDoubt === undefined) expired.push(payment);
  }
  return [
    {
      name: expired.length > 0 ? 'expired' : 'time passed',
      checks: [],
      next: (reply) => ({ ...moved, payments, skew: skewOf(reply, moved) }),
      expects: () => [...expired.flatMap(closing), ...[...doubtful, ...closedBefore].flatMap(perhapsClosing)],
    },
  ];
}

function closing({ id, updatedLater }: Payment): readonly ExpectedNotification<Notification>[] {
  if (id === undefined) return [];
  const event = expectedOnce('close_success', { paymentId: id }, eventRules.closingOnExpiry);
  // An update that wrongly renewed the expiry also explains a missing notification.
  return [
    updatedLater === 'on a moved clock'
      ? { ...event, cites: [...event.cites, update.keepsExpiry.id] }
      : event,
  ];
}

/** Also where it was closed before: whether its expiry then still emits a closing is open (`legacy.events.closing-again`). */
function perhapsClosing({ id }: Payment): readonly ExpectedNotification<Notification>[] {
  return id === undefined ? [] : [allowed('close_success', { paymentId: id })];
}

/** The target's clock when a reply was complete, ms since the epoch; undefined where it is not known. */
export function clockAt(state: LegacyState, reply: Reply | undefined): number | undefined {
  return reply === undefined || state.skew === undefined
    ? undefined
    : reply.receivedAt + state.skew + state.moved;
}

/** The target's clock less ours and less the moves of this sequence, from a control reply; ms. */
function skewOf(reply: Reply | undefined, state: LegacyState): number | undefined {
  const now = at(reply?.body, ['now']);
  const ms = typeof now === 'string' ? instantIn(now) : Number.NaN;
  return reply === undefined || Number.isNaN(ms) ? state.skew : ms - reply.receivedAt - state.moved;
}

/** After the clock was read. */
export function predictClock(state: LegacyState): readonly LegacyOutcome[] {
  return [
    {
      name: 'clock read',
      checks: [], // Offline the clock counts as read: a sequence reads it once.
      next: (reply) => ({ ...state, skew: reply === undefined ? 0 : skewOf(reply, state) }),
    },
  ];
}
