import type { Json, Step, Uses } from '../../../engine/model.ts';
import type { RecordedExchange } from '../../../harness/traffic/traffic.ts';
import type { Call } from '../../../models/wire.ts';

export type ThreadInterface = 'legacy' | 'resource';

/** One step of a thread: a recorded exchange, or, without one, something that is presumed. */
export interface RecordedStep {
  readonly step: Step;
  readonly call: Call;
  readonly exchange?: RecordedExchange;
}

/** What happens to all threads of a server at once. */
interface ServerEvent {
  readonly step: RecordedStep;
  /** By how much the clock was moved, ms; 0: it was read, or all tokens were listed. */
  readonly ms: number;
  /** When its reply had come, ms since the epoch: until then it may have happened. */
  readonly until: number;
  readonly isList?: true;
}

/** What is known of a server's clock, and what happens to all its threads: its moves and readings, and lists of tokens, in their order. */
export interface ServerClock {
  readonly events: ServerEvent[];
  /** The server's clock less that of the recording, ms, by the latest reply that shows it. */
  skewMs?: number;
}

/** Most requests of which every order is tried. */
const mostOverlapping = 4;

/** Most steps of a thread: each takes longer than the one before. */
const mostSteps = 300;

/** Requests that belong together, since they name the same payments and tokens: judged as one sequence. */
export class Conversation {
  readonly id: string;
  readonly interface: ThreadInterface;
  readonly server: string;
  readonly steps: RecordedStep[] = [];
  /** Of the server's clock when it began. */
  readonly skewMs: number | undefined;
  /** By id, the step that made it. */
  readonly payments = new Map<string, string>();
  readonly captures = new Map<string, { readonly step: string; readonly payment: string }>();
  readonly tokens = new Map<string, string>();
  /** By the consumer's id, the steps that made its tokens. */
  readonly consumers = new Map<string, string[]>();
  /** By the data of an authorization that waits for a PIN, its step. */
  readonly asked = new Map<string, string>();
  /** Those of them whose PIN was read. */
  readonly pinned = new Set<string>();
  /** Payments of which the answer to a capture was lost, and with it the id of that capture: the steps that made them. */
  readonly lostCaptures = new Set<string>();
  /** Under which others find it. */
  readonly names = new Set<string>();
  readonly firstAt: number;
  /** How far recorded times may be off, ms. */
  readonly slackMs: number;
  lastAt = 0;
  /** The steps that overlap, as indices; absent: all came one after another. */
  race: { readonly from: number; readonly to: number } | undefined;
  /** Its payments went on in a way that is not judged. */
  isBroken = false;
  /** By how much the clock was moved since it began, ms. */
  movedMs = 0;
  #clockIndex: number;
  readonly #reads = new Set<string>();

  constructor(
    id: string,
    {
      to,
      server,
      clock,
      at,
      slackMs,
    }: {
      readonly to: ThreadInterface;
      readonly server: string;
      readonly clock: ServerClock;
      readonly at: number;
      readonly slackMs: number;
    },
  ) {
    this.id = id;
    this.interface = to;
    this.server = server;
    this.skewMs = clock.skewMs;
    this.firstAt = at;
    this.slackMs = slackMs;
    this.#clockIndex = clock.events.length;
  }

