import type { Violation } from './execute.ts';
import { rulesOf } from './signature.ts';

/**
 * Whether a candidate shows the same as a failure, and no less precisely: at the same operation, of no rule that is not accused there.
 * One of the accused rules is broken, so that each that falls away tells more. That something is missing does not show what was wrong with
 * what came.
 */
export function isSameFailure(candidate: Violation, accused: Violation): boolean {
  if (candidate.at !== accused.at || candidate.operation !== accused.operation) return false;
  if (candidate.onlyMissing === true && accused.onlyMissing !== true) return false;
  const rules = rulesOf(accused);
  return candidate.breaches.every(({ rule }) => rules.has(rule));
}

/**
 * Whether a candidate that asks otherwise shows what a failure shows: at the same operation, of one of the accused rules at least, and of no
 * more rules. What it asks otherwise may well be another rule's.
 */
export function isAkin(candidate: Violation, accused: Violation): boolean {
  if (isSameFailure(candidate, accused)) return true;
  if (candidate.at !== 'reply' || accused.at !== 'reply' || candidate.operation !== accused.operation)
    return false;
  const [own, rules] = [rulesOf(candidate), rulesOf(accused)];
  return own.size <= rules.size && [...own].some((rule) => rules.has(rule));
}

/** Whether a reply to another operation breaks the very rules that a reply has broken. */
export function isSameElsewhere(candidate: Violation, accused: Violation): boolean {
  if (candidate.at !== 'reply' || accused.at !== 'reply') return false;
  return isSameFailure({ ...candidate, operation: accused.operation }, accused);
}

/** Whether a candidate that asks otherwise shows what a failure shows: there, or just so at another operation. */
export function isAkinAnywhere(candidate: Violation, accused: Violation): boolean {
  return isAkin(candidate, accused) || isSameElsewhere(candidate, accused);
}
