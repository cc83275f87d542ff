import { claims } from '../claims.ts';
import { conformance } from '../run/conformance.ts';

conformance(claims['resource/tokens']);
