import type { FailureRecord } from '../harness/records/failure-record.ts';
import { type JournalRecord, reduce, type Reducers } from '../harness/journal/journal-records.ts';
import { memoryNow, spread, type Memory } from './memory.ts';
import { fixed, tableOf } from './table.ts';

/** Requests before the memory is measured for the first time. */
const firstMark = 10_000;

interface Mark extends Memory {
  readonly requests: number;
  /** Whether sequences were running, which take a varying amount of memory. */
  readonly busy: boolean;
}

/** Counts the records of a journal and prints a line of the table at each mark. */
export class SoakTally {
  /** Records written; the journal must have as many lines. */
  lines = 0;
  readonly totals = { requests: 0, sequences: 0, webhooks: 0 };
  readonly accusations: FailureRecord[] = [];
  readonly flaky: FailureRecord[] = [];
  inconclusive = 0;
  troubles = 0;
  /** The process of the current round's server. */
  server: number | undefined;
  round = 0;
  readonly #marks: Mark[] = [];
  readonly #started = performance.now();
  #last = { requests: 0, at: this.#started };
  #next: number;
  readonly #every: number;

  /** `every`: requests between two measurements of the memory. */
  constructor(every: number) {
    this.#every = every;
    this.#next = Math.min(firstMark, every);
  }

  /** To be called with each record as it is written. */
  note(record: JournalRecord): void {
    this.lines += 1;
    reduce(this.#reducers, record);
  }

  readonly #reducers: Reducers = {
    exchange: ({ control }) => {
      if (control !== true) this.totals.requests += 1;
      if (this.totals.requests >= this.#next) this.mark(true);
    },
    notification: () => void (this.totals.webhooks += 1),
    sequence: ({ phase, verdict }) => {
      if (phase === 'explore') this.totals.sequences += 1;
      if (verdict === 'inconclusive') this.inconclusive += 1;
    },
    failure: (record) => {
      (record.flaky ? this.flaky : this.accusations).push(record);
      printFailure(record);
    },
    trouble: ({ kind, cause }) => {
      this.troubles += 1;
      console.log(`    trouble (${kind}): ${cause}`);
    },
  };

  /** Prints a line of the table; `busy` while a round is under way. */
  mark(busy: boolean): void {
    const { requests } = this.totals;
    const now = performance.now();
    const memory = memoryNow(this.server);
    const rate = (requests - this.#last.requests) / ((now - this.#last.at) / 1000);
    this.#last = { requests, at: performance.now() };
    if (busy) this.#next = (Math.floor(requests / this.#every) + 1) * this.#every;
    this.#marks.push({ requests, busy, ...memory });
    const figures = [
      requests,
      (now - this.#started) / 1000,
      rate,
      memory.rss,
      memory.heap,
      memory.other,
      this.accusations.length,
      this.flaky.length,
      this.round,
    ];
    console.log(soakTable.row(...figures.map((figure) => fixed(figure)), busy ? 'at work' : 'between'));
  }

  /** The range of the client's memory from the first mark on: at work, and between two servers, when no sequence runs. */
  flatness(): string {
    const range = (figure: 'rss' | 'heap', busy: boolean) => {
      const figures = this.#marks
        .filter((mark) => mark.busy === busy && mark.requests >= firstMark)
        .map((mark) => mark[figure]);
      const [first, last] = [figures[0], figures.at(-1)];
      if (first === undefined || last === undefined) return `${figure} not measured`;
      const [least, most] = [Math.min(...figures), Math.max(...figures)];
      return `${figure} ${first.toFixed(0)} → ${last.toFixed(0)} MB (${least.toFixed(0)} to ${most.toFixed(0)}, +${spread(figures).toFixed(0)} %)`;
    };
    return [
      `client from ${firstMark} requests on, first → last (least to most); the goal is 10 %`,
      `  at work: ${range('heap', true)}, ${range('rss', true)}`,
      `  between: ${range('heap', false)}, ${range('rss', false)}`,
    ].join('\n');
  }

  /** One line of progress. */
  progress(): string {
    const seconds = (performance.now() - this.#started) / 1000;
    const { requests } = this.totals;
    const rss = process.memoryUsage().rss / 1024 / 1024;
    return `${requests} requests in ${seconds.toFixed(0)} s, round ${this.round}, client ${rss.toFixed(0)} MB, ${this.accusations.length} accusations`;
  }
}

export const soakTable = tableOf(
  'requests',
  'seconds',
  'requests/s',
  'client rss MB',
  'client heap MB',
  'server rss MB',
  'accusations',
  'flaky',
  'round',
  '   when',
);

function printFailure({ requirement, summary, flaky, failed, outOf, transcript }: FailureRecord): void {
  const how = flaky ? ` (flaky, ${failed} of ${outOf})` : '';
  console.log(`    ✗ ${requirement.join(', ')}${how}: ${summary}`);
  for (const { step, operation, kind, received } of transcript)
    console.log(`        ${step} ${operation} ${kind} → ${received}`);
}
