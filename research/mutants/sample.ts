import { createHash } from 'node:crypto';

/** So many of a list. The seed and the ids alone decide, so that a list with a few others gives nearly the same sample. */
export function sampleOf<T extends { readonly id: string }>(
  all: readonly T[],
  size: number,
  seed: number,
): readonly T[] {
  const place = ({ id }: T) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const places = new Map(all.map((one) => [one, place(one)]));
  const at = (one: T) => places.get(one) ?? '';
  return all.toSorted((a, b) => (at(a) < at(b) ? -1 : 1)).slice(0, size);
}
