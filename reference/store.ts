import type { LegacyCapture, LegacyPayment, PinRecord } from './legacy/records.ts';
import type { ConsumerStatus, Payment, Token } from './resource/records.ts';

/** The state of a consumer account, as the resource interface sees it. */
export interface Consumer {
  readonly id: string;
  readonly status: ConsumerStatus;
}

/** Everything the reference stores, by table. Records are immutable: a change puts a new one. */
export interface Records {
  legacyPayments: LegacyPayment;
  legacyCaptures: LegacyCapture;
  /** The newest PIN by phone number. */
  pins: PinRecord;
  resourcePayments: Payment;
  tokens: Token;
  consumers: Consumer;
}

export type TableName = keyof Records;

/** One table: records by id, in the order of their first put. */
export interface Table<T> {
  get(id: string): T | undefined;
  /** Stores a record and gives it as it was stored. */
  put(id: string, record: T): T;
  delete(id: string): void;
  values(): Iterable<T>;
}

export type Store = { readonly [Name in TableName]: Table<Records[Name]> };

/** Changes records on their way into a table: the seam for faults in what is stored. */
export type StoredWrapper<T> = (record: T, previous: T | undefined) => T;
export type StoredWrappers = { readonly [Name in TableName]?: StoredWrapper<Records[Name]> };

function memoryTable<T>(wrappers: readonly StoredWrapper<T>[]): Table<T> {
  const rows = new Map<string, T>();
  return {
    get: (id) => rows.get(id),
    put(id, record) {
      const stored = wrappers.reduce((wrapped, wrapper) => wrapper(wrapped, rows.get(id)), record);
      rows.set(id, stored);
      return stored;
    },
    delete: (id) => void rows.delete(id),
    values: () => rows.values(),
  };
}

/** A store in memory; every record passes the wrappers of its table. */
export function memoryStore(wrappers: readonly StoredWrappers[] = []): Store {
  const table = <Name extends TableName>(name: Name): Table<Records[Name]> =>
    memoryTable<Records[Name]>(wrappers.flatMap((wrapper) => wrapper[name] ?? []));
  return {
    legacyPayments: table('legacyPayments'),
    legacyCaptures: table('legacyCaptures'),
    pins: table('pins'),
    resourcePayments: table('resourcePayments'),
    tokens: table('tokens'),
    consumers: table('consumers'),
  };
}
