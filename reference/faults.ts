import { instantFaults } from './faults/instants.ts';
import { legacyFaults } from './faults/legacy.ts';
import { legacyCapturedMoneyFaults } from './faults/legacy-money-captured.ts';
import { legacyRefundedMoneyFaults } from './faults/legacy-money-refunded.ts';
import { legacySeldomMoneyFaults } from './faults/legacy-money-seldom.ts';
import { nearValueFaults } from './faults/near-values.ts';
import { oddRequestFaults } from './faults/odd-requests.ts';
import { paymentSeldomFaults } from './faults/payment-seldom.ts';
import { raceFaults } from './faults/races.ts';
import { resourceFaults } from './faults/resource.ts';
import { resourceMoneyFaults } from './faults/resource-money.ts';
import { tokenFaults } from './faults/tokens.ts';
import { webhookFaults } from './faults/webhooks.ts';
import type { Fault } from './faults/fault.ts';

/** Every seeded fault of the reference. */
export const faults: readonly Fault[] = [
  ...legacyFaults,
  ...legacyCapturedMoneyFaults,
  ...legacyRefundedMoneyFaults,
  ...legacySeldomMoneyFaults,
  ...resourceFaults,
  ...resourceMoneyFaults,
  ...paymentSeldomFaults,
  ...oddRequestFaults,
  ...nearValueFaults,
  ...instantFaults,
  ...tokenFaults,
  ...webhookFaults,
  ...raceFaults,
];

/** The faults of the given ids. Throws an Error that names an unknown id. */
export function faultsOf(ids: readonly string[]): readonly Fault[] {
  return ids.map((id) => {
    const fault = faults.find((one) => one.id === id);
    if (fault === undefined) throw new Error(`the reference has no fault "${id}".`);
    return fault;
  });
}
