/** Maps with at most `width` under way, in order of the input. */
export async function mapConcurrently<A, B>(
  items: readonly A[],
  width: number,
  map: (item: A) => Promise<B>,
): Promise<B[]> {
  const results: B[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await map(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}
