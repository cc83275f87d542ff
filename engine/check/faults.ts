import { check, CheckError, randomSeed, type Checked, type CheckOptions } from './check.ts';
import { openFresh, type System, type Systems } from './systems.ts';
import type { SentOf } from '../build/made.ts';

/** A fault that stands between a check and a sound system. */
export interface Fault<C> {
  /** Whether it changes a call, which is the `nth` of its sequence from 0. Default: it changes each. */
  readonly when?: (call: C, nth: number) => boolean;
  /** The reply in place of that of the system, which has executed the call. Default: that of the system. */
  readonly reply?: (reply: never, call: C) => unknown;
  /** The reply in place of the call, which the system does not get. Default: it gets it. */
  readonly skip?: (call: C) => unknown;
}

/** What a model has found of the faults that it was tried with, by their names. */
export interface FaultsFound {
  readonly seed: number;
  readonly found: readonly string[];
  /** What the model does not look at. */
  readonly missed: readonly string[];
  /** Those that have changed no call, since none was as they say. */
  readonly untried: readonly string[];
}

/**
 * Tests a model: checks a sound system with each of some faults, one at a time, and tells which of them the model has found. Rejects with a `CheckError` where the system
 * is not sound, since nothing can be told then, and as `check` does.
 *
 * @example
 * ```ts
 * import { functions, machine, tryFaults } from 'payproof/engine';
 *
 * const counter = machine({
 *   state: 0,
 *   operations: ({ operation, expect }) => [
 *     operation('add', { expect: (n) => expect.then(n + 1) }),
 *     operation('count', { reads: true, expect: (n) => expect.reply(n).sameState() }),
 *   ],
 * });
 * let n = 0;
 * const open = functions(() => ((n = 0), { add: () => (n += 1), count: () => n }));
 * export const tried = tryFaults(counter, open, {
 *   'the third addition is lost': { when: ({ name }, nth) => name === 'add' && nth === 2, skip: () => 3 },
 *   'an addition gives nothing': { when: ({ name }) => name === 'add', reply: () => undefined },
 * });
 * ```
 */
export async function tryFaults<S, C, R>(
  model: Checked<S, C, R>,
  systems: Systems<SentOf<C>>,
  faults: Readonly<Record<string, Fault<SentOf<C>>>>,
  { seed = randomSeed(), ...options }: Omit<CheckOptions, 'path' | 'bail' | 'shrinkBudget'> = {},
): Promise<FaultsFound> {
  const tried = { found: [] as string[], missed: [] as string[], untried: [] as string[] };
  const settings = { ...options, seed, bail: true, shrinkBudget: 0 };
  try {
    await check(model, withFault(systems, {}), settings);
    for (const [name, fault] of Object.entries(faults)) {
      let changed = 0;
      const when: Fault<SentOf<C>>['when'] = (call, nth) => {
        const isChanged = fault.when?.(call, nth) ?? true;
        if (isChanged) changed += 1;
        return isChanged;
      };
      const found = await isFound(check(model, withFault(systems, { ...fault, when }), settings));
      tried[found ? 'found' : changed > 0 ? 'missed' : 'untried'].push(name);
    }
  } finally {
    if (typeof systems !== 'function') await systems.close?.();
  }
  return { seed, ...tried };
}

const isFound = (checking: Promise<unknown>): Promise<boolean> =>
  checking.then(
    () => false,
    (error: unknown) => {
      if (error instanceof CheckError) return true;
      throw error;
    },
  );

function withFault<C>(systems: Systems<C>, fault: Fault<C>): Systems<C> {
  if (typeof systems === 'function')
    return async () => {
      const system = await openFresh(systems);
      return { ...faulty(system, fault), close: () => system.close?.() };
    };
  // One system for all is closed when all faults are tried.
  return faulty(systems, fault);
}

/** The same system with a fault, which is made as it was and waits as the system does. */
function faulty<C>(
  system: System<C>,
  { when = () => true, reply, skip }: Fault<C>,
): System<C> & { reset(): unknown } {
  let calls = 0;
  return {
    send: async (call) => {
      const isChanged = when(call, calls);
      calls += 1;
      if (isChanged && skip !== undefined) return skip(call);
      const given: unknown = await system.send(call);
      return isChanged && reply !== undefined ? reply(given as never, call) : given;
    },
    reset: () => {
      calls = 0;
      return system.reset?.();
    },
    ...(system.wait && { wait: (ms: number) => system.wait?.(ms) }),
  };
}
