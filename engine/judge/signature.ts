import type { Violation } from './execution.ts';

/**
 * What distinguishes one failure from another: where it was seen, and the rules that it accuses. `overlap`: in the order of overlapping requests;
 * `procedure`: by a check that is no sequence of a machine.
 */
export interface Signature {
  readonly at: Violation['at'] | 'overlap' | 'procedure';
  /** The operation whose reply it was; of overlapping requests each one's, in their order; of a procedure its name. */
  readonly operations: readonly string[];
  /** Each once, sorted. */
  readonly rules: readonly string[];
}

/** The rules that a violation breaks. */
export function rulesOf({ breaches }: Pick<Violation, 'breaches'>): ReadonlySet<string> {
  return new Set(breaches.map(({ rule }) => rule));
}

/** The signature of a violation. */
export function signatureOf(violation: Violation): Signature {
  const { at, operation } = violation;
  return { at, operations: [operation], rules: [...rulesOf(violation)].toSorted() };
}

/** A violation as far as reported failures are compared with it; undefined for one that no sequence of a machine shows. */
export function violationOf({ at, operations, rules }: Signature): Violation | undefined {
  if (at === 'overlap' || at === 'procedure') return undefined;
  const breaches = rules.map((rule) => ({ rule, expected: '', received: '' }));
  return { at, operation: operations[0] ?? '', abstract: '', breaches };
}

/** Whether two signatures say the same. */
export function isSameSignature(one: Signature, other: Signature): boolean {
  return (
    one.at === other.at && isSameList(one.operations, other.operations) && isSameList(one.rules, other.rules)
  );
}

/** Whether a failure is the one of a signature: seen where that was, and accusing one of its rules, any of which may be the broken one. */
export function isOfSignature(violation: Violation, { at, operations, rules }: Signature): boolean {
  const accused = rulesOf(violation);
  return (
    violation.at === at && operations[0] === violation.operation && rules.some((rule) => accused.has(rule))
  );
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

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
