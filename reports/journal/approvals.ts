import type { CoveredTimes } from '../../harness/coverage-key.ts';
import type { Requirement } from '../../spec/requirement.ts';
import type { RunSummary } from './summary.ts';

/** How often an approval was asked for that a target may refuse by chance, and how often it was given. */
export interface Approvals {
  readonly asked: number;
  readonly given: number;
}

/** By document, and how often a token of the settings was looked at and found to be ACTIVE. */
export type ApprovalsByDocument = Readonly<Record<Requirement['document'] | 'tokens', Approvals>>;

/** Attempts of authorize that are about another persona than the one that is approved: who is rejected, or has a PIN. */
const isOfAnother = (kind: string): boolean => kind === 'rejected' || kind.includes('PIN');

/** What a step asked to be approved, and whether it was; undefined where it asked for nothing that chance may refuse. */
function approval(
  operation: string,
  kind: string,
  outcome: string,
): readonly ['approve' | 'create' | 'token', boolean] | undefined {
  // Departures from the ordinary are named with a colon, and may be about nobody's account.
  if (kind.includes(':')) return undefined;
  const declined = outcome.startsWith('declined');
  if (
    operation === 'authorize' &&
    !isOfAnother(kind) &&
    (declined || ['authorized', 'PIN asked'].includes(outcome))
  )
    return ['approve', outcome === 'authorized'];
  if (operation === 'create' && (declined || outcome === 'authorized')) return ['create', !declined];
  return operation === 'adopt-token' ? ['token', outcome === 'adopted: ACTIVE'] : undefined;
}

/** Counts approvals in what was tried. */
export function approvalsIn(covered: readonly CoveredTimes[]): ApprovalsByDocument {
  const counts = {
    legacy: { asked: 0, given: 0 },
    resource: { asked: 0, given: 0 },
    tokens: { asked: 0, given: 0 },
  };
  const of = { approve: counts.legacy, create: counts.resource, token: counts.tokens };
  for (const { operation, kind, outcome, times } of covered) {
    const [what, given] = approval(operation, kind, outcome) ?? [];
    if (what === undefined) continue;
    of[what].asked += times;
    if (given === true) of[what].given += times;
  }
  return counts;
}

/** That a document's approvals were refused throughout, in words; undefined where one was given or none asked for. */
export function refusedThroughout(
  { approvals }: Pick<RunSummary, 'approvals'>,
  document: Requirement['document'],
): string | undefined {
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
