import { expect, it } from 'vitest';
import type { Json, Step } from '../../../engine/model.ts';
import { predictRefund } from '../../../models/resource/payments/refund.ts';
import { initialState, type Payment } from '../../../models/resource/state.ts';
import type { Reply } from '../../../models/wire.ts';
import { agreedBy } from '../../support/setups/agreed-choices.ts';
import { call, error, reply } from '../../support/setups/resource-replies.ts';
import { capturedPayment } from '../../support/setups/resource-state.ts';

const step: Step = { id: 's9', operation: 'any', kind: 'any', uses: { payment: 's1', capture: 's2' } };
const returned: Payment = {
  ...capturedPayment,
  refunds: [{ step: 's3', id: 'ref_1', capture: 's2', amount: '1000', metadata: {} }],
};
const forbidden = error(403, 'service.forbidden');
const malformed = reply(400, {
  reference: 'r',
  status: '400',
  code: 'request_content.malformed',
  title: 'Malformed request content',
  description: 'd',
});

it.each<[string, Payment, Json, Reply, object]>([
  [
    'a refund of zero is shown by its refusal',
    capturedPayment,
    { capture_id: 'cap_1', amount: 0 },
    forbidden,
    { 'resource.refund.amount-not-positive': 'other-4xx' },
  ],
  [
    'and not by the refusal of one below zero, which a target refuses that takes one of zero',
    capturedPayment,
    { capture_id: 'cap_1', amount: -1 },
    forbidden,
    {},
  ],
  [
    'and not where nothing is left of its capture',
    returned,
    { capture_id: 'cap_1', amount: -1 },
    forbidden,
    {},
  ],
  [
    'whether the body or the state comes first is not shown by a capture with nothing left, which the body names',
    returned,
    { amount: 1 },
    malformed,
    {},
  ],
])('%s', (_claim, payment, body, answer, settled) => {
  const outcomes = predictRefund({ ...initialState, payments: { s1: payment } }, call(body), step);
  expect(agreedBy(outcomes, answer)).toEqual(settled);
});
