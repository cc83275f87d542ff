import { SettingsError } from '../settings/settings-error.ts';
import type { Target } from '../settings/settings.ts';

/** What a run has open beside its connections: its files, and the modules that its threads load at once. */
const besides = 128;
/** Connections for each request that may be under way: to the interfaces, to control and from the target's notifications; where the server is ours too, both ends of each. */
const perRequest = { embedded: 16, remote: 4 } as const;

/** How many files a run may have open at once, connections included. */
export function openFilesOf({ kind, limits }: Pick<Target, 'kind' | 'limits'>): number {
  return besides + perRequest[kind] * Math.min(limits.concurrency, kind === 'embedded' ? 8 : Infinity);
}

/** Throws SettingsError where this process may open fewer files than a run needs: what fails then looks like a fault of ours or of the target. `most`: default: as its system says. */
export function requireOpenFiles(target: Pick<Target, 'kind' | 'limits'>, most = mostOpenFiles()): void {
  const needed = openFilesOf(target);
  if (most === undefined || most >= needed) return;
  throw new SettingsError(
    `This process may have ${most} files open at once (ulimit -n), and a run with limits.concurrency ${target.limits.concurrency} needs ${needed}. Allow more, as with 'ulimit -n ${Math.max(1024, needed)}'${target.limits.concurrency > 1 ? ', or lower limits.concurrency' : ''}.`,
  );
}

/** As the system of this process says; undefined where it says nothing, as on Windows. */
function mostOpenFiles(): number | undefined {
  // Looking up the names of network interfaces may take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } };
  };
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}
