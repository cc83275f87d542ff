import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import { journalBytes, journalOfOthers, packedJournalName } from '../../harness/journal/journal-bytes.ts';
import type { JournalDamage } from '../../harness/journal/journal-damage.ts';
import { reduce, type Reducers } from '../../harness/journal/journal-records.ts';
import { JournalReader, recordsIn } from '../../harness/journal/read-journal.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import type { Shard, ShardEnd } from '../../harness/records/shard-records.ts';
import { DigestedBytes } from '../files/digest.ts';

/** A shard as its journal shows it, without what it sent and received. */
export interface ReadShard {
  /** Its folder, as the reader typed it. */
  readonly dir: string;
  readonly file: string;
  readonly run: RunRecord & { readonly shard: Shard };
  /** ms from the epoch, by the clock that the shards of a run by queue have in common. */
  readonly startedAt: number;
  /** ms from the epoch: later than its start and its last record say where it was resumed. */
  readonly endedAt: number;
  /** ms since its start, of its last record. */
  readonly lastAt: number;
  readonly ended: ShardEnd;
  /** In their order in the journal. */
  readonly failures: readonly FailureRecord[];
  readonly damage: readonly JournalDamage[];
  readonly sha256: string;
  /** How many bytes the journal has, unpacked. */
  readonly bytes: number;
}

/** More failures than any run reports, and characters in them: they are kept until all shards are read. */
const mostFailures = 5000;
const mostFailureCharacters = 64 * 1024 * 1024;

/**
 * Reads the journal of a shard once, in pieces. Throws a SettingsError where a folder holds none, or that of no shard, and where it unpacks to more than
 * `most` bytes.
 */
export async function readShard(dir: string, most?: number): Promise<ReadShard> {
  const file = journalOfOthers(dir);
  if (file === undefined)
    throw new SettingsError(`${dir} holds no ${packedJournalName}: it is not the folder of a shard.`);
  const reader = new JournalReader();
  const digested = new DigestedBytes();
  const failures: FailureRecord[] = [];
  let characters = 0;
  let run: RunRecord | undefined;
  let ended: ShardEnd = 'broken off';
  let lastAt = 0;
  let idleUntil: number | undefined;
  const reducers: Reducers = {
    run: (record) => void (run ??= record),
    failure(record) {
      failures.push(record);
      characters += JSON.stringify(record).length;
      if (failures.length > mostFailures || characters > mostFailureCharacters)
        throw new RangeError('it has more failures than any run reports');
    },
    resume({ resumedAt, at }) {
      ended = 'broken off';
      idleUntil = Date.parse(resumedAt) - at;
    },
    end: ({ interrupted }) => void (ended = interrupted ? 'interrupted' : 'whole'),
  };
  try {
    for await (const record of recordsIn(digested.pass(journalBytes(file, most)), reader)) {
      if ('at' in record) lastAt = Math.max(lastAt, record.at);
      reduce(reducers, record);
    }
  } catch (error) {
    throw new SettingsError(`${file} can't be read as a journal: ${(error as Error).message}.`);
  }
  if (run === undefined)
    throw new SettingsError(`${file} has no run record, which says what was run against what.`);
  if (run.merged !== undefined)
    throw new SettingsError(`${dir} was merged already: give the folders of the shards.`);
  const { shard } = run;
  const found = digested.found();
  if (shard === undefined)
    throw new SettingsError(`${dir} is a whole run, and no shard of one: certify --shard makes those.`);
  const clockMs = shard.queue?.clockMs ?? 0;
  const startedAt = Date.parse(run.startedAt) + clockMs;
  return {
    dir,
    file,
    run: { ...run, shard },
    startedAt,
    endedAt: (idleUntil === undefined ? startedAt : idleUntil + clockMs) + lastAt,
    lastAt,
    ended,
    failures,
    damage: reader.damage,
    ...found,
  };
}
