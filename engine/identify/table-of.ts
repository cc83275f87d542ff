import { getOrCreate } from '../collections.ts';
import { stageOf } from '../goals.ts';
import type { Attempt, Machine, Operation } from '../machine.ts';
import type { Sequence, Step } from '../model.ts';
import { kindName } from '../operations.ts';
import { seededRandom } from '../seeded-random.ts';
import { drawing, drawn, simulateStep, type Presumption } from '../walk/simulate-step.ts';
import type { Table, TableTransition } from './table.ts';

export interface TableOptions<S> extends Presumption {
  /** Names the abstract state. Default: the machine's stage, or abstract state, of an attempt that uses nothing. */
  readonly stage?: (state: S) => string;
  /** Which attempts are inputs: one for each operation and kind is taken, the first of a state. Default: all. */
  readonly isInput?: (operation: string, attempt: Attempt, state: S) => boolean;
  /**
   * What a reply shows of an outcome. Two that no reply tells apart must be the same: the guarantee rests on it. Default: the outcome's name,
   * which is right where each name has replies of its own.
   */
  readonly output?: (outcome: string, step: Step) => string;
  /** The most abstract states; more are an Error. Default 1000. */
  readonly mostStates?: number;
  /** For literals. Default 1. */
  readonly seed?: number;
}

/** A machine of few abstract states as a table, with what its indices stand for. */
export interface MachineTable {
  /** Inputs are named by operation and kind, outputs are the names of outcomes. An input that a state does not offer is null. */
  readonly table: Table;
  /** The names of the abstract states. */
  readonly stages: readonly string[];
  readonly inputs: readonly Pick<Step, 'operation' | 'kind'>[];
  /** By abstract state, the shortest steps to it. */
  readonly ways: readonly Sequence[];
  /**
   * Where an abstract state answers otherwise, or leads elsewhere, when it was reached on another way: the table then has what the shortest
   * way showed, and no guarantee reaches further than that.
   */
  readonly conflicts: readonly string[];
}

interface Place<S> {
  readonly state: S;
  readonly way: Sequence;
}

interface Move<S> extends Place<S> {
  readonly input: string;
  readonly outcome: string;
  readonly stage: string;
}

/**
 * Makes a table of a machine: breadth first, with ordinary replies presumed. Sends nothing. Throws an Error when there are more abstract
 * states than `mostStates`.
 */
export function tableOf<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  options: TableOptions<S> = {},
): MachineTable {
  const { mostStates = 1000, stage = (state: S) => stageOf(machine, state, {}) } = options;
  const draw = drawing(seededRandom(options.seed ?? 1));
  const inputs = new Map<string, Pick<Step, 'operation' | 'kind'>>();

  function moved(
    operation: Operation<S, C, R, N>,
    attempt: Attempt,
    { state, way }: Place<S>,
  ): Move<S> | undefined {
    const { kind, uses } = attempt;
    const step = drawn(operation, state, { id: `s${way.length + 1}`, kind, uses }, draw);
    const simulated = simulateStep(machine, operation, state, step, options);
    if (simulated === undefined) return undefined;
    const input = kindName(step);
    inputs.set(input, { operation: operation.name, kind });
    const { state: after } = simulated;
    const outcome = options.output?.(simulated.outcome, step) ?? simulated.outcome;
    return { input, outcome, state: after, way: [...way, step], stage: stage(after) };
  }

  function movesFrom(place: Place<S>): ReadonlyMap<string, Move<S>> {
    const moves = new Map<string, Move<S>>();
    for (const operation of machine.operations)
      for (const attempt of operation.attempts(place.state)) {
        const { name } = operation;
        if (moves.has(kindName({ operation: name, kind: attempt.kind }))) continue;
        if (options.isInput?.(name, attempt, place.state) === false) continue;
        const move = moved(operation, attempt, place);
        if (move !== undefined) moves.set(move.input, move);
      }
    return moves;
  }

  const conflicts = new Set<string>();
  const start: Place<S> = { state: machine.initial, way: [] };
  const places = new Map<string, Place<S>>([[stage(machine.initial), start]]);
  const rows = new Map<string, ReadonlyMap<string, Move<S>>>();
  const again: (readonly [string, Place<S>])[] = [];
  // A map gives what is set while it is gone through, in that order: it is the queue too.
  for (const [name, place] of places) {
    const row = movesFrom(place);
    rows.set(name, row);
    for (const move of row.values()) {
      if (places.has(move.stage)) again.push([move.stage, move]);
      else places.set(move.stage, move);
    }
    if (places.size > mostStates)
      throw new Error(`${machine.name} has more than ${mostStates} abstract states`);
  }
  for (const [name, place] of again)
    for (const conflict of conflictsOf(name, rows.get(name) ?? new Map(), movesFrom(place)))
      conflicts.add(conflict);
  return {
    ...tabulated(machine.name, rows, [...inputs.keys()]),
    inputs: [...inputs.values()],
    ways: [...places.values()].map(({ way }) => way),
    conflicts: [...conflicts],
  };
}

function conflictsOf<S>(
  name: string,
  row: ReadonlyMap<string, Move<S>>,
  again: ReadonlyMap<string, Move<S>>,
): readonly string[] {
  const said = (move: Move<S> | undefined) =>
    move === undefined ? 'not offered' : `${move.outcome}, then ${move.stage}`;
  return [...new Set([...row.keys(), ...again.keys()])].flatMap((input) => {
    const [first, other] = [said(row.get(input)), said(again.get(input))];
    return first === other ? [] : [`${name}: ${input}: ${first}; on another way ${other}`];
  });
}

function tabulated<S>(
  name: string,
  rows: ReadonlyMap<string, ReadonlyMap<string, Move<S>>>,
  inputs: readonly string[],
): Pick<MachineTable, 'table' | 'stages'> {
  const stages = [...rows.keys()];
  const indices = new Map(stages.map((stage, at) => [stage, { at }]));
  const outputs = new Map<string, { readonly at: number }>();
  const transitions = [...rows.values()].map((row) =>
    inputs.map((input): TableTransition | null => {
      const move = row.get(input);
      const next = move && indices.get(move.stage);
      if (move === undefined || next === undefined) return null;
      const output = getOrCreate(outputs, move.outcome, () => ({ at: outputs.size }));
      return [output.at, next.at];
    }),
  );
  return {
    table: { name, states: stages.length, inputs, outputs: [...outputs.keys()], transitions },
    stages,
  };
}
