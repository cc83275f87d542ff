import { latitudes } from '../../latitude.ts';

/** Open points about refunds: what they do to a payment, and until when they are possible. */
export const refundLatitudes = latitudes('legacy', {
  refundPaymentState: {
    id: 'legacy.refund.payment-state',
    section: 'States and transitions',
    question: 'How does a refund change the state of a closed payment? It may depend on what has closed it.',
    choices: ['unchanged', 'reopens'],
    perCase: true,
  },
  refundOpenState: {
    id: 'legacy.refund.open-payment-state',
    section: 'States and transitions',
    question: 'How does a refund change the state of an open payment?',
    choices: ['unchanged', 'closes'],
  },
  refundSecondFull: {
    id: 'legacy.refund.second-full',
    section: 'States and transitions',
    question: 'What happens to a full refund when nothing is left to return?',
    choices: ['refused', 'accepted'],
  },
  refundNothing: {
    id: 'legacy.refund.nothing',
    section: 'Endpoints › Refund',
    question: 'What happens to a refund of zero?',
    choices: ['refused', 'accepted'],
    perCase: true,
  },
  refundAfterClose: {
    id: 'legacy.refund.after-close',
    section: 'States and transitions',
    question: 'Can a capture be refunded once its payment was closed by request?',
    choices: ['accepted', 'refused'],
  },
  refundAfterExpiry: {
    id: 'legacy.refund.after-expiry',
    section: 'States and transitions',
    question: 'Can a capture be refunded once its payment was closed by its expiry?',
    choices: ['accepted', 'refused'],
  },
  refundAfterValidity: {
    id: 'legacy.refund.after-validity',
    section: 'States and transitions',
    question:
      'Can a capture be refunded once the expiry of its payment has passed, where that was closed before by its captures or by request?',
    choices: ['accepted', 'refused'],
  },
});
