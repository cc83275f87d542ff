import type { Json } from '../../engine/model.ts';

/** A value with one thing changed. */
export interface Change<T> {
  /** What was changed, and where: `null at order.items.0.price`. */
  readonly what: string;
  readonly value: T;
}

/** Values that a field of this name had elsewhere. */
export type KnownValues = (field: string) => readonly Json[];

/** Elements of a list that are changed. */
const mostElements = 3;

/** Every way to change one place of a JSON value: dropped, null, of another type, of another value; elements swapped, doubled, left out. */
export function* changedJson(
  value: Json,
  known: KnownValues,
  path: readonly string[] = [],
): Generator<Change<Json>> {
  const at = path.join('.') || 'the body';
  const field = path.findLast((name) => !/^\d+$/.test(name)) ?? '';
  for (const [how, other] of others(value, known(field))) yield { what: `${how} at ${at}`, value: other };
  if (isList(value)) yield* changedList(value, known, path);
  else if (isObject(value)) yield* changedObject(value, known, path);
}

function* changedObject(
  value: { readonly [key: string]: Json },
  known: KnownValues,
  path: readonly string[],
): Generator<Change<Json>> {
  for (const [name, inner] of Object.entries(value)) {
    const { [name]: _, ...rest } = value;
    yield { what: `drop ${[...path, name].join('.')}`, value: rest };
    for (const change of changedJson(inner, known, [...path, name]))
      yield { ...change, value: { ...value, [name]: change.value } };
  }
}

function* changedList(
  value: readonly Json[],
  known: KnownValues,
  path: readonly string[],
): Generator<Change<Json>> {
  const at = path.join('.');
  if (value.length > 1) yield { what: `empty ${at}`, value: [] };
  yield* filtered(value, at);
  const ids = new Set(known('id'));
  for (const [index, inner] of value.entries()) {
    // The elements that the sequence knows, and some others.
    if (index >= mostElements && !(isObject(inner) && ids.has(inner['id'] ?? null))) continue;
    const [before, after] = [value.slice(0, index), value.slice(index + 1)];
    const [next, ...behind] = after;
    yield { what: `drop ${at}.${index}`, value: [...before, ...after] };
    yield { what: `double ${at}.${index}`, value: [...before, inner, inner, ...after] };
    if (next !== undefined)
      yield { what: `swap ${at}.${index} with the next`, value: [...before, next, inner, ...behind] };
    for (const change of changedJson(inner, known, [...path, `${index}`]))
      yield { ...change, value: [...before, change.value, ...after] };
  }
}

/** Only the elements of one value of a field, as a list shows them that is filtered by mistake. */
function* filtered(value: readonly Json[], at: string): Generator<Change<Json>> {
  const objects = value.filter(isObject);
  for (const ends of [objects[0], objects.at(-1)])
    for (const [name, inner] of Object.entries(ends ?? {})) {
      const left = objects.filter((one) => JSON.stringify(one[name]) === JSON.stringify(inner));
      if (left.length < value.length) yield { what: `one ${name} in ${at}`, value: left };
    }
}

/** Other values of a place, each with how it differs. */
function* others(value: Json, known: readonly Json[]): Generator<readonly [string, Json]> {
  const tried = new Set([JSON.stringify(value)]);
  for (const [how, other] of candidates(value, known)) {
    const text = JSON.stringify(other);
    if (!tried.has(text)) yield [how, other];
    tried.add(text);
  }
}

function* candidates(value: Json, known: readonly Json[]): Generator<readonly [string, Json]> {
  yield ['null', null];
  for (const one of known) yield ['a value from elsewhere', one];
  if (typeof value === 'string') yield* otherTexts(value);
  else if (typeof value === 'number')
    yield* [
      ['text', String(value)],
      ['one more', value + 1],
      ['one less', value - 1],
      ['negated', -value - 1],
      ['a fraction', value + 0.5],
      ['a boolean', true],
      ['an object', {}],
    ] as const;
  else if (typeof value === 'boolean')
    yield* [
      ['negated', !value],
      ['text', String(value)],
      ['number', Number(value)],
      ['an object', {}],
    ] as const;
  else if (isList(value))
    yield* [
      ['an object', Object.fromEntries(value.entries())],
      ['text', 'x'],
      ['a number', value.length],
    ] as const;
  else if (isObject(value))
    yield* [
      ['a list', Object.values(value)],
      ['no fields', {}],
      ['text', 'x'],
      ['a number', 0],
    ] as const;
  else
    yield* [
      ['text', 'x'],
      ['a number', 1],
      ['an object', {}],
      ['a list', []],
    ] as const;
}

function* otherTexts(value: string): Generator<readonly [string, Json]> {
  yield ['other text', `${value}x`];
  yield ['empty', ''];
  yield ['a number', Number.isFinite(Number(value)) && value !== '' ? Number(value) : 0];
  yield ['a boolean', true];
  yield ['an object', {}];
  yield ['a list', [value]];
  yield ['without spaces', value.replaceAll(/\s/g, '')];
  yield ['Latin letters', 'Taro Yamada'];
  yield ['upper case', value.toUpperCase()];
  yield ['lower case', value.toLowerCase()];
  const [, day = '', rest = ''] = /^(\d{4}-\d\d-\d\d)([T ].*)$/.exec(value) ?? [];
  if (Number.isNaN(Date.parse(day))) return;
  for (const days of [2, -2, 3_650]) yield [`${days} days later`, `${dayAfter(day, days)}${rest}`];
  yield ['without a zone', value.replace(/(?:Z|[+-]\d\d:?\d\d)$/, '')];
  yield ['in another zone', value.replace(/(?:Z|[+-]\d\d:?\d\d)$/, '+05:00')];
  yield ['a day alone', day];
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
