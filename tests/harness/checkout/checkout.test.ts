import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { chromiumOnPath } from '../../../harness/checkout/chromium.ts';
import type { CheckoutSettings } from '../../../harness/checkout/checkout-settings.ts';
import type { CheckoutResult } from '../../../harness/checkout/launched.ts';
import { openCheckout } from '../../../harness/checkout/open-checkout.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import type { RunningReference } from '../../../reference/server.ts';
import { buyer, legacyClient, merchant, order } from '../../reference/scripts/legacy-client.ts';
import { withoutChromium } from '../../support/targets/chromium.ts';
import { bothCheckouts } from '../../support/second-checkout/both-checkouts.ts';
import { secondCheckoutSettings } from '../../support/second-checkout/serve.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-checkout-'));
afterAll(() => rmSync(dir, { recursive: true }));

/** The checkout of a targets file that has this block. */
function settingsOf(checkout: object): CheckoutSettings {
  const file = join(dir, 'targets.yaml');
  const resource = { base_url: 'http://t.test', secret_key: 'sk_test_00001' };
  writeFileSync(file, stringify({ targets: { it: { kind: 'remote', resource, checkout } } }));
  const settings = loadTarget({ file, env: {} }).checkout;
  if (settings === undefined) throw new Error('the target has no checkout');
  return settings;
}

describe('the settings of a checkout', () => {
  const script = { script_url: 'http://t.test/app.js' };

  test('need its script alone: the rest has the names of the reference', () => {
    expect(settingsOf(script)).toMatchObject({
      scriptUrl: 'http://t.test/app.js',
      global: 'PayCheckout',
      consumer: [{ do: 'fill', at: '#email', with: '${email}' }, { at: '#phone' }, { do: 'click' }],
      pin: [{ with: '${pin}' }, { do: 'click' }],
    });
  });

  test('allow the hosts of the service, which its pages may ask', () => {
    expect(settingsOf(script).allowHosts).toEqual(['t.test']);
    expect(settingsOf({ ...script, allow_hosts: ['fonts.test'] }).allowHosts).toEqual([
      'fonts.test',
      't.test',
    ]);
  });

  test.each([
    [{}, 'script_url is missing'],
    [{ ...script, globl: 'A' }, 'globl is not a known key. Did you mean global?'],
    [{ ...script, global: 'a-b' }, 'global must be a name, as in PayCheckout'],
    [
      { ...script, consumer: [{ fill: '#a' }] },
      'consumer.0 must have one of fill (and with), click, wait for',
    ],
    [
      { ...script, pin: [{ click: '#a', 'wait for': '#b' }] },
      'pin.0 must have one of fill (and with), click',
    ],
    [{ ...script, consumer: [{ fill: '#a', with: '${mail}' }] }, 'the environment variable mail'],
    [{ ...script, global: '${email}' }, 'the environment variable email'],
  ])('of %j are refused: %s', (checkout, why) => {
    expect(() => settingsOf(checkout)).toThrow(why);
  });

  test('a browser is the one of PAYPROOF_CHROMIUM, or one on the PATH', () => {
    expect(chromiumOnPath({ PAYPROOF_CHROMIUM: '/opt/chromium', PATH: dir })).toBe('/opt/chromium');
    expect(chromiumOnPath({ PAYPROOF_CHROMIUM: '', PATH: dir })).toBeUndefined();
    writeFileSync(join(dir, 'chromium'), '', { mode: 0o755 });
    expect(chromiumOnPath({ PATH: `/none:${dir}` })).toBe(join(dir, 'chromium'));
  });
});

