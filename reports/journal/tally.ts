import { redacted, withoutConsumers } from '../../harness/secrets/redact.ts';
import type { SequenceRecord } from '../../harness/journal/journal-records.ts';
import { PassedBreaches } from './passed-breaches.ts';
import type { FirstObserved } from './summary.ts';

/** What sequences have shown, added up. */
export class Tally {
  readonly evidence = new Map<string, number>();
  readonly observed = new Map<string, Map<string, number>>();
  readonly firstObserved = new Map<string, FirstObserved>();
  readonly coverage = new Map<string, number>();
  /** Of the coverage, the steps whose answer is none that is permitted there. */
  readonly wrong = new Map<string, number>();
  readonly inconclusive = new Map<string, number>();
  readonly passed = new PassedBreaches();
  sequences = 0;

  /** Adds an explored sequence. Only exploration gives evidence: a sequence repeated to shrink a failure proves nothing new. */
  add(record: SequenceRecord): void {
    this.sequences += 1;
    this.passed.note(record);
    if (record.verdict === 'inconclusive') add(this.inconclusive, record.why ?? 'no reason recorded', 1);
    for (const [id, checks] of Object.entries(record.evidence)) add(this.evidence, id, checks);
    for (const [key, times] of Object.entries(record.coverage)) add(this.coverage, key, times);
    if (record.ended?.step !== undefined) add(this.wrong, record.ended.step, 1);
    for (const [id, choices] of Object.entries(record.observed)) this.#observe(id, Object.entries(choices));
    for (const observed of record.shown ?? []) {
      const key = `${observed.latitude} ${observed.choice}`;
      if (!this.firstObserved.has(key))
        this.firstObserved.set(key, { ...redacted(observed, withoutConsumers), sequence: record.id });
    }
  }

  /** Adds all of another tally. */
  merge(other: Tally): void {
    this.sequences += other.sequences;
    this.passed.merge(other.passed);
    for (const [why, times] of other.inconclusive) add(this.inconclusive, why, times);
    for (const [id, checks] of other.evidence) add(this.evidence, id, checks);
    for (const [key, times] of other.coverage) add(this.coverage, key, times);
    for (const [key, times] of other.wrong) add(this.wrong, key, times);
    for (const [id, choices] of other.observed) this.#observe(id, choices);
    for (const [key, observed] of other.firstObserved)
      if (!this.firstObserved.has(key)) this.firstObserved.set(key, observed);
  }

  #observe(id: string, choices: Iterable<readonly [string, number]>): void {
    const known = this.observed.get(id) ?? new Map<string, number>();
    for (const [choice, times] of choices) add(known, choice, times);
    this.observed.set(id, known);
  }
}

function add(map: Map<string, number>, key: string, times: number): void {
  map.set(key, (map.get(key) ?? 0) + times);
}
