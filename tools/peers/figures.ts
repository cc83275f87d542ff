import type { Broken } from '../../cli/threads/threads.ts';
import { sumOf } from '../table.ts';
import type { Answer, Hunt, Hunter } from './hunt.ts';
import { depthNames, depths, type Depth, type Least } from './sample.ts';

/** The result of one fault under one seed; undefined where it was not caught. */
export interface Compared {
  readonly id: string;
  readonly depth: Depth;
  readonly seed: number;
  readonly least: Least | undefined;
  readonly ours: Hunt | undefined;
  readonly plain: Hunt | undefined;
}

/** Requests that each may take to find a fault. */
export type Budget = Readonly<Record<Hunter, number>>;

/** One figure of both over the same hunts. */
export interface Figure {
  readonly name: string;
  /** Of how many hunts. */
  readonly over: number;
  readonly ours: Middle;
  readonly plain: Middle;
}

/** The middle of some figures in three ways. A hunt that was given up counts as Infinity in the median, and as the budget in the others. */
export interface Middle {
  readonly median: number;
  readonly mean: number;
  readonly sum: number;
}

/** The classes that some hunts are of, and all together. */
export function classesOf(compared: readonly Compared[]) {
  return [
    ...depthNames.map((name) => {
      const { least, most } = depths[name];
      const range = most === Infinity ? `${least} and more` : `${least} to ${most}`;
      return { name: `${name}, ${range}`, hunts: compared.filter(({ depth }) => depth === name) };
    }),
    { name: 'all', hunts: compared },
  ].filter(({ hunts }) => hunts.length > 0);
}

/** The faults that a hunter has caught within the budget of ours, which plain commands may exceed. */
export function caughtBy(hunts: readonly Compared[], hunter: Hunter, { ours }: Budget): readonly Compared[] {
  return hunts.filter((one) => (one[hunter]?.find ?? Infinity) <= ours);
}

/** Requests to find over all hunts; the cost of shrinking and the steps left over the faults that both have found. */
export function figuresOf(hunts: readonly Compared[], budget: Budget): readonly Figure[] {
  const both = hunts.filter(({ ours, plain }) => ours !== undefined && plain !== undefined);
  const of = (name: string, figure: (hunt: Hunt) => number): Figure => {
    const middle = (hunter: Hunter) =>
      middleOf(both.flatMap((one) => (one[hunter] === undefined ? [] : [figure(one[hunter])])));
    return { name, over: both.length, ours: middle('ours'), plain: middle('plain') };
  };
  const find = (hunter: Hunter) =>
    middleOf(
      hunts.map((one) => one[hunter]?.find ?? Infinity),
      budget[hunter],
    );
  return [
    { name: 'requests to find', over: hunts.length, ours: find('ours'), plain: find('plain') },
    of('runs to shrink', ({ executions, confirmations }) => executions + confirmations),
    of('  unconfirmed', ({ executions }) => executions),
    of('requests to shrink', ({ shrink, confirm }) => shrink + confirm),
    of('  unconfirmed', ({ shrink }) => shrink),
    of('steps left', ({ steps }) => steps),
  ];
}

/** Of the caught faults with a known least, how many are at it, one above, and more. */
export function sizesBy(hunts: readonly Compared[], hunter: Hunter, budget: Budget) {
  const above = caughtBy(hunts, hunter, budget).flatMap((one) => aboveLeast(one, hunter) ?? []);
  const atIt = above.filter((steps) => steps <= 0).length;
  const one = above.filter((steps) => steps === 1).length;
  return { known: above.length, atIt, one, more: above.length - atIt - one };
}

/** Steps left above the least; undefined where the fault was not caught or its least is not known. */
export function aboveLeast({ least, ...one }: Compared, hunter: Hunter): number | undefined {
  const hunt = one[hunter];
  return hunt === undefined || least === undefined ? undefined : hunt.steps - least.steps;
}

/** The faults that plain commands found in fewer requests, those with the largest difference first. */
export function plainFaster(hunts: readonly Compared[], { ours: most }: Budget): readonly Compared[] {
  const late = ({ ours, plain }: Compared) => (ours?.find ?? most + 1) - (plain?.find ?? Infinity);
  return hunts.filter((one) => late(one) > 0).toSorted((a, b) => late(b) - late(a));
}

/** The result of a hunt; undefined where it could not be run. */
export function comparedOf(
  one: Pick<Compared, 'id' | 'depth' | 'seed' | 'least'>,
  answer: Answer | Broken,
): Compared | undefined {
  return 'error' in answer ? undefined : { ...one, ours: answer.ours, plain: answer.plain };
}

/** A hunt that was given up counts as `givenUp` in the mean and the sum. NaN without figures. */
function middleOf(figures: readonly number[], givenUp = Infinity): Middle {
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? NaN;
  const half = Math.floor(sorted.length / 2);
  const sum = sumOf(figures.map((figure) => Math.min(figure, givenUp)));
  return {
    median: sorted.length % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2,
    mean: sum / figures.length,
    sum,
  };
}
