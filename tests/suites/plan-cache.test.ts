import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Plan, PlanOptions } from '../../engine/plan/plan.ts';
import { cacheFolder } from '../../suites/plans/cache-folder.ts';
import { plannerOf, type MachineSource } from '../../suites/plans/plan-cache.ts';
import { wholeSetup } from '../support/legacy-setup.ts';
import { resourceSetup, wholeResourceSetup } from '../support/resource-setup.ts';

const options = { seed: 1, rules: ['resource.token.origin-email'], transitions: false };
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function planned(
  cache: string | undefined,
  {
    setup = wholeResourceSetup,
    name = 'resource-tokens',
    ...changes
  }: Partial<MachineSource & PlanOptions> = {},
): Plan {
  return plannerOf({ name, setup }, cache)({ ...options, ...changes });
}

const sequencesOf = ({ sequences }: Plan) => sequences.map(({ steps }) => steps);
const files = () => readdirSync(folder).map((name) => join(folder, name));

describe('the cache of plans', () => {
  test('gives the plan that was kept in place of a new one', () => {
    const before = planned(folder);
    expect(files()).toHaveLength(1);
    const [file = ''] = files();
    const text = readFileSync(file, 'utf8');
    expect(sequencesOf(planned(folder))).toEqual(sequencesOf(before));
    expect(sequencesOf(planned(undefined))).toEqual(sequencesOf(before));
    expect(files()).toEqual([file]);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test.each<[string, (text: string) => string]>([
    ['cut', (text) => text.slice(0, -100)],
    ['emptied', () => ''],
    ['changed in one character', (text) => text.replace('"requests":', '"requests": ')],
    ['another text', () => 'null\nnull'],
  ])('plans again where the file was %s, and mends it', (_name, damage) => {
    const before = planned(folder);
    const [file = ''] = files();
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, damage(text));
    expect(sequencesOf(planned(folder))).toEqual(sequencesOf(before));
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('plans without it where the folder can not be made', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(sequencesOf(planned(join(file, 'plans')))).toEqual(sequencesOf(planned(undefined)));
  });

  test.each([
    ['seed', { seed: 2 }],
    ['amount', { setup: { ...wholeResourceSetup, amount: { min: 100, max: 200 } } }],
    ['set of means', { setup: resourceSetup([...wholeResourceSetup.means].slice(1)) }],
    ['machine', { name: 'resource-payments', rules: ['resource.payment.store-name'] }],
  ])('keeps a plan of its own for another %s', (_name, changes) => {
    planned(folder);
    planned(folder, changes);
    expect(files()).toHaveLength(2);
  });

  test('finds the plan of a target whose clock was measured again', () => {
    planned(folder, { setup: { ...wholeResourceSetup, skewMs: 12 } });
    planned(folder, { setup: { ...wholeResourceSetup, skewMs: -7 } });
    expect(files()).toHaveLength(1);
  });

  test('holds no e-mail address, phone number or PIN of a consumer', () => {
    planned(folder, { setup: wholeSetup, name: 'legacy', rules: ['legacy.authorize.payment-id'] });
    const text = files()
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
    const { personas } = wholeSetup;
    const secrets = Object.values(personas).flatMap(({ email, phone, pin }) => [email, phone, pin ?? email]);
    expect(secrets.length).toBeGreaterThan(0);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

describe('the folder of the cache', () => {
  test('is the one that PAYPROOF_CACHE names', () => {
    vi.stubEnv('PAYPROOF_CACHE', folder);
    expect(cacheFolder()).toBe(join(folder, 'plans'));
  });

  test('is none where PAYPROOF_CACHE is off', () => {
    vi.stubEnv('PAYPROOF_CACHE', 'off');
    expect(cacheFolder()).toBeUndefined();
  });

  test('is in node_modules of the package where the command is given', () => {
    vi.stubEnv('PAYPROOF_CACHE', undefined);
    expect(cacheFolder()).toBe(join(process.cwd(), 'node_modules', '.cache', 'payproof', 'plans'));
  });
});
