/** The classes of each parameter of an input, the ordinary one first. */
export type Classes = Readonly<Record<string, readonly [Value, ...Value[]]>>;
type Value = string | number;

/** One class of each parameter. */
export type Combination<C extends Classes> = { readonly [P in keyof C]: C[P][number] };

/** Classes that no input has together. */
export interface Constraint<C extends Classes> {
  /** The parameters that it is about. */
  readonly of: readonly (keyof C & string)[];
  /** Whether a combination is possible. */
  holds(combination: Combination<C>): boolean;
  readonly reason: string;
}

/** What an operation can be given, in the terms of ISO/IEC/IEEE 29119-4. */
export interface InputModel<C extends Classes> {
  readonly classes: C;
  /** By parameter, why its classes are these: the boundaries that they stand for. */
  readonly reasons: { readonly [P in keyof C]: string };
  readonly constraints: readonly Constraint<C>[];
}

/** What combinations are made of. */
type Combined<C extends Classes> = Pick<InputModel<C>, 'classes' | 'constraints'>;

type Partly<C extends Classes> = Readonly<Partial<Combination<C>>>;

/** Two classes of two parameters. */
export type Pair<C extends Classes> = Partly<C>;

/** Whether a part of a combination can be completed: no constraint forbids all of what it lacks. */
export function isPossible<C extends Classes>(
  { classes, constraints }: Combined<C>,
  part: Partly<C>,
): boolean {
  // Tried some hundred thousand times before a run begins.
  let open: (keyof C & string) | undefined;
  for (const { of, holds } of constraints) {
    let isWhole = true;
    for (const one of of) {
      if (part[one] !== undefined) continue;
      isWhole = false;
      open ??= one;
    }
    if (isWhole && !holds(part as Combination<C>)) return false;
  }
  if (open === undefined) return true;
  for (const value of classes[open] ?? [])
    if (isPossible({ classes, constraints }, { ...part, [open]: value })) return true;
  return false;
}

/** All pairs of classes, told apart by whether an input can have them. */
export function pairsOf<C extends Classes>(
  model: Combined<C>,
): { readonly possible: readonly Pair<C>[]; readonly impossible: readonly Pair<C>[] } {
  const names = Object.keys(model.classes);
  const all = names.flatMap((one, nth) =>
    names
      .slice(nth + 1)
      .flatMap((other) =>
        (model.classes[one] ?? []).flatMap((value) =>
          (model.classes[other] ?? []).map((beside) => ({ [one]: value, [other]: beside }) as Pair<C>),
        ),
      ),
  );
  const possible = all.filter((pair) => isPossible(model, pair));
  const kept = new Set(possible);
  return { possible, impossible: all.filter((pair) => !kept.has(pair)) };
}

/** How many pairs of classes no input has, by the reason of the constraint that forbids them. */
export function impossiblePairs<C extends Classes>(
  model: InputModel<C>,
): readonly { readonly reason: string; readonly pairs: number }[] {
  const counts = new Map<string, number>();
  for (const pair of pairsOf(model).impossible) {
    const reason = reasonAgainst(model, pair);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, pairs]) => ({ reason, pairs }));
}

/** Why no input has a pair of classes: the reason of the constraint that forbids it, or that several do so together. */
export function reasonAgainst<C extends Classes>(
  { classes, constraints }: Combined<C>,
  pair: Pair<C>,
): string {
  const alone = constraints.find((one) => !isPossible({ classes, constraints: [one] }, pair));
  return alone?.reason ?? 'several of these reasons together';
}

/** Whether a combination has these classes. */
const has = <C extends Classes>(combination: Partly<C>, pair: Pair<C>): boolean =>
  Object.entries(pair).every(([name, value]) => combination[name] === value);

/** The pairs that none of the combinations has. */
export function uncovered<C extends Classes>(
  pairs: readonly Pair<C>[],
  combinations: readonly Combination<C>[],
): readonly Pair<C>[] {
  return pairs.filter((pair) => combinations.every((one) => !has(one, pair)));
}

/**
 * Combinations in which each possible pair of classes occurs, after those that are given. Each begins with a pair that none has yet; every
 * further parameter takes the class that adds the most such pairs. Deterministic.
 *
 * @example
 * ```ts
 * import { covering } from 'payproof/engine';
 *
 * const classes = { by: ['card', 'cash'], currency: ['JPY', 'EUR', 'USD'], items: [0, 1, 100] } as const;
 * export const rows = covering<typeof classes>({
 *   classes,
 *   constraints: [
 *     { of: ['items', 'by'], holds: ({ items, by }) => items > 0 || by === 'card', reason: 'cash is for things' },
 *   ],
 * });
 * ```
 */
export function covering<C extends Classes>(
  model: Combined<C>,
  given: readonly Combination<C>[] = [],
): readonly Combination<C>[] {
  const made = [...given];
  let left = uncovered(pairsOf(model).possible, made);
  for (let [first] = left; first !== undefined; [first] = left) {
    const one = completed(model, first, left);
    made.push(one);
    left = left.filter((pair) => !has(one, pair));
  }
  return made;
}

function completed<C extends Classes>(
  model: Combined<C>,
  first: Pair<C>,
  left: readonly Pair<C>[],
): Combination<C> {
  let made: Partly<C> = first;
  const open = new Set(Object.keys(model.classes).filter((name) => first[name] === undefined));
  while (open.size > 0) {
    let best: { readonly name: string; readonly made: Partly<C>; readonly worth: number } | undefined;
    for (const name of open)
      for (const value of model.classes[name] ?? []) {
        const next: Partly<C> = { ...made, [name]: value };
        if (best !== undefined && best.worth >= worthOf(left, next, name)) continue;
        if (isPossible(model, next)) best = { name, made: next, worth: worthOf(left, next, name) };
      }
    if (best === undefined) throw new Error('a possible part can be completed');
    ({ made } = best);
    open.delete(best.name);
  }
  return made as Combination<C>;
}

/** How many of the pairs with a parameter a part has. */
const worthOf = <C extends Classes>(left: readonly Pair<C>[], part: Partly<C>, name: string): number =>
  left.reduce((sum, pair) => (pair[name] !== undefined && has(part, pair) ? sum + 1 : sum), 0);

/** The ordinary combination with another class of one parameter, for each such class that it can have: a refusal then has one reason. */
export function oneByOne<C extends Classes>(
  model: InputModel<C>,
  ordinary: Combination<C>,
): readonly Combination<C>[] {
  const others = Object.entries(model.classes).flatMap(([name, values]) =>
    values
      .filter((value) => value !== ordinary[name])
      .map((value): Combination<C> => ({ ...ordinary, [name]: value })),
  );
  return [ordinary, ...others].filter((one) => isPossible(model, one));
}
