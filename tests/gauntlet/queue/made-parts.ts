import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Redis } from 'ioredis';
import type { Expected } from '../../../cli/queue/segment.ts';
import type { QueueTask } from '../../../cli/queue/part-job.ts';
import { leaveSegment, segmentKey } from '../../../cli/queue/segment.ts';
import { sealedLine } from '../../../harness/journal/journal-file.ts';
import { packedJournalName } from '../../../harness/journal/journal-bytes.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { RunRecord } from '../../../harness/records/run-record.ts';
import type { Shard } from '../../../harness/records/shard-records.ts';
import { readShard, type ReadShard } from '../../../reports/merge/read-shard.ts';
import { sha256 } from '../../../reports/files/digest.ts';
import { endRecord, failureRecord, runRecord } from '../../reports/certificate/synthetic.ts';

/** A run by queue of three parts that nobody made: what workers leave of it is written by hand. */
export const task: QueueTask = {
  run: 'r1',
  target: 'sandbox',
  of: 3,
  atOnce: 2,
  seed: 42,
  only: [],
  version: '0.1.0',
};

const settings = {};
export const expected: Expected = { task, run: runRecord({ settings, shard: shardOf(1) }) };
/** Within the time in which the first part holds the target alone. */
export const meanwhile = '2026-01-31T08:00:00.500Z';

/** The first part, which held the target alone, an hour before the others. */
export async function ownPart(): Promise<ReadShard> {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-made-'));
  const text = journalOf(1, { run: { startedAt: '2026-01-31T08:00:00.000Z' }, shard: { apart: true } });
  writeFileSync(join(folder, packedJournalName), gzipSync(text));
  const own = await readShard(folder);
  rmSync(folder, { recursive: true });
  return own;
}

function shardOf(index: number, more: Partial<Shard> = {}): Shard {
  const { of, atOnce, run } = task;
  return {
    index,
    of,
    shared: true,
    ...(atOnce !== undefined && { atOnce }),
    queue: { run, clockMs: 0 },
    ...more,
  };
}

interface Journal {
  readonly run?: Partial<RunRecord>;
  readonly shard?: Partial<Shard>;
  readonly records?: readonly JournalRecord[];
  readonly end?: readonly JournalRecord[];
}

/** The journal of a part, as text. */
export function journalOf(
  index: number,
  { run = {}, shard = {}, records = [], end = [endRecord] }: Journal = {},
): string {
  const first = runRecord({ settings, ...run, shard: shardOf(index, shard) });
  return [first, ...records, ...end]
    .map((one, line) => `${sealedLine(JSON.stringify(one), line + 1)}\n`)
    .join('');
}

/** Leaves a good part in Redis, as a worker does. */
export async function leaveGood(
  redis: Redis,
  index: number,
  worker: string,
  journal: Journal = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-made-'));
  writeFileSync(join(folder, packedJournalName), gzipSync(journalOf(index, journal)));
  await leaveSegment(redis, folder, { run: task.run, index, worker });
  rmSync(folder, { recursive: true });
}

/** What is said of a segment, and what it holds. */
interface Left {
  readonly facts: string;
  readonly journal: Buffer;
}

/** A segment whose facts are those of its journal, but for what is given. */
function left(
  journal: string | Buffer,
  facts: Readonly<Record<string, unknown>> = {},
  packed?: Buffer,
): Left {
  const all = {
    schema: 1,
    run: task.run,
    index: 2,
    worker: 'wrong',
    bytes: journal.length,
    sha256: sha256(journal),
    ...facts,
  };
  return { facts: JSON.stringify(all), journal: packed ?? gzipSync(journal) };
}

/** Something that stands where a worker should have left part 2. */
export interface BadPart {
  readonly name: string;
  /** What the coordinator says of it. */
  readonly says: RegExp;
  /** It does not say whose it is. */
  readonly isNameless?: boolean;
  readonly left: () => Left;
}

const good = journalOf(2);
const middle = 40;
const flipped = (): Buffer => {
  const bytes = gzipSync(good);
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  return bytes;
};
/** It unpacks to a thousand times as much. */
export const zeros = (megabytes: number): Buffer => {
  const piece = gzipSync(Buffer.alloc(16 * 1024 ** 2));
  return Buffer.concat(Array.from({ length: megabytes / 16 }, () => piece));
};

