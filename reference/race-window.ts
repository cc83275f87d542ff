import { setTimeout as sleep } from 'node:timers/promises';
import { Events } from './events.ts';
import { objectIn, type JsonObject } from './json.ts';
import type { HandlerReply } from './seams.ts';
import type { Records, Store, Table, TableName } from './store.ts';

/** Time between what an operation reads and what it writes, in which others may read and write the same. */
export interface RaceWindow {
  /** How long it lasts, ms. */
  readonly ms: number;
  /** The requests that have it. Default: all. */
  readonly when?: (request: JsonObject) => boolean;
  /** True: requests of this operation with the same id wait for each other, so that only other operations come in between. */
  readonly guarded?: true;
  /** True: where another answer is due by then, the request is handled anew, so that only what is written is out of date. */
  readonly checkedAgain?: true;
  /** The operation reads this table through a cache, and puts what it has read there `ms` later. It is one that only reads. */
  readonly cached?: TableName;
}

/** What a request is about: its parsed body, and the id by which `guarded` requests wait for each other. */
interface About {
  readonly request: unknown;
  readonly id: string;
}

/** What an operation writes to. */
interface Written {
  readonly store: Store;
  readonly events: Events;
}

/** Runs the requests of one operation with their race window. The route calls it; handlers do not know. */
export type RaceWindowSeam = <W extends Written>(
  world: W,
  about: About,
  handle: (world: W) => HandlerReply,
) => Promise<HandlerReply>;

/** The seam of one operation: undefined where no fault is set, so that the sound path costs nothing. */
export function raceWindowSeam([raceWindow]: readonly RaceWindow[]): RaceWindowSeam | undefined {
  if (raceWindow === undefined) return undefined;
  const { ms, when = () => true, guarded, checkedAgain = false, cached } = raceWindow;
  if (cached !== undefined) return throughCache(cached, ms);
  const last = new Map<string, Promise<unknown>>();
  return async (world, { request, id }, handle) => {
    if (!when(objectIn(request))) return handle(world);
    const run = () => late(world, ms, checkedAgain, handle);
    if (guarded !== true) return run();
    const turn = (last.get(id) ?? Promise.resolve()).then(run);
    last.set(id, turn);
    return turn;
  };
}

/** What an operation answers, without anything that it writes or emits: `writes` do that. */
export function decided<W extends Written>(
  world: W,
  handle: (world: W) => HandlerReply,
): { readonly reply: HandlerReply; readonly writes: readonly (() => void)[] } {
  const writes: (() => void)[] = [];
  const events = new Events();
  events.on((event) => writes.push(() => world.events.emit(event)));
  const reply = handle({ ...world, events, store: writingLater(world.store, writes) });
  return { reply, writes };
}

/** Decides at once. Writes and emits `ms` later what it decided, even if the store has changed; where it is `checkedAgain`, unless it is refused by then. */
async function late<W extends Written>(
  world: W,
  ms: number,
  checkedAgain: boolean,
  handle: (world: W) => HandlerReply,
): Promise<HandlerReply> {
  const { reply, writes } = decided(world, handle);
  await sleep(ms);
  if (checkedAgain && !isSameResult(decided(world, handle).reply, reply)) return handle(world);
  for (const write of writes) write();
  return reply;
}

function isSameResult(one: HandlerReply, other: HandlerReply): boolean {
  return one.http === other.http && objectIn(one.body)['status'] === objectIn(other.body)['status'];
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

/** A record as it was put into a cache, and what was stored at that moment: a write after it makes the entry void. */
interface Entry {
  readonly record: Records[TableName] | undefined;
  readonly stored: Records[TableName] | undefined;
}

/** Reads a table through a cache. An entry is put there `ms` after it was read, where there is none yet, even if the record has changed meanwhile. */
function throughCache(name: TableName, ms: number): RaceWindowSeam {
  const entries = new Map<string, Entry>();
  return async (world, { id }, handle) => {
    const table = world.store[name];
    const valid = () => {
      const entry = entries.get(id);
      return entry !== undefined && entry.stored === table.get(id) ? entry : undefined;
    };
    const entry = valid();
    const record = entry === undefined ? table.get(id) : entry.record;
    const cached = {
      ...table,
      get: (asked: string) => (asked === id ? record : table.get(asked)),
    };
    const reply = handle({ ...world, store: { ...world.store, [name]: cached } });
    if (entry === undefined) {
      await sleep(ms);
      if (valid() === undefined) entries.set(id, { record, stored: table.get(id) });
    }
    return reply;
  };
}
