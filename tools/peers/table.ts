import { tableOf, wide } from '../table.ts';
import type { Hunt } from './hunt.ts';
import {
  caughtBy,
  classesOf,
  figuresOf,
  plainFaster,
  sizesBy,
  type Budget,
  type Compared,
} from './figures.ts';

const name = 'class'.padEnd(16);

/**
 * By class: how many each has caught within the budget, and how near the steps left are to the least; then the median, mean and sum of each
 * figure, ours before that of plain fc.commands; last the faults that plain commands found in fewer requests.
 */
export function peersTable(compared: readonly Compared[], budget: Budget): string {
  return [catches(compared, budget), figures(compared, budget), sooner(compared, budget)].join('\n\n');
}

/** One hunt in words. */
export function describeHunt(hunt: Hunt | undefined): string {
  if (hunt === undefined) return 'not caught';
  const { find, shrink, confirm, executions, confirmations, steps } = hunt;
  return `${find} to find, ${shrink + confirm} in ${executions + confirmations} runs to shrink, ${steps} left`;
}

function catches(compared: readonly Compared[], budget: Budget): string {
  const of = ({ known, atIt, one, more }: ReturnType<typeof sizesBy>) => [known, atIt, one, more];
  const rows = classesOf(compared).map(({ name: by, hunts }) => [
    by,
    hunts.length,
    caughtBy(hunts, 'ours', budget).length,
    ...of(sizesBy(hunts, 'ours', budget)),
    caughtBy(hunts, 'plain', budget).length,
    ...of(sizesBy(hunts, 'plain', budget)),
    plainFaster(hunts, budget).length,
  ]);
  const size = ['least', 'at it', 'one', 'more'];
  const table = tableOf(name, ...wide(6, 'hunts', 'caught', ...size, 'plain', ...size, 'sooner'));
  return [table.head, ...rows.map((cells) => table.row(...cells))].join('\n');
}

function figures(compared: readonly Compared[], budget: Budget): string {
  const heads = ['over', 'median', 'plain', 'ratio', 'mean', 'plain', 'sum', 'plain', 'ratio'];
  const table = tableOf(name, 'figure'.padEnd(18), ...wide(7, ...heads));
  const rows = classesOf(compared).flatMap(({ name: of, hunts }) =>
    figuresOf(hunts, budget).map(({ name: figure, over, ours, plain }, at) => {
      const cells = [
        over,
        shown(ours.median, budget.ours),
        shown(plain.median, budget.plain),
        ratio(ours.median, plain.median, budget.plain),
        shown(ours.mean),
        shown(plain.mean),
        ours.sum,
        plain.sum,
        ratio(ours.sum, plain.sum),
      ];
      return table.row(at === 0 ? of : '', figure, ...cells);
    }),
  );
  return [table.head, ...rows].join('\n');
}

function sooner(compared: readonly Compared[], budget: Budget): string {
  const late = plainFaster(compared, budget);
  const lines = late.map(
    ({ id, depth, seed, ours, plain }) =>
      `${depth.padEnd(8)} ${id} (seed ${seed}): ${ours?.find ?? `>${budget.ours}`} against ${plain?.find}`,
  );
  return [`found by plain commands in fewer requests: ${late.length} of ${compared.length}`, ...lines].join(
    '\n',
  );
}

function shown(figure: number, budget = Infinity): string {
  if (Number.isNaN(figure)) return '–';
  if (figure === Infinity) return `>${budget}`;
  return figure >= 100 || Number.isInteger(figure) ? figure.toFixed(0) : figure.toFixed(1);
}

/** Where plain commands gave up, the ratio to their budget is an upper bound. */
function ratio(ours: number, plain: number, budget = Infinity): string {
  if (ours === Infinity || Number.isNaN(ours / plain)) return '–';
  return plain === Infinity ? `<${(ours / budget).toFixed(2)}` : (ours / plain).toFixed(2);
}