export const badParts: readonly BadPart[] = [
  {
    name: 'garbage',
    says: /nothing says what it is/,
    isNameless: true,
    left: () => ({ facts: '', journal: Buffer.alloc(4096, 0xab) }),
  },
  {
    name: 'garbage behind a line',
    says: /not of this version/,
    isNameless: true,
    left: () => ({ facts: 'garbage', journal: Buffer.alloc(4096, 0xab) }),
  },
  {
    name: 'a segment of a newer schema',
    says: /not of this version/,
    isNameless: true,
    left: () => left(good, { schema: 2 }),
  },
  {
    name: 'a name that would forge a line',
    says: /not of this version/,
    isNameless: true,
    left: () => left(good, { worker: 'x\n::error::' }),
  },
  { name: 'a segment of another run', says: /of another run/, left: () => left(good, { run: 'r0' }) },
  { name: 'a segment of another part', says: /it is part 3/, left: () => left(good, { index: 3 }) },
  {
    name: 'the journal of another run under this name',
    says: /its journal is of another run/,
    left: () => left(journalOf(2, { shard: { queue: { run: 'r0', clockMs: 0 } } })),
  },
  {
    name: 'the journal of another part under this name',
    says: /its journal is of part 3 of 3/,
    left: () => left(journalOf(3)),
  },
  {
    name: 'a journal that was made by another seed',
    says: /other settings: --seed was 42 and is 43/,
    left: () => left(journalOf(2, { run: { seed: 43 } })),
  },
  {
    name: 'the journal of another server',
    says: /other settings: what the target says that it runs/,
    left: () =>
      left(journalOf(2, { run: { endpoints: [{ interface: 'control', url: 'http://t', build: 'b' }] } })),
  },
  {
    name: 'a journal from the time in which the first part held the target',
    says: /while shard 2/,
    left: () => left(journalOf(2, { run: { startedAt: meanwhile } })),
  },
  { name: 'no journal', says: /./, left: () => left(good, {}, Buffer.alloc(0)) },
  {
    name: 'a journal without its end',
    says: /it has no end/,
    left: () => left(journalOf(2, { end: [] })),
  },
  {
    name: 'an interrupted journal',
    says: /it has no end/,
    left: () => left(journalOf(2, { end: [{ ...endRecord, interrupted: true }] })),
  },
  {
    name: 'a journal that was cut',
    says: /digest/,
    left: () => left(good, {}, gzipSync(good).subarray(0, -middle)),
  },
  { name: 'a journal with a wrong byte', says: /digest|run record/, left: () => left(good, {}, flipped()) },
  {
    name: 'a journal with a line that is no record',
    says: /damaged at line/,
    left: () => left(journalOf(2, { records: [failureRecord()] }).replace('"k":"failure"', '"k":"garbage"')),
  },
  {
    name: 'a bomb: a gigabyte in a megabyte',
    says: /unpacks to more than the/,
    left: () => left(good, {}, Buffer.concat([gzipSync(good), zeros(1024)])),
  },
  {
    name: 'a bomb that says how large it is',
    says: /digest|run record/,
    left: () => left(good, { bytes: 2 * 1024 ** 3 }, zeros(1024)),
  },
  {
    name: 'a bomb that says that it is larger than any part',
    says: /not of this version/,
    isNameless: true,
    left: () => left(good, { bytes: 2 * 1024 ** 3 + 1 }, zeros(16)),
  },
  {
    name: 'more failures than any run reports',
    says: /more failures than any run reports/,
    left: () => left(journalOf(2, { records: Array.from({ length: 5001 }, () => failureRecord()) })),
  },
];

/** Leaves something bad in Redis in the place of part 2. */
export async function leaveBad(redis: Redis, { left: leaves }: BadPart): Promise<void> {
  const { facts, journal } = leaves();
  const bytes = facts === '' ? journal : Buffer.concat([Buffer.from(`${facts}\n`), journal]);
  await redis.set(segmentKey(`${task.run}-2`), bytes);
}
