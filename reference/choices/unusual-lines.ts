/** The most lines that some shops' systems take. */
const most = 20;

/** Whether lines are few, cost something, and have ids that no comparison confuses. */
export function areUsual(lines: readonly { readonly id?: unknown; readonly price: unknown }[]): boolean {
  const ids = lines.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  const plain = ids.map((id) => (/^\d+$/.test(id) ? String(Number(id)) : id.toUpperCase()));
  const confused = new Set(plain).size < new Set(ids).size;
  return lines.length <= most && lines.every(({ price }) => price !== 0) && !confused;
}
