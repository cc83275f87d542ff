import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FleetReport } from '../../reports/fleet/fleet-schema.ts';
import { whyRunStays } from '../nightly/prune.ts';

/**
 * Removes the oldest runs of each target until `keep` are left, and their links. A folder is removed only where the site's own data names it and it holds
 * nothing but files of a run.
 */
export function removeOldRuns(out: string, fleet: FleetReport, keep: number): FleetReport {
  return {
    ...fleet,
    targets: fleet.targets.map((target) => {
      const runs = target.history.filter(({ dir }) => dir !== undefined);
      const old = new Set(runs.slice(0, Math.max(0, runs.length - keep)));
      const history = target.history.map((past) => {
        if (!old.has(past) || past.dir === undefined || past.dir === target.run?.dir) return past;
        return isRemoved(out, target.id, past.dir) ? { ...past, dir: undefined } : past;
      });
      return { ...target, history };
    }),
  };
}

/** Whether the folder of a run is gone now. The data may have been changed by somebody: only a folder of this target is touched. */
function isRemoved(out: string, id: string, dir: string): boolean {
  if (!new RegExp(`^targets/${id}/[0-9TZ-]+$`).test(dir)) return false;
  const folder = join(out, dir);
  if (!existsSync(folder)) return true;
  if (whyRunStays(folder) !== undefined) return false;
  rmSync(folder, { recursive: true });
  return true;
}
