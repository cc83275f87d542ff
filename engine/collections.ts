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

/** Adds one to each name's count. */
export function count(counts: Map<string, number>, names: readonly string[]): void {
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Whether two sets have the same members. */
export function isSameSet<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  return one.size === other.size && [...one].every((value) => other.has(value));
}

/** Notes a value for each key that has none yet. */
export function noteFirst<K, V>(map: Map<K, V>, keys: Iterable<K>, value: V): void {
  for (const key of keys) if (!map.has(key)) map.set(key, value);
}
