import { leastToJudge } from './fewest-to-judge.ts';
import { startEmbedded } from '../../harness/embedded.ts';
import { meansOf, setupOf } from '../../harness/means/means.ts';
import { preflight } from '../../harness/preflight/preflight.ts';
import { loadTarget } from '../../harness/settings/settings.ts';
import { allClaims } from '../../suites/claims/all-claims.ts';
import type { MachineRun } from '../../suites/explore/machine-run.ts';
import { machineNamed } from '../../suites/explore/machines.ts';

const seed = 1;

/**
 * The fewest requests to the embedded target after which some machine judges a row, by its id: no fault of the row shows in fewer.
 * Rows that only procedures judge, such as retries, are left out.
 */
export async function leastSteps(rows: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const server = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), { seed });
  const { capabilities } = await preflight(server.target);
  await server.close();
  const means = meansOf(server.target, capabilities);
  const least = new Map<string, number>();
  for (const walks of walked()) {
    const rules = rows.filter((row) => documentOf(row) === documentOf(walks.machine));
    const machine = machineNamed(walks.machine, setupOf(server.target, means, walks));
    if (machine === undefined || rules.length === 0) continue;
    for (const [row, requests] of leastToJudge(machine, { rules, seed }))
      least.set(row, Math.min(requests, least.get(row) ?? Infinity));
  }
  return least;
}

/** Every machine, alone and in parallel with others. Whether its notifications are judged does not change the machine. */
function walked(): readonly MachineRun[] {
  const all = allClaims.flatMap(({ machine }) => machine ?? []);
  return [...new Map(all.map((walks) => [`${walks.machine} ${walks.exclusive}`, walks])).values()];
}

/** The document of a row, and of a machine, by the first word of its name. */
const documentOf = (name: string) => (name.startsWith('resource') ? 'resource' : 'legacy');
