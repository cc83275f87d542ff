import { describe, expect, it } from 'vitest';
import { accusedRules } from '../../../reports/journal/fold.ts';
import { failureRecord } from '../certificate/synthetic.ts';

/** A failure of these rules, each by the field that it names. */
function failure(...breaches: readonly (readonly [rule: string, field?: string])[]) {
  return failureRecord({
    requirement: [...new Set(breaches.map(([rule]) => rule))],
    breaches: breaches.map(([rule, about]) => ({
      rule,
      expected: 'this',
      received: 'that',
      ...(about !== undefined && { about }),
    })),
  });
}

const wide = failure(['a', 'metadata'], ['b', 'metadata']);
const none = new Map<string, number>();

describe('of several rules that a wrong field may break', () => {
  it('those are accused that another failure shows it to break alone', () => {
    expect(accusedRules(wide, [wide, failure(['a', 'metadata'])], none)).toEqual(['a']);
  });

  it('nothing is concluded from a failure of another field, or from a flaky one', () => {
    const flaky = { ...failure(['a', 'metadata']), flaky: true };
    expect(accusedRules(wide, [wide, failure(['a', 'label']), flaky], none)).toEqual(['a', 'b']);
  });

  it('those are accused that nothing has shown to hold', () => {
    expect(accusedRules(wide, [wide], new Map([['b', 3]]))).toEqual(['a']);
  });

  it('all are accused where each was seen to hold, or none', () => {
    const each = new Map([
      ['a', 1],
      ['b', 3],
    ]);
    expect(accusedRules(wide, [wide], each)).toEqual(['a', 'b']);
    expect(accusedRules(wide, [wide], none)).toEqual(['a', 'b']);
  });

  it('one that another field breaks as well is accused all the same', () => {
    const both = failure(['a', 'metadata'], ['b', 'metadata'], ['b', 'label']);
    expect(accusedRules(both, [both, failure(['a', 'metadata'])], none)).toEqual(['a', 'b']);
  });
});
