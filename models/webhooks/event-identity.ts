/**
 * What tells one event from another: its body, whatever the order of the keys and the way it is spaced. A text that is no JSON
 * object stands for itself. The timestamp is left out: it is a creation time, and of what is not shown; a copy that is built anew
 * for its send may carry another (legacy, Events).
 */
export function eventIdentity(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? JSON.stringify({ ...body, timestamp: undefined }, sorted) : text;
  } catch {
    return text;
  }
}

function sorted(_key: string, value: unknown): unknown {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).sort(byKey)) : value;
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
