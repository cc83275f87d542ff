import type { Breach } from '../../engine/model.ts';
import { deliveryRules } from '../../spec/legacy/deliveries.ts';
import { eventLatitudes } from '../../spec/legacy/latitudes/events-latitudes.ts';
import {
  withoutDuplicates,
  judgeReading,
  judgeRetries,
  refusedBy,
  type RetryHistory,
  type RetryVerdict,
  isQuiet,
  lastIntervalMs,
  leastGrowth,
  mostRetries,
} from './retries.ts';
import { timestampOf, duplicateIdentity, eventIdentity } from './event-identity.ts';
import {
  between,
  firstIntervalMs,
  intervalsOf,
  seconds,
  type Interval,
  toleranceMs,
  type Send,
} from './intervals.ts';

/** The time limit for the receiver's answer (legacy, Limits), ms. */
export const answerTimeMs = 10_000;

export interface PassageVerdict extends RetryVerdict {
  /** Latitude id → choice. */
  readonly observed: Readonly<Record<string, string>>;
}

/** A verdict with notifications that show it: for each rule that is broken, the first that breaks it. */
export interface PassageFinding extends PassageVerdict {
  readonly examples: readonly RetryHistory[];
}

/** `when the receiver answers with a redirect, and as well when the receiver does not answer`. */
function inCircumstances([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}; broken as well ${others.join(', ')}`;
}

/**
 * Judges several notifications observed while the target's clock was moved, each refused in its own way. The target is not accused where
 * some of the sends of each keep the schedule and the others may be copies; what all of them have in common is no accident, though, and is judged
 * as the schedule itself.
 */
export function judgePassage(histories: readonly RetryHistory[]): PassageFinding {
  const evidence = new Set<string>();
  const breaches: Breach[] = [];
  const broken: RetryHistory[] = [];
  const examples: RetryHistory[] = [];
  const circumstances = new Map<string, ReadonlySet<string>>();
  const observed: Record<string, string> = {};
  const answered = histories.filter(({ failing }) => failing !== 'no-answer');
  const quick = answered.find((one) => withoutDuplicates(one.sends).length > 1);
  const stamp = retryTimestamp(histories);
  if (stamp !== undefined) observed[eventLatitudes.retryTimestamp.id] = stamp;
  const take = (verdict: RetryVerdict, about: readonly RetryHistory[], called: string): void => {
    for (const rule of verdict.evidence) evidence.add(rule);
    // One notification shows what it breaks; of the others that break the same it is enough to know that they do.
    const own = verdict.breaches.filter(({ rule }) => !breaches.some((before) => before.rule === rule));
    if (verdict.breaches.length > 0) broken.push(...about);
    if (own.length > 0) examples.push(...about);
    breaches.push(...own);
    for (const { rule } of verdict.breaches)
      circumstances.set(rule, new Set([...(circumstances.get(rule) ?? []), called]));
  };
  for (const history of histories) {
    const { failing } = history;
    if (failing === 'no-answer') {
      const { from, ...verdict } = judgeUnanswered(history, quick);
      if (from !== undefined) observed[eventLatitudes.intervalFrom.id] = from;
      take(verdict, [history], `when ${refusedBy[failing]}`);
    } else {
      take(judgeWithCopies(history, 0), [history], `when ${refusedBy[failing]}`);
    }
  }
  const retried = answered.filter((one) => one.sends.length > 1 && !broken.includes(one));
  take(judgeRegular(retried), retried, 'each of those that were answered');
  const accused = new Set(breaches.map((breach) => breach.rule));
  return {
    evidence: [...evidence].filter((rule) => !accused.has(rule)),
    breaches: breaches.map((breach) => ({
      ...breach,
      received: `${breach.received} (${inCircumstances([...(circumstances.get(breach.rule) ?? [])])})`,
    })),
    examples,
    observed,
  };
}

/** The verdict on one notification: that without close copies, or none of the schedule where some other reading of the sends keeps it. */
function judgeWithCopies(history: RetryHistory, lagMs: number): RetryVerdict {
  const nearest = judgeRetries(history, lagMs);
  if (nearest.breaches.length === 0) return nearest;
  for (const reading of readingsOf(history, lagMs)) {
    if (reading === undefined) return { evidence: [], breaches: [] };
    const { evidence } = judgeReading({ ...history, sends: reading }, reading, lagMs);
    return { evidence: evidence.filter((rule) => !countsSends.has(rule)), breaches: [] };
  }
  return nearest;
}

/** What says how many sends there may be: one notification alone does not prove it where it has copies. */
const countsSends: ReadonlySet<string> = new Set([
  deliveryRules.atMostNine.id,
  deliveryRules.noneAfterLast.id,
]);

/** The verdict on what several notifications have in common, where only copies would excuse each of them alone. */
function judgeRegular(histories: readonly RetryHistory[]): RetryVerdict {
  const none: RetryVerdict = { evidence: [], breaches: [] };
  const regular = RegularSends.of(histories);
  if (regular === undefined) return none;
  const nearest = judgeRetries(regular.common);
  if (nearest.breaches.length === 0) return nearest;
  const { model } = regular;
  for (const reading of readingsOf(model, 0)) {
    if (reading === undefined) return none;
    if (regular.explains(reading)) return judgeReading({ ...model, sends: reading }, reading);
  }
  return nearest;
}

interface Unanswered extends RetryVerdict {
  /** From when the intervals run; undefined: not known. */
  readonly from?: 'send' | 'failure';
}

/**
 * The verdict on sends that are never answered. Their intervals may count from the send or from the end of the answer time (a latitude): the
 * comparison with one that was answered at once shows which. Where both are possible, the one with fewer breaches counts.
 */
function judgeUnanswered(history: RetryHistory, quick: RetryHistory | undefined): Unanswered {
  if (withoutDuplicates(history.sends).length < 2) return judgeRetries(history);
  const { lags, breach } = lagsOf(history, quick);
  const possible = breach === undefined ? lags : [];
  // The simplest readings first: the first interval is that of the schedule, and copies came soon after their sends.
  const simple = possible.map((ms) => ({ ms, verdict: judgeRetries(history, ms) }));
  const kept = ({ verdict }: (typeof simple)[number]): boolean => verdict.breaches.length === 0;
  const withCopies = (ms: number) => ({ ms, verdict: judgeWithCopies(history, ms) });
  const best =
    simple.find(kept) ??
    [0, answerTimeMs].map(withCopies).find(kept) ??
    simple.toSorted((one, other) => one.verdict.breaches.length - other.verdict.breaches.length)[0];
  // A wrong answer time makes the intervals unknown, so they are not judged.
  if (best === undefined) return { evidence: [], breaches: breach === undefined ? [] : [breach] };
  const { evidence, breaches } = best.verdict;
  return {
    evidence: [...evidence, deliveryRules.answerTime.id],
    breaches,
    from: best.ms === 0 ? 'send' : 'failure',
  };
}

/** Whether retries carry the timestamp of their first send; undefined where none shows it. */
function retryTimestamp(histories: readonly RetryHistory[]): 'same' | 'own' | undefined {
  const shown = histories.flatMap(({ sends }) => {
    const [first, ...retries] = withoutDuplicates(sends).map(({ body }) => timestampOf(body));
    return first === undefined ? [] : retries.flatMap((one) => (one === undefined ? [] : one === first));
  });
  if (shown.length === 0) return undefined;
  return shown.every(Boolean) ? 'same' : 'own';
}

/** The possible additions to an interval by an unanswered send: none, or the answer time. A breach when neither fits. */
function lagsOf(
  unanswered: RetryHistory,
  answered: RetryHistory | undefined,
): { readonly lags: readonly number[]; readonly breach?: Breach } {
  const [first, ...others] = withoutDuplicates(unanswered.sends);
  const [second] = others;
  if (first === undefined || second === undefined) return { lags: [] };
  const slow = between(first, second, 0);
  const [quick] = answered === undefined ? [] : intervalsOf(withoutDuplicates(answered.sends), 0);
  const usual = quick ?? { least: firstIntervalMs, most: firstIntervalMs };
  const lags = [0, answerTimeMs].filter((ms) => overlap(slow, later(usual, ms)));
  // The receiver may answer until its 10 seconds are over, whatever the target's intervals are.
  const isEarly = slow.most < answerTimeMs;
  if (lags.length > 0 && !isEarly) return { lags };
  return {
    lags,
    breach: {
      rule: deliveryRules.answerTime.id,
      expected: 'a retry after the 10 s that the receiver has to answer, or one interval later',
      received: `${seconds(slow)} after the unanswered send`,
    },
  };
}

function later({ least, most }: Interval, ms: number): Interval {
  return { least: least + ms, most: most + ms };
}

/** Tries at most, so that reading ends even where a target sends without end. Beyond that the target is not accused. */
const mostTries = 20_000;
const evenRetries = 3;

/** One way to read the sends of a notification: these are the schedule, all others are copies. Undefined: there are too many to say. */
type Reading = readonly Send[] | undefined;

/**
 * The readings of the sends under which they keep the schedule (legacy, Events, rule 4). A copy of a refused notification looks like
 * a retry, and 'duplicates can occur' (rule 5) says neither when nor how often.
 */
function* readingsOf(history: RetryHistory, lagMs: number): Generator<Reading> {
  const { sends } = history;
  const [first] = sends;
  const last = sends.at(-1);
  if (first === undefined || last === undefined) return;
  // What is not even a duplicate is no copy.
  const event = duplicateIdentity(first.body);
  if (sends.some(({ body }) => duplicateIdentity(body) !== event)) return;
  const same = eventIdentity(first.body);
  const isSame = sends.map(({ body }) => eventIdentity(body) === same);
  const ends = isQuiet(last, history.until);
  let tries = 0;

  function* from(
    chain: readonly Send[],
    after: number,
    shortest: number,
    mayEnd: boolean,
  ): Generator<Reading> {
    const retries = chain.length - 1;
    if (mayEnd && keeps(history, chain, lagMs, ends)) yield chain;
    if (retries === mostRetries) return;
    for (let next = after; next < sends.length; next += 1) {
      tries += 1;
      if (tries > mostTries) return;
      const before = chain.at(-1);
      const send = sends[next];
      if (before === undefined || send === undefined) return;
      if (isSame[next] !== true) continue;
      const interval = between(before, send, lagMs);
      if (interval.least > lastIntervalMs) return;
      if (!mayFollow(interval, retries, shortest)) continue;
      const isLong = interval.least <= lastIntervalMs && interval.most >= lastIntervalMs;
      const least = retries < evenRetries ? firstIntervalMs : interval.least;
      yield* from([...chain, send], next + 1, least, !ends || isLong);
    }
  }
  yield* from([first], 1, firstIntervalMs, !ends);
  if (tries > mostTries) yield undefined;
}

/** Whether an interval may stand after so many retries, the last of which came after at least `shortest`. */
function mayFollow({ least, most }: Interval, retries: number, shortest: number): boolean {
  if (retries < evenRetries) return least <= firstIntervalMs && most >= firstIntervalMs;
  return most >= shortest * leastGrowth || (most >= shortest && most >= lastIntervalMs);
}

/** Whether these sends alone keep every rule; one that is still watched may not have come to its end yet. */
function keeps(history: RetryHistory, chain: readonly Send[], lagMs: number, ends: boolean): boolean {
  const last = chain.at(-1);
  if (last === undefined) return false;
  const isDue = history.until - last.since > firstIntervalMs + lagMs + toleranceMs;
  if (chain.length <= evenRetries && (ends || isDue)) return false;
  // What comes after the last one is a copy, so the schedule has ended as soon as all has.
  const until = ends ? Infinity : last.at;
  return judgeReading({ ...history, sends: chain, until }, chain, lagMs).breaches.length === 0;
}

/** What happened to so few notifications may be chance. */
const fewestAlike = 3;
/**
 * A delay of copies is known once it was seen after so many of the other sends: rarer copies are hardly ever the same for all notifications. With three
 * quarters, copies of half of the sends were accused now and then; with a half, a schedule of ten seconds throughout was not.
 */
const knownShare = 0.65;

/** The sends at one time after the first send: one of each notification, in their order. */
type Place = readonly Send[];

/**
 * What several notifications that are refused in the same way have in common: the times after the first send at which every one of them was sent.
 * Duplicates are accidents (legacy, Events, rule 5), so what is sent at the same times for all of them is no duplicate.
 */
class RegularSends {
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
        history === this.model ? send : nearestSend(history, left[index] ?? [], after),
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
function nearestSend(
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
function overlap(a: Interval, b: Interval): boolean {
  return a.least <= b.most && b.least <= a.most;
}
