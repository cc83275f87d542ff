import { randomInt } from 'node:crypto';
import type { AskPin } from '../../harness/given/ask-pin.ts';
import type { WebhookSettings } from '../../harness/given/webhook-settings.ts';
import type { Journal } from '../../harness/journal/journal.ts';
import { openGate, type Gate } from '../../harness/pace/limits.ts';
import { openInbox, type Inbox } from '../../harness/receiver/inbox.ts';
import {
  startReceiver,
  tellReceiverClosed,
  type Received,
  type Receiver,
} from '../../harness/receiver/receiver.ts';
import { WrongKeys } from '../../harness/wire/wrong-keys.ts';
import type { Availability } from '../availability/availability.ts';
import { watchTarget } from '../availability/watch.ts';
import { Ledger } from '../cleanup/ledger.ts';
import { Supplies } from '../supplies/supplies.ts';
import { noDelays } from './notification-source.ts';
import type { RunConfig } from './run-config.ts';
import type { RunMemory } from './run-memory.ts';
import type { Time } from '../../harness/time.ts';
import { steadyNow } from '../../harness/time.ts';

type Listener = (received: Received) => void;

/** What is written of notifications about payments of others, characters: anyone who knows the URL may post to it. */
const mostOfOthers = 16_000_000;
const flooded = `more notifications came than are kept, about payments that the run has not made or hundreds about one: of these the newest are held, and what is beyond ${mostOfOthers / 1e6} MB is not written`;

interface AccessOptions {
  readonly journal: Journal;
  readonly memory: RunMemory;
  readonly time: Time;
  /** Asks a person for the PIN. Default: a person can't be asked. */
  readonly askPin: AskPin | undefined;
}

/** How a run reaches its target: at what pace, with what it lends, where notifications arrive, and whether the target is there. */
export class TargetAccess {
  /** The clock of what is watched in real time. */
  readonly time: Time;
  /** Keeps the target's limits for all suites. */
  readonly gate: Gate;
  /** Requests that were sent. */
  sent = 0;
  /** Requests that its suites have sent to the target, in the background too, by this process and those before. */
  readonly taken: { count: number };
  /** Keeps its attempts with wrong keys few, where the target's limits say so. */
  readonly wrongKeys: WrongKeys;
  readonly inbox: Inbox;
  /** The delays of notifications: of sequences that run beside others, and of those that hold the target's clock. */
  readonly delays;
  /** Whether the target is there, and is the server that it was. */
  readonly availability: Availability;
  /** What is to be undone at the end; undefined where nothing is. */
  readonly ledger: Ledger | undefined;
  /** What the settings give for one sequence at a time. */
  readonly supplies: Supplies;
  /** Aborted: no wait for the target goes on. */
  readonly ending = new AbortController();
  readonly #config: RunConfig;
  /** Random, so that two runs share none even when they are opened in the same millisecond. */
  readonly #nonce = randomInt(36 ** 8)
    .toString(36)
    .padStart(8, '0');
  #nonces = 0;
  #receiver: Receiver | undefined;
  #toldClosed = false;
  #listener: Listener | undefined;
  readonly #unheard: Received[] = [];
  /** Characters of notifications about payments of others that may still be passed on. */
  #leftForOthers = mostOfOthers;
  /** What was not passed on, and will be where it turns out to be about a payment of the run. */
  readonly #unpassed = new Set<Received>();
  #isFlooded = false;
  readonly #flooded: () => void;

  constructor(config: RunConfig, { journal, memory, time, askPin }: AccessOptions) {
    const { target, share, looked, startedAt } = config;
    const { limits, notificationDeadlineMs } = target;
    const { recorded } = memory;
    const at = () => steadyNow() - startedAt;
    this.#config = config;
    this.inbox = openInbox<Received>({
      onOwn: (received) => {
        if (this.#unpassed.delete(received)) this.#pass(received);
      },
      onDropped: (received) => this.#unpassed.delete(received),
    });
    this.#flooded = () => journal.write({ k: 'trouble', at: at(), kind: 'network', cause: flooded });
    this.time = time;
    this.gate = openGate({ ...limits, concurrency: share?.concurrency ?? limits.concurrency });
    this.taken = { count: recorded?.taken ?? 0 };
    this.wrongKeys = new WrongKeys(target, looked.wrongKeys + (recorded?.wrongKeys ?? 0));
    this.delays = { shared: noDelays(notificationDeadlineMs), exclusive: noDelays(notificationDeadlineMs) };
    if (target.cleanup === true)
      this.ledger = new Ledger((owed) => journal.write({ k: 'payment', at: at(), ...owed }));
    this.supplies = new Supplies(
      target,
      (cause) => journal.write({ k: 'trouble', at: at(), kind: 'settings', cause }),
      { askPin, spent: recorded?.spent },
    );
    this.availability = watchTarget({
      config,
      answered: this.ledger?.seen,
      journal,
      inbox: this.inbox,
      gate: this.gate,
      wrongKeys: this.wrongKeys,
      knownReads: memory.knownReads,
      signal: this.ending.signal,
      webhookUrl: () => this.#receiver?.url,
      usualMs: () => this.delays.shared.real.shortMs(),
    });
  }

  /** The run's receiver; `fresh` when it was started only now. Throws SettingsError when it can't be bound. */
  async receiver(
    settings: WebhookSettings,
  ): Promise<{ readonly receiver: Receiver; readonly fresh: boolean }> {
    if (this.#receiver !== undefined) return { receiver: this.#receiver, fresh: false };
    const receiver = await startReceiver(settings);
    this.#receiver = receiver;
    receiver.onNotification((received) => {
      this.#take(received);
    });
    return { receiver, fresh: true };
  }

  #take(received: Received): void {
    const whose = this.inbox.add(received);
    const { length } = received.text;
    if (whose === 'own' || length <= this.#leftForOthers) {
      if (whose !== 'own') this.#leftForOthers -= length;
      this.#pass(received);
      return;
    }
    if (whose === 'others') this.#unpassed.add(received);
    if (this.#isFlooded) return;
    this.#isFlooded = true;
    this.#flooded();
  }

  #pass(received: Received): void {
    if (this.#listener === undefined) this.#unheard.push(received);
    else this.#listener(received);
  }

  /** Passes on each notification, also those that came while there was no listener. Gives what ends it. */
  onNotification(listener: Listener): () => void {
    this.#listener = listener;
    for (const received of this.#unheard.splice(0)) listener(received);
    return () => {
      this.#listener = undefined;
    };
  }

  /** A short text that no other sequence has, of this run or of another. */
  nextNonce(): string {
    this.#nonces += 1;
    return `${this.#nonce}${this.#nonces.toString(36)}`;
  }

  /** Closes the receiver: nothing that comes from now on is judged. */
  async stopReceiving(): Promise<void> {
    await this.#receiver?.close();
    const { share, out } = this.#config;
    if (share?.receives === false || this.#toldClosed) return;
    this.#toldClosed = true;
    tellReceiverClosed(out, share?.receivers);
  }

  /** Ends each wait for the target, and closes the receiver. */
  async close(): Promise<void> {
    this.ending.abort();
    await this.stopReceiving();
    this.#receiver = undefined;
  }
}
