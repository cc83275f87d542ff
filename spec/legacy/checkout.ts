import { requirements } from '../requirement.ts';

const section = 'Endpoints › Checkout app (browser side)';
const needs = ['checkout', 'persona.approve'] as const;

/** Statements about the checkout app, which a browser goes through. */
export const checkout = requirements('legacy', 'checkout', {
  script: {
    id: 'legacy.checkout.script',
    section,
    text: 'The checkout app is a script that the payment page loads; it calls Authorize.',
    needs,
  },
  key: {
    id: 'legacy.checkout.key',
    section,
    text: 'The app is configured with the API key.',
    needs,
  },
  callback: {
    id: 'legacy.checkout.callback',
    section,
    text: 'The callback receives the data of the authorize reply with its payment_id.',
    needs,
  },
  callbackOptional: {
    id: 'legacy.checkout.callback-optional',
    section,
    text: 'The callback may be left out: the checkout then calls Authorize as with one.',
    needs,
  },
  form: {
    id: 'legacy.checkout.form',
    section,
    text: 'The page has a form that the callback submits, which carries the payment id to the merchant.',
    untestable:
      "the form and the callback are the merchant's; what the service gives them is judged by legacy.checkout.callback",
  },
  userAction: {
    id: 'legacy.checkout.user-action',
    section,
    text: 'The checkout is launched from a user action, since some browsers block other pop-ups.',
    needs,
  },
  logo: {
    id: 'legacy.checkout.logo',
    section,
    text: 'The logo is png, jpg or gif from the domain of the page, best 184 by 184 pixels, shown in a round frame; without one the logo of the service is shown.',
    needs,
  },
  pin: {
    id: 'legacy.checkout.pin',
    section: 'Endpoints › Authorize',
    text: 'The checkout asks the consumer for the PIN and repeats the request with it as auth_code; a wrong PIN authorizes nothing.',
    needs: ['checkout', 'persona.pin', 'pin'],
  },
  installments: {
    id: 'legacy.checkout.installments',
    section: 'Endpoints › Authorize',
    text: 'options.authorize_type and the contract decide whether the checkout offers instalments.',
    untestable:
      'the documents do not say which value shows instalments, and the contract, which is not known, decides too',
  },
  confirmation: {
    id: 'legacy.checkout.confirmation',
    section,
    level: 'open',
    text: 'The merchant backend confirms the payment id by Status or by webhooks before storing it.',
    untestable: 'it binds the merchant, not the service',
  },
});
