import {
  aboveOf,
  insteadOf,
  leastCell,
  sizesOf,
  summaryOf,
  withoutFault,
  type Matrix,
  type Tried,
} from './faults-table.ts';

const columns = [
  'fault',
  'requirement',
  'caught',
  'blamed',
  'found',
  'steps',
  'least',
  'above',
  'shrink',
] as const;
/** These hold numbers, and stand to the right. */
const firstNumber = columns.indexOf('found');

/** The matrix as a page of the documentation, in the form that the formatter gives it: a new run changes only what came out otherwise. */
export function faultsPage(matrix: Matrix): string {
  const unproven = withoutFault();
  return `# The fault matrix

What the suite makes of each seeded fault of the reference implementation. Written by

\`\`\`sh
npm run faults -- --write
\`\`\`

which gives each fault a server of its own and runs the suites of the interface that its requirement belongs to, with
${matrix.runs} random sequences a model under seed ${matrix.seed}, until a failure accuses that requirement.

- **caught**: a failure that could be repeated accuses some requirement.
- **blamed**: one of those failures accuses the very requirement that the fault breaks, alone or among the few that one reply
  can't tell apart.
- **found**: requests sent until the failure was met. What runs at the same time moves it a little from run to run.
- **steps**: requests of the smallest sequence that shows it.
- **least**: the fewest requests that can expose the fault. The bound is the fewest after which the models judge the requirement for the
  first time, found by a search that asks nobody. Where what was found is above it, every sequence of up to three requests that ends in a
  step which judges the requirement is run against the fault, one of each kind of steps, until one exposes it. With \`>=\`
  no sequence of fewer does; one of so many was not looked for, or there are too many to try. A dash: no sequence looks at the requirement (retries and
  registration are watched by procedures), or the fault shows only while requests overlap.
- **above**: steps less the least.
- **shrink**: requests that it took to make it so small.

${summaryOf(matrix)}.

Sizes: ${sizesOf(matrix)}.

${unproven.length === 0 ? 'Every must that can be tested has a fault that breaks it.' : `Musts that can be tested and that no fault breaks: ${unproven.map((id) => `\`${id}\``).join(', ')}.`}

${tableOf(matrix.tried.map(cells))}
`;
}

function cells(tried: Tried): readonly string[] {
  const { fault, result } = tried;
  const { caught, blamed, requestsToFind, steps, requestsToShrink } = result;
  return [
    fault.id,
    blamed ? fault.requirement : `${fault.requirement}; ${insteadOf(tried)}`,
    caught ? 'yes' : '**no**',
    blamed ? 'yes' : '**no**',
    String(requestsToFind ?? ''),
    String(steps ?? ''),
    leastCell(tried),
    String(aboveOf(tried) ?? '-'),
    String(requestsToShrink ?? ''),
  ];
}

/** A table whose columns are as wide as their widest cell. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = columns.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const padded = (row: readonly string[]) =>
    row.map((cell, at) =>
      at >= firstNumber ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
    );
  const rule = widths.map((width, at) =>
    at >= firstNumber ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [padded(columns), rule, ...rows.map(padded)].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
