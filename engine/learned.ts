import { innerMap } from './get-or-create.ts';

/** What a run has learned of a target: the choice that it has made of an open point, latitude id to choice. Plain data. */
export type Learned = Readonly<Record<string, string>>;

export const nothingLearned: Learned = Object.freeze({});

/** Uses of an open point after which its choice is taken for the target's own. */
const often = 3;

/** How many of an outcome's choices are others than those learned. */
export function departuresOf(learned: Learned, assumes: Readonly<Record<string, string>> = {}): number {
  let departures = 0;
  for (const latitude in assumes) {
    const known = learned[latitude];
    if (known !== undefined && known !== assumes[latitude]) departures += 1;
  }
  return departures;
}

/**
 * The record of the choices that a target has made in a run. It orders hypotheses, and prunes them where they are many; it never
 * convicts and never proves: whoever judges with it judges again without it first.
 */
export class LearnedChoices {
  readonly #seen = new Map<string, Map<string, number>>();
  readonly #perCase: ReadonlySet<string>;

  /** Nothing is learned of the points in `perCase`, which are answered case by case. */
  constructor(perCase: Iterable<string> = []) {
    this.#perCase = new Set(perCase);
  }

  /** Adds what one sequence has shown: latitude id → choice → times. */
  note(observed: Readonly<Record<string, Readonly<Record<string, number>>>>): void {
    for (const [latitude, choices] of Object.entries(observed)) {
      if (this.#perCase.has(latitude)) continue;
      const known = innerMap(this.#seen, latitude);
      for (const [choice, times] of Object.entries(choices))
        known.set(choice, (known.get(choice) ?? 0) + times);
    }
  }

  /** The points that were answered often enough, and always alike: of one that is answered now so, now otherwise nothing is learned. */
  get current(): Learned {
    const learned: Record<string, string> = {};
    for (const [latitude, choices] of this.#seen) {
      const [first, ...others] = choices;
      if (first !== undefined && others.length === 0 && first[1] >= often) learned[latitude] = first[0];
    }
    return learned;
  }
}
