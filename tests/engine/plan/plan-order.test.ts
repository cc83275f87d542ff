import { describe, expect, test } from 'vitest';
import { ruleGoal, transitionGoal, type Goal } from '../../../engine/goals.ts';
import type { Step } from '../../../engine/model.ts';
import { sorted, type Toured } from '../../../engine/plan/order.ts';

const way = transitionGoal('empty', 'put', 'ok');
/** A transition where the documents permit another outcome. */
const unsure = transitionGoal('empty', 'put', 'odd');

/** One step for each list of goals. */
function toured(name: string, met: readonly (readonly Goal[])[]): Toured {
  const step = (_: unknown, index: number): Step => ({
    id: `${name}${index + 1}`,
    operation: 'put',
    kind: 'any',
    uses: {},
  });
  return {
    steps: met.map(step),
    met: met.flatMap((goals, index) =>
      goals.map((goal) => ({ goal, steps: index + 1, requests: index + 1, isConfirmed: goal !== unsure })),
    ),
  };
}

const shown = (all: readonly Toured[]) =>
  sorted(all).map(({ steps, goals, requests }) => ({ ids: steps.map(({ id }) => id), goals, requests }));

const [one, two, three] = [ruleGoal('one'), ruleGoal('two'), ruleGoal('three')];

describe('the order of a plan', () => {
  test('keeps which transitions the end of a sequence confirms: no rules, none that is reached before, none that is open', () => {
    const all = sorted([toured('a', [[way, one]]), toured('b', [[way], [unsure]])]);
    expect(all.map(({ confirms }) => confirms)).toEqual([[way], []]);
  });

  test('begins with the sequence that reaches the most goals for its requests', () => {
    const long = toured('a', [[], [], [one, two]]);
    const short = toured('b', [[three]]);
    expect(shown([long, short])).toEqual([
      { ids: ['b1'], goals: [three], requests: 1 },
      { ids: ['a1', 'a2', 'a3'], goals: [one, two], requests: 3 },
    ]);
  });

  test('ignores goals that an earlier sequence reaches, and cuts off the steps after the last new goal', () => {
    const rich = toured('a', [[one], [two]]);
    const poor = toured('b', [[], [three], [two]]);
    expect(shown([poor, rich])).toEqual([
      { ids: ['a1', 'a2'], goals: [one, two], requests: 2 },
      { ids: ['b1', 'b2'], goals: [three], requests: 2 },
    ]);
  });

  test('leaves out a sequence without a new goal', () => {
    expect(shown([toured('a', [[one]]), toured('b', [[one, two]])])).toEqual([
      { ids: ['b1'], goals: [one, two], requests: 1 },
    ]);
  });

  test('prefers a rule to a transition', () => {
    expect(shown([toured('a', [[way]]), toured('b', [[], [one]])]).map(({ ids }) => ids[0])).toEqual([
      'b1',
      'a1',
    ]);
  });

  test('ends a sequence at the step that first proves its last rule', () => {
    expect(shown([toured('a', [[one], [one]])])).toEqual([{ ids: ['a1'], goals: [one], requests: 1 }]);
  });
});
