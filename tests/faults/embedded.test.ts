import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJournalSync } from '../../harness/journal/read-journal.ts';
import { command } from '../support/runs/command.ts';
import { certificateIn } from './faulty.ts';

test('the embedded implementation is never accused, however few the sequences, and its run is written down', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'payproof-embedded-'));
  const out = join(dir, 'run');
  const budget = 600;
  const args = ['--runs', '4', '--max-requests', String(budget), '--seed', '7', '--json'];
  const ended = await command(['certify', '--out', out, ...args], dir).finished;
  const certificate = certificateIn(out);
  // With so few sequences some requirements stay untested: no verdict, and no accusation either.
  expect([0, 3], ended.err).toContain(ended.exit);
  expect(certificate.failures).toEqual([]);
  expect(certificate.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(JSON.parse(ended.out)).toEqual(certificate);
  expect(certificate.totals.requests).toBeLessThanOrEqual(budget);
  expect(certificate.totals.requests).toBeGreaterThan(100);
  const sent = readJournalSync(join(out, 'journal.ndjson.gz')).filter(
    (one) => one.k === 'exchange' && !one.control,
  );
  expect(sent).toHaveLength(certificate.totals.requests);
  rmSync(dir, { recursive: true });
});
