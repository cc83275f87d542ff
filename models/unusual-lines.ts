import { isObject } from './checks.ts';

/** Pages and lists have up to so many lines. */
const mostLines = 20;

/** The names of an id and of a price in the two interfaces. */
const ids = ['item_id', 'id'] as const;
const prices = ['amount', 'unit_price'] as const;

/**
 * Whether the lines of an order are such as few shops have them: very many, free of charge, or with ids that differ in their case or in zeros in
 * front alone. The documents show no limits, and a footnote about ids is not shown: a target may refuse them. What it takes is certain.
 */
export function isUnusual(lines: readonly unknown[]): boolean {
  if (lines.length > mostLines) return true;
  const objects = lines.filter(isObject);
  if (objects.some((line) => prices.some((name) => line[name] === 0))) return true;
  const named = objects
    .flatMap((line) => ids.map((name) => line[name]))
    .filter((id) => typeof id === 'string');
  const alike = new Set(named.map((id) => id.toLowerCase().replace(/^0+(?=.)/, '')));
  return alike.size < new Set(named).size;
}
