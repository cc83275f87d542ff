import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { runRecording } from '../../../cli/doctor.ts';
import type * as RunForecasts from '../../../cli/doctor/run-forecast.ts';
import { run } from '../../../cli/main.ts';
import { whyNoWindow } from '../../../harness/checkout/chromium.ts';
import { type RunningReference, startReference } from '../../../reference/server.ts';
import { allowChromium, withoutChromium } from '../../support/targets/chromium.ts';

// A forecast needs the plan of a run, which takes seconds for each entry: forecast.test.ts tries it.
vi.mock('../../../cli/doctor/run-forecast.ts', async (original) => ({
  ...(await original<typeof RunForecasts>()),
  runForecast: () => undefined,
}));

const dir = mkdtempSync(join(tmpdir(), 'payproof-doctor-checkout-'));
const targets = join(dir, 'targets.yaml');
let server: RunningReference;
let out = '';
let told = '';

beforeAll(async () => {
  server = await startReference();
});
afterAll(async () => {
  await server.close();
  rmSync(dir, { recursive: true });
});
beforeEach(() => {
  out = '';
  told = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told += String(text);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

/** Writes the entry of the running server, changed block by block; undefined leaves a block out. */
function write(changes: Readonly<Record<string, object | boolean | undefined>> = {}): void {
  const { url, keys, personas, checkoutUrl } = server;
  const entry = {
    kind: 'remote',
    legacy: { base_url: url, api_key: keys.apiKey, secret: keys.secret, personas },
    resource: { base_url: url, secret_key: keys.secretKey, public_key: keys.publicKey },
    checkout: { script_url: checkoutUrl },
    ...changes,
  };
  writeFileSync(targets, stringify({ targets: { it: JSON.parse(JSON.stringify(entry)) as object } }));
}
const doctor = (...more: readonly string[]) => run(['doctor', '--targets', targets, ...more]);

describe('doctor --checkout says what it needs', () => {
  test.each([
    ['a checkout block', { checkout: undefined }, 'has no checkout block: give at least checkout.script_url'],
    ['test keys', { live: true }, 'use an entry with test keys'],
    [
      'something to buy',
      { legacy: undefined, resource: { base_url: 'http://127.0.0.1:9', secret_key: 'sk_test_00001' } },
      'needs something to buy: give legacy.personas.approve',
    ],
    ['a browser', {}, 'PAYPROOF_CHROMIUM is none'],
  ])('%s', async (_what, changes, says) => {
    write(changes);
    expect(await doctor('--checkout')).toBe(2);
    expect(told).toContain(says);
    expect(out).toBe('');
  });

  test('a display, where windows need one', () => {
    expect(whyNoWindow({}, 'linux')).toContain(
      'neither DISPLAY nor WAYLAND_DISPLAY is set. Run this on a desktop',
    );
    expect(whyNoWindow({ DISPLAY: ':0' }, 'linux')).toBeUndefined();
    expect(whyNoWindow({}, 'darwin')).toBeUndefined();
  });
});

test('doctor says that no browser goes through the checkout, and which rows that leaves out', async () => {
  write();
  await doctor();
  expect(out).toContain('– checkout  no browser goes through it: PAYPROOF_CHROMIUM is none');
  expect(out).toMatch(/\n +\d+ {2}PAYPROOF_CHROMIUM is none/);
});

describe.skipIf(withoutChromium !== '')(`with a browser${withoutChromium}`, () => {
  let forbid = () => {};
  beforeAll(() => {
    forbid = allowChromium();
  });
  afterAll(() => forbid());

  test('doctor counts the tokens that a run makes in the checkout', async () => {
    write();
    await doctor();
    expect(out).toContain('✓ checkout  a Chromium was found');
    expect(out).not.toMatch(/PAYPROOF_CHROMIUM|core of resource/);
  });

  /** Goes through the checkout as the consumer who is asked for a PIN, up to the end or until the payment page is closed. */
  async function goThrough(context: BrowserContext, isWhole: boolean): Promise<void> {
    const { email, phone } = server.personas.pin;
    const [page] = context.pages();
    const opened = page?.waitForEvent('popup');
    await page?.locator('[data-payproof]').click();
    const dialog = await opened;
    await dialog?.locator('#email').fill(email);
    await dialog?.locator('#phone').fill(phone);
    await dialog?.locator('#continue').click();
    await dialog?.locator('#pin').fill(server.store.pins.get(phone)?.pin ?? '');
    if (!isWhole) return page?.close();
    await dialog
      ?.locator('#confirm')
      .click()
      .catch(() => undefined);
  }

  /** Records it, and gives the exit status. */
  async function recorded(isWhole: boolean, json = false): Promise<number> {
    let walk = Promise.resolve();
    const exit = await runRecording(
      { targets, json },
      {
        isShown: false,
        onReady: (context) => {
          walk = goThrough(context, isWhole);
        },
      },
    );
    await walk;
    return exit;
  }

  const steps = {
    consumer: [
      { fill: '#email', with: '${email}' },
      { fill: '#phone', with: '${phone}' },
      { click: '#continue' },
    ],
    pin: [{ fill: '#pin', with: '${pin}' }, { click: '#confirm' }],
  };

  test('doctor --checkout prints the steps as settings, what the callback received, and no secret', async () => {
    write();
    expect(await recorded(true)).toBe(0);
    expect(out).toMatch(
      /✓ checkout {2}the callback was called 1 time: status authorize_success, id pay_\w+\n/,
    );
    expect(out.match(/✓ checkout .* a run would find it/g)).toHaveLength(5);
    expect(parse(out.slice(out.indexOf('consumer:')))).toEqual(steps);
    const pin = server.store.pins.get(server.personas.pin.phone)?.pin ?? '';
    expect(pin).not.toBe('');
    expect(out.replaceAll(/pay_\w+/g, '')).not.toContain(pin);
    for (const secret of [server.keys.apiKey, server.keys.secret]) expect(out).not.toContain(secret);
    expect([...server.store.legacyPayments.values()].filter(({ status }) => status === 'open')).toEqual([]);
  });

  test('doctor --checkout --json is one object, with what was recorded before the page was closed', async () => {
    write();
    expect(await recorded(false, true)).toBe(3);
    expect(JSON.parse(out)).toMatchObject({
      target: 'it',
      checkout: { consumer: steps.consumer, pin: steps.pin.slice(0, 1) },
      told: [],
    });
  });

  test('doctor --checkout names what the script defines instead of the global', async () => {
    write({ checkout: { script_url: server.checkoutUrl, global: 'Acme.Pay' } });
    let isReady = false;
    expect(await runRecording({ targets }, { isShown: false, onReady: () => (isReady = true) })).toBe(2);
    expect(out).toContain('defines no Acme.Pay with a method configure');
    expect(out).toContain('it defines PayCheckout');
    expect(isReady).toBe(true);
  });
});
