import type { Facts, FactValue } from './facts.ts';

/** What is said of an observation that lacks a fact. */
const leftOut = 'left out';

interface Range {
  readonly least: number;
  readonly most: number;
}

interface Values {
  readonly rank: number;
  count: number;
  /** Texts and flags, as texts. */
  named?: Set<string>;
  range?: Range;
}

/** The facts of all observations of one answer, added up. */
export class SeenFacts {
  #count = 0;
  readonly #values = new Map<string, Values>();

  get count(): number {
    return this.#count;
  }

  get names(): readonly string[] {
    return [...this.#values.keys()];
  }

  add(facts: Facts): void {
    this.#count += 1;
    for (const [name, { value, rank }] of facts) {
      let known = this.#values.get(name);
      if (known === undefined) this.#values.set(name, (known = { rank, count: 0 }));
      known.count += 1;
      if (typeof value === 'number') known.range = widened(known.range, value);
      else (known.named ??= new Set()).add(String(value));
    }
  }

  /** What was seen of a fact, its absence included. */
  of(name: string): {
    readonly rank: number;
    readonly named: ReadonlySet<string>;
    readonly range: Range | undefined;
  } {
    const { rank = Infinity, count = 0, named = [], range } = this.#values.get(name) ?? {};
    return { rank, named: new Set([...named, ...(count < this.#count ? [leftOut] : [])]), range };
  }
}

const widened = (range: Range | undefined, value: number): Range => ({
  least: Math.min(value, range?.least ?? value),
  most: Math.max(value, range?.most ?? value),
});

/** What distinguishes all observations of one answer from all of the other. */
export interface Condition {
  /** The fact that it is about. */
  readonly fact: string;
  /** In words: `tax is fraction`. */
  readonly words: string;
  /** Whether it holds of an observation, as far as what was seen says. */
  holds(facts: Facts): boolean;
}

/** More values than that are a list and no condition. */
const mostValues = 4;

/** The conditions under which the other answer came each time, and otherwise never: the simplest ones first. */
export function separating(other: SeenFacts, usual: SeenFacts): readonly Condition[] {
  if (other.count === 0 || usual.count === 0) return [];
  const names = new Set([...other.names, ...usual.names]);
  return [...names]
    .flatMap((name) => {
      const [of, against] = [other.of(name), usual.of(name)];
      const rank = Math.min(of.rank, against.rank);
      const made = conditionOf(name, of, against);
      return made === undefined ? [] : [{ ...made, rank }];
    })
    .toSorted((one, two) => one.values - two.values || one.rank - two.rank)
    .map(({ condition }) => condition);
}

type Seen = ReturnType<SeenFacts['of']>;

function conditionOf(
  fact: string,
  of: Seen,
  against: Seen,
): { readonly condition: Condition; readonly values: number } | undefined {
  if ([...of.named].some((value) => against.named.has(value))) return undefined;
  const bound = boundOf(of.range, against.range);
  if (bound === undefined) return undefined;
  // The side with fewer values says it shorter.
  const isOther = sizeOf(of) <= sizeOf(against);
  const said = isOther ? of : against;
  if (sizeOf(said) > mostValues) return undefined;
  const words = wordsOf(fact, said.named, said.range && (isOther ? bound : reversed(bound)), isOther);
  const isSaid = (value: FactValue | undefined): boolean => {
    if (typeof value === 'number') return bound.isOther(value) === isOther;
    return said.named.has(value === undefined ? leftOut : String(value));
  };
  return {
    condition: { fact, words, holds: (facts) => isSaid(facts.get(fact)?.value) === isOther },
    values: sizeOf(said),
  };
}

const sizeOf = ({ named, range }: Seen): number => named.size + (range === undefined ? 0 : 1);

interface Bound {
  /** Words for the numbers of the other answer, and for the rest. */
  readonly words: string;
  readonly otherwise: string;
  isOther(value: number): boolean;
}

const reversed = ({ words, otherwise, isOther }: Bound): Bound => ({
  words: otherwise,
  otherwise: words,
  isOther: (value) => !isOther(value),
});

/** How the numbers of two answers are told apart; undefined where they can't be. */
function boundOf(of: Range | undefined, against: Range | undefined): Bound | undefined {
  if (of === undefined || against === undefined) {
    const isOther = of !== undefined;
    return { words: 'a number', otherwise: 'a number', isOther: () => isOther };
  }
  if (of.least > against.most) {
    const { low, high } = between(against.most, of.least);
    return { words: high, otherwise: low, isOther: (value) => value > (of.least + against.most) / 2 };
  }
  if (of.most < against.least) {
    const { low, high } = between(of.most, against.least);
    return { words: low, otherwise: high, isOther: (value) => value < (of.most + against.least) / 2 };
  }
  return undefined;
}

/** Words for two ranges: 'or more' than the one number, 'or less' than the other. What lies between them is named, since nothing is known of it. */
function between(low: number, high: number): { readonly low: string; readonly high: string } {
  const gap = high - low > 1 ? ` (nothing was seen between ${low} and ${high})` : '';
  return { low: `${low} or less${gap}`, high: `${high} or more${gap}` };
}

function wordsOf(
  fact: string,
  named: ReadonlySet<string>,
  bound: Bound | undefined,
  isOther: boolean,
): string {
  const values = [...[...named].toSorted(), ...(bound === undefined ? [] : [bound.words])];
  return `${fact} is ${isOther ? '' : 'not '}${values.join(' or ')}`;
}
