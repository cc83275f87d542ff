/** How one hunter got a fault. Requests each. */
export interface Hunt {
  readonly find: number;
  readonly shrink: number;
  readonly steps: number;
}

/** What became of one fault; undefined where it was not caught. */
export interface Compared {
  readonly id: string;
  readonly ours: Hunt | undefined;
  readonly plain: Hunt | undefined;
}

/** The middle of some figures; NaN of none. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN;
}

/** By the length of the smallest reproduction that either has found: deeper faults tell engines apart. */
const classes = [
  { name: '1 request', least: 1, most: 1 },
  { name: '2 requests', least: 2, most: 2 },
  { name: '3 requests', least: 3, most: 3 },
  { name: '4 and more', least: 4, most: Infinity },
];

const columns = ['class', 'faults', 'caught', 'plain', 'find', 'plain', 'shrink', 'plain', 'steps', 'plain'];

/**
 * A table by class: faults, how many each has caught, and the medians of requests to find, requests to shrink and steps; `plain` is
 * always fc.commands. What was not caught counts as infinitely far.
 */
export function peersTable(compared: readonly Compared[]): string {
  const rows = classes.map(({ name, least, most }) => {
    const inClass = compared.filter((one) => depthOf(one) >= least && depthOf(one) <= most);
    const of = (hunter: 'ours' | 'plain', figure: keyof Hunt) =>
      median(inClass.map((one) => one[hunter]?.[figure] ?? Infinity));
    const caught = (hunter: 'ours' | 'plain') => inClass.filter((one) => one[hunter] !== undefined).length;
    return [
      name,
      inClass.length,
      caught('ours'),
      caught('plain'),
      of('ours', 'find'),
      of('plain', 'find'),
      of('ours', 'shrink'),
      of('plain', 'shrink'),
      of('ours', 'steps'),
      of('plain', 'steps'),
    ];
  });
  return [columns, ...rows]
    .map((cells) =>
      cells.map((cell, index) => String(cell)[index === 0 ? 'padEnd' : 'padStart'](10)).join(' '),
    )
    .join('\n');
}

function depthOf({ ours, plain }: Compared): number {
  return Math.min(ours?.steps ?? Infinity, plain?.steps ?? Infinity);
}
