import type { Division } from '../run/run-config.ts';
import type { Part } from '../../engine/plan/order.ts';
import type { Shard } from '../../harness/records/shard-records.ts';
import type { MachineRun } from '../explore/machine-run.ts';
import type { Regression, RunConfig } from '../run/run-config.ts';
import { createHash } from 'node:crypto';

type OfShard = Pick<RunConfig, 'shard' | 'division'>;

/** The shard that has what only one may do at a shared target: hold it alone, and receive its notifications. */
export const exclusiveShard = 1;

/** Whether a shard may receive notifications: one server sends them to one address. */
export function receives(shard: Shard | undefined): boolean {
  return shard === undefined || !shard.shared || shard.index === exclusiveShard;
}

/** Whether each shard has a part of a claim. Lists may change what others read, and one server sends its notifications to one receiver. */
export function isDivided(machine: MachineRun | undefined, { shared }: Pick<Shard, 'shared'>): boolean {
  if (machine === undefined || machine.exclusive || machine.lists === true) return false;
  return !(shared && machine.notifications);
}

/** The part of a claim that a shard has; undefined where it has the whole. */
export function partOf({ shard, division }: OfShard, suite: string, machine: MachineRun): Part | undefined {
  if (shard === undefined || division === undefined || !isDivided(machine, shard)) return undefined;
  return {
    isOwn: (name) => isPlaced(`${suite} ${name}`, shard, division),
    // Spread by the golden ratio, as rounds are, so that the shards of neighbouring seeds share nothing.
    seed: Math.imul(shard.index, 0x9e37_79b1) & 0x7fff_ffff,
  };
}

/** About which share of a claim that it has is a shard's own. */
export function shareOf({ shard, division }: OfShard, claim: { readonly machine?: MachineRun }): number {
  if (shard === undefined || division === undefined || !isDivided(claim.machine, shard)) return 1;
  return division.dividing.includes(shard.index) ? 1 / division.dividing.length : 0;
}

/** Whether a shard runs a kept reproduction. */
export function hasKept(
  shard: Shard,
  division: Division,
  { name, exclusive, signature }: Pick<Regression, 'name'> & Partial<Regression>,
): boolean {
  const isHeld = exclusive === true || signature?.at === 'notifications' || signature?.at === 'procedure';
  if (shard.shared && isHeld) return shard.index === exclusiveShard;
  return isPlaced(`kept ${name}`, shard, division);
}

function isPlaced(name: string, { index }: Shard, { dividing }: Division): boolean {
  return dividing[placeOf(name, dividing.length)] === index;
}

/** Bytes of the digest that are read as a number: as many as a double holds exactly. */
const bytes = 6;

/** Which of so many parts something belongs to, from 0: by its name alone, so that no coordination is needed. */
export function placeOf(name: string, parts: number): number {
  return createHash('sha256').update(name).digest().readUIntBE(0, bytes) % parts;
}
