import type { Fault } from './fault.ts';
import { paymentChangeFaults } from './payment-changes.ts';
import { paymentFieldFaults } from './payment-fields.ts';
import { paymentFlowFaults } from './payment-flow.ts';
import { requestFaults } from './requests.ts';

/** Faults of the resource interface but for its tokens. */
export const resourceFaults: readonly Fault[] = [
  ...requestFaults,
  ...paymentFieldFaults,
  ...paymentFlowFaults,
  ...paymentChangeFaults,
];
