import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { KeptPlan } from '../../../engine/plan/kept-plan.ts';
import type { Plan, PlanOptions } from '../../../engine/plan/plan.ts';
import type { Setup } from '../../../models/setup.ts';
import {
  cacheFolder,
  plannerOf,
  machineRecordOf,
  type MachineSource,
} from '../../../suites/plans/plan-cache.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';
import { resourceSetup, wholeResourceSetup } from '../../support/setups/resource-setup.ts';

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

/** The setup with data that its operator gives. */
function givenTo(setup: Setup): Setup {
  const data = {
    buyer: { name: 'GIVEN NAME' },
    buyerAddress: { address2: 'GIVEN STREET' },
    shippingAddress: { line1: 'GIVEN LINE', city: 'GIVEN CITY' },
  };
  return { ...setup, data };
}

function privateIn({ personas, data }: Setup): readonly string[] {
  const people = Object.values(personas).flatMap(({ email, phone, pin }) => [email, phone, pin ?? email]);
  const { buyer, buyerAddress, shippingAddress } = data ?? {};
  return [...people, ...Object.values({ ...buyer, ...buyerAddress, ...shippingAddress })];
}

const sequencesOf = ({ sequences }: Plan) => sequences.map(({ steps }) => steps);
const files = () => readdirSync(folder).map((name) => join(folder, name));

/** Leaves out the last sequence of a kept plan, as nothing but a reader of the file could notice. */
function withoutLastSequence(file: string): void {
  const [, body = ''] = readFileSync(file, 'utf8').split('\n');
  const kept = JSON.parse(body) as KeptPlan;
  const changed = JSON.stringify({ ...kept, sequences: kept.sequences.slice(0, -1) });
  writeFileSync(file, `${createHash('sha256').update(changed).digest('hex')}\n${changed}`);
}

describe('the cache of plans', () => {
  test('is read in place of planning: what was changed in the file is missing in the plan', () => {
    const before = sequencesOf(planned(folder));
    expect(before.length).toBeGreaterThan(0);
    files().forEach(withoutLastSequence);
    expect(sequencesOf(planned(folder))).toEqual(before.slice(0, -1));
  });

  test('gives the plan that would be made, and is not written again', () => {
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

  test('keeps the transitions of a machine beside its plans, as they are found without it', () => {
    planned(folder);
    const source = { name: 'resource-payments', setup: wholeResourceSetup };
    const found = machineRecordOf(source, undefined);
    expect(found.transitions.length).toBeGreaterThan(20);
    expect(machineRecordOf(source, folder)).toEqual(found);
    expect(files()).toHaveLength(2);
    expect(machineRecordOf(source, folder)).toEqual(found);
    expect(files()).toHaveLength(2);
  });

  test('finds the plan of a target whose clock was measured again', () => {
    planned(folder, { setup: { ...wholeResourceSetup, skewMs: 12 } });
    planned(folder, { setup: { ...wholeResourceSetup, skewMs: -7 } });
    expect(files()).toHaveLength(1);
  });

  test.each<[string, MachineSource, string]>([
    ['legacy', { name: 'legacy', setup: givenTo(wholeSetup) }, 'legacy.authorize.payment-id'],
    [
      'resource',
      { name: 'resource-payments', setup: givenTo(wholeResourceSetup) },
      'resource.payment.store-name',
    ],
  ])('holds nothing of a consumer that the settings of the %s interface give', (_name, source, rule) => {
    planned(folder, { ...source, rules: [rule] });
    const text = files()
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
    expect(text.length).toBeGreaterThan(0);
    expect(privateIn(source.setup).filter((value) => text.includes(value))).toEqual([]);
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

  test.each([
    ['not set', undefined],
    ['empty', ''],
  ])('is in node_modules of the package where the command is given when PAYPROOF_CACHE is %s', (_, value) => {
    vi.stubEnv('PAYPROOF_CACHE', value);
    expect(cacheFolder()).toBe(join(process.cwd(), 'node_modules', '.cache', 'payproof', 'plans'));
  });
});
