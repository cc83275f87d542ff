import { contentFaults } from './contents.ts';
import type { Fault } from './fault.ts';
import { paymentChangeFaults } from './payment-changes.ts';
import { paymentEntryFaults } from './payment-entries.ts';
import { paymentFieldFaults } from './payment-fields.ts';
import { paymentFlowFaults } from './payment-flow.ts';
import { paymentObjectFaults } from './payment-objects.ts';
import { requestFaults } from './requests.ts';

/** Faults of the resource interface but for its tokens. */
export const resourceFaults: readonly Fault[] = [
  ...requestFaults,
  ...contentFaults,
  ...paymentFieldFaults,
  ...paymentObjectFaults,
  ...paymentEntryFaults,
  ...paymentFlowFaults,
  ...paymentChangeFaults,
];
