import type { Violation } from './execute.ts';
import { rulesOf } from './signature.ts';

/** Failures of one kind that would not come back, after which the kind is given up: each costs confirmations. */
const mostUnsteady = 3;

interface Kind {
  readonly at: Violation['at'];
  readonly operation: string;
  readonly rules: ReadonlySet<string>;
  /** By circumstances: how often it would not come back. */
  readonly unsteady: Map<string, number>;
  steady: boolean;
}

/** What an exploration asks of the failures that were reported before. */
export interface Reported {
  has(violation: Violation): boolean;
  add(violation: Violation, steady: boolean): void;
}

/** The failures that a run has reported already, so that none is shrunk twice; shared by the explorations of one run. */
export class KnownFailures {
  readonly #kinds: Kind[] = [];

  /**
   * True when a reported failure says as much: at the same operation, of no rule that this one does not accuse. One that accuses fewer
   * rules than any before is new, since it is more precise.
   */
  has(violation: Violation, circumstances = ''): boolean {
    const rules = rulesOf(violation);
    return this.#kinds.some(
      (kind) =>
        (kind.steady || (kind.unsteady.get(circumstances) ?? 0) >= mostUnsteady) &&
        kind.at === violation.at &&
        kind.operation === violation.operation &&
        [...kind.rules].every((rule) => rules.has(rule)),
    );
  }

  /** Notes a failure once it is shrunk; `steady` when it came back at every run of its final form. */
  add(violation: Violation, steady: boolean, circumstances = ''): void {
    const rules = rulesOf(violation);
    const { at, operation } = violation;
    let same = this.#kinds.find(
      (kind) => kind.at === at && kind.operation === operation && isSameSet(kind.rules, rules),
    );
    if (same === undefined)
      this.#kinds.push((same = { at, operation, rules, steady: false, unsteady: new Map() }));
    if (steady) same.steady = true;
    else same.unsteady.set(circumstances, (same.unsteady.get(circumstances) ?? 0) + 1);
  }

  /** The same failures in circumstances of their own: what would not come back in others may do so here. */
  under(circumstances: string): Reported {
    return {
      has: (violation) => this.has(violation, circumstances),
      add: (violation, steady) => this.add(violation, steady, circumstances),
    };
  }
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((rule) => b.has(rule));
}
