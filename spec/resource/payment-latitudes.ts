import { latitudes } from '../latitude.ts';
import { REFUSAL } from './request-latitudes.ts';

const STATES = 'States and transitions';

/** Open points about what a payment shows, and about payments whose token, consumer or authorization has ended. */
export const paymentLatitudes = latitudes('resource', {
  storeName: {
    id: 'resource.payment.store-name-shown',
    section: 'Resources and their fields › Payment',
    question:
      "Is the store name of a payment the one that was sent, that one with something around it, or the account's own?",
    choices: ['as-sent', 'decorated', 'of-account'],
  },
  notActive: {
    id: 'resource.create.not-active',
    section: STATES,
    question:
      'How is a creation answered whose token is deleted, or whose consumer is not ACTIVE: by an error, or by a payment that is REJECTED?',
    choices: ['error', 'rejected-payment'],
    perCase: true,
  },
  tokenEnded: {
    id: 'resource.payment.token-ended',
    section: STATES,
    question:
      'Can a payment be captured, closed or refunded once its token was suspended or deleted, or its consumer is not ACTIVE any more?',
    choices: ['served', 'refused'],
    perCase: true,
  },
  rejectedRefund: {
    id: 'resource.refund.rejected-status',
    section: 'Errors',
    question: 'With which status is the refund of a REJECTED payment refused?',
    choices: REFUSAL,
  },
  updateAfterExpiry: {
    id: 'resource.update.after-expiry',
    section: STATES,
    question: 'Can a payment be updated after its expiry?',
    choices: ['accepted', 'refused'],
    perCase: true,
  },
});
