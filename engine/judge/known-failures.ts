import { getOrCreate, innerMap, isSameSet } from '../collections.ts';
import type { RefusesForm } from '../machine.ts';
import type { Breach } from '../model.ts';
import type { Violation } from './execution.ts';
import { rulesOf } from './signature.ts';

/** So many flaky failures of one kind end the search for a steady one: each costs confirmations. */
const mostFlaky = 3;

interface Kind {
  readonly at: Violation['at'];
  readonly operation: string;
  readonly rules: ReadonlySet<string>;
  /** By rule, the fields that broke it. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** By circumstances, how often it was flaky. */
  readonly flaky: Map<string, number>;
  steady: boolean;
  /** In each run of it nothing was wrong but that notifications were missing. */
  neverCome: boolean;
}

/** So many sequences in which the same field was wrong are no accident on the way. */
const fewestSequences = 3;
/** Two answers that contradict each other can't both be right, so that two of these are enough. */
const fewestContradictions = 2;

/** What of a reply is counted where it is wrong now and then: the field, or the rule that a contradiction breaks. Undefined: nothing. */
export function sightingOf({ about, constant, rule }: Breach): string | undefined {
  return about ?? (constant === true ? rule : undefined);
}

/** How often a field of an operation's replies was wrong, and in how many sequences. */
interface Sightings {
  replies: number;
  readonly sequences: Set<string>;
}

/** Of the replies of one operation in a run: how many broke a rule, and how many there were. */
export interface HowOften {
  readonly failed: number;
  readonly outOf: number;
}

/** The failures that were reported before, as an exploration sees them. */
export interface Reported {
  has(violation: Violation): boolean;
  rest(violation: Violation): Violation | undefined;
  neverCome(breaches: readonly Breach[]): boolean;
  readonly refusesForm: RefusesForm;
  wasFlaky(violation: Violation): boolean;
  add(violation: Violation, steady: boolean): void;
  answered(sequence: string, operation: string, wrong: readonly Breach[]): void;
  rarely(violation: Violation): HowOften | undefined;
}

/** The failures that a run has reported, so that none is shrunk twice. Shared by the explorations of one run. */
export class KnownFailures {
  readonly #kinds: Kind[] = [];
  /** By circumstances and rule, the flaky failures in which nothing was wrong but that notifications were missing. */
  readonly #missing = new Map<string, Map<string, number>>();
  /** By operation, the replies that were judged. */
  readonly #replies = new Map<string, number>();
  /** By operation and field. */
  readonly #wrong = new Map<string, Map<string, Sightings>>();

  /**
   * True when a reported failure is at least as precise: at the same operation, accusing none but rules that this one accuses.
   * One that accuses fewer rules than any before is new.
   */
  has(violation: Violation, circumstances = ''): boolean {
    const rules = rulesOf(violation);
    if (violation.onlyMissing === true && this.#isOftenMissing(rules, circumstances)) return true;
    return this.#asPrecise(violation).some(
      (kind) => kind.steady || (kind.flaky.get(circumstances) ?? 0) >= mostFlaky,
    );
  }

  /** Whether a reported failure that is at least as precise was flaky, so that this one probably is. */
  wasFlaky(violation: Violation, circumstances = ''): boolean {
    return this.#asPrecise(violation).some((kind) => kind.flaky.has(circumstances));
  }

