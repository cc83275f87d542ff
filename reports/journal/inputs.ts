import type { CoveredTimes } from '../../harness/records/coverage-key.ts';
import { getOrCreate } from '../../engine/collections.ts';
import type { SequenceRecord } from '../../harness/records/sequence-record.ts';
import type { MachineRecord, WindowNames } from '../../harness/records/suite-record.ts';
import { grouped } from '../words/plain.ts';

/** How many there are, and how many of them a run has tried. */
export interface Share {
  readonly covered: number;
  readonly of: number;
}

/** What of the inputs of an operation a run has tried. */
export interface InputCoverage {
  readonly machine: string;
  readonly operation: string;
  /** The classes of its input model: the kinds of its requests. */
  readonly classes: Share & { readonly missing: readonly string[] };
  /** The pairs of classes that one request has together. Absent where no class is combined. */
  readonly pairs?: Share & {
    readonly impossible: readonly { readonly reason: string; readonly pairs: number }[];
  };
  /** The windows of two and of three changes that it completes. Absent where it completes none. */
  readonly windows?: { readonly [length in keyof WindowNames]: WindowShare };
}

/** The same where `of` is absent, since it is not known how many there are. */
export type Counted = Pick<Share, 'covered'> & Partial<Share>;

/** Of the windows that are feasible, those that a run has made. */
export type WindowShare = Counted & { readonly missing: readonly string[] };

/** The sum of shares; `of` is absent where that of one is not known. */
export function inTotal(shares: readonly Counted[]): Counted {
  const sum = (of: (one: Counted) => number | undefined) =>
    shares.reduce((all, one) => all + (of(one) ?? 0), 0);
  const isKnown = shares.every(({ of }) => of !== undefined);
  return { covered: sum(({ covered }) => covered), ...(isKnown && { of: sum(({ of }) => of) }) };
}

/** The windows that a run has made, by `windowsKey`. */
export type MadeWindows = Map<string, Set<string>>;

/** Adds the windows that a sequence has made. */
export function addMade(made: MadeWindows, { windows }: Pick<SequenceRecord, 'windows'>): void {
  if (windows === undefined) return;
  for (const length of ['two', 'three'] as const)
    for (const [operation, names] of Object.entries(windows[length])) {
      const known = getOrCreate(made, windowsKey(windows.machine, operation, length), () => new Set());
      for (const name of names) known.add(name);
    }
}

const windowsKey = (machine: string, operation: string, length: keyof WindowNames): string =>
  keyOf(machine, operation, length);

type Inputs = NonNullable<MachineRecord['inputs']>[number];

/** What was tried of what the machines of a run can be given, in alphabetical order; empty for a journal that does not say what that is. */
export function inputsIn(
  covered: readonly CoveredTimes[],
  machines: readonly MachineRecord[],
  made: MadeWindows = new Map(),
): readonly InputCoverage[] {
  const tried = new Set(covered.map(({ machine, operation, kind }) => keyOf(machine, operation, kind)));
  const kindsOf = grouped(covered, ({ machine, operation }) => keyOf(machine, operation));
  const all = machines.flatMap(({ name: machine, inputs = [] }) =>
    inputs.map((one) => ({ machine, ...one })),
  );
  return [...grouped(all, ({ machine, operation }) => keyOf(machine, operation))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, same]) => {
      const [first] = same;
      if (first === undefined) return [];
      const { machine, operation } = first;
      const isTried = (kind: string): boolean => tried.has(keyOf(machine, operation, kind));
      // What was tried is there, whether it was found offline or not.
      const met = kindsOf.get(key)?.map(({ kind }) => kind) ?? [];
      const kinds = [...new Set([...same.flatMap((one) => one.kinds), ...met])].toSorted();
      const combinations = same.flatMap((one) => one.combinations ?? []);
      return {
        machine,
        operation,
        classes: { ...share(kinds, isTried), missing: kinds.filter((kind) => !isTried(kind)) },
        ...(combinations[0] && { pairs: pairsOf(combinations, isTried, combinations[0].impossible) }),
        ...windowsOf(machine, operation, machines, made),
      };
    });
}

function windowsOf(
  machine: string,
  operation: string,
  machines: readonly MachineRecord[],
  made: MadeWindows,
): Pick<InputCoverage, 'windows'> {
  const known = machines.filter(({ name }) => name === machine).flatMap(({ windows }) => windows ?? []);
  const of = (length: keyof WindowNames): WindowShare => {
    const found = made.get(windowsKey(machine, operation, length)) ?? new Set();
    if (known.length === 0) return { covered: found.size, missing: [] };
    const feasible = new Set(known.flatMap((one) => one[length][operation] ?? []));
    const missing = [...feasible].filter((name) => !found.has(name)).toSorted();
    return { covered: feasible.size - missing.length, of: feasible.size, missing };
  };
  const windows = { two: of('two'), three: of('three') };
  const isNone = Object.values(windows).every(({ covered, of: all = 0 }) => covered === 0 && all === 0);
  return isNone ? {} : { windows };
}

function pairsOf(
  combinations: readonly NonNullable<Inputs['combinations']>[],
  isTried: (kind: string) => boolean,
  impossible: NonNullable<Inputs['combinations']>['impossible'],
): NonNullable<InputCoverage['pairs']> {
  const all = new Set<string>();
  const tried = new Set<string>();
  for (const [kind, classes] of combinations.flatMap(({ kinds }) => Object.entries(kinds)))
    for (const pair of pairsIn(classes)) {
      all.add(pair);
      if (isTried(kind)) tried.add(pair);
    }
  return { covered: tried.size, of: all.size, impossible };
}

function pairsIn(classes: Readonly<Record<string, string | number>>): readonly string[] {
  const entries = Object.entries(classes);
  return entries.flatMap((one, nth) => entries.slice(nth + 1).map((other) => JSON.stringify([one, other])));
}

const share = (kinds: readonly string[], isTried: (kind: string) => boolean): Share => ({
  covered: kinds.filter(isTried).length,
  of: kinds.length,
});

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);
