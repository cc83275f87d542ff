import { getOrCreate } from '../engine/collections.ts';
import type { Attempt } from '../engine/machine.ts';
import type { Uses } from '../engine/model.ts';

/** Enough for the entities of a few sequences. */
const mostKept = 64;

/** Attempts on certain entities, which are the same for all entities. Those of the last few are kept, since a walk asks for them at each step. */
export function forUses(attempts: readonly Omit<Attempt, 'uses'>[]): (uses: Uses) => readonly Attempt[] {
  const known = new Map<string, readonly Attempt[]>();
  return (uses) => {
    let key = '';
    for (const role in uses) key += `${role} ${uses[role]},`;
    if (known.size >= mostKept && !known.has(key)) known.clear();
    return getOrCreate(known, key, () => attempts.map((one) => ({ ...one, uses })));
  };
}
