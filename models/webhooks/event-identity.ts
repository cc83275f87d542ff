import { isObject } from '../checks.ts';

// Without the timestamp: the document does not say what was created then, so each copy of a notification may have its own.
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
 * The identity of an event: the documented fields of its body, in any order and spacing. Other fields may differ from send to send. Text
 * that is not a JSON object is its own identity (legacy, Events).
 */
export function eventIdentity(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? JSON.stringify(documentedFields(body), sorted) : text;
  } catch {
    return text;
  }
}

/** The timestamp that a body shows; undefined: none. */
export function timestampOf(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) && typeof body['timestamp'] === 'string' ? body['timestamp'] : undefined;
  } catch {
    return undefined;
  }
}

function documentedFields(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(documented.map((name) => [name, body[name] ?? undefined]));
}

function sorted(_key: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort(byKey)) : value;
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1;
