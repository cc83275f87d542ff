/** A JSON object as it was parsed, or as it is sent. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, and not null or a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as an object; an empty one where it is no object. */
export function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
