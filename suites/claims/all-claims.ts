import { holdsAlone, type Claim } from '../run/claim.ts';
import { legacyClaims } from './legacy.ts';
import { resourceClaims } from './resource.ts';
import { webhookClaims } from './webhooks.ts';

/** Everything that is claimed of a target, by suite. */
export const claims = { ...legacyClaims, ...resourceClaims, ...webhookClaims };

const inTable: readonly Claim[] = Object.values(claims);

/** The claims in the order in which they run: what holds the target alone comes last, whether others could run beside the rest or not. */
export const allClaims: readonly Claim[] = [
  ...inTable.filter((claim) => !holdsAlone(claim)),
  ...inTable.filter(holdsAlone),
];
