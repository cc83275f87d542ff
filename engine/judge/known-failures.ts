import { isSameSet } from '../is-same-set.ts';
import type { Violation } from './execute.ts';
import { rulesOf } from './signature.ts';

/** So many flaky failures of one kind end the search for a steady one: each costs confirmations. */
const mostFlaky = 3;

interface Kind {
  readonly at: Violation['at'];
  readonly operation: string;
  readonly rules: ReadonlySet<string>;
  /** By circumstances, how often it was flaky. */
  readonly flaky: Map<string, number>;
  steady: boolean;
}

/** The failures that were reported before, as an exploration sees them. */
export interface Reported {
  has(violation: Violation): boolean;
  add(violation: Violation, steady: boolean): void;
}

/** The failures that a run has reported, so that none is shrunk twice. Shared by the explorations of one run. */
export class KnownFailures {
  readonly #kinds: Kind[] = [];

  /**
   * True when a reported failure is at least as precise: at the same operation, accusing none but rules that this one accuses.
   * One that accuses fewer rules than any before is new.
   */
  has(violation: Violation, circumstances = ''): boolean {
    const rules = rulesOf(violation);
    return this.#kinds.some(
      (kind) =>
        (kind.steady || (kind.flaky.get(circumstances) ?? 0) >= mostFlaky) &&
        kind.at === violation.at &&
        kind.operation === violation.operation &&
        [...kind.rules].every((rule) => rules.has(rule)),
    );
  }

  /** Notes a failure once it is shrunk; `steady`: every run of its final form failed. */
  add(violation: Violation, steady: boolean, circumstances = ''): void {
    const rules = rulesOf(violation);
    const { at, operation } = violation;
    let same = this.#kinds.find(
      (kind) => kind.at === at && kind.operation === operation && isSameSet(kind.rules, rules),
    );
    if (same === undefined)
      this.#kinds.push((same = { at, operation, rules, steady: false, flaky: new Map() }));
    if (steady) same.steady = true;
    else same.flaky.set(circumstances, (same.flaky.get(circumstances) ?? 0) + 1);
  }

  /** The same failures in other circumstances, in which what was flaky may be steady. */
  under(circumstances: string): Reported {
    return {
      has: (violation) => this.has(violation, circumstances),
      add: (violation, steady) => this.add(violation, steady, circumstances),
    };
  }
}
