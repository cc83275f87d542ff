import type { FaultAnswer, FaultQuestion } from '../../cli/faults/try-faults.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { faultsOf } from '../../reference/faults.ts';
import { certifyFault } from '../../suites/faults/certify-fault.ts';
import { onFreshServer, replayOn } from './replay-afresh.ts';

/** What a replay on a fresh server came to; `other failure` where something else was broken than in the run. */
export type Came = 'same failure' | 'other failure' | 'passed' | 'not tried';

/** One side of a reproduction: a server with the fault, or a sound one. */
export interface Side {
  readonly came: Came;
  /** Why it could not be tried, or what was broken. */
  readonly why?: string;
}

/**
 * Why a reported failure says itself that one replay need not show it. `flaky`: it accuses nothing. `beside`: it was seen only beside what was made before. `rare`: it counts replies of the whole run. `count`:
 * the guard asks for more requests or payments before than any sequence makes. `chance`: the guard draws for each request.
 */
export type Apart = 'flaky' | 'beside' | 'rare' | 'count' | 'chance';

export interface TriedReproduction {
  readonly reproduction: string;
  readonly summary: string;
  readonly steps: readonly string[];
  readonly apart?: Apart;
  readonly faulty: Side;
  readonly sound: Side;
}

export interface ReproductionQuestion extends FaultQuestion {
  /** A run that has found nothing by then is ended: what is left of it would find little and takes most of the time. */
  readonly requests: number;
}

export interface ReproductionAnswer extends FaultAnswer {
  readonly tried: readonly TriedReproduction[];
}

/** Runs the suites of the fault's interface against a server with a fault until a failure was repeated and made small, and replays each reported failure on fresh servers. */
export async function tryReproductions({
  runs,
  seed,
  requests,
  ...fault
}: ReproductionQuestion): Promise<ReproductionAnswer> {
  const failures: FailureRecord[] = [];
  const ending = new AbortController();
  let sent = 0;
  let violated = false;
  const result = await certifyFault(fault, {
    runs,
    seed,
    untilCaught: true,
    signal: ending.signal,
    onRecord: (record) => {
      if (record.k === 'exchange') sent += 1;
      // One that was met by then is still made small.
      if (sent >= requests && !violated) ending.abort();
      if (record.k === 'sequence' && record.verdict === 'violated') violated = true;
      if (record.k === 'failure') failures.push(record);
    },
  });
  return { id: fault.id, result, tried: await replayedAlone(fault.id, failures) };
}

/** Replays each failure that a run reported of a server with a fault, once on a fresh server with that fault and once on a fresh sound one. */
export async function replayedAlone(
  id: string,
  failures: readonly FailureRecord[],
): Promise<readonly TriedReproduction[]> {
  const tried: TriedReproduction[] = [];
  for (const failure of failures) {
    const apart = whyApart(id, failure);
    const { reproduction, summary, sequence } = failure;
    tried.push({
      reproduction,
      summary,
      steps: sequence.map(({ operation, kind }) => `${operation} ${kind}`),
      ...(apart && { apart }),
      faulty: await replayed([id], failure),
      sound: await replayed([], failure),
    });
  }
  return tried;
}

function whyApart(id: string, { flaky, rare, beside }: FailureRecord): Apart | undefined {
  if (flaky) return 'flaky';
  if (beside === true) return 'beside';
  if (rare === true) return 'rare';
  const kinds = faultsOf([id]).flatMap(({ guards = [] }) => guards.map(({ kind }) => kind));
  if (kinds.includes('count')) return 'count';
  return kinds.includes('rare') ? 'chance' : undefined;
}

async function replayed(faults: readonly string[], failure: FailureRecord): Promise<Side> {
  try {
    const result = await onFreshServer(faults, (server) => replayOn(server, failure));
    const broken = result.breaches
      .map(({ rule, expected, received }) => `${rule}: ${expected}, not ${received}`)
      .join('; ');
    if (result.failed > 0) return { came: 'same failure', why: broken };
    if (result.others > 0) return { came: 'other failure', why: broken };
    return result.unjudged > 0
      ? { came: 'not tried', why: 'a step could not be made, or its answer was lost' }
      : { came: 'passed' };
  } catch (error) {
    return { came: 'not tried', why: error instanceof Error ? error.message : String(error) };
  }
}
