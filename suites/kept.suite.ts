import { conformance } from './run/conformance.ts';
import { keptClaim } from './replay/kept.ts';

conformance(keptClaim);
