import { markdownTable } from '../../reports/words/markdown-table.ts';
import type { Tried } from '../../cli/faults/try-faults.ts';
import type { FaultResult } from '../../suites/faults/certify-fault.ts';
import { median, tableOf, wide, type Table } from '../table.ts';
import type { SearchAnswer } from './search-fault.ts';

/** One fault with the smallest sequence that was found and the fewest requests that can expose it. */
export type Searched = Tried<SearchAnswer>;

/** The faults that were searched, and how. */
export interface Search {
  readonly seed: number;
  readonly runs: number;
  readonly searched: readonly Searched[];
}

const columns = ['fault', 'steps', 'least', 'above'] as const;

/** The head over the lines of faults, whose ids are at most so wide. */
export function headOf(width: number): string {
  return tableFor(width).head;
}

/** The line of one fault. */
export function lineOf(one: Searched, width: number): string {
  return tableFor(width).row(...cells(one)) + (one.error === undefined ? '' : `  failed: ${one.error}`);
}

/** How many faults are shown by as few requests as can expose them, and what it took to shrink to that. */
export function sizesOf(searched: readonly Searched[]): string {
  const above = searched.flatMap((one) => aboveOf(one) ?? []);
  const atMost = (most: number) => above.filter((steps) => steps <= most).length;
  const medianOf = (figure: (result: FaultResult) => number | undefined) =>
    median(searched.flatMap(({ result }) => figure(result) ?? []));
  return [
    `of ${above.length} with a least ${atMost(0)} are at it, ${atMost(1) - atMost(0)} one above, ${above.length - atMost(1)} more`,
    `median steps ${medianOf(({ steps }) => steps)}`,
    `median shrink ${medianOf(({ requestsToShrink }) => requestsToShrink)} requests`,
  ].join('; ');
}

/** The search as a page. Formatted, so that a new run changes only the lines whose results differ. */
export function minimalPage({ seed, runs, searched }: Search): string {
  return `# The least sequence of each fault

How near the smallest sequence that the suite reports of each seeded fault comes to the fewest requests that can expose it. Written by

\`\`\`sh
npm run bench:minimal -- --write
\`\`\`

which tries each fault as [the fault matrix](../docs/faults.md) does, with ${runs} random sequences a model under seed ${seed}.

- **steps**: requests of the smallest sequence that the suite reports.
- **least**: the fewest requests that can expose the fault. The bound is the fewest after which the models judge the broken requirement for
  the first time, found without a request. Where the reported sequence is longer, every sequence of up to three requests that ends in a step
  which judges the requirement is run against the fault, one of each kind of steps, until one exposes it. With \`>=\` no shorter sequence
  does, and of that length none was searched or there are too many. A dash: no sequence judges the requirement (retries and registration
  are watched by procedures), or the fault shows only while requests overlap.
- **above**: steps less the least.

Sizes: ${sizesOf(searched)}.

${markdownTable(columns, new Set(['steps', 'least', 'above']), searched.map(cells))}
`;
}

function cells(one: Searched): readonly [string, string, string, string] {
  const { fault, result, answer } = one;
  const minimal = answer?.minimal;
  const least = minimal === undefined ? '-' : `${minimal.exact ? '' : '>='}${minimal.least}`;
  return [fault.id, String(result.steps ?? ''), least, String(aboveOf(one) ?? '-')];
}

/** Undefined where the least is not known, or the fault was not blamed. */
function aboveOf({ result: { blamed, steps }, answer }: Searched): number | undefined {
  const minimal = answer?.minimal;
  return blamed && steps !== undefined && minimal !== undefined ? steps - minimal.least : undefined;
}

function tableFor(width: number): Table {
  const [fault, ...others] = columns;
  return tableOf(`${fault} `.padEnd(width), ...wide(6, ...others));
}
