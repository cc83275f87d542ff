import { setTimeout as sleep } from 'node:timers/promises';
import { startReference, type ReferenceOptions } from '../../../reference/server.ts';
import type { Hostile } from '../case.ts';
import { startProxy } from './proxy.ts';
import { startRawServer, type RawAnswer } from './raw-server.ts';
import { entryOf } from './reference-target.ts';

/** What becomes of a target that has died. */
interface Death {
  /** The request at which it dies, unanswered. */
  readonly at: number;
  /** Whether the reference has received that request. Default: not. */
  readonly acted?: boolean;
  /** How long it is dead. Default: for good. */
  readonly forMs?: number;
  /** Back with another reference, which knows nothing. */
  readonly forgets?: boolean;
  /** Back at once with another reference: no connection is cut or refused. */
  readonly unnoticed?: boolean;
  /** What another server answers at its address. */
  readonly another?: RawAnswer;
}

/** The reference, which dies once at a request and may come back at the same address. */
export async function mortalTarget(
  { at, acted = false, forMs, forgets = false, unnoticed = false, another }: Death,
  options: ReferenceOptions = {},
): Promise<Hostile> {
  const references = [await startReference({ seed: 1, ...options })];
  const others: { close(): Promise<void> }[] = [];
  const ended = new AbortController();
  let fate: Promise<void> | undefined;
  const die = async (): Promise<void> => {
    await proxy.die();
    if (forMs === undefined) return;
    await sleep(forMs, undefined, { signal: ended.signal });
    if (another !== undefined) {
      others.push(await startRawServer(another, Number(new URL(proxy.url).port)));
      return;
    }
    if (forgets) references.push(await startReference({ seed: 2, ...options }));
    await proxy.revive();
  };
  const last = () => references.at(-1) as (typeof references)[number];
  const dies = () => {
    // A run that ends before it comes back leaves nothing to be done.
    fate = die().catch(() => undefined);
    return 'taken' as const;
  };
  let successor: Promise<string> | undefined;
  const succeed = async (): Promise<string> => {
    references.push(await startReference({ seed: 2, ...options }));
    return last().url;
  };
  const to = (n: number) => (unnoticed && n >= at ? (successor ??= succeed()) : last().url);
  const proxy = await startProxy(to, {
    before: (request) => (!acted && !unnoticed && request.n === at ? dies() : request),
    after: (reply, request) => (acted && request.n === at ? dies() : reply),
  });
  return {
    entry: entryOf(last(), proxy.url),
    async close() {
      ended.abort();
      await fate;
      await Promise.all([proxy, ...others, ...references].map((one) => one.close()));
    },
  };
}
