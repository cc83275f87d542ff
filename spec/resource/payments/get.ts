import { requirements } from '../../requirement.ts';

const SECTION = 'Endpoints › GET /payments/{id}';
const needs = ['payments'] as const;

/** Rows of reading a payment. */
export const getRules = requirements('resource', 'get', {
  returnsPayment: {
    id: 'resource.get.returns-payment',
    section: SECTION,
    text: 'A payment can be read at any time, in every state.',
    needs,
  },
  current: {
    id: 'resource.get.current-state',
    section: SECTION,
    text: 'A read shows the current state with all captures and refunds.',
    needs,
  },
  changesNothing: {
    id: 'resource.get.changes-nothing',
    section: SECTION,
    text: 'A read changes nothing: two reads with nothing between them show the same payment.',
    needs,
  },
});
