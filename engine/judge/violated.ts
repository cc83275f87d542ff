import type { Breach, Step } from '../model.ts';
import {
  applyOutcome,
  type Belief,
  type Judging,
  provenBy,
  mergeSuccessors,
  type Successor,
} from './belief.ts';
import type { Miss } from './miss.ts';

/** No prediction permits the reply. */
export interface Violated<S, N> {
  readonly kind: 'violated';
  readonly breaches: readonly Breach[];
  /** Every rule that a broken check of the nearest outcome cites: where a heavier one accuses, the lighter ones are broken all the same. */
  readonly cited: readonly string[];
  /** What each permitted answer asks for and the reply lacks, the nearest first; those with the same words once. */
  readonly permitted: readonly (readonly Breach[])[];
  /** The nearest outcome, and how far the reply is from it. */
  readonly outcome: string;
  readonly distance: number;
  /** How judging may go on behind it; absent where it leaves the state open. */
  readonly onward?: Onward<S, N>;
}

/** What is known behind a reply that broke a rule and yet left no doubt about the state. */
export interface Onward<S, N> {
  readonly belief: Belief<S, N>;
  readonly pruned: boolean;
  /** Requirements that the rest of the reply has proven. */
  readonly evidence: readonly string[];
  /** The wrong fields, which are not judged any more in the sequence. */
  readonly fields: readonly string[];
}

/** A prediction that the reply does not fit. */
export interface Missed<S, R, N> extends Successor<S, R, N> {
  readonly miss: Miss;
}

/**
 * The verdict on a reply that no prediction permits: the nearest one names the broken rules. Judging may go on where only fields are wrong
 * that are no part of the state, or where the reply refuses what must be refused. Undefined where nothing was predicted.
 */
export function violated<S, R, N>(
  step: Step,
  missed: readonly Missed<S, R, N>[],
  reply: R,
  judging: Judging<R>,
): Violated<S, N> | undefined {
  if (missed.length === 0) return undefined;
  const nearest = missed.reduce((one, other) => (other.miss.distance < one.miss.distance ? other : one));
  const { breaches, fields } = nearest.miss;
  const isWrongRefusal = isRefusedAnyway(missed, reply, judging);
  const behind =
    fields !== undefined
      ? missed.filter(({ miss }) => miss.fields !== undefined)
      : isWrongRefusal
        ? // Of a wrong refusal it does not show for what it is: each state that refuses may be the right one.
          missed
        : [];
  const followed = behind.map((one) => ({
    one,
    hypothesis: applyOutcome(one.hypothesis, step, one.outcome, reply, judging),
    outcome: one.outcome,
  }));
  // It may be refused for another cause, before the server came to what the right refusal does, such as to end what has expired.
  const untouched = isWrongRefusal ? missed : [];
  const next = followed.length === 0 ? undefined : mergeSuccessors([...followed, ...untouched]);
  // That the same state permits answers in which more would be wrong takes nothing from what holds.
  const least = followed.filter(({ one }) => !behind.some((other) => isLess(other, one)));
  const broken = new Set(least.flatMap(({ one }) => one.miss.cited));
  return {
    kind: 'violated',
    breaches,
    cited: nearest.miss.cited,
    permitted: alternatives([nearest, ...missed]),
    outcome: nearest.outcome.name,
    distance: nearest.miss.distance,
    ...(next !== undefined && {
      onward: {
        ...next,
        evidence: provenBy(least, reply, judging.wrongFields).filter((rule) => !broken.has(rule)),
        fields: [...new Set(least.flatMap(({ one }) => one.miss.fields ?? []))],
      },
    }),
  };
}

/**
 * What the outcomes ask for and the reply lacks. An outcome that asks for all that another does, and more, is left out: a reply that satisfies it
 * satisfies the other too.
 */
function alternatives<S, R, N>(missed: readonly Missed<S, R, N>[]): readonly (readonly Breach[])[] {
  const byWords = new Map(
    missed.map(({ miss: { breaches } }) => {
      const words = new Set(breaches.map(({ expected }) => expected));
      return [[...words].join('\n'), { breaches, words }] as const;
    }),
  );
  const each = [...byWords.values()];
  const asksLess = (other: ReadonlySet<string>, one: ReadonlySet<string>) =>
    other !== one && [...other].every((words) => one.has(words));
  return each
    .filter((one, index) => index === 0 || !each.some((other) => asksLess(other.words, one.words)))
    .map(({ breaches }) => breaches);
}

/** Whether only some of the fields are wrong that are wrong in another outcome of the same hypothesis. */
function isLess<S, R, N>(one: Missed<S, R, N>, other: Missed<S, R, N>): boolean {
  const [fewer, more] = [new Set(one.miss.fields), new Set(other.miss.fields)];
  return (
    one.miss.fields !== undefined &&
    one.hypothesis === other.hypothesis &&
    fewer.size < more.size &&
    [...fewer].every((field) => more.has(field))
  );
}

/** The reply refuses, as every permitted answer does: whatever its form, nothing was changed. */
function isRefusedAnyway<S, R, N>(
  missed: readonly Missed<S, R, N>[],
  reply: R,
  { refuses }: Judging<R>,
): boolean {
  return missed.every(({ outcome }) => outcome.refused === true) && refuses?.(reply) === true;
}
