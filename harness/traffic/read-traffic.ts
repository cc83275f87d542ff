import { existsSync, statSync } from 'node:fs';
import { journalBytes, journalOfOthers, packedJournalName } from '../journal/journal-bytes.ts';
import type { JournalDamage } from '../journal/journal-damage.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { trafficOfLines } from './ndjson.ts';
import { unreadWords, textsIn } from './parts/unread.ts';
import {
  type Traffic,
  trafficOf,
  type RecordedExchange,
  type Unread,
  type RecordedNotification,
  mostExchanges,
} from './traffic.ts';
import { z } from 'zod';
import { exchangeOf, sentOf, answerAsJudged } from './parts/har-entry.ts';
import { type JournalRecord, reduce, type Reducers } from '../journal/journal-records.ts';
import { JournalReader, recordsIn } from '../journal/read-journal.ts';
import { gunzipSync } from 'node:zlib';
import { readBoundedBytes } from '../files/bounded-file.ts';

const takes = 'It takes a HAR file, a journal of payproof, or lines of JSON (docs/judge-traffic.md).';

/**
 * The recorded traffic in a file, or in the journal of a run's folder: a HAR file, a journal, or lines of JSON, as they are or compressed by gzip, in
 * UTF-8 or UTF-16. Throws SettingsError when it is in no such form, can't be read, or holds no exchange.
 */
export async function readTraffic(path: string): Promise<Traffic> {
  const traffic = await trafficIn(path);
  if (traffic.exchanges.length > 0) return traffic;
  const { damaged, unread = [] } = traffic;
  const why = unread.length > 0 ? ` (${unreadWords(unread, 'line')})` : '';
  const others = damaged > 0 ? `: ${damaged} lines have another form${why}` : '';
  throw new SettingsError(`${path} holds no exchange that can be read${others}. ${takes}`);
}

async function trafficIn(path: string): Promise<Traffic> {
  if (existsSync(path) && statSync(path).isDirectory()) {
    const journal = journalOfOthers(path);
    if (journal === undefined) throw new SettingsError(`${path} holds no journal of a run.`);
    return trafficOfJournal(journal);
  }
  if (path.endsWith(packedJournalName)) return trafficOfJournal(path);
  const bytes = readUnpacked(path);
  const refused = (why: string) => new SettingsError(`${path} can't be read as traffic: ${why}. ${takes}`);
  const binary = otherBytes(bytes);
  if (binary !== undefined) throw refused(binary);
  const text = textOfBytes(bytes, path);
  const [firstLine = ''] = linesOf(text);
  const first = jsonOf(firstLine);
  if ('value' in first) {
    const { value } = first;
    if (typeof value === 'object' && value !== null && 'k' in value) return trafficOfJournalBytes(bytes);
    const other = otherJson(value);
    if (other !== undefined) throw refused(other);
    if (!isHar(value)) return trafficOfLines(linesOf(text));
  }
  const whole = 'value' in first ? first : jsonOf(text);
  if ('wrong' in whole) throw refused(whole.wrong);
  if (isHar(whole.value)) return trafficOfHar(whole.value, path);
  throw refused(otherJson(whole.value) ?? 'it is JSON of another form');
}

const har = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

/** Whether a JSON value is meant as a HAR file. */
function isHar(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'log' in value;
}

/**
 * The traffic in a HAR file. An entry that lacks what is read of it counts as damaged, and may have been any request. Throws SettingsError where there
 * is no list of entries, there are too many, or none of them can be read.
 */
export function trafficOfHar(value: unknown, file: string): Traffic {
  const parsed = har.safeParse(value);
  if (!parsed.success) throw new SettingsError(`${file} is no HAR file: it has no list \`log.entries\`.`);
  const { entries } = parsed.data.log;
  if (entries.length > mostExchanges) throw new SettingsError(tooMany(file));
  const exchanges: RecordedExchange[] = [];
  const unread: Unread[] = [];
  let since = -Infinity;
  for (const [index, one] of entries.entries()) {
    const number = index + 1;
    const read = exchangeOf(one, number);
    if (read.exchange !== undefined) {
      exchanges.push(read.exchange);
      since = read.exchange.sentAt;
    }
    if (read.why === undefined) continue;
    const known = read.exchange === undefined ? sentOf(one) : { isAccountedFor: true as const };
    unread.push({ number, why: read.why, since, texts: textsIn(one), ...known });
  }
  if (exchanges.length === 0 && unread.length > 0)
    throw new SettingsError(
      `${file} is no HAR file that can be read: none of its ${unread.length} entries has a time, a request and a response (${unreadWords(unread, 'entry')}).`,
    );
  return trafficOf('har', { exchanges, notifications: [], damaged: unread.length, unread });
}

