import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopeOf } from '../../harness/means/scope.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { allRequirements } from '../../spec/register.ts';
import { blaming, faultResult, type FaultResult } from '../../suites/faults/certify-fault.ts';
import { certifyAway, type AwayRun } from '../distance/certify-away.ts';
import { startServer, withoutCheckout } from '../server-process.ts';

/** What came of a fault, and what its run reported. */
export interface FaultAway {
  readonly result: FaultResult;
  readonly failures: readonly FailureRecord[];
  readonly ms: number;
}

interface HowFar extends Pick<AwayRun, 'distance' | 'concurrency' | 'checkout' | 'cache'> {
  readonly runs: number;
  readonly seed: number;
  readonly signal: AbortSignal;
}

/**
 * Certifies the built-in server with a fault, in a process of its own behind a relay, by the command and the suites of the interface of the broken
 * requirement, until a failure accuses that very requirement. Judges as `certifyFault` does. Throws an Error where it could not be tried.
 */
export async function certifyFaultAway(
  fault: Fault,
  { runs, seed, signal, ...away }: HowFar,
): Promise<FaultAway> {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-fault-away-'));
  const server = await startServer(folder, ['--fault', fault.id]);
  const row = allRequirements.find(({ id }) => id === fault.requirement);
  const blames = blaming(fault);
  try {
    // It takes seconds, and shows nothing of the others.
    if (fault.inBrowser !== true) withoutCheckout(server.targetsFile);
    const { ms, records } = await certifyAway({
      ...away,
      targetsFile: server.targetsFile,
      folder,
      signal,
      options: [
        '--seed',
        String(seed),
        '--runs',
        String(runs),
        ...(row === undefined ? [] : ['--only', scopeOf(row)]),
      ],
      enough: { failure: blames },
    });
    const reported = records.filter((record): record is FailureRecord => record.k === 'failure');
    // What a server in a process of its own has shown is not known here.
    const result = faultResult(fault, reported, records, 0);
    return { result, failures: reported, ms };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
