import { isObject } from './checks.ts';

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f]/;

/** Whether a value is a text with control characters, or holds one: what is stored of it is not shown, since a target may drop them. */
export function holdsControl(value: unknown): boolean {
  if (typeof value === 'string') return control.test(value);
  if (Array.isArray(value)) return value.some(holdsControl);
  return (
    isObject(value) &&
    Object.entries(value).some(([name, inner]) => control.test(name) || holdsControl(inner))
  );
}
