import { defaultWalk } from '../../engine/walk/walk.ts';
import { startEmbedded } from '../../harness/embedded.ts';
import { preflight } from '../../harness/preflight/preflight.ts';
import { loadTarget, type Target } from '../../harness/settings/settings.ts';
import { certifyEmbedded } from '../../suites/faults/certify-embedded.ts';
import { explores } from '../../suites/run/claim.ts';
import { allClaims, claims } from '../../suites/claims/all-claims.ts';
import { machineNamed, type AnyMachine } from '../../suites/explore/machines.ts';
import { inUnwrittenRun, unwrittenConfig } from '../../suites/run/unwritten-run.ts';
import { suiteOf, type MachineName } from './sample.ts';
import { kindsOf, plainCommands, type Kinds } from './plain-commands.ts';
import { sumOf } from '../table.ts';

/** A fault that both hunt. */
export interface Question {
  /** The id of the fault. */
  readonly id: string;
  readonly machine: MachineName;
  readonly seed: number;
  /** Requests until the hunt is given up. */
  readonly most: Readonly<Record<Hunter, number>>;
}

/** This engine, or plain `fc.commands`. */
export type Hunter = 'ours' | 'plain';

/** How one hunter found a fault. */
export interface Hunt {
  /** Requests until the failure was found. */
  readonly find: number;
  /** Requests to shrink it, without confirming, and how many sequences were run for that. */
  readonly shrink: number;
  readonly executions: number;
  /** Requests and sequences that only confirmed the failure. */
  readonly confirm: number;
  readonly confirmations: number;
  /** Requests of what is left. */
  readonly steps: number;
}

/** What both found; undefined where the fault was not caught. */
export interface Answer {
  readonly id: string;
  readonly ours: Hunt | undefined;
  readonly plain: Hunt | undefined;
}

/** Hunts a fault twice, each time on a server of its own. */
export async function huntByBoth(question: Question): Promise<Answer> {
  return { id: question.id, ours: await huntedByUs(question), plain: await huntedPlainly(question) };
}

/** With one connection, as plain commands have only one: requests of other sequences would count as ours. */
function overOneConnection(target: Target): Target {
  return { ...target, limits: { ...target.limits, concurrency: 1 } };
}

/** Hunts a fault with this engine, on a server of its own. Undefined: it was not caught. */
export async function huntedByUs({
  id,
  machine,
  seed,
  most: { ours: most },
}: Question): Promise<Hunt | undefined> {
  const { failures, records } = await certifyEmbedded({
    seed,
    runs: most,
    maxRequests: Math.ceil(sharesOf(suiteOf[machine]) * (most / randomShare)),
    faults: [id],
    claims: [claims[suiteOf[machine]]],
    settings: overOneConnection,
    enough: (found) => found.some(({ flaky, requestsToFind }) => !flaky || requestsToFind > most),
  });
  const failure = failures.find(({ flaky }) => !flaky);
  if (failure === undefined || failure.requestsToFind > most) return undefined;
  const before = records.findIndex((record) => record.k === 'failure' && !record.flaky);
  const of = (phase: 'shrink' | 'confirm') =>
    records
      .slice(0, before)
      .flatMap((record) => (record.k === 'sequence' && record.phase === phase ? record.requests : []));
  const [shrink, confirm] = [of('shrink'), of('confirm')];
  return {
    find: failure.requestsToFind,
    shrink: sumOf(shrink),
    executions: shrink.length,
    confirm: sumOf(confirm),
    confirmations: confirm.length,
    // Control calls are no requests, and plain commands do not count theirs either.
    steps: failure.transcript.filter(({ control }) => !control).length,
  };
}

/** The share of a suite's requests for random sequences; the rest is for rules that they leave without evidence. */
const randomShare = 0.8;

/** In how many shares a suite divides the requests that are left: one for itself and one for each exploring suite after it, run or not. */
function sharesOf(suite: string): number {
  const exploring = allClaims.filter(explores);
  return exploring.length - exploring.findIndex((claim) => claim.suite === suite);
}

async function huntedPlainly({ id, machine: name, seed, most }: Question): Promise<Hunt | undefined> {
  const server = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), {
    seed,
    faults: [id],
  });
  const target = overOneConnection(server.target);
  const config = unwrittenConfig(target, await preflight(target), { seed });
  try {
    return await inUnwrittenRun(config, 'peers', async (session) => {
      const machine = machineNamed(name, session.setup(false));
      if (machine === undefined) throw new Error(`there is no machine "${name}"`);
      const { found } = await plainCommands(machine, (of) => session.driver(of, 'explore'), {
        seed,
        most: most.plain,
        maxCommands: defaultWalk.maxSteps,
        kinds: knownKinds(machine, seed),
      });
      if (found === undefined) return undefined;
      const { requests: find, shrink, executions, steps } = found;
      return { find, shrink, executions, confirm: 0, confirmations: 0, steps };
    });
  } finally {
    await server.close();
  }
}

const kinds = new Map<string, Kinds>();

/** Computed once for each machine: they took half of the time of plain commands. */
function knownKinds(machine: AnyMachine, seed: number): Kinds {
  const key = `${machine.name} ${seed}`;
  const known = kinds.get(key) ?? kindsOf(machine, seed);
  kinds.set(key, known);
  return known;
}
