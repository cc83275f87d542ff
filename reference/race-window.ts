import { setTimeout as sleep } from 'node:timers/promises';
import { Events } from './events.ts';
import type { HandlerReply } from './seams.ts';
import type { Store, Table } from './store.ts';
import type { World } from './world.ts';

/** A gap between what an operation reads and what it writes, in which others may read and write the same. */
export interface Gap {
  /** How long it lasts, ms. */
  readonly ms: number;
  /** The requests that have it. Default: all. */
  readonly when?: (request: Readonly<Record<string, unknown>>) => boolean;
  /** True: requests of this operation about one thing wait for each other, only those of other operations come in between. */
  readonly guarded?: true;
}

/** What a request is about: its parsed body, and the id that others would have to hold back for. */
interface About {
  readonly request: unknown;
  readonly id: string;
}

/** Runs the requests of one operation with their gap. The route calls it; handlers do not know. */
export type GapSeam = (
  world: World,
  about: About,
  handle: (world: World) => HandlerReply,
) => Promise<HandlerReply>;

/** The seam of one operation: undefined where no fault is set, so that the sound path costs nothing. */
export function gapSeam([gap]: readonly Gap[]): GapSeam | undefined {
  if (gap === undefined) return undefined;
  const { ms, when = () => true, guarded } = gap;
  const last = new Map<string, Promise<unknown>>();
  return async (world, { request, id }, handle) => {
    if (!when((request ?? {}) as Readonly<Record<string, unknown>>)) return handle(world);
    const run = () => late(world, ms, handle);
    if (guarded !== true) return run();
    const turn = (last.get(id) ?? Promise.resolve()).then(run);
    last.set(id, turn);
    return turn;
  };
}

/** Decides at once, by what is in store then; what it decided is stored and told after so many ms, whatever came in between. */
async function late(world: World, ms: number, handle: (world: World) => HandlerReply): Promise<HandlerReply> {
  const writes: (() => void)[] = [];
  const events = new Events();
  events.on((event) => writes.push(() => world.events.emit(event)));
  const reply = handle({ ...world, events, store: writingLater(world.store, writes) });
  await sleep(ms);
  for (const write of writes) write();
  return reply;
}

function writingLater(store: Store, writes: (() => void)[]): Store {
  const later = <T>(table: Table<T>): Table<T> => {
    const written = new Map<string, T>();
    return {
      get: (id) => written.get(id) ?? table.get(id),
      put(id, record) {
        written.set(id, record);
        writes.push(() => void table.put(id, record));
        return record;
      },
      delete: (id) => void writes.push(() => table.delete(id)),
      values: () => table.values(),
    };
  };
  return {
    legacyPayments: later(store.legacyPayments),
    legacyCaptures: later(store.legacyCaptures),
    pins: later(store.pins),
    resourcePayments: later(store.resourcePayments),
    tokens: later(store.tokens),
    consumers: later(store.consumers),
  };
}
