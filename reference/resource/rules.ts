import { type PaymentRules, soundPaymentRules } from './payment-rules.ts';
import { type RequestRules, soundRequestRules } from './request-rules.ts';
import { soundTokenRules, type TokenRules } from './token-rules.ts';

/** Business decisions of the resource interface. Handlers call them through the world; a fault replaces some. */
export interface ResourceRules extends RequestRules, PaymentRules, TokenRules {}

/** The decisions as the document has them. */
export const soundResourceRules: ResourceRules = {
  ...soundRequestRules,
  ...soundPaymentRules,
  ...soundTokenRules,
};
