import type { Fault } from './fault.ts';
import { legacyAmountFaults } from './legacy-amounts.ts';
import { legacyAuthFaults } from './legacy-auth.ts';
import { legacyFieldFaults } from './legacy-fields.ts';
import { legacyReplyFaults } from './legacy-replies.ts';
import { legacyRequestFaults } from './legacy-requests.ts';
import { legacyResultFaults } from './legacy-results.ts';
import { legacyStateFaults } from './legacy-states.ts';
import { legacyTurnFaults } from './legacy-turns.ts';

/** Faults of the legacy operations. */
export const legacyFaults: readonly Fault[] = [
  ...legacyStateFaults,
  ...legacyAmountFaults,
  ...legacyReplyFaults,
  ...legacyResultFaults,
  ...legacyAuthFaults,
  ...legacyRequestFaults,
  ...legacyFieldFaults,
  ...legacyTurnFaults,
];
