import type { Json } from '../../../engine/model.ts';
import type { Learned } from '../curl/shell-words.ts';

/** Raised where a text can't stand in a file of hurl: there is no such file then. */
export class NotInHurl extends Error {}

/** A variable of the file. */
export const variable = (name: string): string => `{{${name}}}`;

/** A text with learned values as variables. Throws NotInHurl where it holds what hurl would take for a variable or for an escape. */
export function hurlText(text: string, learned: readonly Learned[]): string {
  if (/\{\{|\}\}|[\\\p{C}]/u.test(text)) throw new NotInHurl('text');
  const ordered = [...learned].sort((a, b) => b.value.length - a.value.length);
  return ordered.reduce((sofar, { value, variable: name }) => sofar.replaceAll(value, variable(name)), text);
}

/** A JSON value on several lines, learned texts replaced by variables. Throws NotInHurl where a text of it looks like one. */
export function hurlJson(value: Json, learned: readonly Learned[]): string {
  const json = JSON.stringify(value, null, 2);
  if (json.includes('{{') || json.includes('}}')) throw new NotInHurl('body');
  const ordered = [...learned].sort((a, b) => b.value.length - a.value.length);
  return ordered.reduce(
    (sofar, { value: text, variable: name }) => sofar.replaceAll(JSON.stringify(text), `"${variable(name)}"`),
    json,
  );
}

/** A single value as hurl compares with it. Throws NotInHurl for objects and lists. */
export function hurlLiteral(value: Json, learned: readonly Learned[]): string {
  if (typeof value === 'string') {
    if (value.includes('"')) throw new NotInHurl('value');
    return `"${hurlText(value, learned)}"`;
  }
  if (typeof value === 'object' && value !== null) throw new NotInHurl('value');
  return JSON.stringify(value);
}

/** A path of names as JSONPath. */
export const jsonPath = (path: string): string => `jsonpath "$.${path}"`;
