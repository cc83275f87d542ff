import { allRequirements } from '../../../spec/register.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { coverageGoalsOf } from '../../../suites/explore/coverage-goals.ts';
import type { Claim } from '../../../suites/run/claim.ts';
import type { PermittedRow } from './row.ts';

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
