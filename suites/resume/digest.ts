import { createHash } from 'node:crypto';
import { canonical } from '../../engine/candidates.ts';
import type { Sequence } from '../../engine/model.ts';

/** Characters: two of a million different sequences have the same one with a chance of one in ten million. */
const length = 11;

/** A short text that tells a sequence from all others of a run. */
export function digestOf(sequence: Sequence): string {
  return createHash('sha256').update(canonical(sequence)).digest('base64url').slice(0, length);
}
