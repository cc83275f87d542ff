import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../durations.ts';
import { soundLegacyRules as sound } from '../../legacy/rules.ts';
import { type Fault, fault } from '../fault.ts';

const upTo = (ms: number, unitMs: number): number => Math.ceil(ms / unitMs) * unitMs;
const downTo = (ms: number, unitMs: number): number => Math.floor(ms / unitMs) * unitMs;

/** Faults beside the expiry: in how it is compared, and in how it is counted. */
export const legacyExpiryFaults: readonly Fault[] = [
  fault('legacy-open-until-the-job-of-the-minute', 'legacy.expiry.closes', {
    summary: 'A payment stays open until the minute of its expiry is over.',
    legacy: { isExpired: (payment, now) => sound.isExpired(payment, downTo(now, MINUTE_MS)) },
  }),
  fault('legacy-open-until-the-job-of-the-night', 'legacy.expiry.closes', {
    summary: 'A payment stays open until the day of its expiry is over.',
    legacy: { isExpired: (payment, now) => sound.isExpired(payment, downTo(now, DAY_MS)) },
  }),
  fault('legacy-open-for-ten-seconds-more', 'legacy.expiry.closes', {
    summary: 'A payment stays open for ten seconds after its expiry.',
    legacy: { isExpired: (payment, now) => sound.isExpired(payment, now - 10 * SECOND_MS) },
  }),
  fault('legacy-closed-in-the-last-half-minute', 'legacy.expiry.open-until', {
    summary: 'A payment closes half a minute before the expiry that it shows.',
    legacy: { isExpired: (payment, now) => sound.isExpired(payment, now + MINUTE_MS / 2) },
  }),
  fault('legacy-closed-on-the-last-day', 'legacy.expiry.open-until', {
    summary: 'A payment closes when the day of its expiry begins.',
    legacy: { isExpired: (payment, now) => sound.isExpired(payment, upTo(now, DAY_MS)) },
  }),
  fault('legacy-valid-to-the-whole-minute', 'legacy.authorize.validity', {
    summary: 'The expiry is counted up to the next whole minute.',
    legacy: { expiryOf: (now, settings) => upTo(now + settings.validityMs, MINUTE_MS) },
  }),
  fault('legacy-valid-from-the-minute-before', 'legacy.authorize.validity', {
    summary: 'The expiry is counted from a minute before the authorization, as a clock that is behind does.',
    legacy: { expiryOf: (now, settings) => now + settings.validityMs - MINUTE_MS },
  }),
];
