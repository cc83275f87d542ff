import { expect, test } from 'vitest';
import { reproduction, reproductionSchema } from '../../../reports/reproduction/reproduction.ts';
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
