import type { Finding } from '../store.ts';
import { type Fault, fault } from './fault.ts';

/** As many as a page or a cache often has. */
const most = 50;

/** A table that changes what it finds of a record once so many newer ones were stored. */
const old =
  <T>(change: (record: T) => T | undefined, after = most): Finding<T> =>
  (record, newer) =>
    newer < after ? record : change(record);

const forgotten = <T>(record: T, newer: number): T | undefined => old<T>(() => undefined)(record, newer);

/** Faults that show only once many others were made. */
export const legacyOldRecordsFaults: readonly Fault[] = [
  fault('legacy-newest-fifty-found', 'legacy.status.succeeds', {
    summary: 'Only the newest 50 payments are known.',
    found: { legacyPayments: forgotten },
  }),
  fault('legacy-old-order-ref-forgotten', 'legacy.status.reads-only', {
    summary: 'A payment loses its order_ref once 40 others were made.',
    found: {
      legacyPayments: old(
        (payment) => ({ ...payment, order: { ...payment.order, orderRef: undefined } }),
        40,
      ),
    },
  }),
];

/** The same of the resource interface. */
export const resourceOldRecordsFaults: readonly Fault[] = [
  fault('resource-newest-fifty-found', 'resource.get.returns-payment', {
    summary: 'Only the newest 50 payments are known.',
    found: { resourcePayments: forgotten },
  }),
  fault('resource-old-payments-closed', 'resource.get.current-state', {
    summary: 'A payment is closed once 50 others were made.',
    found: { resourcePayments: old((payment) => ({ ...payment, status: 'CLOSED' })) },
  }),
  fault('token-newest-fifty-found', 'resource.token-get.returns-token', {
    summary: 'Only the newest 50 tokens are known.',
    found: { tokens: forgotten },
  }),
];
