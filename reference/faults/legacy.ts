import type { Fault } from './fault.ts';
import { legacyAuthorizeFaults } from './legacy/authorize.ts';
import { legacyAuthorizeChecksumsFaults } from './legacy/authorize-checksums.ts';
import { legacyCaptureFaults } from './legacy/capture.ts';
import { legacyCaptureAmountsFaults } from './legacy/capture-amounts.ts';
import { legacyCaptureClosingFaults } from './legacy/capture-closing.ts';
import { legacyCheckoutFaults } from './legacy/checkout.ts';
import { legacyChecksumsFaults } from './legacy/checksums.ts';
import { legacyCloseFaults } from './legacy/close.ts';
import { legacyCommonFaults } from './legacy/common.ts';
import { legacyDeliveriesFaults } from './legacy/deliveries.ts';
import { legacyEventBodiesFaults } from './legacy/event-bodies.ts';
import { legacyEventsFaults } from './legacy/events.ts';
import { legacyRefundFaults } from './legacy/refund.ts';
import { legacyRefundAmountsFaults } from './legacy/refund-amounts.ts';
import { legacyRefusalFaults } from './legacy/refusals.ts';
import { legacyRequiredFaults } from './legacy/required.ts';
import { legacyStatusFaults } from './legacy/status.ts';
import { legacyUpdateFaults } from './legacy/update.ts';

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
  ...legacyRefundFaults,
  ...legacyRefundAmountsFaults,
  ...legacyRefusalFaults,
  ...legacyRequiredFaults,
  ...legacyStatusFaults,
  ...legacyUpdateFaults,
];
