import { randomInt } from 'node:crypto';
import type { Goal } from '../../engine/goals.ts';
import { KnownFailures } from '../../engine/judge/known-failures.ts';
import type { Signature } from '../../engine/judge/signature.ts';
import { LearnedChoices } from '../../engine/learned.ts';
import type { AskPin } from '../../harness/given/ask-pin.ts';
import { openInbox } from '../../harness/receiver/inbox.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { Journal } from '../../harness/journal/journal.ts';
import { openGate, type Gate } from '../../harness/pace/limits.ts';
import { WrongKeys } from '../../harness/wire/wrong-keys.ts';
import {
  tellReceiverClosed,
  startReceiver,
  type Received,
  type Receiver,
} from '../../harness/receiver/receiver.ts';
import type { WebhookSettings } from '../../harness/given/webhook-settings.ts';
import { allLatitudes } from '../../spec/register.ts';
import type { Availability } from '../availability/availability.ts';
import type { PlanElsewhere } from '../plans/plan-cache.ts';
import { Ledger } from '../cleanup/ledger.ts';
import { watchTarget } from '../availability/watch.ts';
import { KnownReads } from '../availability/known-reads.ts';
import { Supplies } from '../supplies/supplies.ts';
import { noDelays } from './notification-source.ts';
import type { RunPlan } from './run-plan.ts';
import type { Recorded } from '../resume/recorded.ts';
import { type Time } from './time.ts';
import type { Observation } from '../../engine/model.ts';
import type { SeenPins } from '../../generators/legacy/pins.ts';
import { at } from '../../models/checks.ts';
import type { Persona } from '../../models/setup.ts';
import type { Call, ControlCall, Reply } from '../../models/wire.ts';
import { encoded } from '../../spec/forms.ts';

export interface RunMeans {
  /** What the processes before have judged, where the run was resumed. */
  readonly recorded?: Recorded | undefined;
  /** Asks a person for the PIN. Default: nobody can be asked. */
  readonly askPin?: AskPin | undefined;
  /** Makes plans while the target is asked. Default: they are made in between, in this thread. */
  readonly planElsewhere?: PlanElsewhere | undefined;
}

type Listener = (received: Received) => void;

/** A claim that is under way while others are checked. */
export interface BackgroundClaim {
  readonly outcome: Promise<readonly FailureRecord[]>;
  interrupt(): void;
}

const answeredPerCase = allLatitudes.filter((row) => row.perCase === true).map(({ id }) => id);

/** What the suites of one run share: one receiver at one address, one journal, and what each has learned for the next. */
export class Run {
  readonly plan: RunPlan;
  readonly journal: Journal;
  /** The clock of what is watched in real time. */
  readonly time: Time;
  /** Requests that were sent. */
  sent = 0;
  /** True: enough was seen, and nothing new is begun. */
  enough = false;
  /** True: `--bail` has found its violation. */
  bailed = false;
  /** Failures that sequences have reported. */
  readonly known = new KnownFailures();
  /** The lost races that were reported. */
  readonly lostRaces: Signature[] = [];
  /** The kept reproductions that were reported, by name. */
  readonly reported = new Set<string>();
  /** What was learned of the target's choices. */
  readonly choices = new LearnedChoices(answeredPerCase);
  /** What has its evidence, by the names of `evidenceOf`. */
  readonly reached = new Map<string, Set<Goal>>();
  readonly inbox = openInbox();
  /** The PINs that the target has sent to consumers. */
  readonly pins: PinsSeen;
  /** Whether the target is there, and is the server that it was. */
  readonly availability: Availability;
  /** What shows whether the target still has what it had. */
  readonly witnesses = new KnownReads();
  /** What is to be undone at the end; undefined where nothing is. */
  readonly ledger: Ledger | undefined;
  /** What the settings give for one sequence at a time. */
  readonly supplies: Supplies;
  /** Keeps the target's limits, whoever sends. */
  readonly gate: Gate;
  /** Requests that its suites have sent to the target, in the background too, by this process and those before. */
  readonly taken: { count: number };
  /** Keeps its attempts with wrong keys few, where the target's limits say so. */
  readonly wrongKeys: WrongKeys;
  /** Makes plans in another thread, where one is there for it. */
  readonly planElsewhere: PlanElsewhere | undefined;
  /** Claims that run in the background, by suite. */
  readonly background = new Map<string, BackgroundClaim>();
  /** Aborted: no wait for the target goes on. */
  readonly ending = new AbortController();
  /** The delays of notifications: of sequences that run beside others, and of those that hold the target's clock. */
  readonly delays;
  /** What the processes before have judged, where the run was resumed. */
  readonly recorded: Recorded | undefined;
  readonly #observedChoices = new Set<string>();
  /** Random, so that two runs share none even when they are opened in the same millisecond. */
  readonly #nonce = randomInt(36 ** 8)
    .toString(36)
    .padStart(8, '0');
  #nonces = 0;
  #receiver: Receiver | undefined;
  #toldClosed = false;
  #listener: Listener | undefined;
  readonly #unheard: Received[] = [];

