import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import type { FailureRecord } from '../../../harness/records/failure-record.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { whyUntestable } from '../../../reports/certificate/applicable.ts';
import { curlScript } from '../../../reports/reproduction/curl/curl.ts';
import { reproduction } from '../../../reports/reproduction/reproduction.ts';
import { vitestFile } from '../../../reports/reproduction/vitest/vitest-file.ts';
import { transportRules as rules } from '../../../spec/legacy/transport.ts';
import { checkStored } from '../../../suites/replay/check-stored.ts';
import { runRecord } from '../../../suites/run/prepare.ts';
import { noJournal } from '../../../suites/run/session.ts';
import { inUnwrittenRun, unwrittenConfig } from '../../../suites/run/unwritten-run.ts';
import { certifyTransport } from '../../../suites/transport/certify-transport.ts';
import {
  certificateFile,
  startTlsServer,
  type TlsServer,
  type TlsServerOptions,
} from '../../support/targets/tls-server.ts';

let server: TlsServer | undefined;
afterEach(() => server?.close());

function planOf(baseUrl: string, timeoutMs = 10_000) {
  const target = loadTarget({ file: undefined, name: 'local' });
  if (target.legacy === undefined) throw new Error('the target local has no legacy interface');
  const limits = { ...target.limits, timeoutMs };
  return unwrittenConfig(
    { ...target, limits, legacy: { ...target.legacy, baseUrl } },
    { capabilities: [], skewMs: 0 },
  );
}

/** Certifies a server whose certificate is trusted, and gives what was journaled. */
async function certified(options: TlsServerOptions, timeoutMs?: number) {
  server = await startTlsServer(options);
  const { raw: certificate } = new X509Certificate(readFileSync(certificateFile(options.certificate)));
  const records: JournalRecord[] = [];
  const config = planOf(`https://127.0.0.1:${server.port}`, timeoutMs);
  const failures = await inUnwrittenRun(config, 'legacy/transport', (session) =>
    certifyTransport({ ...session, journal: noJournal((record) => void records.push(record)) }, () =>
      Promise.resolve({ certificate }),
    ),
  );
  const sequences = records.flatMap((record) => (record.k === 'sequence' ? [record] : []));
  return { failures, sequences };
}

it('a server of our time proves both rows with no request', async () => {
  const { failures, sequences } = await certified({ certificate: 'valid.pem' });
  expect(failures).toEqual([]);
  expect(sequences).toMatchObject([
    { verdict: 'explained', requests: 0, evidence: { [rules.noSsl.id]: 1, [rules.sha2.id]: 1 } },
  ]);
});

it.each<[string, TlsServerOptions, string]>([
  ['accepts SSL 2', { certificate: 'valid.pem', accepts: 'SSL 2' }, rules.noSsl.id],
  ['accepts SSL 3', { certificate: 'valid.pem', accepts: 'SSL 3' }, rules.noSsl.id],
  ['shows a certificate under SHA-1', { certificate: 'sha1.pem' }, rules.sha2.id],
])('a server that %s is accused of that row alone, after a second try', async (_, options, row) => {
  const { failures, sequences } = await certified(options);
  expect(failures.map(({ requirement, flaky }) => ({ requirement, flaky }))).toEqual([
    { requirement: [row], flaky: false },
  ]);
  expect(sequences.map(({ phase }) => phase)).toEqual(['explore', 'confirm']);
  const [failure] = failures as [FailureRecord];
  const stored = reproduction(failure, { target: 'local', tool: { name: 'payproof', version: '0' } });
  expect(() => checkStored(stored)).not.toThrow();
  expect(curlScript(failure)).toContain('It shows in the handshake, before any request');
  expect(vitestFile(failure)).toBeUndefined();
});

it('a server that answers an old version with nothing is neither accused nor proven right', async () => {
  const { failures, sequences } = await certified({ certificate: 'valid.pem', silent: true }, 50);
  expect(failures).toEqual([]);
  expect(sequences[0]?.evidence).toEqual({ [rules.sha2.id]: 1 });
});

it('both rows are not applicable where the base URL is http, and say so', () => {
  const record = runRecord(planOf('http://127.0.0.1:1'));
  for (const row of Object.values(rules))
    expect(whyUntestable(row, record)).toContain('legacy.base_url is http');
  const secure = runRecord(planOf('https://127.0.0.1:1'));
  for (const row of Object.values(rules)) expect(whyUntestable(row, secure)).toBeUndefined();
});
