import type { Check } from '../../../engine/model.ts';
import { authorize } from '../../../spec/legacy/authorize.ts';
import { dateTimeForm } from '../../../spec/legacy/common.ts';
import { status } from '../../../spec/legacy/status.ts';
import { update } from '../../../spec/legacy/update.ts';
import { at, check, equals, field } from '../../checks.ts';
import type { Reply } from '../../wire.ts';
import type { LegacyState, Payment } from './state.ts';

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

/** An instant written `YYYY-MM-DD hh:mm:ss`, read as UTC, in ms; undefined when it is none. */
export function instantOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !dateTimeForm.test(text)) return undefined;
  const ms = Date.parse(`${text.replace(' ', 'T')}.000Z`);
  // The round trip refuses days that the calendar lacks.
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 19) === text.replace(' ', 'T')
    ? ms
    : undefined;
}

const form = field(
  status.expiresForm.id,
  'expires',
  (value) => instantOf(value) !== undefined,
  'YYYY-MM-DD hh:mm:ss',
  { also: [status.fields.id] },
);

/** The time from the end of the authorization to `expires`, read as UTC, ms; undefined when unknown. */
function offsetOf(expires: unknown, state: LegacyState, payment: Payment, validityMs: number) {
  const shownMs = instantOf(expires);
  if (shownMs === undefined || payment.authorizedAt === undefined || state.skew === undefined)
    return undefined;
  return shownMs - (payment.authorizedAt + payment.born + state.skew + validityMs);
}

/** What must hold of `expires`: its form, that it does not move, and the validity, whatever the time zone. */
export function expiresChecks(
  state: LegacyState,
  payment: Payment,
  validityMs: number,
): readonly Check<Reply>[] {
  const { expires } = payment;
  if (expires !== undefined) {
    // An update within the same second renews nothing that could be seen.
    const earns = expires.because !== update.keepsExpiry.id || payment.updatedLater !== undefined;
    return [form, equals(expires.because, 'expires', expires.is, { earns })];
  }
  if (payment.authorizedAt === undefined || state.skew === undefined) return [form];
  const validity = valid(authorize.validity.id, state, payment, validityMs);
  if (payment.orderBecause === undefined) return [form, validity];
  // First seen after an update, a wrong expiry breaks the one rule or the other. A right one shows no renewal: it is compared by minutes.
  return [form, validity, { ...valid(update.keepsExpiry.id, state, payment, validityMs), earns: false }];
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

/** Whether the other payments of the sequence are shown in the same zone, whatever it is. */
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
    { earns: false, about: 'expires' },
  );
}

/**
 * What only a moved clock lets a look at `expires` show, in words for the outcome, so that plans try it; otherwise empty. An update right
 * after the authorization renews nothing that could be seen, and a 12-hour clock shows only by payments of different halves of a day.
 */
export function sinceMoved(state: LegacyState, payment: Payment): string {
  if (payment.expires?.because === update.keepsExpiry.id)
    return payment.updatedLater === 'on a moved clock' ? ', updated later' : '';
  return payment.expires === undefined && isOtherHalf(state, payment.born)
    ? ', half a day after another'
    : '';
}

/** So long after the authorization a renewed `expires`, which is in seconds, differs from the first one for certain, ms. */
export const renewalShowsAfterMs = 1000;

/** Whether the expiry of a payment was shown that was made in another half of a day than this moment, on a clock that is moved. */
export function isOtherHalf({ payments }: LegacyState, moved: number): boolean {
  return Object.values(payments).some(({ born, expires }) => {
    const apart = Math.abs(moved - born) % dayMs;
    return expires !== undefined && apart >= dayMs / 4 && apart <= (3 * dayMs) / 4;
  });
}
