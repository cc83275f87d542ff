import { markdownTable } from '../../reports/words/markdown-table.ts';
import type { Hunter } from './hunt.ts';
import { aboveLeast, type Budget, type Compared } from './figures.ts';
import { peersTable } from './table.ts';

const figures = ['caught', 'find', 'runs', 'shrink', 'steps', 'above'] as const;
const columns = ['fault', 'class', 'least', ...figures, ...figures.map((name) => `plain ${name}`)];
const words = new Set(['fault', 'class', 'caught', 'plain caught']);
const numbers = new Set(columns.filter((name) => !words.has(name)));

/** The comparison as a page. Formatted, so that a new run changes only the lines whose results differ. */
export function peersPage(compared: readonly Compared[], budget: Budget, left: number): string {
  const ordered = compared.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.seed - b.seed));
  return `# Beside plain fc.commands, fault by fault

Each seeded fault that replies to consecutive requests show, hunted twice over one connection: by this engine, as \`certify\` does,
and by fast-check's own commands over the same models, generators and judge, with amounts computed when a command runs
(\`tools/peers/plain-commands.ts\`). Written by

\`\`\`sh
npm run bench:peers -- --all --write
\`\`\`

Left out are ${left} faults about overlapping requests, notifications or time: plain commands have no means for them. [The figures](figures.md)
say what follows from this.

- **class**: by the requests of the smallest sequence in [the search for least sequences](minimal.md).
- **least**: the fewest requests that can expose it, from the same search.
- **caught**: within ${budget.ours} requests.
- **find**: requests until the failure was found.
- **runs**, **shrink**: sequences, and their requests, that were run to shrink it. Some of ours only confirm it, usually three;
  plain commands confirm nothing.
- **steps**: requests that are left. Control calls do not count; plain commands set up more with them than ours do.
- **above**: steps less the least. Below 0: a control call set up what took requests in the search for the least.

By class: \`least\` is how many of the caught faults have a known least, \`sooner\` how many plain commands found in fewer requests. An uncaught
fault counts as more than any other in the median, as the budget in the mean and the sum. The figures of shrinking are over the faults that
both have found; \`unconfirmed\` leaves the confirmations out.

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
