import { createHash } from 'node:crypto';
import type { JournalRecord, RunRecord } from '../../harness/journal/journal-records.ts';
import { journalBytes, recordsIn } from '../../harness/journal/read-journal.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { DigestedBytes } from '../files/digest.ts';
import { chosenFailures, type FailurePlace, placeOf } from './chosen-failures.ts';
import type { ReadShard } from './read-shard.ts';
import { refuseUnmergeable } from './refuse.ts';

/** Damaged places of one journal that are named. */
const mostDamage = 100;

/** Shards of one run, ready to be merged. */
export interface Mergeable {
  /** The first record of the merged journal. */
  readonly run: RunRecord;
  /** The records behind it, one at a time. They may be read once. Throws a SettingsError where a journal has changed since it was looked at. */
  records(): AsyncGenerator<JournalRecord, void>;
}

/** Looks whether shards can be merged. Throws a SettingsError where they can't. */
export function mergeable(given: readonly ReadShard[]): Mergeable {
  refuseUnmergeable(given);
  const shards = given.toSorted((one, other) => one.run.shard.index - other.run.shard.index);
  const startedAt = Math.min(...shards.map((shard) => shard.startedAt));
  const [first] = shards;
  if (first === undefined) throw new SettingsError('There is nothing to merge.');
  const { shard: of, ...run } = first.run;
  const chosen = chosenFailures(shards);
  return {
    run: {
      ...run,
      startedAt: new Date(startedAt).toISOString(),
      merged: { of: of.of, shared: of.shared },
    },
    async *records() {
      const written = { machines: new Set<string>(), reproductions: new Set<string>() };
      for (const shard of shards) yield* recordsOf(shard, shard.startedAt - startedAt, chosen, written);
      const ends = shards.map((shard) => shard.startedAt - startedAt + shard.lastAt);
      yield {
        k: 'end',
        at: Math.max(...ends),
        interrupted: shards.some(({ ended }) => ended !== 'whole'),
      };
    },
  };
}

/** What was written before and must not be there twice. */
interface Written {
  readonly machines: Set<string>;
  readonly reproductions: Set<string>;
}

/** The records of a shard in the time of the merged run, without the failures that another one stands for. */
async function* recordsOf(
  { file, run, startedAt, ended, damage, sha256 }: ReadShard,
  laterMs: number,
  chosen: ReadonlySet<FailurePlace>,
  { machines, reproductions }: Written,
): AsyncGenerator<JournalRecord, void> {
  const { index } = run.shard;
  yield {
    k: 'shard',
    index,
    startedAt: new Date(startedAt).toISOString(),
    ended,
    sha256,
    ...(damage.length > 0 && { damage: damage.slice(0, mostDamage) }),
  };
  let nth = 0;
  const digested = new DigestedBytes();
  for await (const record of recordsIn(digested.pass(journalBytes(file)))) {
    switch (record.k) {
      case 'run':
      case 'end':
      case 'shard':
        break;
      case 'machine': {
        // Each shard has the same ones, and they are large.
        const digest = createHash('sha256').update(JSON.stringify(record)).digest('base64');
        if (!machines.has(digest)) yield record;
        machines.add(digest);
        break;
      }
      case 'failure': {
        const isChosen = chosen.has(placeOf(index, nth));
        nth += 1;
        if (!isChosen) break;
        const { reproduction } = record;
        const name = reproductions.has(reproduction) ? `shard-${index}-${reproduction}` : reproduction;
        reproductions.add(name);
        yield { ...record, reproduction: name };
        break;
      }
      case 'suite':
      case 'exchange':
      case 'notification':
      case 'sequence':
      case 'trouble':
      case 'resume':
      case 'payment':
      case 'cleanup':
      case 'cleaned':
        yield 'at' in record ? { ...record, at: record.at + laterMs } : record;
    }
  }
  if (digested.found().sha256 !== sha256)
    throw new SettingsError(`${file} has changed while it was merged: merge again once its run has ended.`);
}
