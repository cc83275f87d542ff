// The timestamp is not among them: it is a creation time, and of what is not shown; a copy that is built anew for its send may carry another.
const documented = [
  'payment_id',
  'capture_id',
  'status',
  'order_ref',
  'reason',
  'event_type',
  'event_datetime',
];

/**
 * What tells one event from another: the documented fields of its body, however they are ordered and spaced. Any other field may
 * tell of the send, such as a count of them. A text that is no JSON object stands for itself (legacy, Events).
 */
export function eventIdentity(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? JSON.stringify(told(body), sorted) : text;
  } catch {
    return text;
  }
}

function told(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(documented.map((name) => [name, body[name] ?? undefined]));
}

function sorted(_key: string, value: unknown): unknown {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).sort(byKey)) : value;
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
