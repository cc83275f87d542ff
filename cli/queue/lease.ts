import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { Unreachable } from '../../harness/preflight/trouble.ts';
import { steadyNow } from '../../harness/time.ts';
import { orAborted } from './connection.ts';
import { runId } from './part-job.ts';

/** Who has a target: one run at a time, since two would spoil what the other sees and ask for more than the target allows. */
const holderSchema = z.object({
  run: runId,
  host: z.string().max(255),
  pid: z.int(),
  since: z.iso.datetime(),
  /** Tells two processes of one run apart. */
  id: z.string(),
});
type Holder = z.output<typeof holderSchema>;

/** How long a lease lasts, and how it is looked after, ms. */
const usualTimes = {
  /** One that is not renewed is over then. */
  lasts: 30_000,
  renews: 5000,
  looks: 1000,
  /** A Redis server that comes back empty has forgotten who holds the target: who does says so again within this. */
  waitsWhereForgotten: 15_000,
  /** A Redis server that was there and is away may be back within this. */
  away: 60_000,
};
export type LeaseTimes = typeof usualTimes;

const free = 'free';
const freeSeconds = 60;

const leaseKey = (target: string): string => `payproof:lease:${Buffer.from(target).toString('hex')}`;

/**
 * Takes the lease where nobody has it, or it is one's own. `first`: also where nothing is there. `renew`: that too, but not what another one has given free, who
 * had it meanwhile. Gives what stands there otherwise.
 */
const take = `
local held = redis.call('get', KEYS[1])
if held == false and ARGV[3] == 'wait' then return 'forgotten' end
if held == '${free}' and ARGV[3] == 'renew' then return held end
if held ~= false and held ~= '${free}' and held ~= ARGV[1] then return held end
redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ''`;
type How = 'first' | 'wait' | 'renew';

const giveFree = `
if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('set', KEYS[1], '${free}', 'EX', ${freeSeconds}) end
return ''`;

/** The run that has a target; undefined where none has, or it is not known. */
export async function holderOf(redis: Redis, target: string): Promise<Holder | undefined> {
  return holderIn((await redis.get(leaseKey(target))) ?? '');
}

function holderIn(text: string): Holder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export interface Lease {
  /** Aborted where another run has taken the target. */
  readonly lost: AbortSignal;
  /** Whether nobody else has had the target since it was taken. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

export interface HoldOptions {
  readonly target: string;
  readonly run: string;
  readonly signal: AbortSignal;
  /** Told who has the target, each time that it is another one. */
  readonly onWait: (who: string) => void;
  readonly times?: LeaseTimes;
}

/** Holds a target for a run, once no other run does. Undefined where the wait was interrupted. */
export async function holdTarget(
  redis: Redis,
  { target, run, signal, onWait, times = usualTimes }: HoldOptions,
): Promise<Lease | undefined> {
  const own: Holder = {
    run,
    host: hostname(),
    pid: process.pid,
    since: new Date().toISOString(),
    id: randomBytes(6).toString('hex'),
  };
  const text = JSON.stringify(own);
  const tried = async (where: How): Promise<string> =>
    String(await redis.eval(take, 1, leaseKey(target), text, times.lasts, where));
  let told = '';
  let forgottenAt: number | undefined;
  // Nobody is known to hold it: at the first look that is as it should be.
  let how: How = 'first';
  let awaySince: number | undefined;
  for (;;) {
    const held: string | Error = await orAborted(tried(how), signal).catch(
      (error: unknown) => error as Error,
    );
    if (signal.aborted) return undefined;
    if (typeof held !== 'string') {
      awaySince ??= steadyNow();
      if (told === '' || steadyNow() - awaySince >= times.away)
        throw new Unreachable(`The queue does not say who has ${target}: ${held.message}.`);
      await sleep(times.looks, undefined, { signal }).catch(() => undefined);
      continue;
    }
    awaySince = undefined;
    if (held === '') break;
    const isForgotten: boolean = held === 'forgotten';
    if (!isForgotten && held !== told) onWait(whoIn(held));
    if (!isForgotten) told = held;
    forgottenAt = isForgotten ? (forgottenAt ?? steadyNow()) : undefined;
    await sleep(times.looks, undefined, { signal }).catch(() => undefined);
    const isOver: boolean =
      forgottenAt !== undefined && steadyNow() - forgottenAt >= times.waitsWhereForgotten;
    how = isOver ? 'first' : 'wait';
  }
  const lost = new AbortController();
  let isAsking = false;
  const renew = async (): Promise<void> => {
    // While Redis is away nobody else can take it either.
    if (isAsking) return;
    isAsking = true;
    const held = await tried('renew').catch(() => '');
    isAsking = false;
    if (held !== '') lost.abort(whoIn(held));
  };
  const timer = setInterval(() => void renew(), times.renews);
  return {
    lost: lost.signal,
    async isHeld() {
      const held = await tried('renew');
      if (held !== '') lost.abort(whoIn(held));
      return !lost.signal.aborted;
    },
    async release() {
      clearInterval(timer);
      const freed = redis.eval(giveFree, 1, leaseKey(target), text);
      // Without Redis it ends by itself.
      await orAborted(freed, AbortSignal.timeout(times.looks)).catch(() => undefined);
    },
  };
}

/** Who has a target, in words. */
function whoIn(held: string): string {
  const holder = holderIn(held);
  if (held === free) return 'a run that has ended since';
  if (holder === undefined) return 'somebody whose name can not be read';
  return `run ${holder.run} of process ${holder.pid} on ${holder.host}, since ${holder.since}`;
}
