import { isDeepStrictEqual } from 'node:util';

type View = (...args: never[]) => unknown;

/** The rules that shape what a reply shows. Several overrides of one view can be combined, since each changes fields of its own. */
export const views: ReadonlySet<string> = new Set(['paymentView', 'tokenView', 'errorObject', 'body']);

/** The sound rules with each override in its turn. Of a view, the changes of all are kept; of anything else, the last override counts. */
export function mergedRules<R extends object>(sound: R, overrides: readonly (Partial<R> | undefined)[]): R {
  const merged = Object.assign({}, sound, ...overrides) as Record<string, unknown>;
  for (const name of views) {
    const changed = overrides.flatMap((one) => (one as Record<string, View> | undefined)?.[name] ?? []);
    const base = (sound as Record<string, View>)[name];
    if (base === undefined || changed.length < 2) continue;
    merged[name] = (...args: never[]) => {
      const plain = base(...args);
      return changed.reduce((shown, view) => withChanges(plain, shown, view(...args)), plain);
    };
  }
  return merged as R;
}

/** What is shown, with all in which `other` differs from `plain`. */
function withChanges(plain: unknown, shown: unknown, other: unknown): unknown {
  if (isDeepStrictEqual(plain, other)) return shown;
  if (isDeepStrictEqual(plain, shown)) return other;
  if (Array.isArray(plain) && Array.isArray(shown) && Array.isArray(other)) {
    const sameLength = plain.length === shown.length && plain.length === other.length;
    return sameLength ? plain.map((one, index) => withChanges(one, shown[index], other[index])) : other;
  }
  if (!isRecord(plain) || !isRecord(shown) || !isRecord(other)) return other;
  const names = new Set([...Object.keys(shown), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => [name, withChanges(plain[name], shown[name], other[name])]),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
