import { execFileSync } from 'node:child_process';
import { runInNewContext, Script } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { create } from 'xmlbuilder2';
import { fold } from '../../../reports/journal/fold.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { junit } from '../../../reports/ci/junit.ts';
import { html } from '../../../reports/page/html.ts';
import { hiddenEscaped, plain } from '../../../reports/words/plain.ts';
import { curlScript } from '../../../reports/reproduction/curl/curl.ts';
import { quoted as literal, source } from '../../../reports/reproduction/vitest/javascript.ts';
import {
  comment,
  jsonWord,
  pathWord,
  quoted,
  textWord,
} from '../../../reports/reproduction/curl/shell-words.ts';
import { vitestFile } from '../../../reports/reproduction/vitest/vitest-file.ts';
import { encoded, pathSegment } from '../../../spec/forms.ts';
import { failureRecord, failingRun, line, register } from '../certificate/synthetic.ts';

const unpaired = '\ud800';
const awkward = [
  unpaired,
  '\udfff\ud800',
  '\0',
  '\n\r\u2028\u2029',
  "'; touch /tmp/x; '",
  '$(id) `id` "$x" \\',
  '</script><script>',
  '${process.exit(7)}`',
  '*/process.exit(7)/*',
  ']]></system-out>',
  '\u001b]0;x\u0007\u009b31m\u202e\u2066',
  '../../etc/passwd%00%2f',
  '\ufffe\uffff',
];

/** Any text at all: every code unit, paired or not, and what is awkward somewhere. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.nat(0xffff).map((unit) => String.fromCharCode(unit))).map((units) => units.join('')),
  fc.constantFrom(...awkward),
);

// Written with escapes, since the characters themselves would be as hidden here.
const hidden =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]/u;

/** What a real shell makes of words; NUL ends each. */
function evaluated(words: readonly string[], setup = ''): readonly string[] {
  const script = `${setup}\nprintf '%s\\0' ${words.join(' ')}`;
  return execFileSync('sh', ['-s'], { input: script, encoding: 'utf8' }).split('\0').slice(0, -1);
}

const manyTexts = fc.array(anyText, { minLength: 30, maxLength: 60 });
/** A shell word holds no NUL, and its bytes are UTF-8. */
const inShell = (text: string) => text.replaceAll('\0', '').toWellFormed();

