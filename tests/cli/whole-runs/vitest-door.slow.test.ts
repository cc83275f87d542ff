import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packageRoot } from '../../../harness/files/version.ts';
import { startReference } from '../../../reference/server.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { readSummary } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { command } from '../../support/runs/command.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-door-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A faulty server of which little can be tested, so that a whole run takes 400 requests. */
async function served(name: string) {
  const server = await startReference({ control: false, faults: ['resource-public-key-accepted'] });
  const { secretKey, publicKey } = server.keys;
  const file = join(dir, `${name}.yaml`);
  writeFileSync(
    file,
    `targets: { own: { kind: remote, resource: { base_url: '${server.url}', secret_key: ${secretKey}, public_key: ${publicKey} }, limits: { max_requests: 400 } } }`,
  );
  return { file, out: join(dir, name), close: () => server.close() };
}

/** The verdict of each row, and whether anything shows it, by a run's journal. vitest has another order than the command, so that their numbers differ. */
async function rowsOf(out: string) {
  const { requirements } = certificate(await readSummary(out), register);
  return requirements.map(({ id, verdict, checks }) => ({ id, verdict, isShown: checks > 0 }));
}

test('vitest --project conformance gives each row the verdict that certify gives it, and is red where certify accuses', async () => {
  const byCommand = await served('command');
  const { file, out } = byCommand;
  const certified = await command(['certify', '--targets', file, '--seed', '1', '--out', out]).finished;
  await byCommand.close();
  expect(certified.exit, certified.err).toBe(1);

  const byVitest = await served('vitest');
  const child = spawn(
    process.execPath,
    [join(packageRoot, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'conformance'],
    {
      cwd: packageRoot,
      env: {
        PATH: process.env['PATH'],
        NO_COLOR: '1',
        PAYPROOF_TARGETS: byVitest.file,
        PAYPROOF_SEED: '1',
        PAYPROOF_OUT: byVitest.out,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += String(text)));
  await once(child, 'close');
  await byVitest.close();
  expect(child.exitCode, output).toBe(1);
  expect(output).toContain('AssertionError: resource.auth.public-key-refused');

  const rows = await rowsOf(byVitest.out);
  expect(rows).toEqual(await rowsOf(out));
  expect(rows.find(({ id }) => id === 'resource.auth.public-key-refused')).toMatchObject({ verdict: 'fail' });
  expect(rows.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(9);
});
