import type { Target } from '../../../../harness/settings/settings.ts';
import type { BrowserRules } from '../../../../reference/checkout/browser-rules.ts';
import type { PermittedBy, PermittedRow } from '../row.ts';

/** Rows of the checkout need a browser: without one they are skipped, with the reason. */
const legacy = { claims: ['legacy/checkout'], runs: 1 } as const;
const together = { ...legacy, together: 'checkout' } as const;

const says = (text: string, section = 'Endpoints › Checkout app (browser side)'): PermittedBy => ({
  document: 'legacy',
  section,
  says: text,
});

/** Other decisions of the dialog. */
const deciding = (dialog: NonNullable<BrowserRules['dialog']>): Pick<PermittedRow, 'server'> => ({
  server: { overrides: [{ browser: { dialog } }] },
});

/** What runs once the script has defined `PayCheckout`. */
const afterwards = (code: string): Pick<PermittedRow, 'server'> => ({
  server: {
    overrides: [{ browser: { app: [`() => {\n  const { configure } = PayCheckout;\n  ${code}\n}`] } }],
  },
});

const tellsPage = `window.opener.postMessage({ type: 'told', reply }, '*')`;
const named = (name: string) => ({
  settings: (target: Target): Target =>
    target.checkout === undefined ? target : { ...target, checkout: { ...target.checkout, global: name } },
});

/** A first page for the e-mail address, and a second one for the phone. */
const inTwoSteps = `() => {
  const [phone, email, go] = ['phone', 'email', 'continue'].map((id) => document.getElementById(id));
  const second = [phone, document.querySelector('label[for=phone]'), go];
  for (const one of second) one.hidden = true;
  const next = document.createElement('button');
  Object.assign(next, { id: 'next', type: 'button', textContent: 'Next' });
  next.addEventListener('click', () => {
    for (const one of second) one.hidden = false;
    for (const one of [email, next]) one.hidden = true;
  });
  go.before(next);
  return false;
}`;

/** A logo in a shadow tree, in a round frame there. */
const inShadow = `(config) => {
  const place = document.createElement('span');
  document.querySelector('h1').before(place);
  const image = document.createElement('img');
  image.src = config.logo_url;
  image.style.borderRadius = '50%';
  place.attachShadow({ mode: 'open' }).append(image);
  return undefined;
}`;

/** A logo that is drawn, so that nothing refers to it. */
const drawn = `(config) => {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 64, height: 64 });
  document.querySelector('h1').before(canvas);
  const image = new Image();
  image.addEventListener('load', () => {
    const on = canvas.getContext('2d');
    on.arc(32, 32, 32, 0, 7);
    on.clip();
    on.drawImage(image, 0, 0, 64, 64);
  });
  image.src = config.logo_url;
  return undefined;
}`;

