import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readJournalSync } from '../../../harness/journal/read-journal.ts';
import type { NightTask, OpenInputs } from '../../../harness/records/night-records.ts';
import { fold } from '../../../reports/journal/fold.ts';
import type { InputCoverage } from '../../../reports/journal/inputs.ts';
import { openAfter, triedOverNights } from '../../../reports/nightly/open-inputs.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { startOwnTarget } from '../../support/targets/own-target.ts';
import { runNight } from '../../../suites/nightly/nightly.ts';
import { prepareRun } from '../../../suites/run/prepare.ts';
import { journalOf } from '../../../suites/run/run-folder.ts';

const { dir, targets, close } = await startOwnTarget();
afterAll(close);
const fresh: OpenInputs = { tables: '', round: 1, nights: 0, operations: [] };

/** What a night of few requests has tried of the inputs. */
async function night(name: string, open: OpenInputs): Promise<readonly InputCoverage[]> {
  const task: NightTask = { run: name, forMs: 60_000, kept: {}, trend: [], open };
  const asked = { targets, out: join(dir, name), only: [], bail: false, runs: 6, seed: 1, maxRequests: 40 };
  const { config, finish } = await prepareRun({ ...asked, complete: (of) => ({ ...of, nightly: task }) });
  const { signal } = new AbortController();
  const over = await runNight(config, { forMs: task.forMs, signal, claims: [claims['resource/tokens']] });
  await finish(false, over);
  return fold(readJournalSync(journalOf(config))).inputs;
}

test('a night goes on with the inputs that the one before has left over, and one that knows of none tries the same again', async () => {
  const first = openAfter(fresh, await night('first', fresh));
  const covered = ({ covered: count }: ReturnType<typeof triedOverNights>) => count;
  const tried = covered(triedOverNights(first));
  const knowing = covered(triedOverNights(openAfter(first, await night('knowing', first))));
  const again = covered(triedOverNights(openAfter(first, await night('again', fresh))));
  expect(tried).toBeGreaterThan(0);
  expect(knowing).toBeGreaterThan(tried);
  expect(again).toBe(tried);
});
