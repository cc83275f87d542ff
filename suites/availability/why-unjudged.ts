import type { Driver, Violation } from '../../engine/judge/execution.ts';

/**
 * Why nothing is judged of what was done with a driver: the target was away, or was started anew. `at`: where a rule seems to be broken,
 * which is looked at first; undefined where none is.
 */
export async function whyUnjudged(
  driver: Pick<Driver<never, never>, 'unjudged' | 'verifySameServer'>,
  at: Violation['at'] | undefined,
): Promise<string | undefined> {
  if (at !== undefined && driver.unjudged?.() === undefined) await driver.verifySameServer?.({ at });
  return driver.unjudged?.();
}
