import type { Json } from '../../engine/model.ts';

/** Longest text in a stored value: far above any id that a later request sends. */
const LONGEST_TEXT = 16 * 1024;
/** Longest stored value: the journal holds one for each step of a failure. */
const LONGEST_VALUE = 256 * 1024;

/** A received value as a journal stores it: long texts are cut, numbers that JSON can't hold are named, and a far too long value is left out. */
export function boundedJson(value: unknown): Json {
  const text = JSON.stringify(value ?? null, bounded);
  return text.length > LONGEST_VALUE ? null : (JSON.parse(text) as Json);
}

function bounded(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.length > LONGEST_TEXT) return `${value.slice(0, LONGEST_TEXT)}…`;
  return typeof value === 'number' && !Number.isFinite(value) ? 'a number beyond 1.8e308' : value;
}
