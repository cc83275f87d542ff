import type { Certificate } from './certificate-schema.ts';
import type { RunSummary } from '../journal/summary.ts';
import { damageText } from '../journal/damage-text.ts';

type OfShards = Pick<RunSummary, 'run' | 'shards'>;

/** Which shards of a run a certificate is about; nothing of a whole run. */
export function shardsOf({ run, shards }: OfShards): Pick<Certificate, 'shards'> {
  if (run.shard !== undefined) {
    const { index, of, shared } = run.shard;
    return { shards: { of, shared, only: index } };
  }
  if (run.merged === undefined) return {};
  const { of, shared } = run.merged;
  return {
    shards: {
      of,
      shared,
      merged: shards.map(({ index, startedAt, ended, sha256 }) => ({
        index,
        started_at: startedAt,
        ended,
        journal: sha256,
      })),
    },
  };
}

/** What a part of a run leaves open, in words; nothing of a run that is whole. */
export function missingShards({ run, shards }: OfShards): readonly string[] {
  if (run.shard !== undefined) {
    const { index, of } = run.shard;
    return [`it is shard ${index} of ${of} alone: payproof merge joins all of them`];
  }
  if (run.merged === undefined) return [];
  const { of } = run.merged;
  const there = new Set(shards.map(({ index }) => index));
  const missing = Array.from({ length: of }, (_, place) => place + 1).filter((index) => !there.has(index));
  const words = { interrupted: 'was interrupted', 'broken off': 'broke off' } as const;
  return [
    ...missing.map((index) => `shard ${index} of ${of} is missing`),
    ...shards.flatMap(({ index, ended }) =>
      ended === 'whole' ? [] : [`shard ${index} of ${of} ${words[ended]}`],
    ),
  ];
}

/** The damage of the journals that were merged, in words. */
export function damagedShards({ shards }: OfShards): readonly string[] {
  return shards.flatMap(({ index, damage = [] }) => {
    const text = damageText(damage);
    return text === undefined ? [] : [`shard ${index}: ${text}`];
  });
}
