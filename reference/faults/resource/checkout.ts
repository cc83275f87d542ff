import { soundCheckoutRules as sound } from '../../checkout/rules.ts';
import type { ReplyBody, ReplyWrapper } from '../../seams.ts';
import { type Fault, fault } from '../fault.ts';
import { succeeding } from '../replies.ts';

/** Changes what the checkout reports to have made, which stays as it is. */
const made = (change: (body: ReplyBody) => ReplyBody): ReplyWrapper =>
  succeeding((reply) => {
    const body = reply.body as ReplyBody;
    return body['id'] === undefined ? reply : { ...reply, body: { ...body, ...change(body) } };
  });

/** Faults in the single payments and the tokens that the checkout makes. */
export const resourceCheckoutFaults: readonly Fault[] = [
  fault('resource-checkout-payment-unknown', 'resource.payment.single-through-checkout', {
    inBrowser: true,
    summary: 'The checkout reports a payment that the interface does not know.',
    reply: { 'checkout.payments': made(({ id }) => ({ id: `${String(id)}0` })) },
  }),
  fault('resource-checkout-payment-other-amount', 'resource.payment.single-through-checkout', {
    inBrowser: true,
    summary: 'A payment made by the checkout has another amount than it was launched with.',
    stored: {
      resourcePayments: (payment, previous) =>
        previous === undefined && payment.tokenId === undefined
          ? { ...payment, amount: payment.amount + 1 }
          : payment,
    },
  }),
  fault('resource-checkout-refusal-told-as-success', 'resource.payment.single-through-checkout', {
    inBrowser: true,
    summary: 'The checkout reports the payment of a refused consumer as authorized.',
    reply: { 'checkout.payments': made(() => ({ status: 'AUTHORIZED' })) },
  }),
  fault('resource-checkout-token-unknown', 'resource.token.made-by-checkout', {
    inBrowser: true,
    summary: 'The checkout reports a token that the interface does not know.',
    reply: { 'checkout.tokens': made(({ id }) => ({ id: `${String(id)}0` })) },
  }),
  fault('resource-checkout-token-wrong-pin', 'resource.token.made-by-checkout', {
    inBrowser: true,
    summary: 'A wrong PIN authenticates a token.',
    checkout: { acceptsPin: () => true },
  }),
  fault('resource-checkout-token-fresh-suspended', 'resource.token.fresh-active', {
    inBrowser: true,
    summary: 'A token that the checkout has just made is SUSPENDED.',
    stored: {
      tokens: (token, previous) => (previous === undefined ? { ...token, status: 'SUSPENDED' } : token),
    },
  }),
  fault('resource-checkout-token-21-pairs', 'resource.token.metadata-limit', {
    inBrowser: true,
    summary: 'The checkout makes a token with 21 metadata pairs.',
    checkout: { pairsFit: (pairs) => sound.pairsFit(pairs) || Object.keys(pairs).length === 21 },
  }),
];
