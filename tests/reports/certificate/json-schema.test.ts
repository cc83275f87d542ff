import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { certificateJsonSchema } from '../../../reports/certificate/certificate-schema.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { conformantRun, faultyRun } from '../page/whole-runs.ts';

const keeps = new Ajv({ strict: false, logger: false }).compile(certificateJsonSchema());
const written = (records: Parameters<typeof fold>[0]): unknown =>
  JSON.parse(JSON.stringify(certificate(fold(records), register)));

test.each([
  ['a sound', conformantRun],
  ['a faulty', faultyRun()],
])('the certificate of %s run keeps the JSON Schema that the package has', (_what, records) => {
  expect(keeps(written(records)), JSON.stringify(keeps.errors)).toBe(true);
});

test.each([
  ['another verdict', { verdict: 'fine' }],
  ['no seed', { seed: undefined }],
  ['a requirement without its verdict', { requirements: [{ id: 'a', document: 'legacy' }] }],
])('a certificate with %s does not', (_what, change) => {
  const whole = written(conformantRun) as Record<string, unknown>;
  expect(keeps(JSON.parse(JSON.stringify({ ...whole, ...change })))).toBe(false);
});
