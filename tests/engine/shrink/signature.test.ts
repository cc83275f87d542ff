import { expect, test } from 'vitest';
import type { Violation } from '../../../engine/judge/execution.ts';
import { isOfSignature, signatureOf } from '../../../engine/judge/signature.ts';

const violation = (operation: string, ...rules: string[]): Violation => ({
  at: 'reply',
  operation,
  abstract: 'any',
  breaches: rules.map((rule) => ({ rule, expected: 'this', received: 'that' })),
});
const stored = signatureOf(violation('resume', 'version-raised', 'instant-moves'));

test.each<[string, Violation, boolean]>([
  ['the same rules', violation('resume', 'instant-moves', 'version-raised'), true],
  ['one of the rules, since any of them may be the broken one', violation('resume', 'version-raised'), true],
  ['one of them beside another', violation('resume', 'version-raised', 'answers'), true],
  ['another rule', violation('resume', 'answers'), false],
  ['another operation', violation('suspend', 'version-raised'), false],
  ['what failed to arrive', { ...violation('resume', 'version-raised'), at: 'notifications' }, false],
])('a failure is that of a signature by %s: %#', (_how, failure, isSame) => {
  expect(isOfSignature(failure, stored)).toBe(isSame);
});
