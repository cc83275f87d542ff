import { conformance } from './conformance.ts';
import { keptClaim } from './kept.ts';

conformance(keptClaim);
