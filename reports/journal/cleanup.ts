import type { CleanedRecord } from '../../harness/records/cleanup-records.ts';
import type { CoveredTimes } from '../../harness/records/coverage-key.ts';
import type { Document } from '../../spec/requirement.ts';

/** What was undone at the end of a run, and what is left. */
export type Cleanup = Omit<CleanedRecord, 'k' | 'at'>;

/** A run that was resumed is cleaned up each time that it ends: what was done adds up, and what is left is what the last time has left. */
export function withCleaned(before: Cleanup | undefined, record: CleanedRecord): Cleanup {
  const { closed, refunded, requests, left, more } = record;
  return {
    closed: closed + (before?.closed ?? 0),
    refunded: refunded + (before?.refunded ?? 0),
    requests: requests + (before?.requests ?? 0),
    left,
    more,
  };
}

/** What two shards have undone adds up, and so does what they have left. */
export function cleanupOfBoth(one: Cleanup | undefined, other: Cleanup | undefined): Cleanup | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const more = (one.more ?? 0) + (other.more ?? 0);
  return {
    closed: one.closed + other.closed,
    refunded: one.refunded + other.refunded,
    requests: one.requests + other.requests,
    left: [...one.left, ...other.left],
    more: more === 0 ? undefined : more,
  };
}

/** How often an approval was requested that a target may refuse by chance, and how often it was given. */
interface Approvals {
  readonly asked: number;
  readonly given: number;
}

/** By document; and how often a token of the settings was read and found to be ACTIVE. */
export type ApprovalsByDocument = Readonly<Record<Document | 'tokens', Approvals>>;

/** Counts the approvals of a run. */
export function approvalsIn(covered: readonly CoveredTimes[]): ApprovalsByDocument {
  const of = (requesting: string): Approvals => {
    const requests = covered.filter(
      ({ operation, approved }) => operation === requesting && approved !== undefined,
    );
    return { asked: sum(requests), given: sum(requests.filter(({ approved }) => approved)) };
  };
  return { legacy: of('authorize'), resource: of('create'), tokens: of('adopt-token') };
}

function sum(covered: readonly CoveredTimes[]): number {
  return covered.reduce((total, { times }) => total + times, 0);
}

/** Says that every approval of a document was refused; undefined where one was given or none requested. */
export function refusedThroughout(approvals: ApprovalsByDocument, document: Document): string | undefined {
  const { asked, given } = approvals[document];
  const { tokens } = approvals;
  if (document === 'resource' && asked === 0 && tokens.asked > 0 && tokens.given === 0)
    return `none of resource.tokens was ACTIVE, ${tokens.asked} of ${tokens.asked} times that one was read`;
  if (asked === 0 || given > 0) return undefined;
  const times = `${asked} of ${asked} times`;
  return document === 'legacy'
    ? `the approve persona was refused ${times}`
    : `the creation of a payment was refused ${times}`;
}
