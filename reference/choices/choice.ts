import type { Overrides } from '../faults/fault.ts';

/** An answer to a point that a document leaves open; without overrides it is the reference's own answer. */
export interface Choice extends Overrides {
  /** Id of the latitude. */
  readonly latitude: string;
  readonly choice: string;
}

/** The reference's own answer to a latitude. */
export function own(latitude: string, choice: string): Choice {
  return { latitude, choice };
}
