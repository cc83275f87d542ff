import type { FailureRecord } from '../../harness/journal-records.ts';
import type { Journal } from '../../harness/journal.ts';

/** Answers lost in a row, or as many as there are connections, after which the target is looked at: a sandbox loses one in a hundred by chance. */
const lostInARow = 8;

/** Tells one claim that the target is away. */
export interface ConnectionLoss {
  readonly signal: AbortSignal;
  /** Why the last answer was lost. */
  cause(): string;
}

/**
 * Watches what is journaled: passes on each failure, and counts lost answers. `watch` gives a claim the signal that ends it once so many
 * answers were lost in a row.
 */
export function watchConnection(
  journal: Journal,
  connections: number,
  onFailure: (failure: FailureRecord) => void,
): { readonly journal: Journal; watch(): ConnectionLoss } {
  const most = Math.max(lostInARow, connections);
  let away = new AbortController();
  let inARow = 0;
  let cause = '';
  return {
    journal: {
      ...journal,
      write(record) {
        journal.write(record);
        if (record.k === 'failure') onFailure(record);
        if (record.k !== 'exchange' || record.control === true) return;
        inARow = record.lost === undefined ? 0 : inARow + 1;
        cause = record.lost ?? cause;
        if (inARow >= most) away.abort();
      },
    },
    watch() {
      if (away.signal.aborted) inARow = 0;
      away = new AbortController();
      // An abort loses the answers that are on their way: their cause would say nothing.
      let causeOfAbort = '';
      away.signal.addEventListener('abort', () => (causeOfAbort = cause), { once: true });
      return { signal: away.signal, cause: () => causeOfAbort };
    },
  };
}
