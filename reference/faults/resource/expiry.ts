import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../durations.ts';
import { soundResourceRules as sound } from '../../resource/rules.ts';
import { type Fault, fault } from '../fault.ts';

/** Faults beside the expiry, in how it is compared. */
export const resourceExpiryFaults: readonly Fault[] = [
  fault('resource-capture-in-the-tenth-after', 'resource.capture.expired-refused', {
    summary: 'A capture in the tenth of a second after the expiry succeeds, as of a timer that is late.',
    resource: { expired: (payment, now) => sound.expired(payment, now - 100) },
  }),
  fault('resource-capture-in-the-second-after', 'resource.capture.expired-refused', {
    summary: 'Expiries are compared in whole seconds, so that a capture in the second after succeeds.',
    resource: {
      expired: ({ expiresAt }, now) => Math.floor(now / SECOND_MS) > Math.ceil(expiresAt / SECOND_MS),
    },
  }),
  fault('resource-capture-in-the-minute-after', 'resource.capture.expired-refused', {
    summary: 'A capture is accepted for half a minute after the expiry.',
    resource: { expired: (payment, now) => sound.expired(payment, now - MINUTE_MS / 2) },
  }),
  fault('resource-capture-on-the-day-after', 'resource.capture.expired-refused', {
    summary: 'Captures are accepted until the day of the expiry is over.',
    resource: {
      expired: ({ expiresAt }, now) => Math.floor(now / DAY_MS) > Math.floor(expiresAt / DAY_MS),
    },
  }),
  fault('resource-no-capture-in-the-last-ten-seconds', 'resource.capture.until-expiry', {
    summary: 'Captures are refused as expired in the last ten seconds.',
    resource: { expired: (payment, now) => sound.expired(payment, now + 10 * SECOND_MS) },
  }),
  fault('resource-no-capture-in-the-last-half-minute', 'resource.capture.until-expiry', {
    summary: 'Captures are refused as expired in the last half minute.',
    resource: { expired: (payment, now) => sound.expired(payment, now + MINUTE_MS / 2) },
  }),
  fault('resource-instants-in-japanese-time', 'resource.payment.created-at', {
    summary: 'Instants are written in Japanese time, and marked as UTC.',
    resource: { instant: (ms) => sound.instant(ms + 9 * 60 * MINUTE_MS) },
  }),
  fault('resource-instants-with-the-year-of-the-week', 'resource.payment.created-at', {
    summary: 'In the last days of December, instants have the year of their week.',
    resource: { instant: (ms) => inYearOfWeek(sound.instant(ms), ms) },
  }),
  fault('resource-instants-cut-to-the-minute', 'resource.payment.created-at', {
    summary: 'Instants are cut to the minute.',
    resource: { instant: (ms) => sound.instant(ms - (ms % MINUTE_MS)) },
  }),
];

/** As `YYYY` of many date formatters gives it: the week with January 1 counts to the new year. */
function inYearOfWeek(text: string, ms: number): string {
  const date = new Date(ms);
  const saturday = new Date(ms + (6 - date.getUTCDay()) * DAY_MS);
  return text.replace(String(date.getUTCFullYear()), String(saturday.getUTCFullYear()));
}
