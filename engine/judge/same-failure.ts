import type { Violation } from './execute.ts';
import { rulesOf } from './signature.ts';

/**
 * Whether a candidate shows the same failure, and at least as precisely: at the same operation, accusing none but rules that are accused
 * there. A missing notification does not stand for a wrong one.
 */
export function isSameFailure(candidate: Violation, accused: Violation): boolean {
  if (candidate.at !== accused.at || candidate.operation !== accused.operation) return false;
  if (candidate.onlyMissing === true && accused.onlyMissing !== true) return false;
  const rules = rulesOf(accused);
  return candidate.breaches.every(({ rule }) => rules.has(rule));
}

/**
 * Whether a candidate with a different final request shows the same failure: at the same operation, accusing at least one of its rules and
 * no more rules. The different request may be subject to another rule.
 */
export function isSimilarFailure(candidate: Violation, accused: Violation): boolean {
  if (isSameFailure(candidate, accused)) return true;
  if (candidate.at !== 'reply' || accused.at !== 'reply' || candidate.operation !== accused.operation)
    return false;
  const [own, rules] = [rulesOf(candidate), rulesOf(accused)];
  return own.size <= rules.size && [...own].some((rule) => rules.has(rule));
}

/** Whether a reply to another operation breaks the same rules. */
export function isSameElsewhere(candidate: Violation, accused: Violation): boolean {
  if (candidate.at !== 'reply' || accused.at !== 'reply') return false;
  return isSameFailure({ ...candidate, operation: accused.operation }, accused);
}

/** Whether a candidate with a different final request shows the same failure, at the same operation or at another. */
export function isSimilarAnywhere(candidate: Violation, accused: Violation): boolean {
  return isSimilarFailure(candidate, accused) || isSameElsewhere(candidate, accused);
}
