import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { asUnwritable } from '../../harness/preflight/trouble.ts';
import { type FleetReport, fleetSchema } from '../../reports/fleet/fleet-schema.ts';
import { fleetSite } from '../../reports/fleet/fleet-site.ts';
import { jsonText } from '../../reports/files/json-text.ts';
import { badgeDataName, badgeName } from '../../reports/manifest/report-files.ts';
import { writeAtomically } from '../../reports/files/write-atomically.ts';

const dataName = 'fleet.json';
const pageName = 'index.html';

/** What the site in a folder knows already; undefined where there is none. Throws SettingsError where its data can't be read. */
export function siteBefore(out: string): FleetReport | undefined {
  const file = join(out, dataName);
  if (!existsSync(file)) return undefined;
  try {
    return fleetSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new SettingsError(
      `${file} is no data of a fleet's site, or of a newer payproof. Give --out another folder, or remove the file: the history begins anew then.`,
    );
  }
}

/** Writes the site: the page, its data, and a badge for each target. Throws Unwritable when the folder can't be written. */
export async function writeSite(out: string, fleet: FleetReport): Promise<void> {
  try {
    for (const { id, run } of fleet.targets) if (run !== undefined) await copyBadges(out, id, run.dir);
    await writeAtomically(join(out, pageName), fleetSite(fleet));
    // Last, since it is what the next time reads.
    await writeAtomically(join(out, dataName), jsonText(fleet));
  } catch (error) {
    throw asUnwritable(out, error);
  }
}

/** Puts the badge of a target's newest run where its address stays the same. */
async function copyBadges(out: string, id: string, dir: string): Promise<void> {
  const place = join(out, 'badges', id);
  for (const name of [badgeName, badgeDataName]) {
    const from = join(out, dir, name);
    if (!existsSync(from)) continue;
    await mkdir(place, { recursive: true });
    await copyFile(from, join(place, name));
  }
}
