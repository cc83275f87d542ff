import { browserUnavailableReason } from '../../harness/checkout/chromium.ts';
import type { ExperimentRecord } from '../../harness/records/experiment-record.ts';
import type { JournalRecord } from '../../harness/journal/journal-records.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { scopeOf } from '../../harness/means/scope.ts';
import { allRequirements } from '../../spec/register.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { certifyEmbedded, type EmbeddedRun } from './certify-embedded.ts';
import { allClaims } from '../claims/all-claims.ts';
import { scopesOf, type Claim } from '../run/claim.ts';
import { ownOperations } from '../explore/machines.ts';

/** What the suite made of a reference implementation with one seeded fault. */
export interface FaultResult {
  /** Whether anything was accused, and whether the requirement that the fault breaks was. */
  readonly caught: boolean;
  readonly blamed: boolean;
  /** How many failures could not be repeated each time. They accuse nothing. */
  readonly flaky: number;
  /** How often a guarded fault has decided otherwise than a sound server; 0 for others. */
  readonly shown: number;
  /** Every requirement that was accused until then. */
  readonly accused: readonly string[];
  /** Of these, the rows that the fault does not break. */
  readonly beside: readonly RowBeside[];
  /** The experiments on open points. The embedded server answers each in one way, so that they show the fault; they accuse nothing. */
  readonly experiments: readonly Pick<ExperimentRecord, 'point' | 'ended'>[];
  /** Of the failure that blames the fault, or else of the first. */
  readonly requestsToFind?: number;
  readonly requestsToShrink?: number;
  readonly steps?: number;
  readonly failure?: FailureRecord;
}

/** A row that failed beside the one that a fault breaks. */
export interface RowBeside {
  readonly requirement: string;
  /** Whether a failure accuses it that does not accuse the broken row too. Otherwise each reply that breaks it breaks both. */
  readonly apart: boolean;
  /** Of the first such failure. */
  readonly summary: string;
}

/** A fault: its id, the row that it breaks, and whether it shows only while requests overlap, or only in a browser. */
interface SeededFault {
  readonly id: string;
  readonly requirement: string;
  readonly concurrent?: boolean;
  readonly inBrowser?: boolean;
}

interface UntilCaught {
  /** Any failure that could be repeated is enough. Default: one that accuses the requirement that the fault breaks. */
  readonly untilCaught?: boolean;
  /** All claims in their order, until any failure could be repeated. Default: those about the interface of the broken requirement. */
  readonly whole?: boolean;
  /** True: no failure ends the run, so that all rows have failed that ever will. */
  readonly toTheEnd?: boolean;
}

/**
 * Runs the claims about the broken requirement's interface against an embedded server with one fault, until a failure accuses that
 * very requirement. Flaky failures do not accuse the target. Nothing is written.
 * Throws an Error where it takes a browser and there is none.
 */
export async function certifyFault(
  fault: SeededFault,
  {
    runs,
    seed,
    onRecord,
    signal,
    untilCaught,
    whole,
    toTheEnd,
  }: Pick<EmbeddedRun, 'runs' | 'seed' | 'onRecord' | 'signal'> & UntilCaught,
): Promise<FaultResult> {
  if (fault.inBrowser === true) {
    const none = await browserUnavailableReason();
    if (none !== undefined) throw new Error(`it shows only in a browser: ${none}`);
  }
  const blames = blaming(fault);
  const outcome = await certifyEmbedded({
    seed,
    runs,
    faults: [fault.id],
    claims: whole === true ? allClaims : claimsAbout(fault),
    ...(fault.inBrowser === true && { inBrowser: true }),
    ...(onRecord && { onRecord }),
    ...(signal && { signal }),
    enough: (failures) =>
      toTheEnd !== true &&
      failures.some(untilCaught === true || whole === true ? ({ flaky }) => !flaky : blames),
  });
  return faultResult(fault, outcome.failures, outcome.records, outcome.guardedShown);
}

/** What the failures and the records of a run say of a fault. `shown`: how often a guarded one has decided otherwise. */
export function faultResult(
  fault: Pick<SeededFault, 'requirement'>,
  reported: readonly FailureRecord[],
  records: readonly JournalRecord[],
  shown: number,
): FaultResult {
  const blames = blaming(fault);
  const failures = reported.filter(({ flaky }) => !flaky);
  const failure = failures.find(blames) ?? failures[0];
  return {
    caught: failures.length > 0,
    blamed: failures.some(blames),
    flaky: reported.length - failures.length,
    shown,
    accused: [...new Set(failures.flatMap(({ requirement }) => requirement))],
    beside: besideOf(fault, failures),
    experiments: records.flatMap((record) =>
      record.k === 'experiment' ? [{ point: record.point, ended: record.ended }] : [],
    ),
    ...(failure && {
      requestsToFind: failure.requestsToFind,
      requestsToShrink: failure.requestsToShrink,
      steps: failure.steps,
      failure,
    }),
  };
}

/** The rows that failures accuse beside the one that a fault breaks. */
function besideOf(
  { requirement: broken }: Pick<SeededFault, 'requirement'>,
  failures: readonly FailureRecord[],
): readonly RowBeside[] {
  const rows = [...new Set(failures.flatMap(({ requirement }) => requirement))].filter((id) => id !== broken);
  return rows.map((requirement) => {
    const accusing = failures.filter((failure) => failure.requirement.includes(requirement));
    const apart = accusing.find((failure) => !failure.requirement.includes(broken));
    const { summary = '' } = apart ?? accusing[0] ?? {};
    return { requirement, apart: apart !== undefined, summary };
  });
}

/** The claims of a requirement's interface, the likeliest to break first. */
export function claimsAbout({
  requirement,
  concurrent = false,
  inBrowser = false,
}: SeededFault): readonly Claim[] {
  const row = allRequirements.find(({ id }) => id === requirement);
  if (row === undefined) return allClaims;
  const about = allClaims.filter(
    (claim) => scopesOf(claim).includes(scopeOf(row)) && claim.needs.includes('checkout') === inBrowser,
  );
  const likely = (claim: Claim) =>
    claim.kind === 'races' ? Number(concurrent) : concurrent ? 0 : likelihood(claim, row);
  return about.sort((a, b) => likely(b) - likely(a));
}

/** A claim that is dedicated to what the row needs comes first: the others may not show it, and wait for notifications that do not come. */
function likelihood({ dedicatedTo, machine }: Claim, { operation, needs = [] }: Requirement): 0 | 1 | 2 {
  if (dedicatedTo !== undefined) return needs.includes(dedicatedTo) ? 2 : 0;
  if (needs.includes('clock.advance') || needs.includes('passage')) return 0;
  if (machine?.machine !== 'resource-tokens') return 1;
  return (ownOperations['resource-tokens'] ?? []).includes(operation) ? 2 : 0;
}

/** Whether a failure accuses the row that a fault breaks. Flaky ones accuse none. */
export function blaming({
  requirement,
}: Pick<SeededFault, 'requirement'>): (failure: FailureRecord) => boolean {
  return (failure) => !failure.flaky && failure.requirement.includes(requirement);
}

/** So many of a list, spread over it; all where it has fewer. */
export function spreadOver<T>(all: readonly T[], most: number): readonly T[] {
  const count = Math.min(most, all.length);
  const chosen = new Set(Array.from({ length: count }, (_, nth) => Math.floor((nth * all.length) / count)));
  return all.filter((_, index) => chosen.has(index));
}
