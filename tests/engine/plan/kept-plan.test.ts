import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { plan, type Plan } from '../../../engine/plan/plan.ts';
import { keptPlan, planFromKept, planKey, type KeptPlan } from '../../../engine/plan/kept-plan.ts';
import { storeMachine, storeRules } from '../machines/store.ts';

/** All of a plan that can be compared. */
const shown = ({ shortest, ...rest }: Plan) => ({
  ...rest,
  shortest: storeRules.map((rule) => [rule, shortest.to(rule)]),
});

test('a plan that was kept as JSON is the plan that was made, with the same goals and the same shortest sequences', () => {
  fc.assert(
    fc.property(fc.nat(), fc.subarray([...storeRules]), fc.boolean(), (seed, rules, transitions) => {
      const options = { seed, rules, transitions };
      const made = plan(storeMachine, options);
      const kept = JSON.parse(JSON.stringify(keptPlan(made))) as KeptPlan;
      const again = planFromKept(storeMachine, options, kept);
      expect(shown(again)).toEqual(shown(made));
      // Goals are compared by identity.
      const goals = (of: Plan) => of.sequences.flatMap((sequence) => sequence.goals);
      expect(goals(again).every((goal, index) => goal === goals(made)[index])).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('a kept plan holds each step once, however many sequences share it', () => {
  const { steps } = keptPlan(plan(storeMachine, { seed: 1, rules: storeRules }));
  expect(new Set(steps).size).toBe(steps.length);
});

test('the key of a plan differs by each of its options, and not by the order of what was reached', () => {
  const [first, second] = plan(storeMachine, { seed: 1, rules: storeRules }).sequences.flatMap(
    ({ goals }) => goals,
  );
  if (first === undefined || second === undefined) throw new Error('the plan has fewer than two goals');
  const options = { seed: 1, rules: storeRules, reached: new Set([first, second]) };
  const key = (changes: object) => JSON.stringify(planKey({ ...options, ...changes }));
  expect(key({ reached: new Set([second, first]) })).toBe(key({}));
  const others = [
    { seed: 2 },
    { rules: storeRules.slice(1) },
    { transitions: false },
    { reached: new Set([first]) },
    { learned: { point: 'choice' } },
    { notifications: true },
    { mostSteps: 3 },
    { places: new Map([['stage', new Set(['operation'])]]) },
  ];
  expect(new Set([{}, ...others].map(key)).size).toBe(others.length + 1);
});
