import type { Breach } from '../../engine/model.ts';
import type { FailureRecord } from '../../harness/journal/journal-records.ts';
import type { Session } from '../run/session.ts';
import { summaryOf } from './failure-record.ts';

/** What differs between the failures of procedures. */
interface Found
  extends
    Pick<FailureRecord, 'interface' | 'machine' | 'sequence' | 'transcript' | 'steps' | 'requestsToFind'>,
    Partial<Pick<FailureRecord, 'exclusive' | 'about' | 'checkout'>> {
  /** What was done, in a word. */
  readonly operation: string;
  readonly breaches: readonly Breach[];
  /** Tells it from others of its suite. Default: the suite has one. */
  readonly name?: string;
}

/**
 * The journal's record of what a procedure has found broken twice. A procedure is made whole or not at all, so nothing is left to shrink: what
 * its second attempt has sent counts as shrinking.
 */
export function procedureFailure(
  { suite, plan }: Session,
  { operation, breaches, name, ...found }: Found,
): FailureRecord {
  const requirement = [...new Set(breaches.map(({ rule }) => rule))];
  const serial = suite.replaceAll('/', '-');
  return {
    k: 'failure',
    requirement,
    suite,
    summary: summaryOf(operation, breaches),
    signature: { at: 'procedure', operations: [operation], rules: requirement.toSorted() },
    breaches,
    requestsToShrink: found.steps,
    flaky: false,
    failed: 2,
    outOf: 2,
    exclusive: false,
    seed: plan.seed,
    reproduction: name === undefined ? serial : `${serial}-${name}`,
    ...found,
  };
}
