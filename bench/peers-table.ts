import { depthNames, depths, type Depth } from './peers-sample.ts';

/** How one hunter got a fault. */
export interface Hunt {
  /** Requests until it was met. */
  readonly find: number;
  /** Requests to make it small, and how many sequences that were run for it. */
  readonly shrink: number;
  readonly executions: number;
  /** Requests of what is left. */
  readonly steps: number;
}

/** What became of one fault under one seed; undefined where it was not caught. */
export interface Compared {
  readonly id: string;
  readonly depth: Depth;
  readonly ours: Hunt | undefined;
  readonly plain: Hunt | undefined;
}

/** The middle of some figures, the mean of the two in the middle where they are even; NaN of none. */
function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? NaN;
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
}

const columns = [
  'class',
  'hunts',
  'caught',
  'plain',
  'find',
  'plain',
  'ratio',
  'mean',
  'plain',
  'shrink',
  'plain',
  'runs',
  'plain',
  'ratio',
  'steps',
  'plain',
];
const firstWidth = 16;
const width = 7;

/**
 * A table by class: hunts; how many each has caught within `ours` requests; medians and means of the requests to find (what was given up
 * counts as more than any other in the median, and as the budget in the mean); and medians over what each has found of requests to shrink,
 * of the sequences run for that, and of steps. `plain` is always fc.commands.
 */
export function peersTable(compared: readonly Compared[], budget: Readonly<Record<Hunter, number>>): string {
  const classes = [
    ...depthNames.map((name) => ({
      name: `${name}, ${depths[name].least}${depths[name].most === Infinity ? ' and more' : ` to ${depths[name].most}`}`,
      hunts: compared.filter(({ depth }) => depth === name),
    })),
    { name: 'all', hunts: compared },
  ];
  const rows = classes
    .filter(({ hunts }) => hunts.length > 0)
    .map(({ name, hunts }) => {
      const found = (hunter: Hunter) =>
        hunts.flatMap((one) => (one[hunter] === undefined ? [] : [one[hunter]]));
      const caught = (hunter: Hunter) => found(hunter).filter(({ find }) => find <= budget.ours).length;
      const find = (hunter: Hunter) => median(hunts.map((one) => one[hunter]?.find ?? Infinity));
      const mean = (hunter: Hunter) =>
        hunts.reduce((sum, one) => sum + (one[hunter]?.find ?? budget[hunter]), 0) / hunts.length;
      const of = (hunter: Hunter, figure: keyof Hunt) => median(found(hunter).map((hunt) => hunt[figure]));
      return [
        name,
        hunts.length,
        caught('ours'),
        caught('plain'),
        shown(find('ours'), budget.ours),
        shown(find('plain'), budget.plain),
        ratio(find('ours'), find('plain'), budget.plain),
        mean('ours').toFixed(0),
        mean('plain').toFixed(0),
        of('ours', 'shrink'),
        of('plain', 'shrink'),
        of('ours', 'executions'),
        of('plain', 'executions'),
        ratio(of('ours', 'executions'), of('plain', 'executions'), Infinity),
        of('ours', 'steps'),
        of('plain', 'steps'),
      ];
    });
  return [columns, ...rows]
    .map((cells) =>
      cells
        .map((cell, index) => (index === 0 ? String(cell).padEnd(firstWidth) : String(cell).padStart(width)))
        .join(' '),
    )
    .join('\n');
}

type Hunter = 'ours' | 'plain';

function shown(requests: number, budget: number): string {
  return requests === Infinity ? `>${budget}` : String(requests);
}

function ratio(ours: number, plain: number, budget: number): string {
  if (ours === Infinity || Number.isNaN(ours / plain)) return '–';
  return plain === Infinity ? `<${(ours / budget).toFixed(2)}` : (ours / plain).toFixed(2);
}
