import type { Json } from '../../engine/model.ts';
import { getOrCreate } from '../../engine/get-or-create.ts';
import { isList, isObject, type KnownValues } from './change-json.ts';

/** Values kept of a field. */
const mostValues = 8;

/** The values of each field in some bodies, by the name of the field alone, so that one is tried in place of another. */
export function valuesIn(bodies: readonly unknown[]): KnownValues {
  const byField = new Map<string, Map<string, Json>>();
  const note = (field: string, value: Json): void => {
    if (isList(value)) for (const inner of value.slice(0, mostValues)) note(field, inner);
    else if (isObject(value)) for (const [name, inner] of Object.entries(value)) note(name, inner);
    else {
      const values = getOrCreate(byField, field, () => new Map<string, Json>());
      if (values.size < mostValues) values.set(JSON.stringify(value), value);
    }
  };
  // Lists last: they show what others have made, too.
  const single = bodies.filter((body) => !Array.isArray(body));
  const lists = bodies.filter((body) => Array.isArray(body));
  for (const body of [...single, ...lists]) if (body !== undefined) note('', body as Json);
  return (field) => [...(byField.get(field)?.values() ?? [])];
}
