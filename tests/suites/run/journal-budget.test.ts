import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSuites } from '../../../cli/command/run-suites.ts';
import { readJournal } from '../../../harness/journal/read-journal.ts';
import { startReference, type RunningReference } from '../../../reference/server.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { runNight } from '../../../suites/nightly/nightly.ts';
import { prepareRun } from '../../../suites/run/prepare.ts';
import { journalOf } from '../../../suites/run/run-folder.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-budget-'));
let server: RunningReference;
beforeAll(async () => (server = await startReference({ control: false })));
afterAll(async () => {
  await server.close();
  rmSync(dir, { recursive: true });
});

/** A run whose journal may hold a megabyte, of which it writes ten. */
async function smallBudget() {
  const own = mkdtempSync(join(dir, 'own-'));
  const targets = join(own, 'targets.yaml');
  const { url, keys } = server;
  writeFileSync(
    targets,
    `targets: { own: { kind: remote, resource: { base_url: "${url}", secret_key: ${keys.secretKey} }, limits: { journal_mb: 1 } } }`,
  );
  return prepareRun({ targets, out: join(own, 'run'), only: [], bail: false, runs: 200, seed: 1 });
}

/** The records of a journal that can be read to its end, and how many MB they are. */
async function written(config: { readonly out: string }) {
  const records = [];
  for await (const record of readJournal(journalOf(config))) records.push(record);
  return { records, mb: records.reduce((sum, record) => sum + JSON.stringify(record).length, 0) / 1e6 };
}

const message = /the journal has reached 1 MB, so the run was ended there/;

describe('a journal that holds as much as it may', () => {
  test('ends the run with one message, and what was written can be read', async () => {
    const { config, breakOff, release } = await smallBudget();
    const { faults } = await runSuites(config, new AbortController().signal);
    expect(faults).toEqual([expect.stringMatching(message)]);
    const { mb } = await written(config);
    expect(mb).toBeGreaterThan(0.9);
    expect(mb).toBeLessThan(4);
    await breakOff();
    release();
  });

  test('ends a night, which says so', async () => {
    const { config, breakOff, release } = await smallBudget();
    const forMs = 60_000;
    const night = await runNight(config, {
      forMs,
      signal: new AbortController().signal,
      claims: [claims['resource/payments']],
    });
    expect(night.why).toBe('journal');
    const { records, mb } = await written(config);
    const troubles = records.flatMap((record) => (record.k === 'trouble' ? [record] : []));
    expect(troubles.map(({ kind }) => kind)).toEqual(['ours']);
    expect(troubles[0]?.cause).toMatch(message);
    expect(mb).toBeLessThan(4);
    await breakOff();
    release();
  });
});
