import { z } from 'zod';
import { requirements, needing } from '../requirement.ts';
import { checksumField } from './checksum.ts';

const section = 'Endpoints › Close';
const states = 'States and transitions';

/** Statements about Close, and about closing by expiry. */
export const close = requirements(
  'legacy',
  'close',
  needing(['legacy.payment'], {
    succeeds: {
      id: 'legacy.close.succeeds',
      section,
      text: 'Closing an open payment answers close_success.',
    },
    successReply: {
      id: 'legacy.close.success-reply',
      section,
      text: 'A success carries payment_id, status and test.',
    },
    closes: {
      id: 'legacy.close.closes',
      section: states,
      text: 'A payment is closed after a close request.',
    },
    closedRefuses: {
      id: 'legacy.close.closed-refuses',
      section: states,
      text: 'A closed payment cannot be closed again: close_fail.',
    },
    closedReason: {
      id: 'legacy.close.closed-reason',
      section: 'Errors',
      text: 'Closing a closed payment fails for the reason closed.',
    },
    failReply: {
      id: 'legacy.close.fail-reply',
      section,
      text: 'A failure carries payment_id, status, test, reason and message.',
    },
    requiredFields: {
      id: 'legacy.close.required-fields',
      section,
      text: 'A close request without payment_id is not executed.',
    },
    openUntilExpiry: {
      id: 'legacy.expiry.open-until',
      section: 'Limits',
      text: 'A payment stays open until its expiry.',
      needs: ['clock.advance'],
    },
    expiryCloses: {
      id: 'legacy.expiry.closes',
      section: states,
      text: 'An open payment is closed once its expiry has passed, captured or not.',
      needs: ['clock.advance'],
    },
  }),
);

export const closeRequest = z.object({ payment_id: z.string(), checksum: checksumField });
