import { expect, test } from 'vitest';
import { initialBelief } from '../../../engine/judge/belief.ts';
import { observe } from '../../../engine/judge/observe.ts';
import type { Operation } from '../../../engine/machine.ts';
import type { Check, Outcome } from '../../../engine/model.ts';

const step = { id: 's1', operation: 'ask', kind: 'plain', uses: {} };

/** A check that the reply holds a word; the heavier it is, the farther is a reply without it. */
function says(word: string, weight = 1): Check<string> {
  return {
    cites: [word],
    weight,
    test: (reply) => (reply.includes(word) ? [] : [{ rule: word, expected: word, received: reply }]),
  };
}

const outcome = (...checks: readonly Check<string>[]): Outcome<object, string> => ({
  name: 'any',
  checks,
  next: () => ({}),
});

/** What a reply lacks of each permitted answer. */
function permitted(reply: string, outcomes: readonly Outcome<object, string>[]): unknown {
  const operation: Operation<object, object, string> = {
    name: 'ask',
    attempts: () => [],
    resolve: () => ({}),
    predict: () => outcomes,
  };
  const verdict = observe(operation, step, {}, initialBelief({}), { reply });
  return verdict.kind === 'violated'
    ? verdict.permitted.map((breaches) => breaches.map(({ expected }) => expected))
    : verdict.kind;
}

test('a violation names what each permitted answer asks for, the nearest first', () => {
  expect(permitted('yes', [outcome(says('refused', 10)), outcome(says('no'))])).toEqual([
    ['no'],
    ['refused'],
  ]);
});

test('what the reply gives is not named, and answers that read alike are one', () => {
  const outcomes = [outcome(says('no'), says('400')), outcome(says('no'), says('yes'))];
  expect(permitted('yes 400', outcomes)).toEqual([['no']]);
});

test('an answer that asks for all that another does, and more, is left out', () => {
  const outcomes = [outcome(says('no')), outcome(says('no'), says('404')), outcome(says('not now'))];
  expect(permitted('yes', outcomes)).toEqual([['no'], ['not now']]);
});
