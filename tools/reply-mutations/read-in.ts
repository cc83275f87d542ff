type Seen = (path: readonly string[]) => void;

/** A value that tells which of its fields are read, whether they are there or not. */
export function readIn(value: unknown, seen: Seen, path: readonly string[] = []): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const isField = (name: string | symbol): name is string =>
    typeof name === 'string' && !isOfLists(value, name);
  return new Proxy(value, {
    get(target, name, receiver): unknown {
      const inner: unknown = Reflect.get(target, name, receiver);
      if (!isField(name) || (inner !== undefined && !Object.hasOwn(target, name))) return inner;
      seen([...path, name]);
      return readIn(inner, seen, [...path, name]);
    },
    has(target, name) {
      if (isField(name)) seen([...path, name]);
      return Reflect.has(target, name);
    },
    getOwnPropertyDescriptor(target, name) {
      if (isField(name)) seen([...path, name]);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
  });
}

/** What every list has, which is no element of it. */
const isOfLists = (value: object, name: string): boolean => Array.isArray(value) && !/^\d+$/.test(name);
