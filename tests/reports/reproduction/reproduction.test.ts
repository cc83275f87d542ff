import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reproduction, reproductionSchema } from '../../../reports/reproduction/reproduction.ts';
import { readReproduction } from '../../../cli/replay/read-reproduction.ts';
import { storedReproduction } from '../../support/runs/stored.ts';
import { failureRecord, runRecord } from '../certificate/synthetic.ts';

const { tool } = runRecord();

test('a reproduction that names a suite by its former name is read under the name of today', () => {
  const stored = reproduction(failureRecord({ suite: 'legacy/time' }), { target: 'sandbox', tool });
  expect(reproductionSchema.parse({ ...stored, suite: 'webhooks/arrivals' })).toEqual({
    ...stored,
    suite: 'webhooks/notifications',
  });
  expect(reproductionSchema.parse(stored).suite).toBe('legacy/time');
  expect(reproductionSchema.parse({ ...stored, suite: 'constructor' }).suite).toBe('constructor');
});

test('a reproduction keeps a key __proto__ of what was sent and received, and is read again', () => {
  const pairs = JSON.parse('{"metadata":{"__proto__":"x","constructor":"y"}}') as object;
  const [step] = storedReproduction().sequence;
  const line = { step: 's1', operation: 'authorize', kind: 'one piece', uses: {}, control: false };
  const written = reproductionSchema.parse(
    storedReproduction({
      sequence: [{ ...step, data: pairs }],
      transcript: [{ ...line, expected: '', received: '', call: { body: pairs }, reply: pairs }],
    }),
  );
  const file = join(mkdtempSync(join(tmpdir(), 'payproof-')), 'stored.json');
  writeFileSync(file, JSON.stringify(written));
  const { sequence, transcript } = readReproduction(file);
  const kept = [sequence[0]?.data, transcript[0]?.reply, transcript[0]?.call];
  expect(kept.map((one) => JSON.stringify(one))).toEqual(
    [pairs, pairs, { body: pairs }].map((one) => JSON.stringify(one)),
  );
});
