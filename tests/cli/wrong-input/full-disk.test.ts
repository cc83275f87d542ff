import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from '../../../cli/main.ts';
import { readJournalSync } from '../../../harness/journal/read-journal.ts';
import { startReference } from '../../../reference/server.ts';
import { certificateSchema } from '../../../reports/certificate/certificate-schema.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';
import { command } from '../../support/runs/command.ts';
import { smallDisk } from '../../support/targets/small-disk.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-disk-'));
const disk = smallDisk(join(dir, 'disk'), 64);
afterAll(() => {
  if (typeof disk !== 'string') disk.close();
  rmSync(dir, { recursive: true });
});

const printed = captureOutput();

test('a disk that becomes full ends a run with one message; a report is made of what was written, and a read-only one is refused', async ({
  skip,
}) => {
  if (typeof disk === 'string') return skip(`no small disk can be mounted here: ${disk}`);
  const server = await startReference({ control: false });
  const targets = join(dir, 'targets.yaml');
  writeFileSync(
    targets,
    `targets: { own: { kind: remote, resource: { base_url: "${server.url}", secret_key: ${server.keys.secretKey} } } }`,
  );
  const folder = join(dir, 'disk', 'run');
  const certify = ['certify', '--targets', targets, '--quiet', '--seed', '1', '--out'];
  const ended = await command([...certify, folder]).finished;
  const refusal = (cause: string) =>
    `payproof: ${folder} can't be written: ${cause}. What was written so far stays there: payproof report makes its reports once the folder can be written.\n`;
  expect(ended).toEqual({ exit: 3, out: '', err: refusal('no space is left') });
  const written = readJournalSync(join(folder, 'journal.ndjson.gz'));
  expect(written.some(({ k }) => k === 'exchange')).toBe(true);
  expect(written.some(({ k }) => k === 'end')).toBe(false);
  expect(existsSync(join(folder, 'run.lock'))).toBe(false);

  expect(await run(['report', folder])).toBe(3);
  expect(printed.err).toBe(refusal('no space is left'));
  // No file that was written in part.
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);

  disk.change('size=4m');
  printed.clear();
  expect(await run(['report', folder, '--json'])).toBe(0);
  expect(certificateSchema.parse(JSON.parse(printed.out))).toMatchObject({
    verdict: 'inconclusive',
    interrupted: true,
  });

  disk.change('ro');
  expect(await run(['report', folder])).toBe(3);
  expect(printed.err).toBe(refusal('the file system is read-only'));
  printed.err = '';
  const other = join(dir, 'disk', 'other');
  expect(await run([...certify, other])).toBe(2);
  expect(printed.err).toBe(
    `payproof: No run can be written to ${other}: the file system is read-only. Give --out a folder that can be written.\n`,
  );
  await server.close();
});
