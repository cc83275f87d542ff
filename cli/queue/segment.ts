import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { readBounded } from '../../harness/files/bounded-file.ts';
import { makeFolder } from '../../harness/files/make-folder.ts';
import { journalBytes, packedJournalName } from '../../harness/journal/journal-bytes.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import { DigestedBytes } from '../../reports/files/digest.ts';
import { writeAtomically } from '../../reports/files/write-atomically.ts';
import { differencesOf, refuseAtOnce } from '../../reports/merge/merged-records.ts';
import { readShard, type ReadShard } from '../../reports/merge/read-shard.ts';
import { jobIdOf, type QueueTask, runId } from './part-job.ts';

/** What is not fetched is forgotten after a week, s. */
const segmentSeconds = 7 * 86_400;
/** Of a compressed journal: Redis takes twice as much as one value. */
const mostPacked = 256 * 1024 ** 2;
/** Of what it unpacks to. */
const mostUnpacked = 2 * 1024 ** 3;
/** So much is fetched at once. */
const pieceBytes = 4 * 1024 ** 2;
/** The facts are the first line of a segment, and are shorter. */
const mostFacts = 2048;
const factsName = 'segment.json';

/** A worker by its machine and its process. */
const workerName = z.string().regex(/^[\w.:-]{1,100}$/);

/** What a worker says of the journal of a part, which it leaves with it. */
const factsSchema = z.strictObject({
  schema: z.literal(1),
  run: runId,
  index: z.int().min(1),
  worker: workerName,
  /** Of the journal, unpacked. */
  bytes: z.int().min(1).max(mostUnpacked),
  sha256: z.string().regex(/^[\da-f]{64}$/),
});
type Facts = z.output<typeof factsSchema>;

/** What was left of a part can't be taken: why, and by whom where that is known. */
export class BadSegment extends Error {
  readonly worker: string | undefined;

  constructor(why: string, worker?: string) {
    super(why);
    this.worker = worker;
  }
}

/** Where a worker leaves the journal of a part, compressed, behind a line with its facts. */
export const segmentKey = (jobId: string): string => `payproof:segment:${jobId}`;

/** Writes down what the journal in the folder of a part is, so that it is known again. */
export async function sealPart(folder: string, of: Pick<Facts, 'run' | 'index' | 'worker'>): Promise<string> {
  const digested = new DigestedBytes();
  for await (const chunk of journalBytes(join(folder, packedJournalName))) digested.add(chunk);
  const { run, index, worker } = of;
  const facts: Facts = { schema: 1, run, index, worker, ...digested.found() };
  const text = `${JSON.stringify(facts)}\n`;
  await writeAtomically(join(folder, factsName), text);
  return text;
}

/** Leaves the journal of a part in Redis. The first that is whole counts, however often a part was made. Gives its size. */
export async function leaveSegment(
  redis: Redis,
  folder: string,
  of: Pick<Facts, 'run' | 'index' | 'worker'>,
): Promise<number> {
  const facts = await sealPart(folder, of);
  const journal = await readFile(join(folder, packedJournalName));
  if (journal.length > mostPacked)
    throw new Error(`its journal has ${journal.length} bytes, and the queue takes ${mostPacked} at most`);
  const segment = Buffer.concat([Buffer.from(facts), journal]);
  await redis.set(segmentKey(jobIdOf(of)), segment, 'EX', segmentSeconds, 'NX');
  return journal.length;
}

/** A part that is what it should be. */
interface Part {
  readonly worker: string;
  readonly shard: ReadShard;
}

/** What the parts of a run must be. */
export interface Expected {
  readonly task: QueueTask;
  /** The first record of a run by the coordinator's own settings. */
  readonly run: RunRecord;
  /** The part that the coordinator made itself, while no other could run. Absent: there is none. */
  readonly own?: ReadShard;
}

/**
 * Takes what a worker has left of a part into its folder, in pieces, and only then removes it from Redis. Undefined where nothing was left. Throws BadSegment
 * where it is not what it should be; it is removed then too.
 */
