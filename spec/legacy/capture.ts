import { z } from 'zod';
import { requirements, needing } from '../requirement.ts';
import { checksumField } from './checksum.ts';

const section = 'Endpoints › Capture';
const states = 'States and transitions';

/** Statements about Capture, in full and in part. */
export const capture = requirements(
  'legacy',
  'capture',
  needing(['legacy.payment'], {
    fullSucceeds: {
      id: 'legacy.capture.full-succeeds',
      section,
      text: 'A capture with payment_id and checksum alone captures the whole amount of an open payment.',
    },
    partialSucceeds: {
      id: 'legacy.capture.partial-succeeds',
      section,
      text: 'A capture with items, tax or shipping captures that part of an open payment.',
    },
    captureId: {
      id: 'legacy.capture.capture-id',
      section,
      text: 'A successful capture issues a capture_id, which is text.',
    },
    uniqueId: {
      id: 'legacy.capture.unique-id',
      section: 'Resources and their fields › Capture record',
      text: 'Each capture has a capture_id of its own.',
      identifies: true,
    },
    successReply: {
      id: 'legacy.capture.success-reply',
      section,
      text: 'A success carries payment_id, capture_id, status and test.',
    },
    fullCloses: {
      id: 'legacy.capture.full-closes',
      section: states,
      text: 'A capture of the whole amount closes the payment.',
    },
    partialKeepsOpen: {
      id: 'legacy.capture.partial-keeps-open',
      section: states,
      text: 'A payment stays open while the captured total is below the authorized amount.',
    },
    partialsClose: {
      id: 'legacy.capture.partials-close',
      section: states,
      text: 'A payment is closed when partial captures reach the authorized amount.',
    },
    itemsOfLastUpdate: {
      id: 'legacy.capture.items-of-order',
      section,
      text: 'Captured items are the lines of the order as it was set at Authorize or by the last Update.',
    },
    closedRefuses: {
      id: 'legacy.capture.closed-refuses',
      section: states,
      text: 'A closed payment cannot be captured: capture_fail.',
    },
    reasonGiven: {
      id: 'legacy.capture.closed-reason',
      section: states,
      text: 'If the failed capture of a closed payment gives a reason, the reason is closed.',
      unseenWhere: {
        latitude: 'legacy.capture.fail-reason',
        choice: 'absent',
        because: 'failed captures give no reason',
      },
    },
    failReply: {
      id: 'legacy.capture.fail-reply',
      section,
      text: 'A failure carries payment_id, status and test.',
    },
    failNoCaptureId: {
      id: 'legacy.capture.fail-no-capture-id',
      section,
      text: 'A failed capture issues no capture_id.',
    },
    keepsAmount: {
      id: 'legacy.capture.keeps-amount',
      section: 'Endpoints › Status',
      text: 'The amount that Status shows is the authorized one, whatever was captured.',
    },
    requiredFields: {
      id: 'legacy.capture.required-fields',
      section,
      text: 'A capture without payment_id is not executed.',
    },
    mail: {
      id: 'legacy.capture.mail',
      section: 'What the service does',
      text: 'The consumer is informed of a capture by e-mail.',
      untestable: 'SMS and e-mail are no API operations',
    },
    payout: {
      id: 'legacy.capture.payout',
      section: 'What the service does',
      text: 'A capture commits the payout to the merchant and the billing of the consumer; Authorize does not.',
      untestable: 'payout and billing are not visible over the interface',
    },
    billedMail: {
      id: 'legacy.capture.billed-mail',
      section: 'What the service does',
      text: 'The consumer is informed of the monthly billed amount by SMS and e-mail.',
      untestable: 'SMS and e-mail are no API operations',
    },
  }),
);

export const captureRequest = z.object({
  payment_id: z.string(),
  items: z.array(z.object({ item_id: z.string().optional(), quantity: z.int().optional() })).optional(),
  tax: z.number().optional(),
  shipping: z.number().optional(),
  checksum: checksumField,
});