describe.skipIf(withoutChromium !== '')(`a checkout driven by settings${withoutChromium}`, () => {
  const both = bothCheckouts();

  type Who = keyof RunningReference['personas'];

  /** Launches each in turn, as one consumer after the other. */
  async function launched(
    settings: CheckoutSettings,
    all: readonly (readonly [Who, object])[],
    waitMs?: number,
  ): Promise<readonly CheckoutResult[]> {
    const checkout = await openCheckout(settings, waitMs === undefined ? {} : { waitMs });
    if ('none' in checkout) throw new Error(checkout.none);
    const { apiKey, publicKey } = both.reference.keys;
    const results: CheckoutResult[] = [];
    for (const [who, data] of all) {
      const { email, phone } = both.reference.personas[who];
      const pin = () => Promise.resolve(both.reference.store.pins.get(phone)?.pin);
      const key = 'checksum' in data ? apiKey : publicKey;
      results.push(await checkout.launch({ key, data }, { email, phone, pin }));
    }
    await checkout.close();
    return results;
  }

  const legacy = () => {
    const checksum = legacyClient(both.reference).digest('2000Shop10399true41234192.0.2.1');
    return { buyer, order, merchant_data: merchant, checksum };
  };
  const payment = { amount: 1200, currency: 'JPY' };
  const purchases = () =>
    [
      ['approve', { token: {} }],
      ['pin', { payment }],
      ['reject', legacy()],
      ['pin', legacy()],
    ] as const;
  const replies = [
    { told: [{ status: 'ACTIVE', id: expect.stringMatching(/^tok_/) as string }], refusedHosts: [] },
    { told: [{ ...payment, status: 'AUTHORIZED' }], refusedHosts: [] },
    { told: [{ status: 'authorize_fail', reason: 'rejected' }], refusedHosts: [] },
    { told: [{ status: 'authorize_success', test: false }], refusedHosts: [] },
  ];

  test("gives what the callback of the reference's is told", async () => {
    expect(await launched(settingsOf({ script_url: both.reference.checkoutUrl }), purchases())).toMatchObject(
      replies,
    );
  });

  test('gives the same of one with a frame instead of a pop-up, other names, fields and steps, by settings alone', async () => {
    const settings = settingsOf({ ...secondCheckoutSettings, script_url: both.second.scriptUrl });
    expect(await launched(settings, purchases())).toMatchObject(replies);
  });

  test('lets the page ask no other host than that of the script, unless it is allowed', async () => {
    const script = `globalThis.PayCheckout = { configure: ({ callback }) => ({ launch: () => {
      for (const one of ['http://127.0.0.2:8399/', 'http://127.0.0.3:8399/'])
        fetch(one).catch(() => callback({ status: 'asked', asked: one }));
    } }) };`;
    const server = createServer((_request, response) => response.end(script)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const script_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/app.js`;
    const settings = settingsOf({ script_url, consumer: [], allow_hosts: ['127.0.0.2:8399'] });
    const [result] = await launched(settings, [['approve', { token: {} }]]);
    expect(result?.refusedHosts).toEqual(['127.0.0.3:8399']);
    server.close();
  });

  test.each([
    ['300 ms after it is loaded', 'setTimeout(() => (globalThis.Own = { configure }), 300);'],
    ['as a constant', 'const Own = { configure };'],
    [
      'as a constant with a class to configure',
      'const Own = { configure: class { constructor(given) { return configure(given); } } };',
    ],
  ])('drives a script that defines its global %s', async (_how, defining) => {
    const script = `const configure = ({ callback }) => ({ launch: () => callback({ id: 'tok_1' }) });\n${defining}`;
    const settings = settingsOf({
      script_url: both.reference.checkoutUrl,
      global: 'Own',
      consumer: [],
    });
    const scriptUrl = `data:text/javascript,${encodeURIComponent(script)}`;
    const [result] = await launched({ ...settings, scriptUrl }, [['approve', { token: {} }]]);
    expect(result?.told).toEqual([{ id: 'tok_1' }]);
  });

  test('tells the names of a script that declares others than the settings say', async () => {
    const scriptUrl = `data:text/javascript,${encodeURIComponent('const AcmePay = {};')}`;
    const settings = settingsOf({ script_url: both.reference.checkoutUrl });
    const [result] = await launched({ ...settings, scriptUrl }, [['approve', { token: {} }]]);
    expect(result?.page).toMatchObject({ isDefined: false, added: ['AcmePay'] });
  });

  test('serves its payment page no longer once the browser is closed, so that the process can end', async () => {
    const checkout = await openCheckout(settingsOf({ script_url: both.reference.checkoutUrl }));
    if ('none' in checkout) throw new Error(checkout.none);
    await checkout.close();
    const servers = () => process.getActiveResourcesInfo().filter((one) => one === 'TCPServerWrap').length;
    const before = servers();
    const { email, phone } = both.reference.personas.approve;
    const purchase = { key: both.reference.keys.publicKey, data: { token: {} } };
    await expect(checkout.launch(purchase, { email, phone })).rejects.toThrow('closed');
    // A closed server is gone a turn later.
    await expect.poll(servers).toBe(before);
  });

  // Side by side, with a patience that a busy machine does not use up for opening the window and filling its form.
  test.concurrent.each([
    ['a thing on its way', { consumer: [{ click: '#none' }] }, 'approve', '#none of checkout.consumer'],
    ['a call of the callback', { pin: [] }, 'pin', 'a call of the callback'],
  ] as const)('says when a consumer has waited in vain for %s', async (_for, how, persona, stuck) => {
    const settings = settingsOf({ script_url: both.reference.checkoutUrl, ...how });
    expect(await launched(settings, [[persona, { token: {} }]], 15_000)).toMatchObject([{ told: [], stuck }]);
  });
});
