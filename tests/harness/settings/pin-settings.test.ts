import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadTarget, type Target } from '../../../harness/settings/settings.ts';

const file = join(mkdtempSync(join(tmpdir(), 'payproof-pin-')), 'targets.yaml');

/** A target with this PIN of a persona. */
function load(name: string, pin: string): Target {
  writeFileSync(
    file,
    `targets: { a: { kind: remote, legacy: { base_url: http://t.test, api_key: api_key_1, secret: secret_1,
      personas: { ${name}: { email: a@b.test, phone: '080', test: true, pin: ${pin} } } } } }`,
  );
  return loadTarget({ file, env: {} });
}

describe('a PIN that is asked for', () => {
  it('is none that is known', () => {
    const person = { email: 'a@b.test', phone: '080', test: true };
    expect(load('pin', 'ask').legacy).toMatchObject({ asksPin: true });
    expect(load('pin', 'ask').legacy?.personas).toEqual({ pin: person });
    expect(load('pin', "'1234'").legacy).not.toHaveProperty('asksPin');
    expect(load('pin', "'1234'").legacy?.personas).toEqual({ pin: { ...person, pin: '1234' } });
  });

  it('is that of the persona pin', () => {
    for (const name of ['approve', 'reject'])
      expect(() => load(name, 'ask')).toThrow(
        `legacy.personas.${name}.pin is ask: only the persona pin is asked for a PIN`,
      );
  });
});
