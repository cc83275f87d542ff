import type { FailureRecord } from '../../harness/journal-records.ts';
import type { Journal } from '../../harness/journal.ts';

/** Answers lost in a row, or as many as there are connections, after which the target is looked at: one in a hundred is lost by chance. */
const lostInARow = 8;

/** Ends what is under way once the target is away. */
export interface Losing {
  readonly signal: AbortSignal;
  /** Why the last answer was lost. */
  cause(): string;
}

/**
 * A journal that many sessions use one after another, so none of them closes it, and that tells of each failure. `losing` gives
 * each what ends it once so many answers were lost in a row, its own or those before.
 */
export function watched(
  journal: Journal,
  connections: number,
  onFailure: (failure: FailureRecord) => void,
): { readonly journal: Journal; losing(): Losing } {
  const most = Math.max(lostInARow, connections);
  let away = new AbortController();
  let inARow = 0;
  let cause = '';
  return {
    journal: {
      write(record) {
        journal.write(record);
        if (record.k === 'failure') onFailure(record);
        if (record.k !== 'exchange' || record.control === true) return;
        inARow = record.lost === undefined ? 0 : inARow + 1;
        cause = record.lost ?? cause;
        if (inARow >= most) away.abort();
      },
      flush: () => journal.flush(),
      close: () => journal.flush(),
    },
    losing() {
      if (away.signal.aborted) inARow = 0;
      away = new AbortController();
      // What is aborted loses the answers that are on their way, which would tell nothing.
      let told = '';
      away.signal.addEventListener('abort', () => (told = cause), { once: true });
      return { signal: away.signal, cause: () => told };
    },
  };
}
