import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redacted, redactor, redactorOf, secretsOf } from '../../../harness/secrets/redact.ts';
import { keyForms, wrongKeysOf } from '../../support/runs/key-forms.ts';
import { sampleTarget } from '../settings/sample-target.ts';

const target = sampleTarget('http://127.0.0.1:1');
const awkward = 'se"cr\\et/äöü+key-<&>\'value';

/** A key as a service may issue it, or a secret of any printable characters. */
const key = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_-]{8,40}$/),
  fc.string({ minLength: 8, maxLength: 40, unit: 'grapheme-ascii' }),
  fc.string({ minLength: 8, maxLength: 20, unit: 'grapheme' }).filter((text) => !/\p{Surrogate}/u.test(text)),
);
/** Nothing that could be a part of the key, or of its encoding. */
const beside = fc.stringMatching(/^(?:[^\\%&#;A-Za-z0-9+/=_-]{0,20})$/);

describe('redaction', () => {
  const redact = redactor([awkward, ...secretsOf(target)]);

  it.each(Object.entries(keyForms))('removes a secret that is %s', (_form, encode) => {
    for (const secret of [awkward, ...secretsOf(target)])
      expect(redact(`before ${encode(secret)} after`)).toMatch(/^before .{0,2}<redacted> after$/);
  });

  it.each(Object.entries(keyForms))(
    'removes any secret that is %s, whatever stands beside it',
    (_form, encode) => {
      fc.assert(
        fc.property(key, beside, beside, (secret, before, after) => {
          const clean = redactor([secret])(`${before}${encode(secret)}${after}`);
          expect(clean.includes(encode(secret))).toBe(false);
          expect(clean).toContain('<redacted>');
          expect(clean.length).toBeLessThanOrEqual(before.length + after.length + '<redacted>'.length + 2);
        }),
        { numRuns: 40 },
      );
    },
  );

  it.each(Object.entries(keyForms))(
    'removes a secret with letters whose small form is another letter, %s',
    (_form, encode) => {
      for (const secret of ['abc\u0130defgh', 'abc\u212adefgh']) {
        const clean = redactor([secret])(` ${encode(secret)} `);
        expect(clean).not.toContain(encode(secret));
        expect(clean).toContain('<redacted>');
      }
    },
  );

  it.each(Object.entries(keyForms))(
    'removes the wrong keys that are made from a key, %s',
    (_form, encode) => {
      const [right = ''] = secretsOf(target);
      for (const wrong of wrongKeysOf(right))
        expect(redact(`Unknown API key: ${encode(wrong)}!`)).toMatch(
          /^Unknown API key: .{0,2}<redacted>.{0,8}!$/,
        );
    },
  );

  it('removes the beginning of a secret where a text is cut', () => {
    const [right = ''] = secretsOf(target);
    expect(redact(`received "Unknown: ${right.slice(0, 6)}…`)).toBe('received "Unknown: <redacted>…');
  });

  it('leaves other text unchanged', () => {
    for (const text of ['{"a":1}', 'api_key of the legacy interface', 'sk_test_', '%41\\u0041&#65;…', ''])
      expect(redact(text)).toBe(text);
  });

  it('takes time in proportion to a hostile text, and no more', () => {
    for (const unit of ['\\', '%25', '&amp;', '&#0', 'a', 'api_key_', '_'])
      expect(redact(unit.repeat(200_000))).toBe(unit.repeat(200_000));
  });

  it('works on texts inside a record and never on the names of its fields', () => {
    const record = { status: 'status_one', step: [{ status: 'has status_one in it' }] };
    expect(redacted(record, redactor(['status_one']))).toEqual({
      status: '<redacted>',
      step: [{ status: 'has <redacted> in it' }],
    });
    expect(redacted({ status_one: 1 }, redactor(['status_one']))).toEqual({ status_one: 1 });
  });

  it('removes secrets from names and numbers that a target has sent', () => {
    const clean = redactor(['key_one_1', '123456789012']);
    expect(redacted({ reply: { key_one_1: [123456789012, 5] } }, clean)).toEqual({
      reply: { '<redacted>': ['<redacted>', 5] },
    });
  });
});

describe('the addresses of notifications', () => {
  const listen = '127.0.0.1:0';

  it('are written without the secret path of the public one, wherever it is told', () => {
    const publicUrl = 'https://hooks.example.test/in/9f8e7d6c5b4a/webhooks';
    const redact = redactorOf({ ...target, webhooks: { listen, publicUrl, path: '/other/a1b2c3d4e5' } });
    const told = redact(JSON.stringify({ url: publicUrl, part: '9f8e7d6c5b4a', other: 'a1b2c3d4e5' }));
    expect(told).toContain('https://hooks.example.test<redacted>');
    expect(told).not.toMatch(/9f8e7d6c5b4|a1b2c3d4e/);
  });

  it('keep a path that is a plain word, which stands in other texts', () => {
    const redact = redactorOf({
      ...target,
      webhooks: { listen, publicUrl: 'https://example.test/webhooks' },
    });
    expect(redact('webhooks/retries of https://example.test/webhooks')).toBe(
      'webhooks/retries of https://example.test/webhooks',
    );
  });
});
