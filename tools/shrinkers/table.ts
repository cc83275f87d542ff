import { median, sumOf, tableOf, wide } from '../table.ts';
import { depthNames, type Depth, type Least } from '../peers/sample.ts';

/** The cost of shrinking one failing execution. */
export interface Shrinking {
  /** Runs and their requests, without those that only confirm. */
  readonly runs: number;
  readonly requests: number;
  readonly confirmations: number;
  readonly confirm: number;
  /** Requests of what is left. */
  readonly steps: number;
}

/** One failing execution, shrunk in every way. */
export interface ShrunkBoth {
  readonly depth: Depth;
  readonly least: Least | undefined;
  /** Steps of it that were executed, the failing one among them. */
  readonly executed: number;
  /** As `certify` does after its plan. */
  readonly ours: Shrinking;
  /** Ours, without a plan. */
  readonly alone: Shrinking;
  /** By fc.commands: see `Manner`. */
  readonly plain: Shrinking;
  readonly filled: Shrinking;
  readonly byName: Shrinking;
}

const shrinkers = [
  ['fc.commands', 'plain', false],
  ['  args kept', 'filled', false],
  ['  by name', 'byName', false],
  ['ours', 'ours', true],
  ['  unconfirmed', 'ours', false],
  ['ours, no plan', 'alone', true],
  ['  unconfirmed', 'alone', false],
] as const;

/**
 * By class and shrinker: runs and requests, as medians and sums, and the ratio of the sums to those of fc.commands; the mean of the steps
 * left, and how many of those with a known least are at it.
 */
export function shrinkersTable(all: readonly ShrunkBoth[]): string {
  const figures = [
    'faults',
    'executed',
    'runs',
    'sum',
    'ratio',
    'requests',
    'sum',
    'ratio',
    'left',
    'at least',
  ];
  const table = tableOf('class   ', 'shrinker      ', ...wide(8, ...figures));
  const classes = [
    ...depthNames.map((name) => [name, all.filter(({ depth }) => depth === name)] as const),
    ['all', all] as const,
  ];
  const rows = classes
    .filter(([, those]) => those.length > 0)
    .flatMap(([name, those]) =>
      shrinkers.map(([shrinker, of, confirms], at) => {
        const runs = those.map(({ [of]: one }) => one.runs + (confirms ? one.confirmations : 0));
        const requests = those.map(({ [of]: one }) => one.requests + (confirms ? one.confirm : 0));
        const known = those.flatMap(({ least, [of]: one }) =>
          least === undefined ? [] : [one.steps <= least.steps],
        );
        const cells = [
          at === 0 ? those.length : '',
          at === 0 ? median(those.map(({ executed }) => executed)) : '',
          median(runs),
          sumOf(runs),
          (sumOf(runs) / sumOf(those.map(({ plain }) => plain.runs))).toFixed(2),
          median(requests),
          sumOf(requests),
          (sumOf(requests) / sumOf(those.map(({ plain }) => plain.requests))).toFixed(2),
          (sumOf(those.map(({ [of]: one }) => one.steps)) / those.length).toFixed(1),
          `${known.filter(Boolean).length} of ${known.length}`,
        ];
        return table.row(at === 0 ? name : '', shrinker, ...cells);
      }),
    );
  return [table.head, ...rows].join('\n');
}
