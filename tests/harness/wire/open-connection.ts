import { onTestFinished } from 'vitest';
import type { ExchangeRecord } from '../../../harness/records/exchange-records.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import { connect } from '../../../harness/wire/connection.ts';
import type { Delivery } from '../../../harness/wire/exchange.ts';
import type { ApiCall } from '../../../models/wire.ts';
import { sampleTarget } from '../settings/sample-target.ts';

export const get: ApiCall = {
  to: 'resource',
  operation: 'get',
  method: 'GET',
  path: '/payments/pay_1',
  credential: 'valid',
};
export const context = {
  suite: 'suite',
  sequence: 'q1',
  step: 's1',
  operation: 'payments.get',
  kind: 'own',
  phase: 'explore',
} as const;

/** A connection to an address, with what it tells its watch and its journal. */
export function open(url: string, changes: Partial<Target> = {}, maxRequests?: number) {
  const records: JournalRecord[] = [];
  const watched: Delivery[] = [];
  const connection = connect({
    target: sampleTarget(url, changes),
    journal: { write: (record) => records.push(record) },
    startedAt: Date.now(),
    maxRequests,
    watch: { ready: () => true, seen: (delivery) => watched.push(delivery) },
  });
  onTestFinished(() => connection.close());
  return { connection, watched, records: records as ExchangeRecord[], all: records };
}
