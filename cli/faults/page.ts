import { markdownTable } from './markdown-table.ts';
import { insteadOf, summaryOf, withoutFault, type Matrix } from './table.ts';
import type { Tried } from './try-faults.ts';

const columns = ['fault', 'requirement', 'caught', 'blamed', 'found', 'steps', 'shrink'] as const;

/** The matrix as a page of the documentation. Formatted, so that a new run changes only the lines whose results differ. */
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
- **shrink**: requests that it took to make it so small.

${summaryOf(matrix)}.

${unproven.length === 0 ? 'Every must that can be tested has a fault that breaks it.' : `Musts that can be tested and that no fault breaks: ${unproven.map((id) => `\`${id}\``).join(', ')}.`}

${markdownTable(columns, new Set(['found', 'steps', 'shrink']), matrix.tried.map(cells))}
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
    String(requestsToShrink ?? ''),
  ];
}
