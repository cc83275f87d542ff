import { z } from 'zod';
import { requirements, needing } from '../requirement.ts';
import { checksumField } from './checksum.ts';

const section = 'Endpoints › Refund';
const states = 'States and transitions';

/** Statements about Refund, in full and in part. */
export const refund = requirements(
  'legacy',
  'refund',
  needing(['legacy.payment'], {
    partialSucceeds: {
      id: 'legacy.refund.partial-succeeds',
      section,
      text: 'A refund with an amount up to what is left of the capture answers refund_success.',
    },
    fullSucceeds: {
      id: 'legacy.refund.full-succeeds',
      section,
      text: 'A refund without an amount returns all that is left of the capture and answers refund_success.',
    },
    severalPartials: {
      id: 'legacy.refund.several-partials',
      section: states,
      text: 'Several partial refunds of one capture may follow each other.',
    },
    fullAfterPartials: {
      id: 'legacy.refund.full-after-partials',
      section: states,
      text: 'A full refund after partial ones returns the remaining balance of that capture.',
    },
    partialAfterFull: {
      id: 'legacy.refund.partial-after-full',
      section: states,
      text: 'After a full refund a partial refund of the same capture is impossible.',
    },
    aboveRefundable: {
      id: 'legacy.refund.above-refundable',
      section,
      text: 'A refund above the refundable amount fails: refund_fail.',
    },
    invalidAmount: {
      id: 'legacy.refund.invalid-amount',
      section: 'Errors',
      level: 'may',
      text: 'A refund above the refundable amount fails for the reason invalid_amount.',
      unseenWhere: {
        latitude: 'legacy.refund.fail-reason',
        choice: 'other',
        because: 'the target gives another reason',
      },
    },
    perCapture: {
      id: 'legacy.refund.per-capture',
      section: states,
      text: 'Refunds are counted per capture id: a refund of one capture does not affect the others.',
      needs: ['persona.approve'],
    },
    successReply: {
      id: 'legacy.refund.success-reply',
      section,
      text: 'The reply carries capture_id and status.',
    },
    failReply: {
      id: 'legacy.refund.fail-reply',
      section,
      text: 'A failure carries capture_id, status, reason and message.',
    },
    requiredFields: {
      id: 'legacy.refund.required-fields',
      section,
      text: 'A refund without capture_id is not executed.',
    },
  }),
);

export const refundRequest = z.object({
  capture_id: z.string(),
  amount: z.number().optional(),
  checksum: checksumField,
});
