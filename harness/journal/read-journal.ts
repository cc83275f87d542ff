import { DamagedGzip, journalBytes, journalTextSync } from './journal-bytes.ts';
import { refuseBeyond, refuseDeep } from './bounds.ts';
import { DamageList, type JournalDamage } from './journal-damage.ts';
import { openedLine } from './journal-file.ts';
import { type JournalRecord, journalRecordSchema, reduce, type Reducers } from './journal-records.ts';
import { SettingsError } from '../settings/settings-error.ts';

/** The version of the journal that is written and read. */
const schema = 1;

/** Longest line that is read, bytes: several times what a bounded reply can make of one. A longer one is damage. */
const longestLine = 64 * 1024 * 1024;

const newline = 0x0a;

/** Reads a journal line by line: what is no whole record, or stood there before, is left out and named. */
export class JournalReader {
  readonly #damage = new DamageList();
  #line = 0;
  #number: number | undefined;
  #damaged = false;
  readonly #kinds: ReadonlySet<string> | undefined;

  /** `kinds`: the only records that are given. What others hold is not looked at, so that reading is fast. */
  constructor(kinds?: readonly string[]) {
    this.#kinds = kinds && new Set(kinds);
  }

  /** The lines that were left out so far. */
  get damage(): readonly JournalDamage[] {
    return this.#damage.all;
  }

  /** The record of the next line; undefined when it is left out. Throws SettingsError on a journal of a newer schema. */
  record(line: string | undefined, { torn = false } = {}): JournalRecord | undefined {
    this.#line += 1;
    const opened = line === undefined ? ({ state: 'damaged' } as const) : openedLine(line);
    if (opened.state === 'damaged') return this.#leaveOut(torn);
    // Unnumbered lines come from earlier versions, whose journals have no other.
    if (opened.state === 'plain' && this.#number !== undefined) return this.#leaveOut(torn);
    if (this.#kinds?.has(kindIn(opened.json)) === false) {
      if (opened.state === 'numbered' && this.#isNext(opened.number)) this.#damaged = false;
      return undefined;
    }
    refuseDeep(opened.json, this.#line);
    const value = valueOf(opened.json);
    refuseNewer(value);
    const record = journalRecordSchema.safeParse(value);
    if (!record.success) return this.#leaveOut(torn);
    if (opened.state === 'numbered' && !this.#isNext(opened.number)) return undefined;
    refuseBeyond(record.data, this.#line);
    this.#damaged = false;
    return record.data;
  }

  #leaveOut(torn: boolean): undefined {
    // The crash of a run leaves half a line at the end: nothing that was judged.
    if (torn) return;
    this.#damage.add('unreadable', this.#line);
    this.#damaged = true;
  }

  #isNext(number: number): boolean {
    const expected = (this.#number ?? 0) + 1;
    if (number < expected) {
      this.#damage.add('repeated', this.#line);
      return false;
    }
    if (number > expected && !this.#damaged) this.#damage.add('missing', this.#line);
    this.#number = number;
    return true;
  }
}

/**
 * The records of a journal in their order. A torn last line is left out in silence; `reader.damage` names what else was left out.
 * Throws SettingsError on a journal of a newer schema.
 */
export function readJournal(file: string, reader = new JournalReader()): AsyncIterable<JournalRecord> {
  return recordsIn(journalBytes(file), reader);
}

/** The same as readJournal, of the bytes of a journal. */
export async function* recordsIn(
  chunks: AsyncIterable<Buffer>,
  reader = new JournalReader(),
): AsyncIterable<JournalRecord> {
  let parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      let from = 0;
      for (let to = chunk.indexOf(newline); to !== -1; to = chunk.indexOf(newline, from)) {
        parts.push(chunk.subarray(from, to));
        bytes += to - from;
        const record = reader.record(textOf(parts, bytes));
        if (record !== undefined) yield record;
        [parts, bytes, from] = [[], 0, to + 1];
      }
      bytes += chunk.length - from;
      if (bytes <= longestLine) parts.push(chunk.subarray(from));
    }
  } catch (error) {
    if (!(error instanceof DamagedGzip)) throw error;
    // How many lines there were is not known: the first of them stands for all.
    reader.record(undefined);
    return;
  }
  if (bytes === 0) return;
  const record = reader.record(textOf(parts, bytes), { torn: true });
  if (record !== undefined) yield record;
}

/** Does with each record in the bytes of a journal what is done with those of its kind. What others hold is not looked at. */
export async function reduceJournal(chunks: AsyncIterable<Buffer>, reducers: Reducers): Promise<void> {
  const reader = new JournalReader(Object.keys(reducers));
  for await (const record of recordsIn(chunks, reader)) reduce(reducers, record);
}

/** The same as readJournal, all at once. */
export function readJournalSync(file: string, reader = new JournalReader()): readonly JournalRecord[] {
  const lines = journalTextSync(file).split('\n');
  const last = lines.pop();
  const records = lines.map((line) => reader.record(line));
  if (last !== undefined && last !== '') records.push(reader.record(last, { torn: true }));
  return records.filter((record) => record !== undefined);
}

function textOf(parts: readonly Buffer[], bytes: number): string | undefined {
  return bytes > longestLine ? undefined : Buffer.concat(parts).toString();
}

/** `k` is the first key of every record. */
function kindIn(json: string): string {
  return /^\{"k":"([a-z]+)"/.exec(json)?.[1] ?? '';
}

/** What a text holds; undefined where it is no JSON, which is no record either. */
function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function refuseNewer(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { k, schema: written } = value as Record<string, unknown>;
  if (k !== 'run' || typeof written !== 'number' || !(written > schema)) return;
  throw new SettingsError(
    `it is of schema ${written}, from a newer version of payproof; this version reads schema ${schema}`,
  );
}
