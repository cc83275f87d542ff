/** What a request was, by the names of its factors: `discount` to `several units`. A factor that does not apply is left out. */
export type Factors = Readonly<Record<string, string>>;

/** The factors of one operation. */
export interface FactorTable {
  readonly operation: string;
  /** Each factor with all its values. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Pairs of values, each `factor=value`, that no request can have. */
  readonly impossible: readonly (readonly [string, string])[];
}

export interface PairCoverage {
  readonly operation: string;
  /** Pairs that a request can have. */
  readonly possible: number;
  /** Those that no request had, each `factor=value, factor=value`. */
  readonly untried: readonly string[];
}

/** Which pairs of values of two factors the requests of an operation had: pairwise coverage (Kuhn, Kacker and Lei, NIST SP 800-142). */
export function pairCoverage(table: FactorTable, requests: readonly Factors[]): PairCoverage {
  const impossible = new Set(table.impossible.map(([one, other]) => pairOf(one, other)));
  const tried = new Set(requests.flatMap((factors) => pairsOf(entriesOf(factors))));
  const possible = allPairs(table.values).filter((pair) => !impossible.has(pair));
  return {
    operation: table.operation,
    possible: possible.length,
    untried: possible.filter((pair) => !tried.has(pair)),
  };
}

/** Values that a request has and its table lacks, each `factor=value`: the table is wrong then. */
export function unknownValues({ values }: FactorTable, requests: readonly Factors[]): readonly string[] {
  const known = new Set(
    Object.entries(values).flatMap(([factor, all]) => all.map((value) => `${factor}=${value}`)),
  );
  return [...new Set(requests.flatMap(entriesOf))].filter((entry) => !known.has(entry));
}

function allPairs(values: FactorTable['values']): readonly string[] {
  const factors = Object.entries(values).map(([factor, all]) => all.map((value) => `${factor}=${value}`));
  return factors.flatMap((ones, index) =>
    factors
      .slice(index + 1)
      .flatMap((others) => ones.flatMap((one) => others.map((other) => pairOf(one, other)))),
  );
}

const entriesOf = (factors: Factors): readonly string[] =>
  Object.entries(factors).map(([factor, value]) => `${factor}=${value}`);

const pairsOf = (entries: readonly string[]): readonly string[] =>
  entries.flatMap((one, index) => entries.slice(index + 1).map((other) => pairOf(one, other)));

/** The same text in either order. */
const pairOf = (one: string, other: string): string => [one, other].toSorted().join(', ');
