import type { Execution } from '../../engine/judge/execution.ts';
import { likeliest } from '../../engine/judge/belief.ts';
import { explore } from '../../engine/explore.ts';
import type { Goal } from '../../engine/goals.ts';
import type { NotificationSource } from '../../engine/judge/judge-notifications.ts';
import { startEmbedded } from '../../harness/embedded.ts';
import { preflight } from '../../harness/preflight/preflight.ts';
import { loadTarget } from '../../harness/settings/settings.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import { coverageGoalsOf } from '../../suites/explore/coverage-goals.ts';
import { evidenceName, seedOf, type MachineRun } from '../../suites/explore/machine-run.ts';
import { machineNamed, type AnyMachine } from '../../suites/explore/machines.ts';
import type { Claim } from '../../suites/run/claim.ts';
import { isOver, type Session } from '../../suites/run/session.ts';
import { inUnwrittenRun, unwrittenConfig } from '../../suites/run/unwritten-run.ts';

/** A sequence that a sound server has answered, with the notifications that came. */
export interface RecordedSequence {
  readonly suite: string;
  readonly machine: AnyMachine;
  readonly execution: Execution<unknown, Call, Reply, Notification>;
  /** Whether its suite judges notifications. */
  readonly notifications: boolean;
  readonly received: readonly Notification[];
  identity(notification: Notification): string;
}

export interface Recording {
  readonly seed: number;
  /** Random sequences of each suite, beside the planned ones. */
  readonly runs: number;
  /** False: nothing is planned, which saves the most time. */
  readonly planned: boolean;
}

/** Runs suites against the embedded server and keeps what it answered. Throws an Error when anything is accused. */
export async function record(claims: readonly Claim[], recording: Recording): Promise<RecordedSequence[]> {
  const { seed } = recording;
  const server = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), { seed });
  const reachedBy = new Map<string, Set<Goal>>();
  const all: RecordedSequence[] = [];
  try {
    const looked = await preflight(server.target);
    for (const { suite, machine: run } of claims) {
      if (run === undefined) continue;
      const reached = reachedBy.get(evidenceName(run)) ?? new Set<Goal>();
      reachedBy.set(evidenceName(run), reached);
      const config = unwrittenConfig(server.target, looked, { seed });
      const recorded = await inUnwrittenRun(config, suite, (session) =>
        recordSuite(session, run, { ...recording, reached }),
      );
      all.push(...recorded);
    }
  } finally {
    await server.close();
  }
  return all;
}

async function recordSuite(
  session: Session,
  run: MachineRun,
  { seed, runs, planned, reached }: Recording & { readonly reached: Set<Goal> },
): Promise<RecordedSequence[]> {
  const machine = machineNamed(run.machine, session.setup(run.exclusive));
  if (machine === undefined) throw new Error(`there is no machine "${run.machine}"`);
  const source = run.notifications ? session.notifications(run) : undefined;
  const received = new Map<string, readonly Notification[]>();
  const goals = coverageGoalsOf(run, session.means, []);
  const concurrency = run.exclusive || run.lists ? 1 : session.config.target.limits.concurrency;
  const recorded: RecordedSequence[] = [];
  await explore({
    machine,
    driver: (id, phase) => session.driver(`${session.suite}/${id}`, phase),
    ...(source && { notifications: keeping(source, received) }),
    seed: seedOf(run, seed),
    runs,
    concurrency,
    ...(planned && goals),
    reached,
    batch: run.exclusive ? 1 : 4 * concurrency,
    choices: session.run.memory.choices,
    shrinkBudget: 0,
    bail: false,
    stop: () => isOver(session),
    requests: () => session.connection.requests,
    onSequence: (_id, _phase, execution) => {
      const ids = machine.routes?.(likeliest(execution.belief)) ?? [];
      recorded.push({
        suite: session.suite,
        machine,
        execution,
        notifications: source !== undefined,
        received: received.get(ids.join(' ')) ?? [],
        identity: (notification) => source?.identity(notification) ?? notification.text,
      });
    },
    onFailure: ({ execution }) => {
      throw new Error(`the embedded server conforms: ${JSON.stringify(execution.violation)}`);
    },
  });
  return recorded;
}

/** A source that keeps the notifications of each sequence, by its ids, when they were judged. */
function keeping(
  source: NotificationSource<Notification>,
  received: Map<string, readonly Notification[]>,
): NotificationSource<Notification> {
  return {
    ...source,
    forget: (ids) => {
      if (ids.length > 0) received.set(ids.join(' '), [...source.of(ids)]);
      source.forget(ids);
    },
  };
}
