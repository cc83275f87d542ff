import type { Latitude } from '../spec/latitude.ts';
import { allLatitudes, allRequirements } from '../spec/register.ts';
import type { Requirement } from '../spec/requirement.ts';

/** The rows that a run is judged by. */
export interface Register {
  readonly requirements: readonly Requirement[];
  readonly latitudes: readonly Latitude[];
}

/** The rows of both documents. */
export const register: Register = { requirements: allRequirements, latitudes: allLatitudes };
