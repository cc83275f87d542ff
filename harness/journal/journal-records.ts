import { z } from 'zod';
import { cleanupSchemas } from '../records/cleanup-records.ts';
import { exchangeSchema, notificationSchema } from '../records/exchange-records.ts';
import { failureSchema } from '../records/failure-record.ts';
import { experimentSchema } from '../records/experiment-record.ts';
import type { Recorded } from '../records/recorded.ts';
import { endSchema, resumeSchema, runSchema } from '../records/run-record.ts';
import { sequenceSchema } from '../records/sequence-record.ts';
import { shardRecordSchema } from '../records/shard-records.ts';
import { awaySchema, machineSchema, suiteSchema, troubleSchema } from '../records/suite-record.ts';

/**
 * What a run's journal holds: one JSON object a line, of the kind `k`, in the order in which things happened. A journal is a file, and a file may
 * hold anything: the checksum of a line shows damage, and this holds back what was never a record.
 */
export const journalRecordSchema = z.discriminatedUnion('k', [
  runSchema,
  machineSchema,
  suiteSchema,
  exchangeSchema,
  notificationSchema,
  sequenceSchema,
  failureSchema,
  experimentSchema,
  awaySchema,
  troubleSchema,
  resumeSchema,
  shardRecordSchema,
  ...cleanupSchemas,
  endSchema,
]);
export type JournalRecord = Recorded<typeof journalRecordSchema>;

type RecordOf<K extends JournalRecord['k']> = Extract<JournalRecord, { readonly k: K }>;

/** What is done with a record of each kind; one of another kind is passed over. */
export type Reducers<Result = void> = {
  readonly [K in JournalRecord['k']]?: (record: RecordOf<K>) => Result;
};

/** Does with a record what is done with those of its kind. Gives undefined where that is nothing. */
export function reduce<Result>(reducers: Reducers<Result>, record: JournalRecord): Result | undefined {
  const one = reducers[record.k] as ((record: JournalRecord) => Result) | undefined;
  return one?.(record);
}
