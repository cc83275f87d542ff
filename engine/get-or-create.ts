/** The value of a key, made when it is first asked for. */
export function getOrCreate<K, V extends object>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = create()));
  return value;
}

/** The inner map of a nested one, made when it is first asked for. */
export function innerMap<O, K, V>(outer: Map<O, Map<K, V>>, key: O): Map<K, V> {
  return getOrCreate(outer, key, () => new Map<K, V>());
}
