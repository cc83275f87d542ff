import { execute } from '../../engine/judge/execute.ts';
import { withoutVerdict } from '../../engine/sequence-runner.ts';
import type { ExperimentRecord } from '../../harness/records/experiment-record.ts';
import { sequenceFailure } from '../explore/failure-record.ts';
import type { MachineRun } from '../explore/machine-run.ts';
import type { AnyMachine } from '../explore/machines.ts';
import { sequenceRecord } from '../explore/sequence-record.ts';
import type { RunConfig } from '../run/run-config.ts';
import type { RunMemory } from '../run/run-memory.ts';
import type { Session } from '../run/session.ts';
import type { Answers, Split } from './answers.ts';
import { examine, mostRequests, type Bench, type Examined } from './examine.ts';

/** Requests of experiments in a run at most. */
const mostInRun = 300;
/** Of a suite with fewer requests than it would take, the share for them. */
const share = 0.1;

/** What experiments need of the session that explores. */
export interface Experimenting extends Pick<
  Session,
  'suite' | 'phase' | 'driver' | 'journal' | 'allowance' | 'sentBefore'
> {
  readonly run: { readonly memory: Pick<RunMemory, 'experiments'> };
  readonly config: Pick<RunConfig, 'share' | 'shard' | 'seed'>;
  readonly connection: Pick<Session['connection'], 'requests'>;
}

/** What is explored, and the beginning of the names of its sequences. */
interface Explored {
  readonly run: MachineRun;
  readonly machine: AnyMachine;
  readonly prefix: string;
  readonly seed: number;
}

/**
 * Examines each open point that was answered in several ways, the rarest answer first, within the requests that are left. Where the target's clock is moved or
 * notifications are awaited, nothing is: each sequence takes too long there.
 */
export async function certifyOpenPoints(
  session: Experimenting,
  answers: Answers,
  explored: Explored,
): Promise<void> {
  const { run } = explored;
  if (run.exclusive || run.notifications) return;
  const { experiments } = session.run.memory;
  const { connection, config, sentBefore, allowance } = session;
  // Lanes, and shards, do not know of each other: two lanes look into something.
  const most = mostInRun / (config.share === undefined ? 1 : 2) / (config.shard?.of ?? 1);
  const begun = connection.requests;
  // What is left of the suite's requests is for what has no evidence yet.
  const isLeft = () =>
    session.phase() === 'open' &&
    experiments.requests + mostRequests <= most &&
    connection.requests + mostRequests <= sentBefore + allowance &&
    connection.requests - begun + mostRequests <= Math.max(share * allowance, mostRequests);
  let number = 0;
  const bench: Bench = {
    machine: explored.machine,
    seed: explored.seed,
    requests: () => connection.requests,
    stop: () => session.phase() !== 'open',
    run: async (sequence, learned) => {
      number += 1;
      const id = `${explored.prefix}/experiment-${number}`;
      const driver = session.driver(id, 'experiment');
      const ran = await execute(explored.machine, sequence, driver, { learned, notifications: false });
      await driver.end?.();
      const execution = withoutVerdict(ran, driver.unjudged?.());
      session.journal.write(sequenceRecord(id, session.suite, explored.machine, 'experiment', execution));
      return execution;
    },
  };
  for (const split of answers.splits()) {
    if (!isLeft()) break;
    if (experiments.has(split)) continue;
    const before = connection.requests;
    const examined = await examine(split, bench);
    experiments.add(split, connection.requests - before);
    if (examined === undefined) continue;
    experiments.reported += 1;
    session.journal.write(recordOf(session, split, examined, explored, experiments.reported));
  }
}

function recordOf(
  session: Experimenting,
  { asked, usual, other }: Split,
  { ended, condition, requests, execution, failed, outOf, neighbour }: Examined,
  { run, prefix, machine: model }: Explored,
  number: number,
): ExperimentRecord {
  const { point, of } = asked;
  const found = sequenceFailure(
    {
      execution,
      failed,
      outOf,
      ...(neighbour !== undefined && { neighbour }),
      requestsToFind: 0,
      requestsToShrink: requests,
    },
    {
      suite: session.suite,
      machine: run.machine,
      interface: run.interface,
      exclusive: run.exclusive,
      seed: session.config.seed,
      model,
      serial: `open-point-${prefix.replaceAll('/', '-')}-${number}`,
    },
  );
  return {
    k: 'experiment',
    point,
    ...(of && { of }),
    usual: usual.choice,
    other: other.choice,
    ended,
    ...(condition !== undefined && { condition }),
    requests,
    failure: {
      ...found,
      requirement: [],
      summary: `the open point ${point} is answered "${other.choice}", and usually "${usual.choice}"`,
      flaky: ended === 'unsteady',
      assumed: { ...asked, choice: usual.choice },
    },
  };
}
