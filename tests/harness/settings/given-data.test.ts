import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSettings } from '../../../harness/records/run-settings.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { SettingsError } from '../../../harness/settings/settings-error.ts';

const file = join(mkdtempSync(join(tmpdir(), 'payproof-data-')), 'targets.yaml');

/** A target with these lines in its entry. */
function load(...lines: readonly string[]) {
  const entry = [
    'kind: remote',
    'legacy: { base_url: http://127.0.0.1:1, api_key: key-one-a, secret: secret-one-b }',
  ];
  writeFileSync(
    file,
    ['targets:', '  own:', ...[...entry, ...lines].map((line) => `    ${line}`)].join('\n'),
  );
  return loadTarget({ file, env: { NAME: '試験 花子' } });
}

function complaint(...lines: readonly string[]): string {
  try {
    load(...lines);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return 'none';
}

describe('data of a target', () => {
  it('is kept by the names that requests have', () => {
    const { data } = load(
      'data:',
      '  buyer: { name1: "${NAME}", dob: 1980-01-31, address: { address4: 東京都 } }',
      '  shipping_address: { zip: 105-0011, city: 港区 }',
      '  whole_amounts: true',
    );
    expect(data).toEqual({
      buyer: { name: '試験 花子', dob: '1980-01-31' },
      buyerAddress: { address4: '東京都' },
      shippingAddress: { zip: '105-0011', city: '港区' },
      wholeAmounts: true,
    });
  });

  it.each([[''], ['data: {}'], ['data: { buyer: {}, shipping_address: {}, whole_amounts: false }']])(
    'is absent where nothing is given: %s',
    (line) => {
      expect(load(line)).not.toHaveProperty('data');
    },
  );

  it.each([
    ['data: 1', 'targets.own.data must be a mapping'],
    ['data: { buyer: { nam1: a } }', 'targets.own.data.buyer.nam1 is not a known key. Did you mean name1?'],
    ['data: { buyer: { email: a@b.test } }', 'targets.own.data.buyer.email is not a known key'],
    ['data: { amount: { min: 1, max: 2 } }', 'targets.own.data.amount is not a known key'],
    ['data: { buyer: { name2: 12 } }', 'targets.own.data.buyer.name2 must be text: write it in quotes'],
    ['data: { buyer: { name1: "" } }', 'targets.own.data.buyer.name1 must not be empty'],
    ['data: { buyer: { dob: 1980-02-30 } }', 'targets.own.data.buyer.dob must be a date YYYY-MM-DD'],
    ['data: { buyer: { dob: 31.1.1980 } }', 'targets.own.data.buyer.dob must be a date YYYY-MM-DD'],
    [
      'data: { shipping_address: { zip: "1050011" } }',
      'targets.own.data.shipping_address.zip must have the form NNN-NNNN',
    ],
    ['data: { whole_amounts: maybe }', 'targets.own.data.whole_amounts must be true or false'],
  ])('%s is refused with a message that names what is wrong', (line, message) => {
    expect(complaint(line)).toContain(message);
    expect(complaint(line)).not.toContain(';');
  });

  it('in whole amounts allows no fraction in the other settings', () => {
    const whole = 'data: { whole_amounts: true }';
    expect(complaint(whole, 'limits: { amount: { min: 100.5, max: 200 } }')).toBe(
      'targets.yaml: targets.own.limits.amount.min must be a whole number, since data.whole_amounts is true',
    );
    const payments =
      'resource: { base_url: http://127.0.0.1:1, secret_key: sk_test_one, payments: [{ id: pay_1, amount: 9.5, lines: [] }] }';
    expect(complaint(whole, payments)).toContain('resource.payments.0.amount must be a whole number');
    expect(complaint('limits: { amount: { min: 100.5, max: 200 } }')).toBe('none');
  });

  it('is in a journal by its names only', () => {
    const target = load(
      'data: { buyer: { name1: 試験 花子, dob: 1980-01-31 }, shipping_address: { zip: 105-0011, city: 港区 } }',
    );
    const kept = runSettings(target, { maxRequests: Infinity, realTime: false, bail: false });
    expect(kept).toMatchObject({ 'data.buyer': 'name, dob', 'data.shipping_address': 'city, zip' });
    for (const value of ['試験', '1980', '105-0011', '港区'])
      expect(JSON.stringify(kept)).not.toContain(value);
  });
});
