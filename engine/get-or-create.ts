/** The inner map of a nested one, made at first asking. */
export function within<K, V>(outer: Map<string, Map<K, V>>, key: string): Map<K, V> {
  let inner = outer.get(key);
  if (inner === undefined) {
    inner = new Map<K, V>();
    outer.set(key, inner);
  }
  return inner;
}
