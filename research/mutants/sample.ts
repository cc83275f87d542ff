import { seededRandom } from '../../engine/seeded-random.ts';

/** So many of a list, each with the same chance; the seed decides, whatever the order of the list. In the order in which they were drawn. */
export function sampleOf<T extends { readonly id: string }>(
  all: readonly T[],
  size: number,
  seed: number,
): readonly T[] {
  const random = seededRandom(seed);
  const left = all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const drawn: T[] = [];
  while (drawn.length < size && left.length > 0)
    drawn.push(...left.splice(random.nextInt(0, left.length - 1), 1));
  return drawn;
}
