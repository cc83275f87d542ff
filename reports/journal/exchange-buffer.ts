import type { ClockMove } from './summary.ts';
import { boundedJson } from '../../harness/files/bounded-json.ts';
import type { ExchangeRecord, NotificationRecord } from '../../harness/records/exchange-records.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { SequenceRecord } from '../../harness/records/sequence-record.ts';
import { paymentsNamedIn } from '../../harness/receiver/inbox.ts';
import { StrayCounter } from '../words/accusation.ts';

/** Sequences that are kept at once: far more than ever run at the same time, few enough to keep memory flat. */
const mostSequences = 256;

/** Keeps the requests of violated sequences until their failure is recorded, and forgets all others. */
export class ExchangeBuffer {
  readonly #running = new Map<string, ExchangeRecord[]>();
  readonly #violated = new Map<string, ExchangeRecord[]>();

  add(exchange: ExchangeRecord): void {
    // Requests that prepare the target belong to no sequence.
    if (exchange.sequence === '') return;
    const known = this.#running.get(exchange.sequence);
    if (known !== undefined) {
      known.push(exchange);
      return;
    }
    this.#running.set(exchange.sequence, [exchange]);
    forgetOldest(this.#running);
  }

  /** The requests so far of the sequence of an exchange. */
  runningOf({ sequence }: ExchangeRecord): readonly ExchangeRecord[] {
    return this.ofSequence(sequence);
  }

  /** The requests so far of a sequence that has not ended. */
  ofSequence(id: string): readonly ExchangeRecord[] {
    return this.#running.get(id) ?? [];
  }

  /** Forgets the sequences that are running: the process that ran them has ended. */
  forgetRunning(): void {
    this.#running.clear();
  }

  /** Called at the end of a sequence. */
  settle(sequence: SequenceRecord): void {
    const exchanges = this.#running.get(sequence.id);
    this.#running.delete(sequence.id);
    if (exchanges === undefined || sequence.verdict !== 'violated') return;
    this.#violated.delete(sequence.id);
    this.#violated.set(sequence.id, exchanges);
    forgetOldest(this.#violated);
  }

  /**
   * The requests of the newest violated run of exactly the failure's steps; or of these among other steps, since a procedure
   * leaves some of its steps out of the transcript. Empty when no such run is kept.
   */
  of(failure: FailureRecord): readonly ExchangeRecord[] {
    const shape = shapeOf(failure.transcript);
    const steps = new Set(failure.transcript.map(({ step }) => step));
    const newest = [...this.#violated.values()]
      .toReversed()
      .filter((exchanges) => exchanges[0]?.suite === failure.suite);
    const transcribed = (exchanges: readonly ExchangeRecord[]) =>
      exchanges.filter(({ step }) => steps.has(step));
    const whole = newest.filter((exchanges) => shapeOf(exchanges) === shape);
    const fitting =
      whole.length > 0 ? whole : newest.map(transcribed).filter((exchanges) => shapeOf(exchanges) === shape);
    // Runs of the final form differ in the target's ids: the run of the transcript comes first.
    return fitting.find((exchanges) => isOfTranscript(exchanges, failure)) ?? fitting[0] ?? [];
  }
}

/** Whether these are the requests of the transcript, judged by the replies. */
function isOfTranscript(exchanges: readonly ExchangeRecord[], { transcript }: FailureRecord): boolean {
  return exchanges.every(({ reply }, index) => {
    const known = transcript[index]?.reply ?? null;
    return known === null || JSON.stringify(known) === compact(reply?.body ?? '');
  });
}

function compact(json: string): string | undefined {
  try {
    return JSON.stringify(boundedJson(JSON.parse(json)));
  } catch {
    return undefined;
  }
}

function shapeOf(
  lines: readonly { readonly step: string; readonly operation: string; readonly kind: string }[],
): string {
  return JSON.stringify(lines.map(({ step, operation, kind }) => [step, operation, kind]));
}

function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > mostSequences && oldest !== undefined) map.delete(oldest);
}

/** Far more than come while one failure is shrunk, few enough to keep memory flat. */
const mostKept = 8192;

/** Longest body that is kept: real ones have a few hundred characters. */
const longestBody = 4096;

/** Keeps the latest notifications and clock moves until the failure that they belong to is recorded. */
export class NotificationBuffer {
  readonly #notifications: NotificationRecord[] = [];
  readonly #moves: ClockMove[] = [];

  /** Counts those that are odd, those of the shards before too. */
  readonly strays: StrayCounter;

  constructor(strays = new StrayCounter()) {
    this.strays = strays;
  }

  add(notification: NotificationRecord): void {
    this.strays.add(notification);
    keep(this.#notifications, { ...notification, body: notification.body.slice(0, longestBody) });
  }

  /** Notes a control call that moved the target's clock; ignores any other request. */
  note({ control, request, reply, at }: ExchangeRecord): void {
    if (control !== true || reply === undefined || reply.http >= 300) return;
    if (!request.url.endsWith('/clock/advance')) return;
    const ms = /"ms":\s*(\d+)/.exec(request.body ?? '')?.[1];
    if (ms !== undefined && Number(ms) > 0) keep(this.#moves, { at, ms: Number(ms) });
  }

  /** What came since the first of these requests about the payments that they or their replies name. */
  of(exchanges: readonly ExchangeRecord[]): {
    readonly notifications: readonly NotificationRecord[];
    readonly moves: readonly ClockMove[];
  } {
    const since = exchanges[0]?.at ?? Infinity;
    const ids = paymentsIn(exchanges);
    return {
      notifications: this.#notifications.filter(
        ({ at, body }) => at >= since && ids.some((id) => body.includes(id)),
      ),
      moves: this.#moves.filter(({ at }) => at >= since),
    };
  }
}

/** The payments of a few requests, in the order in which they are first named. */
export function paymentsIn(exchanges: readonly ExchangeRecord[]): readonly string[] {
  const texts = exchanges.flatMap(({ request, reply }) => [request.body ?? '', reply?.body ?? '']);
  return [...new Set(texts.flatMap(paymentsNamedIn))];
}

function keep<T>(items: T[], item: T): void {
  items.push(item);
  // Cut in large steps, since each cut moves all that is kept.
  if (items.length > 2 * mostKept) items.splice(0, mostKept);
}
