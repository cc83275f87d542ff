import type { ClaimPart } from '../../harness/records/suite-record.ts';
import { meansOf } from '../../harness/means/means.ts';
import type { Means } from '../../spec/requirement.ts';
import { explores, type Claim } from './claim.ts';
import type { RunConfig } from './run-config.ts';

/** When a claim is checked, or a part of it. */
export interface Turn {
  readonly claim: Claim;
  readonly part: ClaimPart;
}

/**
 * The order of a run, as its parts: what was kept; what plans show requirements with; procedures, which take few requests; what else is planned; what
 * explores beyond its plan, and races; and last what waits in real time in the background of the others. Whatever comes early tells the most for its
 * requests. Within a part the claims keep their order.
 */
export function turnsOf(
  config: Pick<RunConfig, 'target' | 'capabilities' | 'realTime'>,
  claims: readonly Claim[],
): readonly (readonly Turn[])[] {
  const means = meansOf(config.target, config.capabilities, config);
  const late = claims.some((claim) => isBackground(claim, means))
    ? claims.filter((claim) => isBackground(claim, means) || claim.movesUrl === true)
    : [];
  const of = (part: ClaimPart, isIn: (claim: Claim) => boolean): readonly Turn[] =>
    claims.filter(isIn).map((claim) => ({ claim, part }));
  const isPlanned = ({ begin }: Claim): boolean => begin !== undefined;
  return [
    of('whole', ({ kind }) => kind === 'reproductions'),
    of('evidence', isPlanned),
    of('whole', (claim) => claim.kind === 'procedure' && !late.includes(claim)),
    of('plan', isPlanned),
    claims.filter(explores).map((claim): Turn => ({ claim, part: isPlanned(claim) ? 'rest' : 'whole' })),
    of('whole', (claim) => late.includes(claim)),
  ];
}

/** Whether a claim waits in real time, and so runs in the background of the others. */
export function isBackground({ backgroundWithout, needs }: Claim, means: ReadonlySet<Means>): boolean {
  if (backgroundWithout === undefined || means.has(backgroundWithout)) return false;
  return needs.every((one) => means.has(one));
}