describe('any text at all', () => {
  it('is shown on one line without a hidden character', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(plain(text, Infinity)).not.toMatch(hidden);
      }),
    );
  });

  it('is the same value in JSON without hidden characters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = hiddenEscaped(JSON.stringify({ text }, null, 2));
        expect(json.replaceAll('\n', '')).not.toMatch(hidden);
        expect(JSON.parse(json)).toEqual({ text });
      }),
    );
  });

  it('is exactly itself as a word of a real shell', () => {
    fc.assert(
      fc.property(manyTexts, (texts) => {
        expect(evaluated(texts.map(quoted))).toEqual(texts.map(inShell));
      }),
      { numRuns: 10 },
    );
  });

  it('is exactly itself in a shell word with learned values, as text and as JSON', () => {
    fc.assert(
      fc.property(manyTexts, anyText, (texts, value) => {
        const learned = [{ value: `id_${value}`, variable: 'id_1' }];
        const whole = texts.map((text) => `${text}id_${value}${text}`);
        const setup = `id_1=${quoted(`id_${value}`)}`;
        expect(
          evaluated(
            whole.map((text) => textWord(text, learned)),
            setup,
          ),
        ).toEqual(whole.map(inShell));
        const json = texts.map((text) => JSON.stringify([text]));
        expect(evaluated(json.map((text) => jsonWord(text, [])))).toEqual(json);
      }),
      { numRuns: 10 },
    );
  });

  it('is exactly itself where a learned value ends in half of a surrogate pair', () => {
    const value = 'id_\ud800';
    const text = `${value}\udfff`;
    const word = textWord(text, [{ value, variable: 'id_1' }]);
    expect(evaluated([word], `id_1=${quoted(value)}`)).toEqual([text]);
  });

  it('ends no comment of a shell script', () => {
    fc.assert(
      fc.property(manyTexts, (texts) => {
        const setup = texts.map(comment).join('\n');
        expect(evaluated(["'done'"], setup)).toEqual(['done']);
      }),
      { numRuns: 10 },
    );
  });

  it('is exactly itself as a JavaScript literal, in ASCII', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(literal(text)).toMatch(/^[ -~]*$/);
        expect(runInNewContext(literal(text))).toBe(text);
        const code = source({ [text]: text }, [{ value: `${text}_1`, variable: 'never' }]);
        expect(JSON.stringify(runInNewContext(`(${code})`))).toBe(JSON.stringify({ [text]: text }));
      }),
    );
  });

  it('is one segment of a path, and itself again when decoded', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(pathSegment(text)).toMatch(/^[\w.~!$&'()*+,;=:@%-]*$/);
        expect(decodeURIComponent(pathSegment(text))).toBe(text.toWellFormed());
        expect(decodeURIComponent(encoded(text))).toBe(text.toWellFormed());
      }),
    );
  });

  it('adds no mark-up and no hidden character to a page', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const page = html`<p title="${text}">${text}</p>`.text;
        expect(page).toMatch(/^<p title="[^"<>`']*">[^<>"'`]*<\/p>$/);
        expect(page).not.toMatch(hidden);
      }),
    );
  });

  it('leaves JUnit XML well-formed and free of characters that XML forbids', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const record = failureRecord({ summary: text, transcript: [line({ received: text })] });
        const summary = fold(failingRun().map((one) => (one.k === 'failure' ? record : one)));
        const xml = junit(certificate(summary, register), summary, register, 'runs/x');
        expect(xml).not.toMatch(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
        expect(() => create(xml).end()).not.toThrow();
      }),
      { numRuns: 50 },
    );
  });
});

describe('an id of any text', () => {
  const transcript = (id: string) => [
    line({
      call: {
        to: 'legacy',
        operation: 'authorize',
        method: 'POST',
        path: '/x',
        body: {},
        credential: 'valid',
      },
      reply: { payment_id: id },
    }),
    line({
      step: 's2',
      operation: 'get',
      call: {
        to: 'resource',
        operation: 'get',
        method: 'GET',
        path: `/payments/${pathSegment(id)}`,
        credential: 'valid',
      },
    }),
  ];

  it('gives a shell script that a shell can read, and a test file that JavaScript can read', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const record = failureRecord({ transcript: transcript(`pay_${text}`), summary: text });
        const script = curlScript(record);
        expect(() => execFileSync('sh', ['-n'], { input: script, stdio: 'pipe' })).not.toThrow();
        const file = vitestFile(record) ?? 'none';
        expect(file).not.toMatch(/[\u2028\u2029\r]/);
        expect(file).toContain('await send');
        const code = file.replaceAll(/^import .*$/gm, '');
        expect(() => new Script(`async () => {${code}}`)).not.toThrow();
      }),
      { numRuns: 30 },
    );
  });

  it('is passed on in the encoding of a path by both', () => {
    const record = failureRecord({ transcript: transcript('pay_a b/?') });
    expect(vitestFile(record)).toContain(
      '"path": "/payments/" + pathSegment(payment_id_1)'.replace('"path"', 'path'),
    );
    const script = curlScript(record);
    expect(script).toContain('"$(segment "$payment_id_1")"');
    const segment = /^segment\(\).*$/m.exec(script)?.[0] ?? '';
    const [word] = evaluated(
      [pathWord('/payments/pay_a%20b%2F%3F', [{ value: 'pay_a b/?', variable: 'v' }])],
      `${segment}\nv='pay_a b/?'`,
    );
    expect(decodeURIComponent(word ?? '')).toBe('/payments/pay_a b/?');
  });
});
