import type { TestProject } from 'vitest/node';
import { prepareRun } from './run/prepare.ts';

/**
 * Prepares a run when vitest was started by hand (`PAYPROOF_TARGET` names the target, `PAYPROOF_OUT` the folder).
 * Under `certify` the run is prepared already and this does nothing.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.getProvidedContext().payproof) return undefined;
  const {
    PAYPROOF_TARGET: target,
    PAYPROOF_TARGETS: targets,
    PAYPROOF_OUT: out,
    PAYPROOF_SEED: seed,
  } = process.env;
  const run = await prepareRun({
    ...(target && { target }),
    ...(targets && { targets }),
    ...(out && { out }),
    ...(seed && { seed: Number(seed) }),
    only: [],
    bail: false,
  });
  project.provide('payproof', run.config);
  return () => run.finish(false).finally(() => run.release());
}
