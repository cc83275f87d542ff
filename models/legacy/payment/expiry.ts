import type { Check } from '../../../engine/model.ts';
import { authorize } from '../../../spec/legacy/authorize.ts';
import { status } from '../../../spec/legacy/status.ts';
import { update } from '../../../spec/legacy/update.ts';
import { at, check, equals, field } from '../../checks.ts';
import { passedBetween, roughMs, timeBetween } from '../../time.ts';
import type { Reply } from '../../wire.ts';
import { expiryDigitMs, isDated, stoodSince } from './passing.ts';
import type { LegacyState, Payment } from './state.ts';
import { civilTimeMs, type Span } from '../../../spec/instants.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Time zones are at least 15 minutes apart. */
const nearMs = 10 * 60_000;
/** Time zones differ from UTC by whole quarters of an hour; daylight saving time moves one by an hour. */
const quarterMs = hourMs / 4;
/** From the most western to the most eastern zone: in which one `expires` is written is not shown. */
const zones = { from: -12 * hourMs, to: 14 * hourMs };

const form = field(status.expiresForm.id, 'expires', { form: 'civil-time' }, { also: [status.fields.id] });

/** What lies between the end of the validity and `expires`, read as UTC, ms: the time zone that it is written in. Undefined when unknown. */
function offsetOf(expires: unknown, state: LegacyState, payment: Payment): Span | undefined {
  const { clock: now, isClockMoved, validityMs } = state;
  const { authorization, born, clock } = payment;
  const shownMs = civilTimeMs(expires);
  if (shownMs === undefined || authorization === undefined || clock === undefined) return undefined;
  const after = now && { ...now, most: now.most + stoodSince(state, payment) };
  const { least, most } = timeBetween(
    clock,
    after,
    authorization,
    isClockMoved === true ? Infinity : roughMs,
  );
  const end = born + validityMs;
  return { least: shownMs - most - end - expiryDigitMs, most: shownMs - least - end + expiryDigitMs };
}

/** Whether a time zone lies here: they differ by quarters of an hour. */
function holdsZone({ least, most }: Span, from: number, to: number): boolean {
  const zone = Math.ceil(Math.max(least, from) / quarterMs) * quarterMs;
  return zone <= Math.min(most, to);
}

/** The time zone of an expiry, as if nothing but the requests had taken time, ms. */
const zoneIn = ({ least, most }: Span): number => (Number.isFinite(least) ? least : most);

/** What must hold of `expires` in any time zone: its form, that it does not move, and the validity. */
export function expiresChecks(state: LegacyState, payment: Payment): readonly Check<Reply>[] {
  const { expires } = payment;
  if (expires !== undefined) {
    // An update within the same second renews nothing that could be seen.
    const countsAsEvidence = expires.setBy !== update.keepsExpiry.id || payment.updatedLater !== undefined;
    return [form, equals(expires.setBy, 'expires', expires.is, { countsAsEvidence })];
  }
  if (payment.authorization === undefined || payment.clock === undefined) return [form];
  const validity = valid(authorize.validity.id, state, payment);
  if (payment.orderSetBy === undefined) return [form, validity];
  // First seen after an update, a wrong expiry breaks the one rule or the other. A right one may still be renewed within what is tolerated.
  return [form, validity, { ...valid(update.keepsExpiry.id, state, payment), countsAsEvidence: false }];
}

function valid(rule: string, state: LegacyState, payment: Payment): Check<Reply> {
  return check(
    rule,
    `expires ${state.validityMs / hourMs} h after the authorization, in any time zone`,
    (reply) => at(reply.body, ['expires']),
    (value) => {
      const offset = offsetOf(value, state, payment);
      return (
        offset === undefined || (holdsZone(offset, zones.from, zones.to) && isAsOthers(value, state, payment))
      );
    },
    {
      about: 'expires',
      countsAsEvidence: isDated(state, payment),
      // Between two readings that lie hours apart, any expiry is right.
      provesWhere: (value) => isNarrow(offsetOf(value, state, payment)),
    },
  );
}

const isNarrow = (offset: Span | undefined): boolean =>
  offset !== undefined && offset.most - offset.least < quarterMs;

/** Whether the other payments of the sequence are shown in the same zone, which may be any, or in one an hour from it. */
function isAsOthers(expires: unknown, state: LegacyState, payment: Payment): boolean {
  const shownMs = civilTimeMs(expires);
  const { authorization, born } = payment;
  if (shownMs === undefined || authorization === undefined) return true;
  const offset = offsetOf(expires, state, payment);
  return Object.values(state.payments).every((other) => {
    if (other === payment) return true;
    if (state.isClockMoved === true) {
      const ofOther = offsetOf(other.expires?.is, state, other);
      if (offset === undefined || ofOther === undefined) return true;
      const between = { least: offset.least - ofOther.most, most: offset.most - ofOther.least };
      return holdsZone(between, -hourMs, hourMs);
    }
    const otherMs = civilTimeMs(other.expires?.is);
    if (otherMs === undefined || other.authorization === undefined) return true;
    const [first, later] =
      other.authorization.sentAt < authorization.sentAt
        ? [other.authorization, authorization]
        : [authorization, other.authorization];
    const { least, most } = passedBetween(first, later);
    const passed = first === authorization ? { least: -most, most: -least } : { least, most };
    const apart = shownMs - born - (otherMs - other.born);
    // Both are cut or rounded, and others may have moved the clock on between the two.
    const [early, late] = first === authorization ? [roughMs, 0] : [0, roughMs];
    const left = {
      least: apart - passed.most - 2 * expiryDigitMs - late,
      most: apart - passed.least + 2 * expiryDigitMs + early,
    };
    return holdsZone(left, -hourMs, hourMs);
  });
}

/** Whether `expires` is written in this time zone, as far as known. */
export function writtenIn(zone: 'UTC' | 'JST' | 'other', state: LegacyState, payment: Payment): Check<Reply> {
  return check(
    status.expiresForm.id,
    `expires in ${zone}`,
    (reply) => at(reply.body, ['expires']),
    (value) => {
      const offset = offsetOf(value, state, payment);
      if (offset === undefined) return zone === 'other';
      const near = (hours: number) => Math.abs(zoneIn(offset) - hours * hourMs) <= nearMs;
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
  return payment.expires === undefined && isOtherHalfOfDay(state, payment.born) && isDated(state, payment)
    ? ', half a day after another'
    : '';
}

/** So long after the authorization a renewed `expires`, which is in seconds, differs from the first one for certain, ms. */
export const renewalShowsAfterMs = 1000;

/** Whether the expiry of a payment was shown that was made in another half of a day than this moment, on a clock that is moved. */
export function isOtherHalfOfDay(state: LegacyState, moved: number): boolean {
  return Object.values(state.payments).some((payment) => {
    const apart = Math.abs(moved - payment.born) % dayMs;
    const isShown = payment.expires !== undefined && isDated(state, payment);
    return isShown && apart >= dayMs / 4 && apart <= (3 * dayMs) / 4;
  });
}
