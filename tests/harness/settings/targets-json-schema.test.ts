import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { targetsTemplate } from '../../../cli/init.ts';
import { targetsJsonSchema } from '../../../harness/settings/targets-json-schema.ts';

const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(targetsJsonSchema());
const isValid = (entry: object) => validate({ targets: { it: entry } });
const legacy = {
  base_url: 'https://sandbox.example.test',
  api_key: 'api_0123456789',
  secret: 'secret_0123456789',
};

/** The template with the marks taken off its entry. */
const whole = targetsTemplate.replaceAll(/^ {2}# (?=sandbox:| )/gm, '  ');

describe('the JSON Schema of targets.yaml', () => {
  test('takes what init writes, with and without its marks', () => {
    expect(whole).toContain('\n  sandbox:\n');
    for (const text of [targetsTemplate, whole]) {
      expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  test.each([
    ['the embedded target', { kind: 'embedded' }],
    ['a limit from a variable', { kind: 'remote', legacy, limits: { concurrency: '${MOST:-4}' } }],
    ['an address from a variable', { kind: 'remote', legacy: { ...legacy, base_url: 'https://${HOST}' } }],
    ['a deadline', { kind: 'remote', legacy, webhooks: { deadline: '30s' } }],
  ])('takes %s', (_what, entry) => {
    expect(isValid(entry), JSON.stringify(validate.errors)).toBe(true);
  });

  test.each([
    ['a misspelt key', { kind: 'remote', legacy: { ...legacy, api_kay: 'x' } }],
    ['another kind', { kind: 'local' }],
    ['a number as text', { kind: 'remote', legacy, limits: { concurrency: 'many' } }],
    ['a required key left out', { kind: 'remote', legacy: { base_url: legacy.base_url } }],
  ])('refuses %s', (_what, entry) => {
    expect(isValid(entry)).toBe(false);
  });
});
