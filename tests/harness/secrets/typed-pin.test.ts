import { describe, expect, it } from 'vitest';
import { redacted, redactorOf } from '../../../harness/secrets/redact.ts';
import { learningPin } from '../../../harness/given/ask-pin.ts';
import { sampleTarget } from '../settings/sample-target.ts';

const sample = sampleTarget('http://127.0.0.1:1');
const target = { ...sample, legacy: { ...sample.legacy, asksPin: true as const } };

describe('where a person types the PIN', () => {
  it('no field of a record has a code, right or nearly so', () => {
    const record = {
      request: { body: JSON.stringify({ auth_code: '4710' }) },
      transcript: [{ call: { body: { auth_code: '4711' } }, reply: { pin: '4711' } }],
    };
    expect(redacted(record, redactorOf(target))).toEqual({
      request: { body: JSON.stringify({ auth_code: '<code>' }) },
      transcript: [{ call: { body: { auth_code: '<code>' } }, reply: { pin: '<PIN>' } }],
    });
  });

  it('no text of a record has the PIN from then on, and ids, names and parts of numbers stay', () => {
    const { redact, learn } = learningPin(redactorOf(target));
    const text = 'the PIN 4711 is old; legacy/lifecycle/4711, pay_4711, 14711, 47.11, 3.4711, 4711.';
    expect(redact(text)).toBe(text);
    learn('4711');
    expect(redact(text)).toBe(
      'the PIN <PIN> is old; legacy/lifecycle/4711, pay_4711, 14711, 47.11, 3.4711, <PIN>.',
    );
  });

  it('a long one is removed in every form, and one too short to be told from other text only from its fields', () => {
    const { redact, learn } = learningPin(redactorOf(target));
    learn('0815-4711-99');
    expect(redact(`base64 ${btoa('0815-4711-99')} or 0815-4711-99`)).not.toMatch(/4711|MDgxNS/);
    learn('12');
    expect(redact('12 {"auth_code":"12"}')).toBe('12 {"auth_code":"<code>"}');
  });

  it('keys are removed as before', () => {
    const { redact, learn } = learningPin(redactorOf(target));
    learn('4711');
    expect(redact(`key ${sample.legacy.apiKey}`)).toBe('key <redacted>');
  });
});