export async function takeSegment(
  redis: Redis,
  expected: Expected,
  index: number,
  folder: string,
): Promise<Part | undefined> {
  const key = segmentKey(jobIdOf({ run: expected.task.run, index }));
  if ((await redis.exists(key)) === 0) return undefined;
  const fetched = `${folder}.fetched`;
  rmSync(fetched, { recursive: true, force: true });
  try {
    await fetchInto(redis, key, fetched);
    const { worker, shard } = await checkedPart(fetched, expected, index);
    rmSync(folder, { recursive: true, force: true });
    await rename(fetched, folder);
    await redis.del(key);
    return { worker, shard: { ...shard, dir: folder, file: join(folder, packedJournalName) } };
  } catch (error) {
    if (error instanceof BadSegment) await redis.del(key);
    throw error;
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
}

async function fetchInto(redis: Redis, key: string, folder: string): Promise<void> {
  if ((await redis.type(key)) !== 'string') throw new BadSegment('it is no text');
  const head = await redis.getrangeBuffer(key, 0, mostFacts - 1);
  const line = head.indexOf('\n') + 1;
  if (line === 0) throw new BadSegment('nothing says what it is');
  const facts = factsIn(head.subarray(0, line).toString());
  const size = await redis.strlen(key);
  if (size - line > mostPacked)
    throw new BadSegment(`it has ${size} bytes, more than ${mostPacked}`, facts.worker);
  makeFolder(folder);
  const pieces = async function* (): AsyncGenerator<Buffer, void> {
    for (let at = line; at < size; at += pieceBytes)
      yield await redis.getrangeBuffer(key, at, Math.min(at + pieceBytes, size) - 1);
  };
  await pipeline(Readable.from(pieces()), createWriteStream(join(folder, packedJournalName)));
  await writeAtomically(join(folder, factsName), head.subarray(0, line));
}

function factsIn(text: string): Facts {
  try {
    return factsSchema.parse(JSON.parse(text));
  } catch {
    throw new BadSegment('what it says of itself is not of this version');
  }
}

/** The part in a folder. Throws BadSegment where it is not whole, or not that part of the run. */
export async function checkedPart(
  folder: string,
  { task, run, own }: Expected,
  index: number,
): Promise<Part> {
  const facts = await factsOf(folder);
  const bad = (why: string): BadSegment => new BadSegment(why, facts.worker);
  if (facts.run !== task.run) throw bad('it is of another run');
  if (facts.index !== index) throw bad(`it is part ${facts.index}`);
  try {
    const found = await readShard(folder, facts.bytes);
    const { shard } = found.run;
    if (found.bytes !== facts.bytes || found.sha256 !== facts.sha256)
      throw bad('its digest is that of another journal');
    if (found.ended !== 'whole') throw bad('it has no end');
    const [damage] = found.damage;
    if (damage !== undefined) throw bad(`it is damaged at line ${damage.from}`);
    if (shard.queue?.run !== task.run) throw bad('its journal is of another run');
    if (shard.index !== index || shard.of !== task.of || shard.atOnce !== task.atOnce)
      throw bad(`its journal is of part ${shard.index} of ${shard.of}`);
    const differs = differencesOf(run, found.run);
    if (differs.length > 0) throw bad(`it was made by other settings: ${differs.join('; ')}`);
    if (own !== undefined) refuseAtOnce([own, found]);
    return { worker: facts.worker, shard: found };
  } catch (error) {
    throw error instanceof BadSegment ? error : bad((error as Error).message);
  }
}

async function factsOf(folder: string): Promise<Facts> {
  const files = [factsName, packedJournalName].map((name) => join(folder, name));
  // A link or a pipe is nothing that was written here.
  for (const file of files)
    if (!existsSync(file) || !(await stat(file)).isFile()) throw new BadSegment(`there is no ${file}`);
  return factsIn(readBounded(join(folder, factsName), mostFacts));
}
