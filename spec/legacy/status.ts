import { z } from 'zod';
import { requirements, needing } from '../requirement.ts';
import { checksumField } from './checksum.ts';

const section = 'Endpoints › Status';

/** Statements about Status, the read of this interface. */
export const status = requirements(
  'legacy',
  'status',
  needing(['legacy.payment'], {
    succeeds: {
      id: 'legacy.status.succeeds',
      section,
      text: 'The status of a payment is shown as open or close.',
    },
    fields: {
      id: 'legacy.status.fields',
      section,
      text: 'The reply carries payment_id, status, expires, amount and test.',
    },
    expiresForm: {
      id: 'legacy.status.expires-form',
      section,
      text: 'expires has the form YYYY-MM-DD hh:mm:ss.',
    },
    amountNumber: {
      id: 'legacy.status.amount-number',
      section: 'Resources and their fields › Payment record',
      text: 'amount is a number.',
    },
    orderRef: {
      id: 'legacy.status.order-ref',
      section,
      text: 'The reply carries the order_ref of the payment as text.',
    },
    readsOnly: {
      id: 'legacy.status.reads-only',
      section,
      text: 'Reading the status changes nothing: the next read shows the same.',
    },
    kept: {
      id: 'legacy.status.kept',
      section: 'States and transitions',
      text: 'No capture, close or refund changes the expiry, the amount or the order_ref of a payment: the next read shows them as before.',
    },
    refusedShowsNothing: {
      id: 'legacy.status.refused-shows-nothing',
      section: 'Authentication',
      text: 'A status request with a wrong key or checksum is not executed: its refusal shows neither expires, nor amount, nor order_ref.',
    },
    requiredFields: {
      id: 'legacy.status.required-fields',
      section,
      text: 'A status request without payment_id is not executed.',
    },
  }),
);

export const statusRequest = z.object({ payment_id: z.string(), checksum: checksumField });
