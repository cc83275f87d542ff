import { z } from 'zod';
import { damageSchema } from '../journal/journal-damage.ts';
import type { Recorded } from './recorded.ts';

/** The most shards of a run. */
export const mostShards = 1000;

const index = z.int().min(1).max(mostShards);

/** A clock that is further from another one is no clock, ms: some thirty years. */
const mostClockMs = 1e12;

/** Which part of a run is made: the second of five. */
const shard = z.object({
  /** From 1. */
  index,
  of: index,
  /** Whether the shards of the run use one target. False: each has a server of its own. */
  shared: z.boolean(),
  /** So many of them run at once at most, which share what the target allows at once and a second. Absent: all may run at once. */
  atOnce: index.exactOptional(),
  /** The first shard holds the target alone: none may run meanwhile. Absent: they may run side by side. */
  apart: z.literal(true).exactOptional(),
  /** Of a run by queue: which one. Shards are compared by the queue's clock, which shows so many ms more than that of the machine. */
  queue: z.object({ run: z.string(), clockMs: z.int().min(-mostClockMs).max(mostClockMs) }).exactOptional(),
});
export type Shard = Recorded<typeof shard>;

/** How a shard came to its end. */
const shardEnd = z.enum(['whole', 'interrupted', 'broken off']);
export type ShardEnd = z.output<typeof shardEnd>;

/** In the first record of a journal. */
export const shardSchemas = {
  /** It is a part of a run. Absent: the whole. */
  shard: shard.exactOptional(),
  /** It was merged of the shards that follow. */
  merged: shard.pick({ of: true, shared: true }).exactOptional(),
};

/** In a journal of merged shards: what follows is of this one, up to the next record of this kind. */
export const shardRecordSchema = z.object({
  k: z.literal('shard'),
  index,
  startedAt: z.iso.datetime({ offset: true }),
  ended: shardEnd,
  /** SHA-256 of its own journal. */
  sha256: z.string(),
  /** The first lines that were left out of it, as damaged. Absent: none. */
  damage: z.array(damageSchema).exactOptional(),
});
export type ShardRecord = Recorded<typeof shardRecordSchema>;
