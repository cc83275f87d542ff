import type { Violation } from './execute.ts';

/** Failures of one kind that would not come back, after which the kind is given up: each costs confirmations. */
const mostUnsteady = 3;

interface Kind {
  readonly at: Violation['at'];
  readonly operation: string;
  readonly rules: ReadonlySet<string>;
  unsteady: number;
  steady: boolean;
}

/** The failures that a run has reported already, so that none is shrunk twice; shared by the explorations of one run. */
export class KnownFailures {
  readonly #kinds: Kind[] = [];

  /**
   * True when a reported failure says as much: at the same operation, of no rule that this one does not accuse. One that accuses fewer
   * rules than any before is new, since it is more precise.
   */
  has(violation: Violation): boolean {
    const rules = rulesOf(violation);
    return this.#kinds.some(
      (kind) =>
        (kind.steady || kind.unsteady >= mostUnsteady) &&
        kind.at === violation.at &&
        kind.operation === violation.operation &&
        [...kind.rules].every((rule) => rules.has(rule)),
    );
  }

  /** Notes a failure once it is shrunk; `steady` when it came back at every run of its final form. */
  add(violation: Violation, steady: boolean): void {
    const rules = rulesOf(violation);
    const { at, operation } = violation;
    const same = this.#kinds.find(
      (kind) => kind.at === at && kind.operation === operation && isSameSet(kind.rules, rules),
    );
    if (same === undefined) this.#kinds.push({ at, operation, rules, steady, unsteady: steady ? 0 : 1 });
    else if (steady) same.steady = true;
    else same.unsteady += 1;
  }
}

function rulesOf({ breaches }: Violation): ReadonlySet<string> {
  return new Set(breaches.map(({ rule }) => rule));
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((rule) => b.has(rule));
}
