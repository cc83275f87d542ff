import type { Target } from '../../harness/settings/settings.ts';
import type { RunPlan } from './run-plan.ts';
import { openRun } from './open-run.ts';
import { noJournal, openSession, type Session } from './session.ts';

/** The plan of a run that writes nothing, such as a replay, from a look at its target. It has no folder. */
export function unwrittenPlan(
  target: Target,
  { capabilities, skewMs, looked, said }: Pick<RunPlan, 'capabilities' | 'skewMs' | 'looked' | 'said'>,
  changes: Partial<RunPlan> = {},
): RunPlan {
  return {
    target,
    capabilities,
    skewMs,
    ...(looked !== undefined && { looked }),
    ...(said !== undefined && { said }),
    seed: 0,
    runs: 1,
    bail: false,
    only: [],
    out: '',
    startedAt: Date.now(),
    ...changes,
  };
}

/** Opens a run that writes nothing, and a session on it, for as long as `use` takes. Throws SettingsError when the receiver can't be bound. */
export async function inUnwrittenRun<T>(
  plan: RunPlan,
  suite: string,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const run = openRun(plan, noJournal);
  try {
    const session = await openSession(run, suite);
    try {
      return await use(session);
    } finally {
      await session.close();
    }
  } finally {
    await run.close();
  }
}
