import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../../../cli/main.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';
import { countingTarget } from '../../support/targets/counting-target.ts';
import { storedReproduction } from '../../support/runs/stored.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-reproduction-'));
const targets = join(dir, 'targets.yaml');
const file = join(dir, 'stored.json');
const printed = captureOutput();
afterAll(() => rmSync(dir, { recursive: true }));

const replay = (...more: readonly string[]) =>
  run(['replay', file, '--targets', targets, '--target', 'own', ...more]);

const [authorize, capture, read] = storedReproduction().sequence;
const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;
const text = (value: unknown) => JSON.stringify(value);
const changed = (changes: Readonly<Record<string, unknown>>) => text(storedReproduction(changes));

describe('a reproduction that is refused in one message, with nothing sent:', () => {
  test.each<readonly [string, string | Buffer, string]>([
    ['no JSON', '{', 'it is no JSON'],
    ['binary', Buffer.from([0xff, 0x00]), 'is not UTF-8 text'],
    ['larger than 32 MB', ' '.repeat(33_554_433), 'is larger than 33554432 bytes'],
    ['a million levels deep', '['.repeat(1_000_000), 'nested deeper than 200 levels'],
    ['300 levels deep in its data', changed({ transcript: nested(300) }), 'nested deeper than 200 levels'],
    [
      'with a key __proto__',
      changed({}).replace('"uses":{}', '"uses":{"__proto__":"s1"}'),
      'no key may be __proto__',
    ],
    ['of a later schema', changed({ schema: 2 }), 'is no reproduction: "schema"'],
    [
      'of another tool',
      changed({ tool: { name: 'other', version: '1' } }),
      'is no reproduction: "tool.name"',
    ],
    ['without steps', changed({ sequence: [] }), 'is no reproduction: "sequence"'],
    [
      'with 501 steps',
      changed({
        sequence: Array.from({ length: 501 }, (_, index) => ({ ...read, id: `s${index}`, uses: {} })),
      }),
      'is no reproduction: "sequence"',
    ],
    [
      'with a step of no id',
      changed({ sequence: [{ ...authorize, id: '' }] }),
      'is no reproduction: "sequence.0.id"',
    ],
    ['with a step that is a text', changed({ sequence: ['x'] }), 'is no reproduction: "sequence.0"'],
    ['with two steps of one id', changed({ sequence: [authorize, authorize] }), 'two steps are called "s1"'],
    [
      'with a step that uses a later one',
      changed({ sequence: [capture, authorize] }),
      'step s2 uses the payment of "s1", which comes after it',
    ],
    [
      'with an overlap of no step',
      changed({ overlap: [{ step: 's7' }] }),
      'overlap names the step "s7", which there is not',
    ],
    [
      'with a step that overlaps behind one that there is not',
      changed({ overlap: [{ step: 's2', behind: 's7' }] }),
      'overlap names the step "s7", which there is not',
    ],
    [
      'with an unknown operation',
      changed({ sequence: [{ ...authorize, operation: 'authorise' }] }),
      'step s1 has the operation "authorise", which the machine legacy does not have. Did you mean authorize?',
    ],
    [
      'with an operation of the other interface',
      changed({ sequence: [{ id: 's1', operation: 'issue-token', kind: 'plain', uses: {} }] }),
      'which the machine legacy does not have',
    ],
    ['of an unknown machine', changed({ machine: 'x' }), 'There is no machine "x". Known: legacy,'],
    ['of a machine named like a method', changed({ machine: 'toString' }), 'There is no machine "toString"'],
    [
      'of another interface than its machine',
      changed({ interface: 'resource' }),
      'the machine legacy is of the interface legacy or webhooks, not "resource"',
    ],
    [
      'of an unknown requirement',
      changed({ requirement: ['legacy.capture.full-close'] }),
      'there is no requirement "legacy.capture.full-close". Did you mean legacy.capture.full-closes?',
    ],
    [
      'with a signature of an unknown requirement',
      changed({ signature: { at: 'reply', operations: ['status'], rules: ['x'] } }),
      'there is no requirement "x"',
    ],
    [
      'with an unknown latitude',
      changed({ learned: { 'legacy.x': 'y' } }),
      'there is no open point "legacy.x"',
    ],
    [
      'with an unknown choice',
      changed({ learned: { 'legacy.refund.payment-state': 'gone' } }),
      'has no choice "gone". Known: unchanged, reopens',
    ],
  ])('%s', async (_what, content, words) => {
    const { paths } = await countingTarget(targets);
    writeFileSync(file, content);
    expect(await replay()).toBe(2);
    expect(printed.out).toBe('');
    expect(printed.err).toContain(words);
    expect(printed.err).toMatch(/^payproof: [^\n]*stored\.json [^\n]*\n$/);
    const message = printed.err.slice('payproof: '.length, -1);
    printed.err = '';
    expect(await replay('--json')).toBe(2);
    expect(JSON.parse(printed.out)).toEqual({ error: message, exit: 2 });
    expect(printed.err).toBe('');
    expect(await replay('--dry-run')).toBe(2);
    expect(paths).toEqual([]);
  });

  test('a device in place of a file', async () => {
    symlinkSync('/dev/zero', join(dir, 'zero'));
    expect(await run(['replay', join(dir, 'zero')])).toBe(2);
    expect(printed.err).toContain('is larger than 33554432 bytes');
  });
});

describe('a reproduction that its target can not be asked about is refused, and counts as neither broken nor mended:', () => {
  const resource = 'resource: { base_url: URL, secret_key: KEY-KEY-1 }';

  test.each([
    [
      'of an interface that it does not claim',
      resource,
      {},
      'does not offer what the reproduction needs: legacy.',
    ],
    [
      'about notifications that can not reach us',
      undefined,
      {
        signature: {
          at: 'notifications',
          operations: ['notifications'],
          rules: ['legacy.capture.full-closes'],
        },
      },
      'does not offer what the reproduction needs: webhooks.',
    ],
    [
      'with literals that make no request',
      undefined,
      { sequence: [{ ...authorize, data: { encoding: 'hex', body: { buyer: null } } }] },
      "Step s1 (authorize one piece) can't be made of its data",
    ],
  ])('%s', async (_what, blocks, changes, words) => {
    await countingTarget(targets, blocks);
    writeFileSync(file, changed(changes));
    expect(await replay()).toBe(2);
    expect(printed.err).toContain(words);
    expect(printed.err).toMatch(/^payproof: [^\n]*\n$/);
  });
});
