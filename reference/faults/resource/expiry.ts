import { soundResourceRules as sound } from '../../resource/rules.ts';
import { type Fault, fault } from '../fault.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 1440 * MINUTE_MS;

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
];
