import type { Payment, Token } from '../../../models/resource/state.ts';

const setBy = 'resource.payment.status';

/** A payment of the resource interface as the model knows it before anything was taken of it. */
export const authorizedPayment: Payment = {
  id: 'pay_1',
  status: { is: 'AUTHORIZED', setBy },
  seen: true,
  after: 'read',
  amount: '1000',
  captures: [],
  refunds: [],
};

/** The same, captured as a whole at the step `s2`. */
export const capturedPayment: Payment = {
  ...authorizedPayment,
  status: { is: 'CLOSED', setBy },
  captures: [{ step: 's2', id: 'cap_1', amount: '1000', metadata: {} }],
};

export const rejectedPayment: Payment = { ...authorizedPayment, status: { is: 'REJECTED', setBy } };

/** A token of the wallet `default` as the model knows it. */
export const activeToken: Token = {
  id: 'tok_1',
  known: { wallet_id: 'default' },
  status: { is: 'ACTIVE', setBy: 'resource.token.status' },
  seen: true,
  after: 'read',
  consumer: 'ACTIVE',
  shared: false,
};
