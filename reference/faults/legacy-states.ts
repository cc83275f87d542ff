import { soundLegacyRules as sound } from '../legacy/rules.ts';
import type { Fault } from './fault.ts';

const DAY_MS = 86_400_000;

/** Faults in the states of legacy payments and in what time does to them. */
export const legacyStateFaults: readonly Fault[] = [
  {
    id: 'legacy-full-capture-stays-open',
    requirement: 'legacy.capture.full-closes',
    summary: 'A full capture leaves the payment open.',
    legacy: {
      closesAfterCapture: (payment, how) => how === 'partial' && sound.closesAfterCapture(payment, how),
    },
  },
  {
    id: 'legacy-last-partial-stays-open',
    requirement: 'legacy.capture.partials-close',
    summary: 'Partial captures that reach the total leave the payment open.',
    legacy: { closesAfterCapture: (_payment, how) => how === 'full' },
  },
  {
    id: 'legacy-last-partial-of-fractions-stays-open',
    requirement: 'legacy.capture.partials-close',
    summary:
      'What partial captures reached is rounded down, so that a total with a fraction is never reached.',
    legacy: {
      closesAfterCapture: ({ captured, order }, how) =>
        how === 'full' || captured.amount.round(0, 0).gte(order.totalAmount),
    },
  },
  {
    id: 'legacy-partial-capture-closes',
    requirement: 'legacy.capture.partial-keeps-open',
    summary: 'Any capture closes the payment.',
    legacy: { closesAfterCapture: () => true },
  },
  {
    id: 'legacy-second-capture-closes',
    requirement: 'legacy.capture.partial-keeps-open',
    summary: 'The second partial capture closes the payment, whatever is left.',
    legacy: {
      closesAfterCapture: (payment, how) =>
        payment.captured.count > 1 || sound.closesAfterCapture(payment, how),
    },
  },
  {
    id: 'legacy-close-keeps-open',
    requirement: 'legacy.close.closes',
    summary: 'A close request is answered with close_success and changes nothing.',
    legacy: { statusAfterClosing: (cause) => (cause === 'request' ? 'open' : 'close') },
  },
  {
    id: 'legacy-closed-can-be-updated',
    requirement: 'legacy.update.closed-refuses',
    summary: 'A closed payment can be updated.',
    legacy: { closedRefuses: (operation) => operation !== 'update' },
  },
  {
    id: 'legacy-closed-can-be-closed',
    requirement: 'legacy.close.closed-refuses',
    summary: 'A closed payment can be closed again.',
    legacy: { closedRefuses: (operation) => operation !== 'close' },
  },
  {
    id: 'legacy-closed-can-be-captured',
    requirement: 'legacy.capture.closed-refuses',
    summary: 'A closed payment can be captured.',
    legacy: { closedRefuses: (operation) => operation !== 'capture' },
  },
  {
    id: 'legacy-valid-29-days',
    requirement: 'legacy.authorize.validity',
    summary: 'An authorization is valid for a day less than it should be.',
    legacy: { expiryOf: (now, settings) => now + settings.validityMs - DAY_MS },
  },
  {
    id: 'legacy-valid-31-days',
    requirement: 'legacy.authorize.validity',
    summary: 'An authorization is valid for a day more than it should be.',
    legacy: { expiryOf: (now, settings) => now + settings.validityMs + DAY_MS },
  },
  {
    id: 'legacy-update-adds-a-day',
    requirement: 'legacy.update.keeps-expiry',
    summary: 'An update moves the expiry by a day.',
    legacy: { expiryAfterUpdate: (payment) => payment.expiresAt + DAY_MS },
  },
  {
    id: 'legacy-update-renews',
    requirement: 'legacy.update.keeps-expiry',
    summary: 'An update starts the validity anew, which shows once time has passed.',
    legacy: { expiryAfterUpdate: (_payment, now, settings) => now + settings.validityMs },
  },
  {
    id: 'legacy-never-expires',
    requirement: 'legacy.expiry.closes',
    summary: 'A payment stays open past its expiry.',
    legacy: { isExpired: () => false },
  },
  {
    id: 'legacy-captured-never-expires',
    requirement: 'legacy.expiry.closes',
    summary: 'A payment that was captured in part stays open past its expiry.',
    legacy: { isExpired: (payment, now) => payment.captured.count === 0 && sound.isExpired(payment, now) },
  },
  {
    id: 'legacy-expires-a-day-early',
    requirement: 'legacy.expiry.open-until',
    summary: 'A payment closes a day before the expiry that it shows.',
    legacy: { isExpired: (payment, now) => sound.isExpired(payment, now + DAY_MS) },
  },
];
