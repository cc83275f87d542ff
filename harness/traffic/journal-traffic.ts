import type { JournalRecord } from '../journal/journal-records.ts';
import { JournalReader, readJournal } from '../journal/read-journal.ts';
import { trafficOf, type RecordedExchange, type RecordedNotification, type Traffic } from './traffic.ts';

/** The traffic in a journal of a run. Throws SettingsError on a journal of a newer schema. */
export async function trafficOfJournal(file: string): Promise<Traffic> {
  const reader = new JournalReader();
  const records = new RecordsTraffic();
  for await (const record of readJournal(file, reader)) records.add(record);
  return records.traffic(reader.damage.length);
}

/** The traffic in the records of a run. */
export function trafficOfRecords(all: Iterable<JournalRecord>): Traffic {
  const records = new RecordsTraffic();
  for (const record of all) records.add(record);
  return records.traffic(0);
}

class RecordsTraffic {
  readonly #exchanges: RecordedExchange[] = [];
  readonly #notifications: RecordedNotification[] = [];
  /** Sequences that send several requests at once. */
  readonly #racing = new Set<string>();
  #startedAt = 0;
  #endsAt: number | undefined;
  #isWhole = false;

  add(record: JournalRecord): void {
    if (record.k === 'run') {
      this.#startedAt = Date.parse(record.startedAt);
      // It is started for one run, and nobody else has its address.
      this.#isWhole = record.settings?.['kind'] === 'embedded';
    } else if (record.k === 'exchange') {
      const { at, ms, request, reply, sequence } = record;
      this.#exchanges.push({
        number: this.#exchanges.length + 1,
        sentAt: this.#startedAt + at,
        receivedAt: this.#startedAt + at + ms,
        ...request,
        ...(reply !== undefined && reply.truncated !== true && { reply }),
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

  traffic(damaged: number): Traffic {
    return trafficOf('journal', {
      exchanges: this.#exchanges.map(({ sender, ...exchange }) =>
        sender === undefined || this.#racing.has(sender) ? exchange : { ...exchange, sender },
      ),
      notifications: this.#notifications,
      damaged,
      ...(this.#endsAt !== undefined && { until: this.#endsAt }),
      ...(this.#isWhole && { isWhole: true }),
    });
  }
}
