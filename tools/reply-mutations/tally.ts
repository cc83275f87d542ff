import { getOrCreate } from '../../engine/collections.ts';
import type { Change } from './change-json.ts';

/** What turned a row red, and where nothing did. */
export interface RowTally {
  /** The changes that turned it red, one for each place that proved it. */
  readonly red: Map<string, string>;
  /** The places that proved it where a change breaks it, though only beside something heavier that is accused in its stead. */
  readonly masked: Set<string>;
  /** The places that proved it although no change of what was answered there breaks it. */
  readonly vacuous: Set<string>;
}

/** What an answer breaks: the rows that are accused, and all that its broken checks cite. */
export interface Broken {
  readonly accused: readonly string[];
  readonly cited: readonly string[];
}

/** An answer that proves rows; `where`: the operation and its outcome. */
interface Proof {
  readonly rows: readonly string[];
  readonly where: string;
}

/** A row that nothing has turned red yet is tried so many times as often. */
const triesWithout = 5;

/** How much is tried. */
export interface Thoroughness {
  /** Answers of one operation and outcome that are changed for a row that none of them has broken. */
  readonly mostTries: number;
  /** False: a row that is red once is not tried at further places. */
  readonly everywhere: boolean;
}

/** By row: which change of an answer that proves it breaks it. */
export class Tally {
  readonly rows = new Map<string, RowTally>();
  readonly #wanted: ReadonlySet<string>;
  readonly #mostTries: number;
  readonly #everywhere: boolean;
  readonly #tries = new Map<string, number>();
  changes = 0;

  constructor(wanted: Iterable<string>, { mostTries, everywhere }: Thoroughness) {
    this.#wanted = new Set(wanted);
    this.#mostTries = mostTries;
    this.#everywhere = everywhere;
  }

  /** Tries changes until each row that the answer proves is red, or all were tried. Rows that are red there already cost nothing. */
  add<T>({ rows, where }: Proof, changes: Iterable<Change<T>>, broken: (value: T) => Broken): void {
    const left = new Set(rows.filter((row) => this.#isToTry(row, where)));
    if (left.size === 0) return;
    for (const row of left) this.#tries.set(`${row} ${where}`, (this.#tries.get(`${row} ${where}`) ?? 0) + 1);
    const masked = new Set<string>();
    for (const { what, value } of changes) {
      this.changes += 1;
      const { accused, cited } = broken(value);
      for (const row of cited) if (left.has(row)) masked.add(row);
      for (const row of accused)
        if (left.delete(row)) {
          this.#of(row).red.set(where, what);
          this.#of(row).masked.delete(where);
        }
      if (left.size === 0) return;
    }
    for (const row of left) this.#of(row)[masked.has(row) ? 'masked' : 'vacuous'].add(where);
  }

  #isToTry(row: string, where: string): boolean {
    if (!this.#wanted.has(row)) return false;
    const { red } = this.#of(row);
    if (red.size > 0 && !this.#everywhere) return false;
    const most = red.size > 0 ? this.#mostTries : triesWithout * this.#mostTries;
    return !red.has(where) && (this.#tries.get(`${row} ${where}`) ?? 0) < most;
  }

  #of(row: string): RowTally {
    return getOrCreate(this.rows, row, () => ({
      red: new Map<string, string>(),
      masked: new Set<string>(),
      vacuous: new Set<string>(),
    }));
  }
}
