import { allRequirements } from '../../../spec/register.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { coverageGoalsOf } from '../../../suites/explore/coverage-goals.ts';
import type { Claim } from '../../../suites/run/claim.ts';
import { permittedRows } from './all-rows.ts';
import { certifyRows, findsFault, type Seen } from './certify-rows.ts';
import type { PermittedRow } from './row.ts';

/** Rows to be tried together, by their names, as plain data that a thread can be sent. */
export interface RowsQuestion {
  readonly id: string;
  readonly rows: readonly string[];
  /** True: random sequences alone look for accusations, in a second; what has no evidence is not asked, nor are faults sought. */
  readonly quick?: boolean;
}

export interface RowsAnswer {
  readonly id: string;
  readonly seen: Seen;
  /** What is wrong with the judge, a line each. */
  readonly wrong: readonly string[];
  readonly seconds: number;
}

/** Certifies a server with the behaviour of these rows, and with the fault of each that has one. */
export async function tryRows({ id, rows, quick = false }: RowsQuestion): Promise<RowsAnswer> {
  const startedAt = performance.now();
  const chosen = rows.map(rowNamed);
  const seen = await certifyRows(chosen, quick);
  const wrong = [...(quick ? seen.accused : whatIsWrong(chosen, seen))];
  // With others beside, a wrong answer is asked again anyway.
  if (wrong.length === 0 && !quick)
    for (const row of chosen)
      if (row.finds !== undefined && !(await findsFault(row, row.finds)))
        wrong.push(`${row.name}: ${row.finds} is not found behind it`);
  return { id, seen, wrong, seconds: (performance.now() - startedAt) / 1000 };
}

/** The accusations, and the requirements without evidence that the claims of the rows show. */
export function whatIsWrong(
  rows: readonly PermittedRow[],
  { accused, untested }: Pick<Seen, 'accused' | 'untested'>,
): readonly string[] {
  const shown = toBeShownBy(rows.flatMap((row) => row.claims));
  const unseen = new Set(rows.flatMap((row) => Object.keys(row.unseen ?? {})));
  return [
    ...accused.map((line) => `accused: ${line}`),
    ...untested
      .filter((requirement) => shown.has(requirement) && !unseen.has(requirement))
      .map((requirement) => `untested: ${requirement}`),
    ...[...unseen]
      .filter((requirement) => !untested.includes(requirement))
      .map((requirement) => `tested, though the row says that it can not be: ${requirement}`),
  ];
}

function rowNamed(name: string): PermittedRow {
  const found = permittedRows.find((row) => row.name === name);
  if (found === undefined) throw new Error(`no permitted behaviour is named "${name}"`);
  return found;
}

/** All that control, a browser and the settings offer. */
const everyMeans = new Set(allRequirements.flatMap(({ needs = [] }) => needs));

/** The requirements that these claims show, whatever the draws of a run are: its plan, or a procedure, sees to them. */
export function toBeShownBy(names: PermittedRow['claims']): ReadonlySet<string> {
  return new Set(names.flatMap((name) => shownBy(claims[name])));
}

function shownBy({ machine, scope, needs, dedicatedTo }: Claim): readonly string[] {
  if (machine !== undefined) return coverageGoalsOf(machine, everyMeans, []).rules;
  // A procedure shows all that takes what it alone uses, or that takes a browser.
  const by = dedicatedTo ?? needs.find((one) => one === 'checkout');
  if (by === undefined) return [];
  const document = scope === 'resource' ? 'resource' : 'legacy';
  return allRequirements
    .filter((row) => row.document === document && row.level === 'must' && row.needs?.includes(by))
    .map(({ id }) => id);
}
