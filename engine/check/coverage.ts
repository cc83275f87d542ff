import { count, innerMap } from '../collections.ts';
import type { Covered } from '../judge/execution.ts';
import type { Combinations, Machine } from '../machine.ts';
import type { OperationInputs } from '../walk/inputs.ts';

/** What a check has tried. */
export interface Coverage {
  /** What operations came to, by state, in the order in which it was first met. */
  readonly transitions: readonly TransitionCoverage[];
  /** Of each operation whose inputs have classes, in the order of the machine. */
  readonly inputs: readonly InputCoverage[];
}

/** What an operation came to in states that are alike. */
export interface TransitionCoverage {
  /** One of the states, or what they are called where the model says what of a state matters. */
  readonly state: string;
  readonly operation: string;
  /** The rule of the answer. */
  readonly outcome: string;
  /** Calls. */
  readonly times: number;
}

/** What was tried of the inputs of one operation. */
export interface InputCoverage {
  readonly operation: string;
  readonly classes: readonly ClassCoverage[];
  /** Of two inputs a class each. */
  readonly pairs: {
    readonly tried: number;
    readonly untried: readonly ClassPair[];
    /** Those that the constraints of the model forbid, by their reasons. */
    readonly impossible: readonly { readonly reason: string; readonly pairs: readonly ClassPair[] }[];
  };
}

export interface ClassCoverage {
  readonly input: string;
  /** The name of the class, or the value of a list. */
  readonly class: string;
  /** Calls. 0: it was not tried. */
  readonly times: number;
}

/** By input, its class: `{ amount: 'too large', currency: '"EUR"' }`. */
export type ClassPair = Readonly<Record<string, string>>;

/** Collects what the sequences of a check have tried. */
export class CoverageNotes {
  readonly #transitions = new Map<string, Omit<Covered, 'kind'>>();
  readonly #times = new Map<string, number>();
  readonly #kinds = new Map<string, Map<string, number>>();

  note(covered: readonly Covered[]): void {
    for (const { kind, ...made } of covered) {
      const key = JSON.stringify(made);
      this.#transitions.set(key, made);
      count(this.#times, [key]);
      count(innerMap(this.#kinds, made.operation), [kind]);
    }
  }

  /** What was tried, of all that a machine offers. `exampleOf` gives a state for what all that are alike are called. */
  of<S, C, R, N>(
    machine: Machine<S, C, R, N>,
    offered: readonly OperationInputs[],
    exampleOf: (abstract: string) => string,
  ): Coverage {
    // States that differ in what another operation is about have one example.
    const transitions = new Map<string, TransitionCoverage>();
    for (const [key, { abstract, operation, outcome }] of this.#transitions) {
      const state = exampleOf(abstract);
      const name = JSON.stringify([state, operation, outcome]);
      const times = (transitions.get(name)?.times ?? 0) + (this.#times.get(key) ?? 0);
      transitions.set(name, { state, operation, outcome, times });
    }
    return {
      transitions: [...transitions.values()],
      inputs: offered.flatMap(({ operation, kinds }) => {
        const combinations = machine.combinations?.[operation];
        const tried = this.#kinds.get(operation) ?? new Map<string, number>();
        return combinations === undefined ? [] : inputsOf(operation, combinations, kinds, tried);
      }),
    };
  }
}

function inputsOf(
  operation: string,
  { kinds: classesOf, impossible }: Combinations,
  offered: readonly string[],
  tried: ReadonlyMap<string, number>,
): readonly InputCoverage[] {
  const classes = new Map<string, Map<string, number>>();
  const possible = new Map<string, { readonly pair: ClassPair; readonly isTried: boolean }>();
  for (const kind of new Set([...offered, ...tried.keys()])) {
    const times = tried.get(kind) ?? 0;
    const named = Object.entries(classesOf[kind] ?? {}).map(([input, of]) => [input, String(of)] as const);
    for (const [nth, [input, of]] of named.entries()) {
      const ofInput = innerMap(classes, input);
      ofInput.set(of, (ofInput.get(of) ?? 0) + times);
      for (const [other, beside] of named.slice(nth + 1)) {
        const pair = { [input]: of, [other]: beside };
        const isTried = times > 0 || possible.get(keyOf(pair))?.isTried === true;
        possible.set(keyOf(pair), { pair, isTried });
      }
    }
  }
  if (classes.size === 0) return [];
  const pairs = [...possible.values()];
  return [
    {
      operation,
      classes: [...classes].flatMap(([input, all]) =>
        [...all].map(([of, times]) => ({ input, class: of, times })),
      ),
      pairs: {
        tried: pairs.filter(({ isTried }) => isTried).length,
        untried: pairs.filter(({ isTried }) => !isTried).map(({ pair }) => pair),
        // What one state forbids, another may permit.
        impossible: impossible
          .map(({ reason, which = [] }) => ({
            reason,
            pairs: which.filter((pair) => !possible.has(keyOf(pair))),
          }))
          .filter(({ pairs: left }) => left.length > 0),
      },
    },
  ];
}

const keyOf = (pair: ClassPair): string => JSON.stringify(pair);
