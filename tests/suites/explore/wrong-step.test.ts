import { describe, expect, test } from 'vitest';
import type { Violation } from '../../../engine/judge/execution.ts';
import { wrongStep } from '../../../suites/explore/sequence-record.ts';

const coverage = [
  { abstract: 'open', operation: 'capture', kind: 'full', outcome: 'captured' },
  { abstract: 'closed by capture', operation: 'capture', kind: 'full', outcome: 'refused: closed' },
];

function violation(at: Violation['at'], ...about: readonly (string | undefined)[]): Violation {
  const breaches = about.map((field) => ({
    rule: 'legacy.capture.closed-refuses',
    expected: 'a refusal',
    received: '200',
    ...(field !== undefined && { about: field }),
  }));
  return { at, operation: 'capture', abstract: 'closed by capture', breaches };
}

describe('the step at which a sequence ended', () => {
  test('is named where its answer is none that is permitted there', () => {
    expect(wrongStep('legacy', { coverage, violation: violation('reply', undefined, 'amount') })).toEqual({
      step: 'legacy | closed by capture | capture full | refused: closed',
    });
  });

  test.each([
    ['only a field of the answer is wrong', violation('reply', 'amount')],
    ['a notification is wrong', violation('notifications', undefined)],
  ])('was right where %s', (_why, broken) => {
    expect(wrongStep('legacy', { coverage, violation: broken })).toEqual({});
  });

  test('is none where nothing was tried, or nothing was violated', () => {
    expect(wrongStep('legacy', { coverage: [], violation: violation('reply', undefined) })).toEqual({});
    expect(wrongStep('legacy', { coverage })).toEqual({});
  });
});
