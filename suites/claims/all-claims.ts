import type { Claim } from '../run/claim.ts';
import { legacyClaims } from './legacy.ts';
import { resourceClaims } from './resource.ts';
import { webhookClaims } from './webhooks.ts';

/** Everything that is claimed of a target, by suite. */
export const claims = { ...legacyClaims, ...resourceClaims, ...webhookClaims };

/** The claims in the order in which they run. */
export const allClaims: readonly Claim[] = Object.values(claims);
