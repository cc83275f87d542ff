import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../harness/files/version.ts';
import { faultsOf } from '../../reference/faults.ts';
import { certifyAway } from '../../tools/distance/certify-away.ts';
import { certifyFaultAway } from '../../tools/faults-at-a-distance/certify-fault-away.ts';
import { replayedAlone } from '../../tools/reproductions/try-reproductions.ts';
import { startServer } from '../../tools/server-process.ts';

const away = { distance: { ms: 20, jitter: 0.5 }, concurrency: 64, checkout: packageRoot };

test('a fault behind a relay is blamed on the row that it breaks, and its reproduction fails without the relay', async () => {
  const id = 'resource-token-metadata-of-other-type';
  const [fault] = faultsOf([id]);
  if (fault === undefined) throw new Error(`there is no fault ${id}`);
  const { signal } = new AbortController();
  const { result, failures } = await certifyFaultAway(fault, { ...away, runs: 92, seed: 11, signal });
  expect(result).toMatchObject({ caught: true, blamed: true });
  // The run ends with the first: another one that is under way by then is not confirmed.
  const confirmed = failures.filter(({ unconfirmed }) => unconfirmed === undefined);
  expect(confirmed).not.toEqual([]);
  for (const { faulty, sound, apart } of await replayedAlone(id, confirmed))
    expect([apart ?? faulty.came, sound.came]).toEqual(['same failure', 'passed']);
});

test('a run behind a relay ends once a record is enough', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-enough-'));
  const server = await startServer(folder);
  try {
    const { records } = await certifyAway({
      ...away,
      targetsFile: server.targetsFile,
      folder,
      options: ['--seed', '1', '--only', 'legacy'],
      enough: { sequence: ({ verdict }) => verdict === 'explained' },
    });
    expect(records.at(-1)).toMatchObject({ k: 'end', interrupted: true });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});
