import { join } from 'node:path';
import type { Fleet, FleetTarget } from '../../harness/fleet/fleet-settings.ts';
import { causeOf } from '../../harness/preflight/trouble.ts';
import { version } from '../../harness/files/version.ts';
import type { FleetReport, FleetRow } from '../../reports/fleet/fleet-schema.ts';
import { fleetRow, type Turn } from '../../reports/fleet/fleet-row.ts';
import { type FleetTask, runTarget } from './run-target.ts';

export interface FleetRunOptions {
  /** The site's folder. */
  readonly out: string;
  /** Targets that are certified side by side. */
  readonly workers: number;
  readonly task: FleetTask;
  readonly startedAt: Date;
  readonly signal: AbortSignal;
  /** What is known of the targets from earlier times. */
  readonly before: FleetReport | undefined;
  /** A target's turn is over, the `done`th of all. */
  readonly onRow: (row: FleetRow, done: number) => void;
}

/** Certifies every target of a fleet, so many at once. Never throws for a single target: what is wrong with one is told in its row. */
export async function runFleet(fleet: Fleet, options: FleetRunOptions): Promise<FleetReport> {
  const { workers, startedAt, before, onRow, signal } = options;
  const at = startedAt.toISOString();
  const rows = new Map<string, FleetRow>();
  // Shared by the workers: each takes the next target that nobody has taken.
  const waiting = fleet.targets.values();
  const work = async (): Promise<void> => {
    for (const target of waiting) {
      const known = before?.targets.find(({ id }) => id === target.id);
      const row = fleetRow({ ...target, at }, await turnOf(target, options), known);
      rows.set(target.id, row);
      onRow(row, rows.size);
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, fleet.targets.length) }, work));
  return {
    schema: 1,
    name: fleet.name,
    tool: { name: 'payproof', version },
    started_at: at,
    ended_at: new Date().toISOString(),
    interrupted: signal.aborted,
    targets: fleet.targets.flatMap(({ id }) => rows.get(id) ?? []),
  };
}

async function turnOf(target: FleetTarget, options: FleetRunOptions): Promise<Turn> {
  const { out, startedAt, task, signal } = options;
  if (signal.aborted)
    return { trouble: { kind: 'interrupted', message: 'the fleet was interrupted before its turn' } };
  const stamp = startedAt.toISOString().replaceAll(':', '-').replace(/\..*/, '');
  const dir = ['targets', target.id, stamp].join('/');
  try {
    const result = await runTarget(target, join(out, dir), task, signal);
    return 'kind' in result ? { trouble: result } : { certificate: result, dir };
  } catch (error) {
    return { trouble: { kind: 'failed', message: causeOf(error) } };
  }
}
