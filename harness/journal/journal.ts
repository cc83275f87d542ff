import { openJournalFile, type JournalSink } from './journal-file.ts';
import type { JournalRecord } from './journal-records.ts';
import { redacted, type Redact } from '../secrets/redact.ts';

export interface Journal {
  /** Appends one record; a judgement, or where a suite begins or ends, is on disk at once, any other record within 50 ms, or when the process exits. */
  write(record: JournalRecord): void;
  flush(): void;
  close(): void;
  /** Aborted, with a JournalFull, once it holds as much as it may: the run is to end. */
  readonly full: AbortSignal;
  /** Aborted, with an Unwritable, once a write has failed: nothing is written from then on, so that no part in the middle is missing. */
  readonly failed: AbortSignal;
}

const FLUSH_MS = 50;
const FLUSH_CHARACTERS = 64 * 1024;

/** Opens a journal in a file. */
export function openJournal(file: string, redact: Redact, size?: { readonly journalMb?: number }): Journal {
  return journalTo(openJournalFile(file, size), redact);
}

/** A journal that goes to a sink. Every text in a record passes `redact`, and no text of the file itself, so that a secret that equals a word of ours damages nothing. */
export function journalTo(sink: JournalSink, redact: Redact): Journal {
  let pending: string[] = [];
  let characters = 0;
  let timer: NodeJS.Timeout | undefined;
  let open = true;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const records = pending;
    pending = [];
    characters = 0;
    if (records.length > 0) sink.append(records);
  };
  process.on('exit', flush);

  return {
    write(record) {
      if (!open || sink.failed.aborted) return;
      const json = JSON.stringify(redacted(record, redact));
      pending.push(json);
      characters += json.length;
      if (characters >= FLUSH_CHARACTERS || isUrgent(record)) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
    full: sink.full,
    failed: sink.failed,
    flush,
    close() {
      if (!open) return;
      flush();
      open = false;
      process.off('exit', flush);
      sink.close();
    },
  };
}

/**
 * What a killed process must not lose, even while a long computation keeps the timer from running; and where a suite begins, so that a folder
 * which can't be written is noticed before requests are sent.
 */
function isUrgent({ k }: JournalRecord): boolean {
  return k === 'sequence' || k === 'failure' || k === 'experiment' || k === 'end' || k === 'suite';
}
