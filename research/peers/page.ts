import { markdownTable } from '../../cli/faults/markdown-table.ts';
import type { Hunter } from './hunt.ts';
import { aboveLeast, type Budget, type Compared } from './figures.ts';
import { peersTable } from './table.ts';

const figures = ['caught', 'find', 'runs', 'shrink', 'steps', 'above'] as const;
const columns = ['fault', 'class', 'least', ...figures, ...figures.map((name) => `plain ${name}`)];
const words = new Set(['fault', 'class', 'caught', 'plain caught']);
const numbers = new Set(columns.filter((name) => !words.has(name)));

/** The comparison as a page of the documentation, in the form that the formatter gives it: a new run changes only what came out otherwise. */
export function peersPage(compared: readonly Compared[], budget: Budget, left: number): string {
  const ordered = compared.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.seed - b.seed));
  return `# Beside plain fc.commands, fault by fault

Each seeded fault that replies to requests one after another show, hunted twice over one connection: by this engine, as \`certify\` does,
and by fast-check's own commands over the same models, generators and judge, amounts resolved when a command runs
(\`research/peers/plain-commands.ts\`). Written by

\`\`\`sh
npm run bench:peers -- --all --write
\`\`\`

Left out are ${left} faults about overlapping requests, notifications or time: plain commands have no means for them. What that tells is said
in [the figures](../docs/performance.md).

- **class**: by the requests of the smallest sequence that [the matrix](../docs/faults.md) keeps of a fault.
- **least**: the fewest requests that can expose it, as [that search](minimal.md) has it.
- **caught**: within ${budget.ours} requests.
- **find**: requests until the failure was met.
- **runs**, **shrink**: sequences, and their requests, that were run to make it small. Of ours some only confirm that it comes back, three as a rule;
  plain commands confirm nothing.
- **steps**: requests of what is left. Control calls are no requests; plain commands set up more with them than ours do.
- **above**: steps less the least. Below 0: what a control call set up took requests where the least was looked for.

By class: \`least\` is how many of the caught ones have a known least, \`sooner\` in how many plain commands took fewer requests to find. A median
counts what was not caught as more than any other, the mean and the sum as the budget. What concerns shrinking is over the faults that both have
found, and \`unconfirmed\` leaves the confirmations out.

\`\`\`
${peersTable(ordered, budget)}
\`\`\`

${markdownTable(
  columns,
  numbers,
  ordered.map((one) => cells(one, budget)),
)}
`;
}

function cells(one: Compared, budget: Budget): readonly string[] {
  const { id, depth, least } = one;
  return [
    id,
    depth,
    least === undefined ? '-' : `${least.exact ? '' : '>='}${least.steps}`,
    ...figuresOf(one, 'ours', budget),
    ...figuresOf(one, 'plain', budget),
  ];
}

function figuresOf(one: Compared, hunter: Hunter, budget: Budget): readonly string[] {
  const hunt = one[hunter];
  if (hunt === undefined) return ['**no**', ...figures.slice(1).map(() => '-')];
  const { find, executions, confirmations, shrink, confirm, steps } = hunt;
  return [
    find <= budget.ours ? 'yes' : '**no**',
    ...[find, executions + confirmations, shrink + confirm, steps, aboveLeast(one, hunter) ?? '-'].map(
      String,
    ),
  ];
}
