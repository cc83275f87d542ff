import type { JournalDamage } from '../journal/journal-damage.ts';
import type { JournalRecord } from '../journal/journal-records.ts';
import { JournalReader, journalBytes, recordsIn } from '../journal/read-journal.ts';
import { answerAsJudged } from './parts/answer.ts';
import {
  trafficOf,
  type RecordedExchange,
  type RecordedNotification,
  type Traffic,
  type Unread,
} from './traffic.ts';

/** The traffic in a journal of a run. Throws SettingsError on a journal of a newer schema. */
export function trafficOfJournal(file: string): Promise<Traffic> {
  return trafficOfChunks(journalBytes(file));
}

/** The same of the bytes of a journal. */
export function trafficOfJournalBytes(bytes: Buffer): Promise<Traffic> {
  return trafficOfChunks(piecesOf(bytes));
}

// oxlint-disable-next-line typescript/require-await -- as a file gives them
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer, void> {
  yield bytes;
}

async function trafficOfChunks(chunks: AsyncIterable<Buffer>): Promise<Traffic> {
  const reader = new JournalReader();
  const records = new RecordsTraffic();
  for await (const record of recordsIn(chunks, reader)) {
    records.noteDamage(reader.damage);
    records.add(record);
  }
  records.noteDamage(reader.damage);
  return records.traffic();
}

/** The traffic in the records of a run. */
export function trafficOfRecords(all: Iterable<JournalRecord>): Traffic {
  const records = new RecordsTraffic();
  for (const record of all) records.add(record);
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

  add(record: JournalRecord): void {
    if (record.k === 'run') {
      this.#startedAt = Date.parse(record.startedAt);
      // It is started for one run, and nobody else has its address.
      this.#isWhole = record.settings?.['kind'] === 'embedded';
    } else if (record.k === 'exchange') {
      const { at, ms, request, reply, sequence, lost } = record;
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
    } else if (record.k === 'sequence' && record.overlap !== undefined) {
      this.#racing.add(record.id);
    } else if (record.k === 'notification') {
      const { at, headers, answered, base64 } = record;
      const body = base64 === undefined ? record.body : Buffer.from(base64, 'base64').toString();
      this.#notifications.push({ receivedAt: this.#startedAt + at, headers, body, answered });
    } else if (record.k === 'end') this.#endsAt = this.#startedAt + record.at;
  }

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