/** Ways of a checkout app that the documents permit; those of payments and tokens are in `resource-checkout.ts`. */
export const checkoutRows: readonly PermittedRow[] = [
  {
    ...together,
    name: 'the callback is not called for a refused consumer',
    permittedBy: says('hands the resulting payment id to a merchant callback', 'What the service does'),
    ...deciding({ toldOf: `(reply) => (reply.status === 'authorize_success' ? [reply] : [])` }),
  },
  {
    ...together,
    name: 'the callback is called twice with the same data',
    permittedBy: says('it receives the authorize response data; how often is not shown'),
    ...afterwards(`PayCheckout.configure = ({ callback, ...config }) => configure({
    ...config,
    ...(callback && { callback: (reply) => [1, 2].forEach(() => callback(reply)) }),
  });`),
    finds: 'legacy-checkout-callback-lacks-test',
  },
  {
    ...together,
    name: 'the callback is called for the question for the PIN as well',
    permittedBy: says('it receives the authorize response data; of which responses is not shown'),
    ...deciding({
      asksForPin: `(reply) => {
  if (reply.status === 'authenticate_consumer') ${tellsPage};
  return reply.status === 'authenticate_consumer';
}`,
    }),
  },
  {
    ...together,
    name: 'the callback is called for a wrong PIN as well',
    permittedBy: says('it receives the authorize response data; of which responses is not shown'),
    ...deciding({
      isWrongPin: `(reply) => {
  if (reply.reason === 'bad_auth_code') ${tellsPage};
  return reply.reason === 'bad_auth_code';
}`,
    }),
    finds: 'legacy-checkout-wrong-pin-told-as-success',
  },
  {
    ...together,
    name: 'the callback is called for what the consumer does as well',
    permittedBy: says(
      'it receives the authorize response data; that it receives nothing besides is not shown',
    ),
    ...deciding({ toldBefore: `() => [{ event: 'submitted' }]` }),
  },
  {
    ...together,
    name: 'the API key is sent to another host',
    permittedBy: {
      document: 'resource',
      section: 'Authentication',
      says: 'public keys identify the merchant in the checkout app and may appear in pages; only secret keys must never be shared',
    },
    ...afterwards(`PayCheckout.configure = (config) => {
    fetch('https://metrics.test/?key=' + config.key, { mode: 'no-cors' }).catch(() => {});
    return configure(config);
  };`),
  },
  {
    ...together,
    name: 'the logo of the service is a text',
    permittedBy: says('the service logo when the shop has none; how it looks is not shown'),
    ...deciding({ serviceLogo: `'none.svg'` }),
  },
  {
    ...together,
    name: 'the logo of the shop is in a shadow tree',
    permittedBy: says('shown in a circular frame; how the page is made is not shown'),
    ...deciding({ logoOf: inShadow }),
  },
  {
    ...together,
    name: 'the dialog has two steps',
    permittedBy: says('what the dialog asks, and in which order, is not shown'),
    ...deciding({ offersInstalments: inTwoSteps }),
    settings: (target) =>
      target.checkout === undefined
        ? target
        : {
            ...target,
            checkout: {
              ...target.checkout,
              consumer: [
                { do: 'fill', at: '#email', with: '${email}' },
                { do: 'click', at: '#next' },
                { do: 'fill', at: '#phone', with: '${phone}' },
                { do: 'click', at: '#continue' },
              ],
            },
          },
  },
  {
    ...together,
    name: 'the script defines its global 300 ms after it is loaded',
    permittedBy: says('load the script, configure the app; when it is there is not shown'),
    ...afterwards(`const own = PayCheckout;
  delete globalThis.PayCheckout;
  setTimeout(() => (globalThis.PayCheckout = own), 300);`),
  },
  {
    ...legacy,
    name: 'the logo of the shop is drawn on a canvas',
    permittedBy: says('shown in a circular frame; how the page is made is not shown'),
    ...deciding({ logoOf: drawn }),
    finds: 'legacy-checkout-opens-when-configured',
  },
  {
    ...legacy,
    together: 'names',
    name: 'the logo of the shop is a pseudo-element',
    permittedBy: says('shown in a circular frame; how the page is made is not shown'),
    ...deciding({
      logoOf: `(config) => {
  document.styleSheets[0].insertRule('h1::before { content: url(' + config.logo_url + '); border-radius: 50%; }');
  return undefined;
}`,
    }),
  },
  {
    ...legacy,
    together: 'names',
    name: 'the script declares its global as a constant, and what is configured is a class',
    permittedBy: says('configure the app with this object; how it is named and called is not shown'),
    ...afterwards(`globalThis.ownCheckout = { configure };
  delete globalThis.PayCheckout;
  const script = document.createElement('script');
  script.textContent = 'const AcmePay = { configure: class { constructor(config) { return ownCheckout.configure(config); } } };';
  document.head.append(script);`),
    ...named('AcmePay'),
  },
  {
    ...legacy,
    name: 'the fields of the object that configures it have other names, which the settings give',
    permittedBy: says(
      'an object with the key, the URL of a logo, and a callback; where the names of its fields differ, the settings say so',
    ),
    ...afterwards(`PayCheckout.configure = ({ publicKey, image, onDone }) => {
    if (publicKey === undefined) throw new TypeError('publicKey is required');
    return configure({ key: publicKey, ...(image && { logo_url: image }), ...(onDone && { callback: onDone }) });
  };`),
    settings: (target) =>
      target.checkout === undefined
        ? target
        : {
            ...target,
            checkout: {
              ...target.checkout,
              fields: { key: 'publicKey', logo_url: 'image', callback: 'onDone' },
            },
          },
    finds: 'legacy-checkout-callback-lacks-test',
  },
];
