import type { Failure } from './exploration.ts';
import { explore } from './explore.ts';
import type { Machine } from './machine.ts';
import { plan, type Plan } from './plan/plan.ts';

/** The answer to a call in a state: the rule that requires it, the answer, and the next state. */
type Answer<S> = readonly [rule: string, answer: string, next: S];

/**
 * A machine of calls without arguments, each with one permitted answer in each state. The abstract state is the state as text, so there
 * should be few states.
 */
export function callMachine<S>(
  initial: S,
  calls: Readonly<Record<string, (state: S) => Answer<S>>>,
): Machine<S, string, string> {
  const operations = Object.entries(calls).map(([name, answered]) => ({
    name,
    attempts: () => [{ kind: 'plain', uses: {} }],
    resolve: () => name,
    predict: (state: S) => {
      const [rule, expected, next] = answered(state);
      const test = (received: string) => (received === expected ? [] : [{ rule, expected, received }]);
      return [{ name: expected, checks: [{ cites: [rule], test }], next: () => next }];
    },
  }));
  return { name: 'calls', initial, abstract: (state) => JSON.stringify(state), operations };
}

/** Explores a machine with default settings. Gives the plan, and the failures, shrunk. `open` starts a fresh system and gives the function that sends a call. */
export async function quickCheck<S, C, R>(
  machine: Machine<S, C, R>,
  open: () => (call: C) => Promise<R>,
  { seed = 1, runs = 20, rules = [] }: { seed?: number; runs?: number; rules?: readonly string[] } = {},
): Promise<{ readonly planned: Plan; readonly failures: readonly Failure<S, C, R, never>[] }> {
  let requests = 0;
  const driver = () => {
    const send = open();
    return {
      send: async (call: C) => {
        requests += 1;
        return { reply: await send(call) };
      },
    };
  };
  const failures = await explore({
    machine,
    driver,
    seed,
    runs,
    rules,
    transitions: true,
    concurrency: 1,
    batch: 5,
    shrinkBudget: 400,
    bail: false,
    stop: () => false,
    requests: () => requests,
    onSequence: () => undefined,
    onFailure: () => undefined,
  });
  return { planned: plan(machine, { seed, rules }), failures };
}
