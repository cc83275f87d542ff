import { startEmbeddedTarget, type ReachedTarget } from '../../harness/embedded.ts';
import { demandConsent } from '../../harness/preflight/live.ts';
import { loadTarget } from '../../harness/settings/settings.ts';
import { allLatitudes, allRequirements } from '../../spec/register.ts';
import type { RunOptions } from '../run/prepare.ts';

/**
 * Loads the chosen target and, when it is the embedded one, starts it. Throws SettingsError on wrong settings, and where the target is real
 * money and a consent to spend it is missing; whoever only reads needs none.
 */
export async function reachTarget(
  options: Pick<RunOptions, 'targets' | 'target' | 'traceHeader' | 'seed' | 'resume' | 'live'>,
  { readsOnly = false }: { readonly readsOnly?: boolean } = {},
): Promise<ReachedTarget> {
  const known = { requirements: allRequirements, latitudes: allLatitudes };
  const loaded = loadTarget({ file: options.targets, name: options.target, known });
  const { traceHeader } = options;
  const target = traceHeader ? { ...loaded, way: { ...loaded.way, traceHeader } } : loaded;
  if (!readsOnly) demandConsent(target, options.live ?? false);
  if (target.kind === 'embedded') {
    const { seed, resume } = options;
    return startEmbeddedTarget(target, { seed, resumed: resume?.times });
  }
  return { target, close: () => Promise.resolve() };
}
