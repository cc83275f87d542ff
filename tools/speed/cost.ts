import type { Fault } from '../../reference/faults/fault.ts';
import { scopeOf } from '../../harness/means/scope.ts';
import { allRequirements } from '../../spec/register.ts';
import { allClaims } from '../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../suites/faults/certify-embedded.ts';
import type { Claim } from '../../suites/run/claim.ts';

/** What a run takes, in figures that say the same on a busy machine. */
export interface Cost {
  /** Of this process: ours, and that of the embedded server. */
  readonly processorMs: number;
  /** In which nothing was to be done: notifications, steps of the clock and pauses were waited for. */
  readonly waitedMs: number;
  readonly requests: number;
  readonly failures: number;
  readonly flaky: number;
}

/** The lanes of a run: nothing of one interface is judged by the other. */
export type Lane = 'resource' | 'legacy';

/** The lane in which a fault shows. */
export function laneOf({ requirement }: Pick<Fault, 'requirement'>): Lane {
  const row = allRequirements.find(({ id }) => id === requirement);
  return row !== undefined && scopeOf(row) === 'resource' ? 'resource' : 'legacy';
}

/** Certifies an embedded server in this process, with the claims of one lane, and gives what that took. Without a fault: the sound server. */
export async function costOf(lane: Lane, runs: number, fault?: string): Promise<Cost> {
  const isIn = ({ scope }: Claim) => (scope === 'resource') === (lane === 'resource');
  const processor = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  const { failures, requests } = await certifyEmbedded({
    seed: 1,
    runs,
    claims: allClaims.filter(isIn),
    ...(fault !== undefined && { faults: [fault] }),
  });
  const { user, system } = process.cpuUsage(processor);
  return {
    processorMs: Math.round((user + system) / 1000),
    waitedMs: Math.round(performance.eventLoopUtilization(loop).idle),
    requests,
    failures: failures.length,
    flaky: failures.filter(({ flaky }) => flaky).length,
  };
}

/** What a run would take on an idle machine, ms. */
export function idleMs({ processorMs, waitedMs }: Cost): number {
  return processorMs + waitedMs;
}
