import type { Target } from '../../harness/settings/settings.ts';
import type { FirstLook } from '../availability/first-look.ts';
import { configOf, type ConfigInput, type RunConfig } from './run-config.ts';
import { openRun } from './open-run.ts';
import { noJournal, openSession, type Session } from './session.ts';
import { steadyNow } from '../../harness/time.ts';

/** The configuration of a run that writes nothing, such as a replay, from a look at its target. It has no folder. */
export function unwrittenConfig(
  target: Target,
  { capabilities, skewMs, controlAheadMs, looked, said }: FirstLook,
  changes: Partial<ConfigInput> = {},
): RunConfig {
  return configOf({
    target,
    capabilities,
    skewMs,
    ...(controlAheadMs !== undefined && { controlAheadMs }),
    looked,
    said,
    seed: 0,
    runs: 1,
    out: '',
    startedAt: steadyNow(),
    ...changes,
  });
}

/** Opens a run that writes nothing, and a session on it, for as long as `use` takes. Throws SettingsError when the receiver can't be bound. */
export async function inUnwrittenRun<T>(
  config: RunConfig,
  suite: string,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const run = openRun(config, noJournal());
  try {
    const session = await openSession(run, suite);
    try {
      // What it runs may fail only with several requests under way, and there are too few to learn how many the target bears.
      return await run.access.gate.together(() => use(session));
    } finally {
      await session.close();
    }
  } finally {
    await run.close();
  }
}
