import { type Fault, fault } from '../fault.ts';

/** What runs once the script has defined `PayCheckout`. */
const afterwards = (code: string): Pick<Fault, 'browser' | 'inBrowser'> => ({
  inBrowser: true,
  browser: { app: [`() => {\n  const { configure } = PayCheckout;\n  ${code}\n}`] },
});

/** Another decision of the dialog. */
const deciding = (
  dialog: NonNullable<NonNullable<Fault['browser']>['dialog']>,
): Pick<Fault, 'browser' | 'inBrowser'> => ({ inBrowser: true, browser: { dialog } });

const success = `{ payment_id: 'pay_none', status: 'authorize_success', test: true }`;

/** Faults of the checkout app in the page of the shop. */
const inThePage: readonly Fault[] = [
  fault('legacy-checkout-defines-nothing', 'legacy.checkout.script', {
    summary: 'The checkout script defines nothing that a page could configure.',
    ...afterwards(`delete globalThis.PayCheckout;`),
  }),
  fault('legacy-checkout-authorizes-nothing', 'legacy.checkout.script', {
    summary: 'The checkout reports a success without a call of Authorize.',
    ...afterwards(
      `PayCheckout.configure = ({ callback }) => ({ launch: () => void setTimeout(() => callback(${success})) });`,
    ),
  }),
  fault('legacy-checkout-needs-secret', 'legacy.checkout.key', {
    summary: 'The checkout cannot be configured without the secret.',
    ...afterwards(`PayCheckout.configure = (config) => {
    if (config.secret === undefined) throw new Error('the secret is missing');
    return configure(config);
  };`),
  }),
  fault('legacy-checkout-other-key', 'legacy.checkout.key', {
    summary: 'The checkout calls Authorize with another key than it was configured with.',
    ...afterwards(`PayCheckout.configure = (config) => configure({ ...config, key: 'api_other' });`),
  }),
  fault('legacy-checkout-second-call-other-id', 'legacy.checkout.callback', {
    summary: 'The callback of the checkout is called a second time, with the id of another payment.',
    ...afterwards(`PayCheckout.configure = (config) => configure({
    ...config,
    callback: (reply) => [reply, { ...reply, payment_id: 'pay_another00000000000' }].forEach((one) => config.callback(one)),
  });`),
  }),
  fault('legacy-checkout-needs-callback', 'legacy.checkout.callback-optional', {
    summary: 'The checkout cannot be configured without a callback.',
    ...afterwards(`PayCheckout.configure = (config) => {
    if (config.callback === undefined) throw new TypeError('callback is missing');
    return configure(config);
  };`),
  }),
  fault('legacy-checkout-opens-only-with-callback', 'legacy.checkout.callback-optional', {
    summary: 'The checkout does not open where there is no callback.',
    ...afterwards(`PayCheckout.configure = (config) => {
    const configured = configure(config);
    return { launch: (data) => config.callback && configured.launch(data) };
  };`),
  }),
  fault('legacy-checkout-opens-when-configured', 'legacy.checkout.user-action', {
    summary:
      'The checkout opens its pop-up when it is configured, where browsers block it, and launching opens none.',
    ...afterwards(`PayCheckout.configure = (config) => {
    const configured = configure(config);
    const early = window.open('', '_blank', 'popup,width=440,height=760');
    return {
      launch(data) {
        if (early === null) return;
        const { open } = window;
        window.open = (address) => (early.location = address, early);
        configured.launch(data);
        window.open = open;
      },
    };
  };`),
  }),
];

/** Faults of the dialog. */
const inTheDialog: readonly Fault[] = [
  fault('legacy-checkout-callback-without-id', 'legacy.checkout.callback', {
    summary: 'The callback of the checkout gets no payment_id.',
    ...deciding({ toldOf: `({ payment_id: _id, ...reply }) => [reply]` }),
  }),
  fault('legacy-checkout-callback-other-id', 'legacy.checkout.callback', {
    summary: 'The callback of the checkout gets the id of another payment.',
    ...deciding({
      toldOf: `(reply) => [reply.payment_id === undefined ? reply : { ...reply, payment_id: 'pay_another00000000000' }]`,
    }),
  }),
  fault('legacy-checkout-callback-lacks-test', 'legacy.checkout.callback', {
    summary: 'The callback of the checkout gets no test flag.',
    ...deciding({ toldOf: `({ test: _flag, ...reply }) => [reply]` }),
  }),
  fault('legacy-checkout-told-before-reply', 'legacy.checkout.callback', {
    summary: 'The callback receives a success before Authorize has replied.',
    ...deciding({ toldBefore: `() => [${success}]`, toldOf: `() => []` }),
  }),
  fault('legacy-checkout-refusal-told-as-success', 'legacy.checkout.callback', {
    summary: 'The callback receives a success for a refused consumer.',
    ...deciding({
      toldOf: `(reply) => [reply.status === 'authorize_fail' ? ${success} : reply]`,
    }),
  }),
  fault('legacy-checkout-success-not-told', 'legacy.checkout.callback', {
    summary: 'The checkout ends without a call of the callback.',
    ...deciding({ toldOf: `() => []` }),
  }),
  fault('legacy-checkout-pin-not-asked', 'legacy.checkout.pin', {
    summary: 'The checkout does not ask the consumer for the PIN.',
    ...deciding({ asksForPin: `() => false` }),
  }),
  fault('legacy-checkout-pin-left-out', 'legacy.checkout.pin', {
    summary: 'The checkout repeats the request without the PIN.',
    ...deciding({ repeated: `({ auth_code: _pin, ...body }) => body` }),
  }),
  fault('legacy-checkout-repeats-in-part', 'legacy.checkout.pin', {
    summary: 'With the PIN the checkout sends only the consumer again, not the whole request.',
    ...deciding({ repeated: `({ auth_code, buyer }) => ({ auth_code, buyer })` }),
  }),
  fault('legacy-checkout-wrong-pin-told-as-success', 'legacy.checkout.pin', {
    summary: 'The callback receives a success for a wrong PIN.',
    ...deciding({
      isWrongPin: `() => false`,
      toldOf: `(reply) => [reply.reason === 'bad_auth_code' ? ${success} : reply]`,
    }),
  }),
  fault('legacy-checkout-logo-ignored', 'legacy.checkout.logo', {
    summary: 'The checkout ignores the logo of the shop.',
    ...deciding({ logoOf: `() => undefined` }),
  }),
  fault('legacy-checkout-logo-png-alone', 'legacy.checkout.logo', {
    summary: 'The checkout shows no logo but those that are PNG.',
    ...deciding({ logoOf: `(config) => (config.logo_url?.endsWith('.png') ? config.logo_url : undefined)` }),
  }),
  fault('legacy-checkout-square-logo', 'legacy.checkout.logo', {
    summary: 'The checkout shows the logo in a square.',
    ...deciding({
      logoOf: `(config) => {
    document.querySelector('.frame').style.borderRadius = '0';
    return config.logo_url;
  }`,
    }),
  }),
];

/** Faults of the checkout app. */
export const legacyCheckoutFaults: readonly Fault[] = [...inThePage, ...inTheDialog];
