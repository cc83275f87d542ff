import { claims } from '../claims/all-claims.ts';
import { conformance } from '../run/conformance.ts';

conformance(claims['legacy/races']);
