import type { StepId } from '../model.ts';

/** What the system calls the things that steps made, by the step. Absent: not known yet. */
export type Ids = Readonly<Record<StepId, string | number>>;

/** Found in texts as well, such as in a path. Its letters are the same in a URL, and hardly any other text holds it. */
const pattern = /~\(([^~()]+)\)~/g;

/** Stands in the model for what the system calls the thing that a step makes: an id that is known from the reply alone. */
export function reference(step: StepId): string {
  return `~(${step})~`;
}

/** The step that a text stands for; undefined where it is any other text. */
export function stepOf(text: string): StepId | undefined {
  const [found] = text.matchAll(pattern);
  return found?.[0] === text ? found[1] : undefined;
}

/** The steps whose things a value names, each once, in their order. */
export function referencesIn(value: unknown): readonly StepId[] {
  const found = new Set<StepId>();
  textsIn(value, (text) => {
    for (const [, step] of text.matchAll(pattern)) if (step !== undefined) found.add(step);
  });
  return [...found];
}

function textsIn(value: unknown, each: (text: string) => void): void {
  if (typeof value === 'string') each(value);
  else if (Array.isArray(value)) for (const one of value) textsIn(one, each);
  else if (isPlain(value))
    for (const [name, one] of Object.entries(value)) {
      each(name);
      textsIn(one, each);
    }
}

/** The same value with what the system calls things. What is not known yet stays as it is. */
export function withIds<T>(value: T, ids: Ids): T {
  return replaced(value, (text) => {
    const whole = stepOf(text);
    if (whole !== undefined) return ids[whole] ?? text;
    return text.replaceAll(pattern, (found, step: StepId) => String(ids[step] ?? found));
  }) as T;
}

/** The same value with the reference in place of each text or number that is a known id. The reverse of `withIds`, for what was recorded. */
export function withReferences<T>(value: T, ids: Ids): T {
  const known = new Map(Object.entries(ids).map(([step, id]) => [id, reference(step)]));
  return replaced(value, (found) => known.get(found) ?? found, true) as T;
}

function replaced(value: unknown, by: (text: string) => unknown, numbers?: false): unknown;
function replaced(value: unknown, by: (found: string | number) => unknown, numbers: true): unknown;
function replaced(value: unknown, by: (found: never) => unknown, numbers = false): unknown {
  if (typeof value === 'string' || (numbers && typeof value === 'number')) return by(value as never);
  const again = (one: unknown) => replaced(one, by as (found: string | number) => unknown, numbers as true);
  if (Array.isArray(value)) return value.map(again);
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [String(by(name as never)), again(one)]),
  );
}

/** A record, and no object of a class. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