  /**
   * The first of the steps whose replies had not come when this request was sent, as an index; undefined: all had come. What a request names was
   * there before it.
   */
  overlapFrom({ sentAt, sender }: RecordedExchange, isRead: boolean, uses: Uses = {}): number | undefined {
    if (sender !== undefined && sender === this.steps.at(-1)?.exchange?.sender) return undefined;
    // The times of requests that were sent at once are whole milliseconds.
    const slackMs = sender === undefined ? this.slackMs : 0;
    if (this.lastAt + slackMs <= sentAt) return undefined;
    const used = new Set(Object.values(uses));
    let from: number | undefined;
    for (const [index, { step, exchange }] of this.steps.entries()) {
      if (exchange === undefined || exchange.receivedAt + slackMs <= sentAt || used.has(step.id)) continue;
      if (isRead && this.#reads.has(step.id)) continue;
      from ??= index;
    }
    return from;
  }

  /** Takes the next step for one that overlaps with all from this one on; gives false where it can't be judged so. */
  joinRace(from: number, uses: Uses = {}): boolean {
    const to = this.steps.length + 1;
    const { race } = this;
    if (race !== undefined && (race.to !== this.steps.length || race.from > from)) return false;
    const all = { from: race?.from ?? from, to };
    if (to - all.from > mostOverlapping) return false;
    const joined = this.steps.slice(all.from);
    // What one of them has made was there before another: they are not all at once.
    const made = new Set(joined.map(({ step }) => step.id));
    const isCausal = [uses, ...joined.map(({ step }) => step.uses)].some((one) =>
      Object.values(one).some((id) => made.has(id)),
    );
    if (isCausal || joined.some(({ exchange }) => exchange === undefined)) return false;
    this.race = all;
    return true;
  }

  /** Whether a request names what overlapping ones have made: an id that is known only from its reply. */
  namesRaced(uses: Uses): boolean {
    const { from, to } = this.race ?? { from: 0, to: 0 };
    const raced = new Set(this.steps.slice(from, to).map(({ step }) => step.id));
    return Object.values(uses).some((id) => raced.has(id));
  }

  get isFull(): boolean {
    return this.steps.length >= mostSteps;
  }

  /** What has happened since the last step, and matters here: a reading where the clock was not known, a list where there are tokens. */
  passed({ events }: ServerClock): ServerClock['events'] {
    return events
      .slice(this.#clockIndex)
      .filter(
        ({ ms, isList }) => ms > 0 || (isList === true ? this.tokens.size > 0 : this.skewMs === undefined),
      );
  }

  /** Adds what has happened to the clock since the last step. */
  pass(clock: ServerClock): void {
    for (const { step, ms } of this.passed(clock)) {
      this.movedMs += ms;
      this.steps.push(step);
    }
    this.#clockIndex = clock.events.length;
  }

  /**
   * Takes the steps out whose replies came after this time, with all behind them: the others may rest on what they show. Gives how many
   * requests they were.
   */
  cutFrom(since: number): number {
    const late = this.steps.findIndex(
      ({ exchange }) => exchange !== undefined && exchange.receivedAt > since,
    );
    if (late === -1) return 0;
    const { race } = this;
    const from = race !== undefined && race.to > late ? Math.min(race.from, late) : late;
    if (race !== undefined && race.to > late) this.race = undefined;
    return this.steps.splice(from).filter(({ call }) => call.to !== 'control').length;
  }

  add(step: RecordedStep, isRead: boolean): void {
    this.steps.push(step);
    this.lastAt = Math.max(this.lastAt, step.exchange?.receivedAt ?? 0);
    if (isRead) this.#reads.add(step.step.id);
  }
}

/** A step that was recorded, under the number of its exchange. */
export function recordedStep(
  exchange: RecordedExchange,
  call: Call,
  { operation, kind = 'recorded', uses = {}, data }: Pick<Step, 'operation'> & Partial<Step>,
  part = '',
): RecordedStep {
  const step = {
    id: `e${exchange.number}${part}`,
    operation,
    kind,
    uses,
    ...(data !== undefined && { data }),
  };
  return { step, call: call.to === 'control' ? { ...call, operation } : call, exchange };
}

/** A PIN that a person has read: the request that uses it successfully shows it. */
export function presumedPin(exchange: RecordedExchange, asked: string, pin: Json): RecordedStep {
  const call: Call = { to: 'control', operation: 'read-pin', method: 'GET', path: '', body: { pin } };
  const step = { id: `p${exchange.number}`, operation: 'read-pin', kind: 'presumed', uses: { asked } };
  return { step, call };
}

/** A token that was there before the recording, as the request that uses it successfully shows. */
export function presumedToken(exchange: RecordedExchange, id: string): RecordedStep {
  const call: Call = { to: 'control', operation: 'presume-token', method: 'GET', path: '', body: { id } };
  const uses: Uses = {};
  const data: Json = { id };
  return {
    step: { id: `t${exchange.number}`, operation: 'presume-token', kind: 'presumed', uses, data },
    call,
  };
}
