import { answerFaults } from './answers.ts';
import { contentFaults } from './contents.ts';
import type { Fault } from './fault.ts';
import { paymentChangeFaults } from './payment-changes.ts';
import { paymentCreationFaults } from './payment-creation.ts';
import { paymentEffectFaults } from './payment-effects.ts';
import { paymentEntryFaults } from './payment-entries.ts';
import { paymentFieldFaults } from './payment-fields.ts';
import { paymentFlowFaults } from './payment-flow.ts';
import { paymentObjectFaults } from './payment-objects.ts';
import { paymentUpdateFaults } from './payment-updates.ts';
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
  ...paymentCreationFaults,
  ...paymentEffectFaults,
  ...paymentUpdateFaults,
  ...answerFaults,
];
