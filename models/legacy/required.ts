import { z } from 'zod';
import { at } from '../checks.ts';

/**
 * Whether a body lacks what its schema requires: a field that is not there, or one whose place nothing can hold. Values of a wrong type are
 * another matter: a server may convert them.
 */
export function lacksRequired(schema: z.ZodType): (body: unknown) => boolean {
  return (body) => {
    const parsed = schema.safeParse(body);
    if (parsed.success) return false;
    return parsed.error.issues.some(({ path }) => {
      const names = path.map(String);
      const field = fieldAt(schema, names);
      return at(body, names) === undefined || (holdsFields(field.inner) && !field.optional);
    });
  };
}

/** An object or a list in whose place stands something else has none of the fields that it requires. */
function holdsFields(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodArray) return holdsFields(schema.element as z.ZodType);
  return schema instanceof z.ZodObject;
}

interface Field {
  readonly inner: z.ZodType;
  readonly optional: boolean;
}

/** The schema of what stands at a path, and whether that may be left out. */
export function fieldAt(schema: z.ZodType, path: readonly string[]): Field {
  const optional = schema instanceof z.ZodOptional;
  const inner = optional ? (schema.unwrap() as z.ZodType) : schema;
  const [name, ...rest] = path;
  if (name === undefined) return { inner, optional };
  if (inner instanceof z.ZodObject)
    return fieldAt((inner.shape as Record<string, z.ZodType>)[name] ?? z.unknown(), rest);
  if (inner instanceof z.ZodArray) return fieldAt(inner.element as z.ZodType, rest);
  return { inner: z.unknown(), optional: true };
}
