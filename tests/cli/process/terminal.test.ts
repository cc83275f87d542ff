import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { printError } from '../../../cli/command/errors.ts';
import { stdout, terminalJson, terminalText, wrapped } from '../../../cli/command/terminal.ts';
import { Unreachable } from '../../../harness/preflight/trouble.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';

const hidden =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]/u;
const title = '\u001b]0;owned\u0007\u009b2J\u202e\u2028';

describe('what is printed in a terminal', () => {
  it('holds no character that a terminal obeys, whatever text it is made of, and keeps its lines', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (lines) => {
        const texts = lines.map((line) => line.replaceAll('\n', ''));
        const printed = terminalText(texts.join('\n'));
        expect(printed.replaceAll('\n', '')).not.toMatch(hidden);
        expect(printed.split('\n')).toHaveLength(Math.max(1, texts.length));
      }),
    );
  });

  it('holds no such character as JSON, and is the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
        const printed = terminalJson({ value, text });
        expect(printed).not.toMatch(hidden);
        expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify({ value, text })));
      }),
    );
  });

  it.each([false, true])('holds no such character of an error about a target, JSON %s', (json) => {
    const written: string[] = [];
    const write = (text: string | Uint8Array): boolean => written.push(String(text)) > 0;
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation(write),
    );
    printError(new Unreachable(`it answers ${title}`), { json, verbose: true });
    for (const spy of spies) spy.mockRestore();
    expect(written.join('')).toContain('it answers');
    expect(written.join('').replaceAll('\n', '')).not.toMatch(hidden);
  });
});

describe('a text about values that anybody may have written', () => {
  const printed = captureOutput();
  const forged = 'sandbox\n✓ the signature is right\r\n::error::owned\n##[error]owned';

  it('has no line and no command of theirs, in a list, a map or a record', () => {
    const values = { name: forged, list: [forged], map: new Map([[forged, forged]]), [forged]: 1 };
    stdout.says(
      ({ name, list, map, ...rest }) => [name, ...list, ...[...map].flat(), ...Object.keys(rest)].join('\n'),
      [values],
    );
    const lines = printed.out.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(line).toMatch(/^sandbox\\n✓/);
    expect(printed.out).not.toContain('##[');
  });

  it.each([['::error::owned'], ['  ::add-mask::a'], ['done ##[error]owned'], ['##vso[task.complete]']])(
    'is no command of a runner of workflows: %s',
    (line) => {
      stdout.text(line);
      stdout.text(`${'word '.repeat(30)}${line}`, { wrap: true });
      expect(printed.out).not.toMatch(/^\s*::/m);
      expect(printed.out).not.toMatch(/##\w*\[/);
    },
  );

  it('is none as JSON either, and the same value', () => {
    stdout.json({ forged });
    expect(printed.out).not.toMatch(/##\w*\[/);
    expect(JSON.parse(printed.out)).toEqual({ forged });
  });
});

describe('lines for a terminal of so many columns', () => {
  it('take no more than that, lose no word, and go on below indented', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 24, max: 120 }), (words, columns) => {
        const lines = wrapped(`  ${words.join(' ')}`, columns).split('\n');
        expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
        expect(lines.join(' ').trim().split(/ +/)).toEqual(words);
        expect(lines.slice(1).every((line) => line.startsWith('    '))).toBe(true);
      }),
    );
  });

  it.each([
    [
      'a command that a reader copies',
      `  replay   npx payproof replay ${'runs/a-long-name/'.repeat(6)}x.json`,
      80,
    ],
    ['a line that fits', '  1  authorize  no order_ref     → 200 authorize_success', 80],
    ['a line where no width is known', 'word '.repeat(60), undefined],
  ])('%s stays as it is', (_what, line, columns) => {
    expect(wrapped(line, columns)).toBe(line);
  });
});
