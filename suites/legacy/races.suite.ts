import { claims } from '../claims.ts';
import { conformance } from '../conformance.ts';

conformance(claims['legacy/races']);
