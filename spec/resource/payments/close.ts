import { requirements } from '../../requirement.ts';

const SECTION = 'Endpoints › POST /payments/{id}/close';
const needs = ['payments'] as const;

/** Rows of closing a payment. */
export const closeRules = requirements('resource', 'close', {
  closes: {
    id: 'resource.close.closes',
    section: 'States and transitions',
    text: 'Closing an AUTHORIZED payment makes it CLOSED.',
    needs,
  },
  capturesNothing: {
    id: 'resource.close.captures-nothing',
    section: 'What the service does',
    text: 'Closing captures nothing: the captures stay as they were.',
    needs,
  },
  closedRefused: {
    id: 'resource.close.closed-refused',
    section: 'Errors',
    text: 'Closing a CLOSED payment is refused with 409 service.conflict.',
    needs,
  },
  onlyAuthorized: {
    id: 'resource.close.only-authorized',
    section: SECTION,
    text: 'A payment that is not AUTHORIZED, such as a REJECTED one, cannot be closed.',
    needs: ['payments.issue'],
  },
  returnsPayment: {
    id: 'resource.close.returns-payment',
    section: SECTION,
    text: 'A successful close answers with the payment object.',
    needs,
  },
});
