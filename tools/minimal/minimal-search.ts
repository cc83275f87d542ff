import { awaitNotifications } from '../../engine/judge/await-notifications.ts';
import { execute } from '../../engine/judge/execute.ts';
import { mapConcurrently } from '../../engine/map-concurrently.ts';
import type { Sequence } from '../../engine/model.ts';
import { sequencesTo } from './short-sequences.ts';
import { startEmbedded } from '../../harness/embedded.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { preflight } from '../../harness/preflight/preflight.ts';
import { loadTarget } from '../../harness/settings/settings.ts';
import { machineNamed, type AnyMachine } from '../../suites/explore/machines.ts';
import type { Session } from '../../suites/run/session.ts';
import { inUnwrittenRun, unwrittenConfig } from '../../suites/run/unwritten-run.ts';

/** Longer sequences are too many to try them all. */
const mostRequests = 3;
/** At most so many sequences of one length, and beginnings of them; else that length is not searched. So many take 15 s. */
const mostSequences = 10_000;
const mostBeginnings = 40_000;
const seed = 1;

/** The fewest requests that show a fault, as far as the search found. */
export interface Minimal {
  readonly least: number;
  /** True: so many show it, and no fewer do. False: no fewer show it, and whether so many do is not known. */
  readonly exact: boolean;
}

/** The failure that was found. */
type Found = Pick<FailureRecord, 'machine' | 'exclusive' | 'signature' | 'suite' | 'steps'>;

/**
 * Searches for a smaller sequence that shows a fault than the one that was found: on a server of its own, runs every sequence of the machine
 * that ends in a step which judges the broken requirement, with one set of literals each, from `bound` requests on, until one shows the
 * fault or there are too many.
 */
export async function searchMinimal(
  fault: { readonly id: string; readonly requirement: string },
  found: Found,
  bound: number,
): Promise<Minimal> {
  if (found.steps <= bound) return { least: bound, exact: true };
  const server = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), {
    seed,
    faults: [fault.id],
  });
  try {
    const config = unwrittenConfig(server.target, await preflight(server.target));
    return await inUnwrittenRun(config, found.suite, async (session): Promise<Minimal> => {
      const machine = machineNamed(found.machine, session.setup(found.exclusive));
      if (machine === undefined) return { least: bound, exact: false };
      for (let requests = bound; requests < found.steps; requests += 1) {
        const sequences = requests > mostRequests ? undefined : allTo(machine, fault.requirement, requests);
        if (sequences === undefined) return { least: requests, exact: false };
        if (await anyShows(session, machine, sequences, fault.requirement, found))
          return { least: requests, exact: true };
      }
      return { least: found.steps, exact: true };
    });
  } finally {
    await server.close();
  }
}

/** Undefined where there are too many. */
function allTo(machine: AnyMachine, rule: string, requests: number): readonly Sequence[] | undefined {
  const found: Sequence[] = [];
  const sequences = sequencesTo(machine, rule, { requests, seed, most: mostBeginnings });
  for (let next = sequences.next(); ; next = sequences.next()) {
    if (next.done === true) return next.value ? found : undefined;
    if (found.length === mostSequences) return undefined;
    found.push(next.value);
  }
}

async function anyShows(
  session: Session,
  machine: AnyMachine,
  sequences: readonly Sequence[],
  rule: string,
  { exclusive, signature }: Found,
): Promise<boolean> {
  const source = signature.at === 'notifications' ? session.notifications({ exclusive }) : undefined;
  const concurrency = exclusive ? 1 : session.config.target.limits.concurrency;
  let shown = false;
  await mapConcurrently(sequences, concurrency, async (sequence) => {
    if (shown) return;
    const ran = await execute(machine, sequence, session.driver('least', 'shrink'));
    const execution =
      source === undefined ? ran : await awaitNotifications(machine, ran, source, { patience: 'least' });
    shown ||= execution.violation?.breaches.some((breach) => breach.rule === rule) === true;
  });
  return shown;
}
