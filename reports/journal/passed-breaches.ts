import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { SequenceRecord } from '../../harness/records/sequence-record.ts';

/** What is known of sequences in which judging went on behind a broken rule. */
export class PassedBreaches {
  readonly #times = new Map<string, number>();
  /** Requirement id → checks of it in such sequences, and the rules that were broken in those. */
  readonly #behind = new Map<string, { checks: number; readonly rules: Set<string> }>();

  /** Interface → rule → sequences that a violation of it ended. */
  readonly #ended = new Map<string, Map<string, number>>();

  /** Notes an explored sequence. */
  note({ passed, evidence, ended }: SequenceRecord): void {
    for (const rule of ended?.rules ?? []) this.#end(ended?.interface ?? '', rule, 1);
    if (passed === undefined) return;
    const broken = Object.entries(passed).flatMap(([operation, rules]) => {
      for (const [rule, times] of Object.entries(rules)) {
        const key = `${operation} ${rule}`;
        this.#times.set(key, (this.#times.get(key) ?? 0) + times);
      }
      return Object.keys(rules);
    });
    for (const [id, checks] of Object.entries(evidence)) this.#add(id, checks, broken);
  }

  /** Adds what another has noted. */
  merge(other: PassedBreaches): void {
    for (const [key, times] of other.#times) this.#times.set(key, (this.#times.get(key) ?? 0) + times);
    for (const [id, { checks, rules }] of other.#behind) this.#add(id, checks, rules);
    for (const [name, rules] of other.#ended) for (const [rule, times] of rules) this.#end(name, rule, times);
  }

  #end(name: string, rule: string, times: number): void {
    const rules = this.#ended.get(name) ?? new Map<string, number>();
    this.#ended.set(name, rules.set(rule, (rules.get(rule) ?? 0) + times));
  }

  /** The rules whose violations ended sequences of these interfaces, the most frequent first. */
  endedBy(interfaces: readonly string[]): readonly (readonly [rule: string, times: number])[] {
    const all = interfaces.flatMap((name) => [...(this.#ended.get(name) ?? [])]);
    return all.toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  }

  #add(id: string, checks: number, broken: Iterable<string>): void {
    const known = this.#behind.get(id) ?? { checks: 0, rules: new Set<string>() };
    known.checks += checks;
    for (const rule of broken) known.rules.add(rule);
    this.#behind.set(id, known);
  }

  /** How often a failure was met in sequences that went on behind it. */
  timesMet({ signature: { operations }, requirement }: FailureRecord): number {
    const times = requirement.map((rule) => this.#times.get(`${operations[0] ?? ''} ${rule}`) ?? 0);
    return Math.max(0, ...times);
  }

  /** The rules behind which all the evidence of a requirement was found; none where some was found in a sequence that broke no rule. */
  standingBefore(requirement: string, checks: number): readonly string[] {
    const behind = this.#behind.get(requirement);
    return behind === undefined || behind.checks < checks ? [] : [...behind.rules].toSorted();
  }
}
