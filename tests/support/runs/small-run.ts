import { startEmbedded } from '../../../harness/embedded.ts';
import { redactorOf } from '../../../harness/secrets/redact.ts';
import { preflight } from '../../../harness/preflight/preflight.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { allClaims } from '../../../suites/claims/all-claims.ts';
import { runRecord } from '../../../suites/run/prepare.ts';
import { openRun } from '../../../suites/run/open-run.ts';
import { runClaim } from '../../../suites/run/run-claim.ts';
import { makeRunFolder, openRunJournal } from '../../../suites/run/run-folder.ts';
import { unwrittenConfig } from '../../../suites/run/unwritten-run.ts';

/** Writes the journal of a short run against an embedded server with a fault, so that it has records of every kind. */
export async function writeSmallRun(out: string): Promise<void> {
  const { target, close } = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), {
    seed: 1,
    faults: ['legacy-close-keeps-open'],
  });
  const config = unwrittenConfig(target, await preflight(target), { out, seed: 2, runs: 4, maxRequests: 1000 });
  const { release } = makeRunFolder(config, runRecord(config), redactorOf(target));
  const journal = openRunJournal(config);
  const run = openRun(config, journal);
  for (const claim of allClaims.filter(({ suite }) => suite === 'legacy/lifecycle'))
    await runClaim(run, claim, { claims: [claim] });
  journal.write({ k: 'trouble', at: 1, kind: 'network', cause: 'connection reset' });
  journal.write({ k: 'end', at: 2, interrupted: false });
  await run.close();
  await close();
  release();
}
