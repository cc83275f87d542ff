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

/** What is found of a record once `newer` others were stored, of `all`: the seam for faults of a table that is too small, or has a wrong index. */
export type Finding<T> = (record: T, newer: number, all: readonly T[]) => T | undefined;
export type Findings = { readonly [Name in TableName]?: Finding<Records[Name]> };

/** The id under which a table looks for another: the seam for faults that take one id for another. */
export type Seeking = (id: string) => string;

function memoryTable<T>(
  wrappers: readonly StoredWrapper<T>[],
  findings: readonly Finding<T>[],
  seekings: readonly Seeking[],
): Table<T> {
  const rows = new Map<string, T>();
  const places = new Map<string, number>();
  const soughtFor = (id: string): string => seekings.reduce((sought, seeking) => seeking(sought), id);
  const found = (asked: string): T | undefined => {
    const id = soughtFor(asked);
    const newer = places.size - 1 - (places.get(id) ?? 0);
    return findings.reduce<T | undefined>(
      (record, find) => (record === undefined ? undefined : find(record, newer, [...rows.values()])),
      rows.get(id),
    );
  };
  return {
    get: findings.length === 0 ? (id) => rows.get(soughtFor(id)) : found,
    put(id, record) {
      if (findings.length > 0 && !places.has(id)) places.set(id, places.size);
      const stored = wrappers.reduce((wrapped, wrapper) => wrapper(wrapped, rows.get(id)), record);
      rows.set(id, stored);
      return stored;
    },
    delete: (id) => void rows.delete(id),
    values: () => rows.values(),
  };
}

/** A store in memory; every record passes the wrappers of its table, and its findings each time that it is looked up. */
export function memoryStore(
  wrappers: readonly StoredWrappers[] = [],
  findings: readonly Findings[] = [],
  seekings: readonly { readonly [Name in TableName]?: Seeking }[] = [],
): Store {
  const table = <Name extends TableName>(name: Name): Table<Records[Name]> =>
    memoryTable<Records[Name]>(
      wrappers.flatMap((wrapper) => wrapper[name] ?? []),
      findings.flatMap((finding) => finding[name] ?? []),
      seekings.flatMap((seeking) => seeking[name] ?? []),
    );
  return {
    legacyPayments: table('legacyPayments'),
    legacyCaptures: table('legacyCaptures'),
    pins: table('pins'),
    resourcePayments: table('resourcePayments'),
    tokens: table('tokens'),
    consumers: table('consumers'),
  };
}
