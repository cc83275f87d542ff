import { expect, test } from 'vitest';
import type { TranscriptLine } from '../../../harness/records/failure-record.ts';
import { usesText } from '../../../reports/words/names.ts';
import type { Json } from '../../../engine/model.ts';

const line = (
  step: string,
  operation: string,
  reply: Json,
  { http = 200, uses = {} }: { readonly http?: number; readonly uses?: TranscriptLine['uses'] } = {},
): TranscriptLine => ({
  step,
  operation,
  kind: 'any',
  uses,
  control: false,
  expected: '',
  http,
  received: '',
  call: null,
  reply,
});
const legacyCapture = (step: string, id: string) => line(step, 'capture', { capture_id: id });

/** How the last line names what it uses. */
const named = (...lines: readonly TranscriptLine[]): string => {
  const last = lines.at(-1);
  if (last === undefined) throw new Error('no line');
  return usesText(last, lines);
};

test.each<[string, string, readonly TranscriptLine[]]>([
  [
    'the second capture, where the first is not used later',
    'capture#2',
    [
      line('s1', 'authorize', { payment_id: 'p1' }),
      legacyCapture('s2', 'c1'),
      legacyCapture('s3', 'c2'),
      line('s4', 'refund', {}, { uses: { capture: 's3' } }),
    ],
  ],
  [
    'the first capture, where another was refused before',
    'capture#1',
    [
      line('s1', 'capture', { status: 'capture_fail', payment_id: 'p1' }),
      line('s2', 'capture', { code: '404' }, { http: 404 }),
      legacyCapture('s3', 'c2'),
      line('s4', 'refund', {}, { uses: { capture: 's3' } }),
    ],
  ],
  [
    'the second payment, where the first is not used later',
    'payment#2 token#1',
    [
      line('s1', 'issue-token', { id: 'tok_1' }),
      line('s2', 'create', { id: 'pay_1' }, { uses: { token: 's1' } }),
      line('s3', 'create', { id: 'pay_2' }, { uses: { token: 's1' } }),
      line('s4', 'get', {}, { uses: { payment: 's3', token: 's1' } }),
    ],
  ],
  [
    'a capture of the resource interface',
    'capture#2',
    [
      line('s1', 'capture', { id: 'pay_1', captures: [{ id: 'cap_1' }] }),
      line('s2', 'capture', { id: 'pay_2', captures: [{ id: 'cap_2' }] }),
      line('s3', 'refund', {}, { uses: { capture: 's2' } }),
    ],
  ],
  [
    'what an answer that was lost has made, where a later step uses it',
    'payment#2',
    [
      line('s1', 'authorize', { payment_id: 'p1' }),
      line('s2', 'authorize', null),
      line('s3', 'status', {}, { uses: { payment: 's2' } }),
    ],
  ],
])('%s is %s', (_what, name, lines) => {
  expect(named(...lines)).toBe(name);
});
