import type { Fault } from './fault.ts';
import { legacyAuthorizeFaults, legacyAuthorizeChecksumsFaults } from './legacy/authorize.ts';
import { legacyCaptureFaults, legacyCaptureClosingFaults } from './legacy/capture.ts';
import { legacyCaptureAmountsFaults } from './legacy/capture-amounts.ts';
import { legacyCheckoutFaults } from './legacy/checkout.ts';
import { legacyChecksumsFaults } from './legacy/checksums.ts';
import { legacyCloseFaults } from './legacy/close.ts';
import { legacyCommonFaults, legacyRefusalFaults } from './legacy/common.ts';
import { legacyDeliveriesFaults } from './legacy/deliveries.ts';
import { legacyEventBodiesFaults, legacyEventsFaults } from './legacy/events.ts';
import { legacyNumbersFaults } from './legacy/numbers.ts';
import { legacyRefundFaults, legacyRefundAmountsFaults } from './legacy/refund.ts';
import { legacyRequiredFaults } from './legacy/required.ts';
import { legacyStatusFaults } from './legacy/status.ts';
import { legacyUpdateFaults } from './legacy/update.ts';
import { legacySeldomFaults } from './legacy/seldom.ts';
import { legacyNeighbourFaults } from './legacy/neighbours.ts';
import { legacyExpiryFaults } from './legacy/expiry.ts';

/** Every fault of the legacy document's server. */
export const legacyFaults: readonly Fault[] = [
  ...legacyAuthorizeFaults,
  ...legacyAuthorizeChecksumsFaults,
  ...legacyCaptureFaults,
  ...legacyCaptureAmountsFaults,
  ...legacyCaptureClosingFaults,
  ...legacyCheckoutFaults,
  ...legacyChecksumsFaults,
  ...legacyCloseFaults,
  ...legacyCommonFaults,
  ...legacyDeliveriesFaults,
  ...legacyEventBodiesFaults,
  ...legacyEventsFaults,
  ...legacyNumbersFaults,
  ...legacySeldomFaults,
  ...legacyNeighbourFaults,
  ...legacyExpiryFaults,
  ...legacyRefundFaults,
  ...legacyRefundAmountsFaults,
  ...legacyRefusalFaults,
  ...legacyRequiredFaults,
  ...legacyStatusFaults,
  ...legacyUpdateFaults,
];
