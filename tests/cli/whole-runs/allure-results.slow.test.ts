import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { run } from '../../../cli/main.ts';
import { certificateSchema } from '../../../reports/certificate/certificate-schema.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';

captureOutput();
const dir = mkdtempSync(join(tmpdir(), 'payproof-allure-results-'));
afterAll(() => rmSync(dir, { recursive: true }));

const resultSchema = z.object({ name: z.string(), fullName: z.string(), historyId: z.string() });

test('certify leaves one Allure result for each requirement, with a history id of its own, and none of a test runner', async () => {
  const out = join(dir, 'run');
  await run([
    'certify',
    '--target',
    'embedded',
    '--out',
    out,
    '--max-requests',
    '40',
    '--runs',
    '1',
    '--quiet',
  ]);
  const { requirements } = certificateSchema.parse(
    JSON.parse(readFileSync(join(out, 'certificate.json'), 'utf8')),
  );
  const files = readdirSync(join(out, 'allure-results'));
  const results = files
    .filter((name) => name.endsWith('.json') && !name.includes('-attachment.'))
    .map((name) => resultSchema.parse(JSON.parse(readFileSync(join(out, 'allure-results', name), 'utf8'))));
  expect(new Set(results.map(({ fullName }) => fullName))).toEqual(
    new Set(requirements.map(({ document, id }) => `${document}/${id}`)),
  );
  expect(results).toHaveLength(requirements.length);
  expect(new Set(results.map(({ historyId }) => historyId)).size).toBe(requirements.length);
  const others = files.filter((name) => !/-result\.json$|-attachment\.|^environment\.properties$/.test(name));
  expect(others).toEqual([]);
});