const tooMany = (file: string): string =>
  `${file} has more than ${mostExchanges} entries, the most that are read of a file: cut it into several.`;

/** The traffic in a journal of a run. Throws SettingsError on a journal of a newer schema. */
function trafficOfJournal(file: string): Promise<Traffic> {
  return trafficOfChunks(journalBytes(file));
}

/** The same of the bytes of a journal. */
function trafficOfJournalBytes(bytes: Buffer): Promise<Traffic> {
  return trafficOfChunks(piecesOf(bytes));
}

// oxlint-disable-next-line typescript/require-await -- as a file gives them
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer, void> {
  yield bytes;
}

async function trafficOfChunks(chunks: AsyncIterable<Buffer>): Promise<Traffic> {
  const reader = new JournalReader();
  const records = new RecordsTraffic();
  try {
    for await (const record of recordsIn(chunks, reader)) {
      records.noteDamage(reader.damage);
      reduce(records.reducers, record);
    }
  } catch (error) {
    throw new SettingsError(`the journal can't be read as traffic: ${(error as Error).message}. ${takes}`);
  }
  records.noteDamage(reader.damage);
  return records.traffic();
}

/** The traffic in the records of a run. */
export function trafficOfRecords(all: Iterable<JournalRecord>): Traffic {
  const records = new RecordsTraffic();
  for (const record of all) reduce(records.reducers, record);
  return records.traffic();
}

class RecordsTraffic {
  readonly #exchanges: RecordedExchange[] = [];
  readonly #notifications: RecordedNotification[] = [];
  /** Sequences that send several requests at once. */
  readonly #racing = new Set<string>();
  readonly #unread: Unread[] = [];
  #startedAt = 0;
  #since = -Infinity;
  #endsAt: number | undefined;
  #isWhole = false;

  /** Takes note of lines that were left out since the last record: each may have been an exchange. */
  noteDamage(damage: readonly JournalDamage[]): void {
    for (const { what, from } of damage.slice(this.#unread.length))
      this.#unread.push({
        number: from,
        why: `it is ${what}`,
        since: this.#since,
        texts: [],
        ...(what === 'repeated' && { isAccountedFor: true }),
      });
  }

  readonly reducers: Reducers = {
    run: ({ startedAt, settings }) => {
      this.#startedAt = Date.parse(startedAt);
      // It is started for one run, and no other client has its address.
      this.#isWhole = settings?.['kind'] === 'embedded';
    },
    exchange: ({ at, ms, request, reply, sequence, lost }) => {
      this.#since = this.#startedAt + at;
      this.#exchanges.push({
        number: this.#exchanges.length + 1,
        sentAt: this.#startedAt + at,
        receivedAt: this.#startedAt + at + ms,
        ...request,
        ...(reply === undefined
          ? lost !== undefined && { lost }
          : answerAsJudged(reply, reply.truncated === true ? undefined : reply.body)),
        ...(sequence !== '' && { sender: sequence }),
      });
    },
    sequence: ({ id, overlap }) => void (overlap !== undefined && this.#racing.add(id)),
    notification: ({ at, headers, answered, base64, body: text }) => {
      const body = base64 === undefined ? text : Buffer.from(base64, 'base64').toString();
      this.#notifications.push({ receivedAt: this.#startedAt + at, headers, body, answered });
    },
    end: ({ at }) => void (this.#endsAt = this.#startedAt + at),
  };

  traffic(): Traffic {
    return trafficOf('journal', {
      exchanges: this.#exchanges.map(({ sender, ...exchange }) =>
        sender === undefined || this.#racing.has(sender) ? exchange : { ...exchange, sender },
      ),
      notifications: this.#notifications,
      damaged: this.#unread.length,
      unread: this.#unread,
      ...(this.#endsAt !== undefined && { until: this.#endsAt }),
      ...(this.#isWhole && { isWhole: true }),
    });
  }
}

const some = z.unknown().refine((value) => value !== undefined);

/** What else a JSON file may be, by the fields that show it, with what would be right. */
const jsonForms: readonly (readonly [z.ZodType, string])[] = [
  [
    z.object({ info: z.object({ schema: some }), item: z.array(z.unknown()) }),
    'it is a collection of Postman, which holds requests and no answers: record a run of it as HAR, such as through a proxy',
  ],
  [
    z.object({ _type: z.literal('export'), resources: z.array(z.unknown()) }),
    'it is a collection of Insomnia: export it as HAR instead',
  ],
  [z.object({ openapi: some }), 'it is an OpenAPI description, which holds no traffic'],
  [z.object({ swagger: some }), 'it is an OpenAPI description, which holds no traffic'],
  [
    z.object({ entries: z.array(z.unknown()) }),
    'its list `entries` stands alone: a HAR file has it in `log`, {"log":{"entries":[…]}}',
  ],
  [z.array(z.unknown()), 'it is one list: write each of its elements in a line of its own'],
];

/** What else a file may be by its first bytes. */
const binaryForms: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'it is a ZIP archive, such as a session of Fiddler: export the session as HAR'],
  [[0xd4, 0xc3, 0xb2, 0xa1], 'it is a capture of packets: export the HTTP traffic as HAR'],
  [[0x0a, 0x0d, 0x0d, 0x0a], 'it is a capture of packets: export the HTTP traffic as HAR'],
  [[0xac, 0xed, 0x00, 0x05], 'it is a session of Charles: export it as HAR'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'it is compressed by Zstandard: unpack it, or compress it by gzip'],
];

