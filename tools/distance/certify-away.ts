import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { growing } from '../../cli/progress/show-progress.ts';
import type { JournalRecord, Reducers } from '../../harness/journal/journal-records.ts';
import { journalIn, packedJournalName, unpacked } from '../../harness/journal/journal-bytes.ts';
import { readJournal, reduceJournal } from '../../harness/journal/read-journal.ts';
import { ran } from '../speed/command.ts';
import { putBehindRelay, type Distance } from './relay.ts';

/** How often the journal is looked at, ms: shorter than the way to a server that is worth a measurement. */
const lookMs = 10;

/** What certifies a server that is behind a relay. */
export interface AwayRun {
  /** Names the server, as `payproof serve` prints it; it is changed. */
  readonly targetsFile: string;
  readonly distance: Distance;
  /** Requests under way at most. */
  readonly concurrency: number;
  /** The folder of the checkout that certifies. */
  readonly checkout: string;
  /** An empty folder for what the run writes. */
  readonly folder: string;
  /** The folder of its plans. Default: one of its own. */
  readonly cache?: string;
  /** Further options of `certify`. */
  readonly options: readonly string[];
  /** Of each record when it is written. The first that gives true ends the run as Ctrl-C does. Default: none does. */
  readonly enough?: Reducers<boolean>;
  /** Its abort ends the run as Ctrl-C does. Default: none. */
  readonly signal?: AbortSignal;
}

export interface AwayOutcome {
  /** From the start of the command to its end. */
  readonly ms: number;
  readonly records: readonly JournalRecord[];
}

/** What `certify` ends with once it has judged, were it until an interrupt. */
const judged: ReadonlySet<number | null> = new Set([0, 1, 3, 130]);

/** Certifies a server behind a relay by the command of a checkout. Throws an Error where the command could not be run to a verdict. */
export async function certifyAway({
  targetsFile,
  distance,
  concurrency,
  checkout,
  folder,
  cache = join(folder, 'cache'),
  options,
  enough = {},
  signal,
}: AwayRun): Promise<AwayOutcome> {
  const relay = await putBehindRelay(targetsFile, distance, { limits: { concurrency } });
  const out = join(folder, 'run');
  const over = new AbortController();
  let isEnough = false;
  const reducers = Object.fromEntries(
    Object.entries(enough).map(([k, ends]) => [
      k,
      (record: never) => {
        isEnough ||= ends(record);
      },
    ]),
  );
  const following = followJournal(out, reducers, over.signal);
  try {
    const { ms, exit } = await ran(
      { name: 'certifier', folder: resolve(checkout) },
      ['certify', '--targets', targetsFile, '--quiet', '--out', out, ...options],
      {
        cache,
        cwd: folder,
        enough: () => isEnough || signal?.aborted === true,
      },
    );
    if (!judged.has(exit)) throw new Error(`certify ended with ${exit}`);
    const records: JournalRecord[] = [];
    for await (const record of readJournal(join(out, packedJournalName))) records.push(record);
    return { ms, records };
  } finally {
    over.abort();
    await following;
    await relay.close();
  }
}

/**
 * Does with each record of a run's journal what is done with those of its kind, as the run writes it, until that is over and all are read. The folder
 * may come later; where none comes nothing is done.
 */
export async function followJournal(dir: string, reducers: Reducers, over: AbortSignal): Promise<void> {
  let file = journalIn(dir);
  while (file === undefined && !over.aborted) {
    await sleep(lookMs, undefined, { signal: over }).catch(() => undefined);
    file = journalIn(dir);
  }
  if (file !== undefined) await reduceJournal(unpacked(growing(file, over, lookMs)), reducers);
}
