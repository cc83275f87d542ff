import { canonical } from '../candidates.ts';
import type { Sequence } from '../model.ts';

/** The part of an exploration that is made here, where others make the rest elsewhere under the same seed. */
export interface Part {
  /** Whether what has this name is made here. In exactly one of the parts it is true of a name. */
  isOwn(name: string): boolean;
  /** Mixed into the seed of the random walks: no two parts draw the same. */
  readonly seed: number;
}

/** How many of so many random sequences are drawn in a part. Each belongs to one part by its place. */
export function drawnIn(part: Part | undefined, count: number, kind: string): number {
  if (part === undefined) return count;
  let own = 0;
  for (let index = 0; index < count; index += 1) if (part.isOwn(`${kind} ${index}`)) own += 1;
  return own;
}

/** The name of a planned sequence, by its steps. */
export function sequenceName(steps: Sequence): string {
  return `planned ${canonical(steps)}`;
}
