import { legacyOperations, type Operation, resourceOperations } from '../../../spec/operations.ts';
import { getOrCreate } from '../../../engine/collections.ts';
import type { RecordedExchange, Traffic } from '../../../harness/traffic/traffic.ts';
import { at } from '../../../models/checks.ts';
import type { LeftOut } from '../recognise/checksum-recipe.ts';
import type { Unjudged } from '../recognise/recognise.ts';
import { replyBody } from '../recorded-reply.ts';
import { Conversation, type RecordedStep, type ServerClock, type ThreadInterface } from './conversation.ts';

/** What names a thread: one of its ids, or the data of an authorization that waits for a PIN. */
export type Name = 'payment' | 'capture' | 'token' | 'consumer' | 'ref' | 'asked';

/** Ties recorded exchanges to threads by the ids that they name, in the order of their times. */
export class Conversations {
  readonly all: Conversation[] = [];
  /** How many exchanges are not judged, by the reason. */
  readonly unjudged = new Map<Unjudged, number>();
  /** When a notification URL was set or changed, by server. */
  readonly webhookSet: { readonly server: string; readonly at: number; readonly isOn: boolean }[] = [];
  /** Something of it went to the control interface. */
  hasControl = false;
  readonly validityMs: number;
  readonly #isWhole: boolean;
  readonly #slackMs: number;
  readonly #byName = new Map<string, Conversation>();
  /** The same by the id alone. */
  readonly #byId = new Map<string, Set<Conversation>>();
  readonly #waiting = new Map<string, Map<string, Conversation>>();
  readonly #clocks = new Map<string, ServerClock>();
  /** Every id that a reply has shown: it was issued. */
  readonly #issued = new Set<string>();
  /** Servers of which an answer was lost that may have issued an id. */
  readonly #doubtful = new Set<string>();
  #isAnyIssued = false;
  readonly #lastTokens = new Map<string, Conversation>();

  readonly leftOut: LeftOut;

  constructor({ form, isWhole }: Pick<Traffic, 'form' | 'isWhole'>, validityMs: number, leftOut: LeftOut) {
    this.leftOut = leftOut;
    this.#isWhole = isWhole === true;
    this.#slackMs = form === 'journal' ? 1 : 0;
    this.validityMs = validityMs;
  }

  /** Notes which ids a reply has shown, and whether one may have been lost with an answer; `operation`: absent where it is not known. */
  note(exchange: RecordedExchange, server: string, operation?: string): void {
    const mayIssue = operation === undefined || issuing.has(operation);
    if (exchange.reply === undefined && mayIssue) this.#doubtful.add(server);
    for (const id of idsIn(replyBody(exchange))) this.#issued.add(`${server} ${id}`);
  }

  /** Any id may have been issued: something was not read. */
  doubtIds(): void {
    this.#isAnyIssued = true;
  }

  /** Clocks may have been moved, and notification URLs changed, since then. */
  forgetServers(since: number): void {
    for (const [server, clock] of this.#clocks) {
      delete clock.skewMs;
      this.webhookSet.push({ server, at: since, isOn: false });
    }
  }

  /** The threads that are known by an id. */
  ofId(id: string): Iterable<Conversation> {
    return this.#byId.get(id) ?? [];
  }

  leaveOut(why: Unjudged): void {
    this.unjudged.set(why, (this.unjudged.get(why) ?? 0) + 1);
  }

  clock(server: string): ServerClock {
    let clock = this.#clocks.get(server);
    if (clock === undefined) this.#clocks.set(server, (clock = { events: [] }));
    return clock;
  }

  /** The thread of this name. */
  named(server: string, name: Name, id: string): Conversation | undefined {
    return this.#byName.get(`${server} ${name} ${id}`);
  }

