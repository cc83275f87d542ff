import { z } from 'zod';
import type { JournalDamage } from '../journal/journal-damage.ts';

/** Which part of a run is made: the second of five. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
  /** Whether the shards of the run use one target. False: each has a server of its own. */
  readonly shared: boolean;
  /** So many of them run at once at most, which share what the target allows at once and a second. Absent: all may run at once. */
  readonly atOnce?: number;
  /** The first shard holds the target alone: none may run meanwhile. Absent: they may run side by side. */
  readonly apart?: true;
}

/** How a shard came to its end. */
export type ShardEnd = 'whole' | 'interrupted' | 'broken off';

/** In a journal of merged shards: what follows is of this one, up to the next record of this kind. */
export interface ShardRecord {
  readonly k: 'shard';
  readonly index: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly ended: ShardEnd;
  /** SHA-256 of its own journal. */
  readonly sha256: string;
  /** The first lines that were left out of it, as damaged. Absent: none. */
  readonly damage?: readonly JournalDamage[];
}

/** The most shards of a run. */
export const mostShards = 1000;

const index = z.int().min(1).max(mostShards);

/** In the first record of a journal. */
export const shardSchemas = {
  shard: z
    .looseObject({
      index,
      of: index,
      shared: z.boolean(),
      atOnce: index.optional(),
      apart: z.literal(true).optional(),
    })
    .optional(),
  merged: z.looseObject({ of: index, shared: z.boolean() }).optional(),
};

export const shardRecordSchema = z.looseObject({
  k: z.literal('shard'),
  index,
  startedAt: z.iso.datetime({ offset: true }),
  ended: z.enum(['whole', 'interrupted', 'broken off']),
  sha256: z.string(),
  damage: z
    .array(
      z.looseObject({
        what: z.enum(['unreadable', 'repeated', 'missing']),
        from: z.number(),
        to: z.number(),
      }),
    )
    .optional(),
});
