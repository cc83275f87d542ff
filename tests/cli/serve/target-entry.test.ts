import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { targetEntry } from '../../../cli/serve.ts';

const keys = { apiKey: 'pk', secret: 'sk', secretKey: 'sk_test', publicKey: 'pk_test' };
const persona = { email: 'someone@example.test', phone: '08000000001', test: false };
const server = {
  url: 'http://127.0.0.1:4010',
  controlUrl: undefined,
  checkoutUrl: 'http://127.0.0.1:4010/checkout/app.js',
  keys: { ...keys, liveSecretKey: 'sk_live', livePublicKey: 'pk_live' },
  personas: { approve: persona, pin: persona, reject: persona },
};

it.each([
  [undefined, '2s'],
  [{ delayMs: 5000 }, '10s'],
])('the entry of a served reference with chaos %j has a deadline of %s', (chaos, deadline) => {
  const { targets } = parse(targetEntry(server, chaos)) as {
    readonly targets: { readonly local: { readonly webhooks: unknown; readonly checkout: unknown } };
  };
  expect(targets.local.webhooks).toEqual({ listen: '127.0.0.1:0', deadline });
  expect(targets.local.checkout).toEqual({ script_url: server.checkoutUrl });
});