  name(thread: Conversation, name: Name, id: string): void {
    const key = `${thread.server} ${name} ${id}`;
    thread.names.add(key);
    getOrCreate(this.#byId, id, () => new Set<Conversation>()).add(thread);
    this.#byName.set(key, thread);
  }

  begin(exchange: RecordedExchange, to: ThreadInterface, server: string): Conversation {
    const thread = new Conversation(`${to}-${exchange.number}`, {
      to,
      server,
      clock: this.clock(server),
      at: exchange.sentAt,
      slackMs: this.#slackMs,
    });
    this.all.push(thread);
    return thread;
  }

  /** The authorizations that wait for a PIN that was sent to this phone: their steps, with their threads. */
  waiting(server: string, phone: string): Map<string, Conversation> {
    return getOrCreate(this.#waiting, `${server} ${phone}`, () => new Map<string, Conversation>());
  }

  /** The thread whose token was used last: a list of tokens is judged with it. */
  lastTokens(server: string): Conversation | undefined {
    return this.#lastTokens.get(server);
  }

  /** Whether no target has issued this id: all its traffic is known, and no answer was lost. */
  isNeverIssued(server: string, id: string): boolean {
    return this.isWhole && !this.#doubtful.has(server) && !this.#issued.has(`${server} ${id}`);
  }

  /** The recording has all that the server ever got. */
  get isWhole(): boolean {
    return this.#isWhole && !this.#isAnyIssued;
  }

  /**
   * Adds a step to a thread, behind what has happened to the clock meanwhile. Gives false where the thread ends instead: its state is not known
   * any more.
   */
  put(thread: Conversation, step: RecordedStep, isRead = false): boolean {
    const { exchange } = step;
    const clock = this.clock(thread.server);
    const passed = thread.passed(clock);
    const from = exchange && thread.overlapFrom(exchange, isRead, step.step.uses);
    const isDisturbed = passed.some(
      ({ step: { exchange: moving }, ms, until }) =>
        (moving !== undefined && thread.overlapFrom(moving, ms === 0) !== undefined) ||
        (exchange !== undefined &&
          !isSameSender(moving, exchange) &&
          until + this.#slackMs > exchange.sentAt),
    );
    const overlapped =
      thread.namesRaced(step.step.uses) ||
      isDisturbed ||
      (from !== undefined && (passed.length > 0 || !thread.joinRace(from, step.step.uses)));
    thread.pass(clock);
    const why = overlapped
      ? 'overlap'
      : thread.isFull
        ? 'long'
        : this.#mayHaveExpired(thread, exchange)
          ? 'expiry'
          : undefined;
    if (why !== undefined) {
      // What it has changed may show in replies that came after it was sent.
      this.close(thread, isRead ? undefined : exchange?.sentAt);
      this.leaveOut(why);
      return false;
    }
    thread.add(step, isRead);
    if (thread.tokens.size > 0) this.#lastTokens.set(thread.server, thread);
    return true;
  }

  /** When something may first happen to a thread's payments that it knows nothing of: a later move of the clock, or their expiry; ms since the epoch. */
  undisturbedUntil(thread: Conversation): number {
    const [moved] = thread.passed(this.clock(thread.server)).filter(({ ms }) => ms > 0);
    return Math.min(
      moved?.step.exchange?.sentAt ?? Infinity,
      thread.firstAt + this.validityMs - this.#marginMs,
    );
  }

  /**
   * Nothing is added to the thread any more. What it knows stays judged, but what came after `since`, when something unknown may have
   * happened.
   */
  close(thread: Conversation, since = Infinity): void {
    thread.isBroken = true;
    for (let left = thread.cutFrom(since); left > 0; left -= 1) this.leaveOut('overlap');
    for (const key of thread.names) if (this.#byName.get(key) === thread) this.#byName.delete(key);
    if (this.#lastTokens.get(thread.server) === thread) this.#lastTokens.delete(thread.server);
  }

  /**
   * Whether a payment of the thread may be about to expire, or have done so in real time: the models know only of the time that control lets
   * pass.
   */
  #mayHaveExpired({ firstAt, movedMs }: Conversation, exchange: RecordedExchange | undefined): boolean {
    const realMs = (exchange?.sentAt ?? firstAt) - firstAt;
    return movedMs > 0 ? realMs > this.#marginMs / 2 : realMs > this.validityMs - this.#marginMs;
  }

  /** As long as the models leave between an instant and an expiry. */
  get #marginMs(): number {
    return Math.min(300_000, this.validityMs / 4);
  }
}

/** Whether one who sends one request after another has sent both. */
const isSameSender = (one: RecordedExchange | undefined, other: RecordedExchange): boolean =>
  other.sender !== undefined && one?.sender === other.sender;

/** What gives out ids, and the fields and the lists that have them. */
const makers = [legacyOperations, resourceOperations].flatMap((operations) =>
  Object.entries<Operation>(operations).filter(([, { makes, lists }]) => (makes ?? lists) !== undefined),
);
const issuing: ReadonlySet<string> = new Set(makers.map(([name]) => name));
const fields = new Set(makers.flatMap(([, { makes }]) => Object.values(makes ?? {})));
const lists = new Set(makers.flatMap(([, { lists: own }]) => Object.values(own ?? {})));

/** Ids in a reply by the names that both documents give them. */
export function idsIn(body: unknown): readonly string[] {
  const entries = (name: string) => {
    const list = at(body, [name]);
    return Array.isArray(list) ? list.map((entry: unknown) => at(entry, ['id'])) : [];
  };
  return [...[...fields].map((name) => at(body, [name])), ...[...lists].flatMap(entries)].filter(
    (id) => typeof id === 'string',
  );
}
