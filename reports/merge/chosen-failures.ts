import { KnownFailures } from '../../engine/judge/known-failures.ts';
import { isSameSignature, violationOf } from '../../engine/judge/signature.ts';
import type { FailureRecord } from '../../harness/journal/journal-records.ts';
import type { ReadShard } from './read-shard.ts';

/** A failure by its place: the number of its shard, and which of its failures it is. */
export type FailurePlace = `${number} ${number}`;

export function placeOf(shard: number, nth: number): FailurePlace {
  return `${shard} ${nth}`;
}

/**
 * The failures that a merged run reports, by their places. Of those with the same signature the smallest one, a steady one before any that is flaky.
 * What a steady failure accuses more precisely is left out, as in one run.
 */
export function chosenFailures(shards: readonly ReadShard[]): ReadonlySet<FailurePlace> {
  const all = shards.flatMap(({ run, failures }) =>
    failures.map((failure, nth) => ({ failure, place: placeOf(run.shard.index, nth) })),
  );
  const inOrder = all.toSorted((one, other) => compare(one.failure, other.failure));
  const known = new KnownFailures();
  const chosen: typeof all = [];
  for (const one of inOrder) {
    const { signature, flaky } = one.failure;
    if (chosen.some(({ failure }) => isSameSignature(failure.signature, signature))) continue;
    const violation = violationOf(signature);
    if (violation !== undefined && known.has(violation)) continue;
    chosen.push(one);
    if (violation !== undefined && !flaky) known.add(violation, true);
  }
  return new Set(chosen.map(({ place }) => place));
}

/** Steady before flaky, precise before vague, small before large. */
function compare(one: FailureRecord, other: FailureRecord): number {
  return (
    Number(one.flaky) - Number(other.flaky) ||
    one.signature.rules.length - other.signature.rules.length ||
    one.steps - other.steps
  );
}
