import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { stringify } from 'yaml';
import { run } from '../../../cli/main.ts';
import { fleetFileJsonSchema } from '../../../harness/fleet/fleet-settings.ts';
import { startReference, type RunningReference } from '../../../reference/server.ts';
import { type FleetReport, fleetJsonSchema, fleetSchema } from '../../../reports/fleet/fleet-schema.ts';
import { folderFiles } from '../../../reports/verify/run-files.ts';
import { verify } from '../../../reports/verify/verify.ts';
import type { Certificate } from '../../../reports/certificate/certificate-schema.ts';
import { ornaments } from '../../support/ornaments.ts';
import { startChromium, withoutChromium } from '../../support/targets/chromium.ts';

const rule = 'resource.auth.wrong-key';
const hostile = 'Faulty <script>alert(1)</script>';

describe('a fleet of a sound server, a faulty one, one that is away and one with wrong settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-fleet-'));
  const site = join(folder, 'site');
  const exits: number[] = [];
  const reports: FleetReport[] = [];
  const row = (time: number, id: string) => reports[time]?.targets.find((target) => target.id === id);

  const certified = async (): Promise<void> => {
    const quiet = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    exits.push(await run(['fleet', join(folder, 'fleet.yaml'), '--seed', '7', '--quiet', '--out', site]));
    quiet.mockRestore();
    reports.push(fleetSchema.parse(JSON.parse(readFileSync(join(site, 'fleet.json'), 'utf8'))));
  };

  beforeAll(async () => {
    const sound = await startReference();
    const faulty = await startReference({ faults: ['resource-wrong-key-is-401'] });
    const entry = ({ url, controlUrl, keys }: RunningReference) => ({
      kind: 'remote',
      resource: { base_url: url, secret_key: keys.secretKey, public_key: keys.publicKey },
      control: { url: controlUrl },
      limits: { max_requests: 300 },
    });
    const away = {
      kind: 'remote',
      resource: { base_url: 'http://127.0.0.1:1', secret_key: 'sk_test_a1b2c3' },
      limits: { away: '50ms' },
    };
    const unset = { ...away, resource: { ...away.resource, secret_key: '${NOT_SET_ANYWHERE}' } };
    writeFileSync(
      join(folder, 'targets.yaml'),
      stringify({ targets: { sound: entry(sound), faulty: entry(faulty), away, unset } }),
    );
    const targets = [
      { target: 'faulty', name: hostile },
      // Only a part of what it claims is asked for, which it may not be.
      { target: 'sound', require_complete: true },
      ...['away', 'unset'].map((target) => ({ target })),
    ];
    const file = { name: 'All & more', runs: 1, only: ['resource'], targets };
    writeFileSync(join(folder, 'fleet.yaml'), stringify(file));
    await certified();
    await faulty.close();
    await sound.close();
    await certified();
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  test('ends with 1 while one is not conformant, and with 3 when none can be judged', () => {
    expect(exits).toEqual([1, 3]);
  });

  test('says of each what came of it, in the order of the file', () => {
    const said = reports[0]?.targets.map(({ id, run: done, trouble }) => [
      id,
      done?.verdict ?? trouble?.kind,
    ]);
    expect(said).toEqual([
      ['faulty-script-alert-1-script', 'nonconformant'],
      ['sound', 'inconclusive'],
      ['away', 'unreachable'],
      ['unset', 'settings'],
    ]);
    expect(row(0, 'faulty-script-alert-1-script')?.run?.broken).toContain(rule);
    const { scope } = JSON.parse(
      readFileSync(join(site, row(0, 'sound')?.run?.dir ?? '', 'certificate.json'), 'utf8'),
    ) as Certificate;
    expect(scope?.asked_for.complete).toBe(true);
    expect(row(0, 'unset')?.trouble?.message).toContain('NOT_SET_ANYWHERE');
  });

  test('keeps the last row of one that can no longer be reached, with its date', () => {
    const [before, after] = [row(0, 'sound'), row(1, 'sound')];
    expect(after?.run).toEqual(before?.run);
    expect(after?.trouble?.kind).toBe('unreachable');
    expect(after?.history.map(({ verdict, trouble }) => verdict ?? trouble)).toEqual([
      'inconclusive',
      'unreachable',
    ]);
  });

  test('is described by the schema of the package, and each run stands a verification', async () => {
    const fits = new Ajv({ strict: false, validateFormats: false }).compile(fleetJsonSchema());
    expect(fits(JSON.parse(JSON.stringify(reports[1])))).toBe(true);
    const dir = join(site, row(0, 'sound')?.run?.dir ?? '');
    expect((await verify(folderFiles(dir))).accepted).toBe(true);
    expect(existsSync(join(site, 'badges/sound/badge.svg'))).toBe(true);
  });

  test.each([
    [
      'a key that is unknown',
      { targets: [{ target: 'sound', nam: 'x' }] },
      /targets\.0\.nam is not a known key\. Did you mean name/,
    ],
    [
      'a target that is not there',
      { targets: [{ target: 'sond' }] },
      /targets\.yaml has no target "sond"\. Did you mean sound/,
    ],
    [
      'two of one name',
      { targets: [{ target: 'sound' }, { include: 'targets.yaml' }] },
      /the folder "sound"/,
    ],
    ['an entry that names nothing', { targets: [{ name: 'x' }] }, /must have either target/],
    ['no targets', { name: 'x' }, /targets must be a list|targets is missing/],
  ])('names what is wrong with a file that has %s', async (_title, content, message) => {
    const wrong = join(folder, 'wrong.yaml');
    writeFileSync(wrong, stringify(content));
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await run(['fleet', wrong, '--out', join(folder, 'none')])).toBe(2);
    expect(String(said.mock.calls.at(-1)?.[0])).toMatch(message);
    said.mockRestore();
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  test('its file is described by a schema of the package too', () => {
    const fits = new Ajv({ strict: false, validateFormats: false }).compile(fleetFileJsonSchema());
    expect(fits({ name: 'x', targets: [{ target: 'a' }, { include: 'b.yaml' }] })).toBe(true);
    expect(fits({ targets: [{ traget: 'a' }] })).toBe(false);
  });

  test('escapes names, and each link leads to a file and a place in it', () => {
    const page = readFileSync(join(site, 'index.html'), 'utf8');
    expect(page).not.toContain('<script');
    const links = [...page.matchAll(/href="([^"#]+\.html)#([^"]+)"/g)];
    expect(links.length).toBeGreaterThan(40);
    for (const [, file = '', anchor = ''] of links)
      expect(readFileSync(join(site, file), 'utf8')).toContain(`id="${anchor}"`);
  });

  test('needs no font that has ticks and crosses', () => {
    const page = readFileSync(join(site, 'index.html'), 'utf8');
    expect(page.match(ornaments)).toBeNull();
    for (const sign of ['sign cross', 'sign tick']) expect(page).toContain(sign);
  });

  test.skipIf(withoutChromium !== '').each([
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)(
    `%d px wide in %s it keeps out no reader, scrolls down only and sends no request${withoutChromium}`,
    { timeout: 60_000 },
    async (width, colorScheme) => {
      const browser = await startChromium();
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).protocol));
      await page.goto(`file://${join(site, 'index.html')}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<axe.AxeResults>(`axe.run({ resultTypes: ['violations'] })`);
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      expect(new Set(asked)).toEqual(new Set(['file:']));
      await browser.close();
    },
  );
});
