import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Unwritable } from '../../../harness/preflight/trouble.ts';
import { startReference, type RunningReference } from '../../../reference/server.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { runNight } from '../../../suites/nightly/nightly.ts';
import { prepareRun, type PreparedRun } from '../../../suites/run/prepare.ts';
import { runClaim } from '../../../suites/run/run-claim.ts';
import { openRun } from '../../../suites/run/open-run.ts';
import { journalOf } from '../../../suites/run/run-folder.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-full-'));
const claim = claims['resource/tokens'];
let server: RunningReference;
beforeAll(async () => (server = await startReference({ control: false })));
afterAll(async () => {
  await server.close();
  rmSync(dir, { recursive: true });
});

/** A run whose journal can't be written any more. */
async function onFullDisk(): Promise<PreparedRun> {
  const own = mkdtempSync(join(dir, 'own-'));
  const targets = join(own, 'targets.yaml');
  const { url, keys } = server;
  writeFileSync(
    targets,
    `targets: { own: { kind: remote, resource: { base_url: "${url}", secret_key: ${keys.secretKey} } } }`,
  );
  const prepared = await prepareRun({
    targets,
    out: join(own, 'run'),
    only: [],
    bail: false,
    runs: 3,
    seed: 1,
  });
  rmSync(journalOf(prepared.config));
  symlinkSync('/dev/full', journalOf(prepared.config));
  return prepared;
}

describe.skipIf(!existsSync('/dev/full'))('a journal that can not be written any more', () => {
  test('ends its claim, and no further one begins', async () => {
    const { config, breakOff, release } = await onFullDisk();
    const run = openRun(config);
    await expect(runClaim(run, claim, { claims: [claim] })).rejects.toThrow(Unwritable);
    const { sent } = run.access;
    // Far fewer than the plan has.
    expect(sent).toBeLessThan(20);
    await expect(runClaim(run, claim, { claims: [claim] })).rejects.toThrow(
      `${config.out} can't be written: no space is left.`,
    );
    expect(run.access.sent).toBe(sent);
    await run.close();
    await breakOff();
    release();
  });

  test('ends a night, and has no last record', async () => {
    const { config, finish, release } = await onFullDisk();
    const { signal } = new AbortController();
    await expect(runNight(config, { forMs: 60_000, signal, claims: [claim] })).rejects.toThrow(Unwritable);
    await expect(finish(false)).rejects.toThrow(Unwritable);
    release();
  });
});