  constructor(plan: RunPlan, journal: Journal, time: Time, { recorded, askPin, planElsewhere }: RunMeans) {
    const { limits, notificationDeadlineMs, cleanup } = plan.target;
    this.plan = plan;
    this.recorded = recorded;
    this.planElsewhere = planElsewhere;
    this.journal = journal;
    this.time = time;
    this.gate = openGate({ ...limits, concurrency: plan.share?.concurrency ?? limits.concurrency });
    this.taken = { count: recorded?.taken ?? 0 };
    this.wrongKeys = new WrongKeys(plan.target, (plan.looked?.wrongKeys ?? 0) + (recorded?.wrongKeys ?? 0));
    if (cleanup === true)
      this.ledger = new Ledger((owed) =>
        journal.write({ k: 'payment', at: Date.now() - plan.startedAt, ...owed }),
      );
    const problem = (cause: string): void =>
      journal.write({ k: 'trouble', at: Date.now() - plan.startedAt, kind: 'settings', cause });
    this.pins = new PinsSeen(plan.target.legacy?.personas.pin);
    this.supplies = new Supplies(plan.target, problem, { askPin, spent: recorded?.spent });
    this.availability = watchTarget({
      plan,
      answered: this.ledger?.seen,
      journal,
      inbox: this.inbox,
      gate: this.gate,
      wrongKeys: this.wrongKeys,
      witnesses: this.witnesses,
      signal: this.ending.signal,
      webhookUrl: () => this.#receiver?.url,
      usualMs: () => this.delays.shared.real.shortMs(),
    });
    this.delays = { shared: noDelays(notificationDeadlineMs), exclusive: noDelays(notificationDeadlineMs) };
  }

  /** The run's receiver; `fresh` when it was started only now. Throws SettingsError when it can't be bound. */
  async receiver(
    settings: WebhookSettings,
  ): Promise<{ readonly receiver: Receiver; readonly fresh: boolean }> {
    if (this.#receiver !== undefined) return { receiver: this.#receiver, fresh: false };
    const receiver = await startReceiver(settings);
    this.#receiver = receiver;
    receiver.onNotification((received) => {
      if (this.#listener === undefined) this.#unheard.push(received);
      else this.#listener(received);
      this.inbox.add(received);
    });
    return { receiver, fresh: true };
  }

  /** Passes on each notification, also those that came while nobody listened. Gives what ends it. */
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

  /** True the first time that this choice of this open point is asked about. */
  isNewChoice(latitude: string, choice: string): boolean {
    const { size } = this.#observedChoices;
    return this.#observedChoices.add(`${latitude} ${choice}`).size > size;
  }

  /** Closes the receiver: nothing that comes from now on is judged. */
  async stopReceiving(): Promise<void> {
    await this.#receiver?.close();
    const { share, out } = this.plan;
    if (share?.receives === false || this.#toldClosed) return;
    this.#toldClosed = true;
    tellReceiverClosed(out, share?.receivers);
  }

  /** Closes the receiver and the journal. */
  async close(): Promise<void> {
    this.ending.abort();
    await this.stopReceiving();
    this.#receiver = undefined;
    this.journal.close();
  }
}

/** The PINs that a run has seen, by the phone that they were sent to. */
class PinsSeen implements SeenPins {
  readonly all = new Set<string>();
  readonly #byPhone = new Map<unknown, Set<string>>();

  /** `persona`: who is asked for a PIN, with the one that the settings may give. */
  constructor(persona: Persona | undefined) {
    if (persona?.pin !== undefined) this.#add(persona.phone, persona.pin);
  }

  of(phone: unknown): ReadonlySet<string> {
    return this.#byPhone.get(phone) ?? new Set();
  }

  /** Notes the PIN that control has shown. */
  read(call: ControlCall, reply: Reply): void {
    const pin: unknown = at(reply.body, ['pin']);
    const [, query = ''] = call.path.split('?', 2);
    if (call.operation === 'read-pin' && typeof pin === 'string')
      this.#add(new URLSearchParams(query).get('phone'), pin);
  }

  /** Has the PIN read that a reply says was sent just now. */
  async sentAfter(
    call: Call,
    reply: Reply | undefined,
    read: (reading: ControlCall) => Promise<Observation<Reply>>,
  ): Promise<void> {
    const phone: unknown = at(call.body, ['buyer', 'phone', 'number']);
    if (at(reply?.body, ['status']) !== 'authenticate_consumer' || typeof phone !== 'string') return;
    const path = `/pins?phone=${encoded(phone)}`;
    const reading: ControlCall = { to: 'control', operation: 'read-pin', method: 'GET', path };
    const seen = await read(reading);
    if ('reply' in seen) this.read(reading, seen.reply);
  }

  #add(phone: unknown, pin: string): void {
    this.all.add(pin);
    const known = this.#byPhone.get(phone);
    if (known === undefined) this.#byPhone.set(phone, new Set([pin]));
    else known.add(pin);
  }
}
