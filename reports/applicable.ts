import type { RunRecord } from '../harness/journal-records.ts';
import type { Requirement } from '../spec/requirement.ts';
import { isSelected } from './scope.ts';

/** Why a row can't be tested in this run; undefined when it can. */
export function whyNotApplicable(row: Requirement, run: RunRecord): string | undefined {
  const means = new Set(run.target.means);
  if (!means.has(row.document)) {
    return `${run.target.name} does not claim the ${row.document} interface`;
  }
  if (row.untestable !== undefined) return row.untestable;
  const missing = (row.needs ?? []).filter((need) => !means.has(need));
  if (missing.length > 0) return `needs ${missing.join(' and ')}, which ${run.target.name} does not offer`;
  if (!isSelected(row, run.only)) return 'not selected';
  return undefined;
}