/** What a JSON value is in place of traffic; undefined: nothing that is known. */
function otherJson(value: unknown): string | undefined {
  return jsonForms.find(([form]) => form.safeParse(value).success)?.[1];
}

/** What a file is in place of traffic by its first bytes; undefined: nothing that is known. */
function otherBytes(bytes: Uint8Array): string | undefined {
  if (binaryForms.some(([first]) => first.every((byte, at) => bytes[at] === byte)))
    return binaryForms.find(([first]) => first.every((byte, at) => bytes[at] === byte))?.[1];
  // mitmproxy writes netstrings: a length, a colon, and keys in an order of its own.
  return /^\d{1,9}:\d{1,4}:\w/.test(Buffer.from(bytes.subarray(0, 40)).toString('latin1'))
    ? 'it is a flow file of mitmproxy: write it as HAR, by mitmdump -nr FILE --set hardump=traffic.har'
    : undefined;
}

/** The largest file that is read, bytes, compressed or not: it is held in memory several times over. */
const largest = 512 * 1024 * 1024;

/** More values in one JSON text are not read: each takes memory, however short its text is. A recording of 512 MiB has some million. */
const mostValues = 10_000_000;
/** A shorter text holds fewer than that. */
const unsuspicious = mostValues;

/** Marks at the beginning of a file that say how its text is encoded. */
const encodings = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** The bytes of a file, unpacked where it is compressed by gzip. Throws SettingsError when it can't be read, or is too large. */
function readUnpacked(path: string): Buffer {
  const bytes = readBoundedBytes(path, largest);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: largest });
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new SettingsError(
      isTooLarge
        ? `${path} unpacks to more than ${largest} bytes, the most that is read of such a file.`
        : `${path} can't be read: it begins as gzip, and is cut short or damaged.`,
    );
  }
}

/** The text of a file in UTF-8 or, with a byte order mark, UTF-16. Throws SettingsError when it is in neither. */
function textOfBytes(bytes: Buffer, path: string): string {
  const marked = encodings.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  try {
    return new TextDecoder(marked?.encoding ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SettingsError(
      `${path} can't be read: it is not UTF-8 text, and does not begin with the byte order mark of UTF-16.`,
    );
  }
}

/** The lines of a text, one after another. */
function* linesOf(text: string): Generator<string, void> {
  let from = 0;
  for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
    yield text.slice(from, to);
    from = to + 1;
  }
  yield text.slice(from);
}

/** What a JSON text holds, or where it is no JSON. */
type Json = { readonly value: unknown } | { readonly wrong: string };

/** Reads a JSON text that is not trusted. */
function jsonOf(text: string): Json {
  if (text.length > unsuspicious && hasTooManyValues(text))
    return { wrong: `it holds more than ${mostValues} values, the most that are read: cut it into several` };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { wrong: `it is no JSON${placeOf(error, text)}` };
  }
}

/** Counts the separators outside of texts: one pass, since the text is long. */
function hasTooManyValues(text: string): boolean {
  const separators = /"(?:[^"\\]|\\.)*"?|[[{,]/gs;
  let values = 0;
  for (const [one] of text.matchAll(separators)) {
    if (one.startsWith('"')) continue;
    values += 1;
    if (values > mostValues) return true;
  }
  return false;
}

/** Where a text stops being JSON. The message itself is not shown: it quotes the file, which may contain keys. */
function placeOf(error: unknown, text: string): string {
  const [, position] = /at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return `: see line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
