import { between, type Interval, type Send } from './intervals.ts';
import type { RetryHistory } from './retries.ts';

/** What happened to so few notifications alike may be chance. */
const fewestAlike = 3;
/** A delay of copies is known once it was seen after so many of the sends: copies that are rarer are hardly ever alike for all notifications. */
const knownShare = 0.75;

/** The sends at one time after the first send: one of each notification, in their order. */
type Place = readonly Send[];

/**
 * What several notifications that are refused alike have in common: the times after the first send at which every one of them was sent.
 * Duplicates are accidents (legacy, Events, rule 5), so what is sent at the same times for all of them is none.
 */
export class RegularSends {
  /** The one with the fewest sends, so the fewest copies. */
  readonly model: RetryHistory;
  readonly #histories: readonly RetryHistory[];

  /** Undefined where there are too few that were retried. */
  static of(histories: readonly RetryHistory[]): RegularSends | undefined {
    const retried = histories.filter(({ sends }) => sends.length > 1);
    const [model] = retried.toSorted((one, other) => one.sends.length - other.sends.length);
    return model === undefined || retried.length < fewestAlike ? undefined : new RegularSends(retried, model);
  }

  private constructor(histories: readonly RetryHistory[], model: RetryHistory) {
    this.#histories = histories;
    this.model = model;
  }

  /** The regular sends of the model. */
  get common(): RetryHistory {
    const places = this.#places(this.model.sends);
    return { ...this.model, sends: [...places.keys()] };
  }

  /**
   * Whether a reading of the model is one of all of them, where the regular sends that it takes for copies are explained: whatever makes such
   * copies does so after other sends too, at the same delay.
   */
  explains(reading: readonly Send[]): boolean {
    const schedule = this.#places(reading);
    if (schedule.size < reading.length) return false;
    const chain = [...schedule.values()];
    const taken = new Set(chain.flat());
    const copies = this.model.sends.filter((send) => !taken.has(send));
    return [...this.#places(copies, taken).values()].every((copy) =>
      chain.some((place) => this.#isKnown(place, copy, chain)),
    );
  }

  /** Whether copies at this delay after a place were seen after most other places as well. */
  #isKnown(original: Place, copy: Place, chain: readonly Place[]): boolean {
    const [first, copied] = [original[0], copy[0]];
    if (first === undefined || copied === undefined) return false;
    const delay = between(first, copied, 0);
    if (delay.most < 0) return false;
    const others = chain.filter((place) => place !== original);
    const scheduled = new Set([...chain.flat(), ...copy]);
    const seen = new Set<Place>();
    for (const [index, history] of this.#histories.entries()) {
      const extra = history.sends.filter((send) => !scheduled.has(send));
      for (const place of others) {
        const sent = place[index];
        const at = extra.findIndex((send) => sent !== undefined && overlap(between(sent, send, 0), delay));
        if (at === -1) continue;
        seen.add(place);
        extra.splice(at, 1);
      }
    }
    return seen.size >= knownShare * others.length;
  }

  /** The places of these sends of the model, in their order; those that not every notification has are left out, and so is what is taken. */
  #places(sends: readonly Send[], taken: ReadonlySet<Send> = new Set()): ReadonlyMap<Send, Place> {
    const places = new Map<Send, Place>();
    const left = this.#histories.map((history) => history.sends.filter((send) => !taken.has(send)));
    for (const send of sends) {
      const after = between(this.model.sends[0] ?? send, send, 0);
      const found = this.#histories.map((history, index) =>
        history === this.model ? send : nearest(history, left[index] ?? [], after),
      );
      const place = found.flatMap((one) => one ?? []);
      if (place.length < found.length) continue;
      places.set(send, place);
      for (const [index, one] of place.entries()) {
        const rest = left[index] ?? [];
        rest.splice(0, rest.indexOf(one) + 1);
      }
    }
    return places;
  }
}

/** The send whose time after the first one fits best. */
function nearest(
  { sends: [first] }: RetryHistory,
  among: readonly Send[],
  after: Interval,
): Send | undefined {
  let best: { readonly send: Send; readonly off: number } | undefined;
  for (const send of among) {
    const own = between(first ?? send, send, 0);
    const off = Math.abs(own.least + own.most - after.least - after.most);
    if (overlap(own, after) && (best === undefined || off < best.off)) best = { send, off };
  }
  return best?.send;
}

/** Whether two intervals may be the same one. */
export function overlap(a: Interval, b: Interval): boolean {
  return a.least <= b.most && b.least <= a.most;
}
