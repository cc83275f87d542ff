import type { Overrides } from '../faults/fault.ts';
import type { Guard } from '../guards/guards.ts';

/** An answer to a point that a document leaves open; without overrides it is the reference's own answer. */
export interface Choice extends Overrides {
  /** Id of the latitude. */
  readonly latitude: string;
  readonly choice: string;
  /** What sets it apart from other answers of the same choice: `5 tokens, oldest first`. Absent: nothing. */
  readonly variant?: string;
  /** It is made only while all of them hold. Default: always. */
  readonly guards?: readonly Guard[];
}

/** The name of an answer in a profile. */
export function answerOf({ choice: name, variant }: Choice): string {
  return variant === undefined ? name : `${name} (${variant})`;
}

/** An answer to a latitude; without overrides the reference's own. */
export function choice(latitude: string, answer: string, overrides: Overrides = {}): Choice {
  return { latitude, choice: answer, ...overrides };
}
