import type { FailureRecord } from '../harness/journal-records.ts';
import { allRequirements } from '../spec/register.ts';
import { certifyEmbedded } from './certify-embedded.ts';
import { allClaims, type Claim } from './claims.ts';

/** What the suite made of a reference implementation with one seeded fault. */
export interface FaultResult {
  /** Whether anything was accused, and whether the requirement that the fault breaks was. */
  readonly caught: boolean;
  readonly blamed: boolean;
  /** Every requirement that was accused. */
  readonly accused: readonly string[];
  /** Of the failure that blames the fault, or else of the first. */
  readonly requestsToFind?: number;
  readonly requestsToShrink?: number;
  readonly steps?: number;
  readonly failure?: FailureRecord;
}

/**
 * Runs the claims against an embedded server with one fault, those of the broken requirement's interface first, until that very
 * requirement is accused. Flaky failures accuse nobody. Nothing is written.
 */
export async function certifyFault(
  fault: { readonly id: string; readonly requirement: string },
  { runs, seed }: { readonly runs: number; readonly seed: number },
): Promise<FaultResult> {
  const blames = (failure: FailureRecord) =>
    !failure.flaky && failure.requirement.includes(fault.requirement);
  const outcome = await certifyEmbedded({
    seed,
    runs,
    faults: [fault.id],
    claims: likeliestFirst(fault.requirement),
    enough: (failures) => failures.some(blames),
  });
  const failures = outcome.failures.filter(({ flaky }) => !flaky);
  const failure = failures.find(blames) ?? failures[0];
  return {
    caught: failures.length > 0,
    blamed: failures.some(blames),
    accused: [...new Set(failures.flatMap(({ requirement }) => requirement))],
    ...(failure && {
      requestsToFind: failure.requestsToFind,
      requestsToShrink: failure.requestsToShrink,
      steps: failure.steps,
      failure,
    }),
  };
}

function likeliestFirst(requirement: string): readonly Claim[] {
  const row = allRequirements.find(({ id }) => id === requirement);
  const likely = (claim: Claim) =>
    row?.needs?.includes('webhooks') ? claim.scope === 'webhooks' : claim.scope === row?.document;
  return [...allClaims].sort((a, b) => Number(likely(b)) - Number(likely(a)));
}
