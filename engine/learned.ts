import { innerMap } from './collections.ts';

/** What a run has learned of a target: the choices that it makes at open points, latitude id to choice. Plain data. */
export type Learned = Readonly<Record<string, string>>;

export const nothingLearned: Learned = Object.freeze({});

/** So many equal answers to an open point are taken for the target's choice. */
const often = 3;

/** How many of an outcome's choices differ from those learned. */
export function departuresOf(learned: Learned, assumes: Readonly<Record<string, string>> = {}): number {
  let deviations = 0;
  for (const latitude in assumes) {
    const known = learned[latitude];
    if (known !== undefined && known !== assumes[latitude]) deviations += 1;
  }
  return deviations;
}

/**
 * The choices that a target has made in a run. They order hypotheses, and prune them where there are many. They never accuse and never
 * prove: before that, everything is judged again without them.
 */
export class LearnedChoices {
  readonly #seen = new Map<string, Map<string, number>>();
  readonly #perCase: ReadonlySet<string>;

  /** `perCase`: points of which nothing is learned, since they are answered case by case. */
  constructor(perCase: Iterable<string> = []) {
    this.#perCase = new Set(perCase);
  }

  /** Adds the choices observed in one sequence: latitude id → choice → times. */
  note(observed: Readonly<Record<string, Readonly<Record<string, number>>>>): void {
    for (const [latitude, choices] of Object.entries(observed)) {
      if (this.#perCase.has(latitude)) continue;
      const known = innerMap(this.#seen, latitude);
      for (const [choice, times] of Object.entries(choices))
        known.set(choice, (known.get(choice) ?? 0) + times);
    }
  }

  /** The points that were answered often enough and always in the same way; nothing is learned of one that was answered inconsistently. */
  get current(): Learned {
    const learned: Record<string, string> = {};
    for (const [latitude, choices] of this.#seen) {
      const [first, ...others] = choices;
      if (first !== undefined && others.length === 0 && first[1] >= often) learned[latitude] = first[0];
    }
    return learned;
  }
}
