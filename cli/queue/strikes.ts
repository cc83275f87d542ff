import type { Redis } from 'ioredis';

/** A worker that so many parts in a row failed at gets no other one of the run. */
export const mostStrikes = 2;

/** They are forgotten with what workers leave, s. */
const strikesSeconds = 7 * 86_400;

const countsOf = (run: string): string => `payproof:strikes:${run}`;
const reasonsOf = (run: string): string => `payproof:strikes:${run}:why`;

/** Counts a part that failed against the worker that made it. Gives how many have by now. */
export async function strike(redis: Redis, run: string, worker: string, why: string): Promise<number> {
  await redis.hset(reasonsOf(run), worker, why);
  const count = await redis.hincrby(countsOf(run), worker, 1);
  for (const key of [countsOf(run), reasonsOf(run)]) await redis.expire(key, strikesSeconds);
  return count;
}

/** A part of this worker was good. */
export async function forgive(redis: Redis, run: string, worker: string): Promise<void> {
  await redis.hdel(countsOf(run), worker);
}

/** Begins to count anew, as a coordinator that goes on does. */
export async function forgiveAll(redis: Redis, run: string): Promise<void> {
  await redis.del(countsOf(run), reasonsOf(run));
}

/** Whether a worker gets no other part of a run. */
export async function isLeftOut(redis: Redis, run: string, worker: string): Promise<boolean> {
  return Number(await redis.hget(countsOf(run), worker)) >= mostStrikes;
}

/** The workers that get no other part of a run, each with why its last one failed. */
export async function leftOut(redis: Redis, run: string): Promise<ReadonlyMap<string, string>> {
  const counts = Object.entries(await redis.hgetall(countsOf(run)));
  const out = counts.filter(([, count]) => Number(count) >= mostStrikes).map(([worker]) => worker);
  if (out.length === 0) return new Map();
  const reasons = await redis.hgetall(reasonsOf(run));
  return new Map(out.map((worker) => [worker, reasons[worker] ?? 'it did not say why']));
}
