import { tellingFields } from '../../spec/legacy/events.ts';
import { isObject } from '../checks.ts';

// Without the timestamp: the document does not say what was created then, so each copy of a notification may have its own.
const documented = [...tellingFields, 'event_datetime'];

/**
 * The identity of an event: the documented fields of its body, in any order and spacing. Other fields may differ from send to send. Text
 * that is not a JSON object is its own identity (legacy, Events).
 */
export function eventIdentity(text: string): string {
  return identityBy(documented, text);
}

/**
 * The same text for what may be duplicates (legacy, Events, rule 5). A retry keeps its event, but nothing says that a duplicate is made when
 * the first was.
 */
export function duplicateIdentity(text: string): string {
  const identity = identityBy(tellingFields, text);
  // A wrapped notification says what it is about deeper down.
  return identity === saysNothing ? text : identity;
}

/** The identity of an object that has none of the fields. */
const saysNothing = '{}';

function identityBy(fields: readonly string[], text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? JSON.stringify(chosenFields(fields, body), sorted) : text;
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

function chosenFields(
  fields: readonly string[],
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(fields.map((name) => [name, body[name] ?? undefined]));
}

function sorted(_key: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort(byKey)) : value;
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1;