  /** The kinds at the same operation that accuse none but rules that this violation accuses. */
  #asPrecise(violation: Pick<Violation, 'at' | 'operation' | 'breaches'>): readonly Kind[] {
    const rules = rulesOf(violation);
    return this.#kinds.filter(
      (kind) =>
        kind.at === violation.at &&
        kind.operation === violation.operation &&
        [...kind.rules].every((rule) => rules.has(rule)),
    );
  }

  /** Whether a steady failure accuses a rule, alone or among others. */
  accuses(rule: string): boolean {
    return this.#kinds.some((kind) => kind.steady && kind.rules.has(rule));
  }

  /**
   * Whether replies of an operation were reported to break a rule: each time, or now and then where those of another operation break it each time, since
   * it depends on their data too.
   */
  readonly refusesForm: RefusesForm = (operation, rule) => {
    const kinds = this.#kinds.filter(({ at, rules }) => at === 'reply' && rules.has(rule));
    return kinds.some(({ steady }) => steady) && kinds.some((kind) => kind.operation === operation);
  };

  /** Whether notifications that are missing by these breaches are those of which a steady failure has shown that they never come. */
  neverCome(breaches: readonly Breach[]): boolean {
    const rules = rulesOf({ breaches });
    return this.#kinds.some((kind) => kind.neverCome && [...kind.rules].every((rule) => rules.has(rule)));
  }

  /**
   * What of a violation no report covers; undefined when all of it was reported. Each wrong field is a failure of its own, and those of
   * steady failures are left out. Of several rules that may explain a wrong field, only those are kept that a
   * steady failure of another operation has shown to be broken by that field, if any has.
   */
  rest(violation: Violation, circumstances = ''): Violation | undefined {
    const fields = new Map<string, Breach[]>();
    for (const breach of violation.breaches)
      if (breach.about !== undefined) getOrCreate(fields, breach.about, () => []).push(breach);
    const others = violation.breaches.filter(({ about }) => about === undefined);
    const isKnown = (breaches: readonly Breach[]) => this.has({ ...violation, breaches }, circumstances);
    const breaches = [
      ...(others.length > 0 && !isKnown(others) ? others : []),
      ...[...fields.values()]
        .filter((same) => !this.#isSteady(violation, same))
        .flatMap((same) => this.#likeliest(same)),
    ];
    if (breaches.length === 0 || isKnown(breaches)) return undefined;
    return breaches.length < violation.breaches.length ? { ...violation, breaches } : violation;
  }

  /** Which notifications are lost now and then is chance: each choice of them is no kind of its own. One that was in no flaky failure is new. */
  #isOftenMissing(rules: ReadonlySet<string>, circumstances: string): boolean {
    const times = [...rules].map((rule) => this.#missing.get(circumstances)?.get(rule) ?? 0);
    return times.length > 0 && Math.max(...times) >= mostFlaky && Math.min(...times) > 0;
  }

  #likeliest(breaches: readonly Breach[]): readonly Breach[] {
    const shown = breaches.filter(({ rule, about }) =>
      this.#kinds.some((kind) => kind.steady && kind.fields.get(rule)?.has(about ?? '') === true),
    );
    return shown.length > 0 ? shown : breaches;
  }

  /** Whether a steady failure there is of the same field and at least as precise: one that accuses fewer rules says which of them it is. */
  #isSteady({ at, operation }: Violation, breaches: readonly Breach[]): boolean {
    const rules = new Set(breaches.map(({ rule }) => rule));
    const field = breaches[0]?.about ?? '';
    return this.#kinds.some((kind) => {
      if (!kind.steady || kind.at !== at || kind.operation !== operation) return false;
      const before = [...kind.fields].filter(([, fields]) => fields.has(field)).map(([rule]) => rule);
      return before.length > 0 && before.every((rule) => rules.has(rule));
    });
  }

  /** Notes a failure once it is shrunk; `steady`: every run of its final form failed. */
  add(violation: Violation, steady: boolean, circumstances = ''): void {
    const rules = rulesOf(violation);
    const { at, operation } = violation;
    let same = this.#kinds.find(
      (kind) => kind.at === at && kind.operation === operation && isSameSet(kind.rules, rules),
    );
    if (same === undefined) {
      const fields = new Map<string, Set<string>>();
      for (const { rule, about } of violation.breaches)
        if (about !== undefined) getOrCreate(fields, rule, () => new Set()).add(about);
      this.#kinds.push(
        (same = { at, operation, rules, fields, steady: false, neverCome: false, flaky: new Map() }),
      );
    }
    if (steady) {
      same.steady = true;
      same.neverCome ||= violation.onlyMissing === true;
      return;
    }
    same.flaky.set(circumstances, (same.flaky.get(circumstances) ?? 0) + 1);
    if (violation.onlyMissing !== true) return;
    const missing = innerMap(this.#missing, circumstances);
    for (const rule of rules) missing.set(rule, (missing.get(rule) ?? 0) + 1);
  }

  /** Notes a reply that was judged, with what was wrong in its fields. */
  answered(sequence: string, operation: string, wrong: readonly Breach[]): void {
    this.#replies.set(operation, (this.#replies.get(operation) ?? 0) + 1);
    for (const field of new Set(wrong.flatMap((breach) => sightingOf(breach) ?? []))) {
      const of = getOrCreate(innerMap(this.#wrong, operation), field, () => ({
        replies: 0,
        sequences: new Set<string>(),
      }));
      of.replies += 1;
      of.sequences.add(sequence);
    }
  }

  /** How often all fields that a violation accuses were wrong; undefined where that is too seldom to prove anything, something else is wrong, or it was reported. */
  rarely({ at, operation, breaches }: Violation): HowOften | undefined {
    if (this.#asPrecise({ at, operation, breaches }).some(({ steady }) => steady)) return undefined;
    const seen = breaches.map((breach) => this.#wrong.get(operation)?.get(sightingOf(breach) ?? ''));
    const fewest = breaches.every(({ constant }) => constant === true)
      ? fewestContradictions
      : fewestSequences;
    if (at !== 'reply' || seen.some((one) => one === undefined || one.sequences.size < fewest))
      return undefined;
    const failed = Math.min(...seen.map((one) => one?.replies ?? 0));
    return { failed, outOf: this.#replies.get(operation) ?? failed };
  }

  /** The same failures in other circumstances, in which what was flaky may be steady. */
  under(circumstances: string): Reported {
    return {
      has: (violation) => this.has(violation, circumstances),
      rest: (violation) => this.rest(violation, circumstances),
      neverCome: (breaches) => this.neverCome(breaches),
      refusesForm: this.refusesForm,
      wasFlaky: (violation) => this.wasFlaky(violation, circumstances),
      add: (violation, steady) => this.add(violation, steady, circumstances),
      answered: (...of) => this.answered(...of),
      rarely: (violation) => this.rarely(violation),
    };
  }
}
