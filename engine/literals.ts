import type { Json, Step } from './model.ts';

/**
 * A step with the literals of another, where both have a plain one of the same name: what fails may do so under these alone. What holds others,
 * such as a body, is of the step's own kind and stays.
 */
export function withLiteralsOf(other: Step, step: Step): Step {
  const { data } = step;
  const { data: given } = other;
  if (!isRecord(data) || !isRecord(given)) return step;
  const kept = Object.entries(data).map(([name, own]) => {
    const theirs = given[name];
    return [name, isPlain(own) && theirs !== undefined && isPlain(theirs) ? theirs : own] as const;
  });
  return { ...step, data: Object.fromEntries(kept) };
}

const isPlain = (value: Json): boolean => typeof value !== 'object' || value === null;

function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
