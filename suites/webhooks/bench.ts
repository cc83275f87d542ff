import type { Driver } from '../../engine/judge/execution.ts';
import type { Json } from '../../engine/model.ts';
import type { TranscriptLine } from '../../harness/records/failure-record.ts';
import type { AnswerPlan } from '../../harness/receiver/answers.ts';
import type { Received } from '../../harness/receiver/receiver.ts';
import type { Setup } from '../../models/setup.ts';
import type { Call, Reply } from '../../models/wire.ts';
import { authorizedBy, plainAuthorize, plainCall } from './plain-calls.ts';

/** What is needed of a receiver, so that a test can stand in for one. */
export interface Listening {
  readonly url: string;
  onNotification(listener: (notification: Received) => void): () => void;
  answerWith(plan: AnswerPlan | undefined): void;
}

export interface BenchOptions {
  readonly driver: Driver<Call, Reply>;
  readonly receiver: Listening;
  readonly setup: Setup;
  /** How long an expected notification may take, ms of real time. */
  readonly deadlineMs: number;
  /** True once the run is to end. */
  readonly ended: () => boolean;
}

/** Why a procedure could not be judged: a lost answer or a refused set-up does not accuse the target. */
export class Unjudged extends Error {}

/** Makes the plain calls of a procedure, and records them. */
export class Bench {
  readonly transcript: TranscriptLine[] = [];
  readonly receiver: Listening;
  readonly deadlineMs: number;
  readonly ended: () => boolean;
  readonly #driver: Driver<Call, Reply>;
  readonly #setup: Setup;
  #steps = 0;

  constructor({ driver, receiver, setup, deadlineMs, ended }: BenchOptions) {
    this.#driver = driver;
    this.#setup = setup;
    this.receiver = receiver;
    this.deadlineMs = deadlineMs;
    this.ended = ended;
  }

  /** Requests to the target so far, control calls not counted. */
  get requests(): number {
    return this.transcript.filter(({ control }) => !control).length;
  }

  /** Authorizes a payment and gives its id. Each try may be declined or ask for a PIN: throws Unjudged when all of them are. */
  async authorize(kind: string, orderRef: string, tries = 4): Promise<string> {
    const { approve } = this.#setup.personas;
    if (approve === undefined) throw new Unjudged('the settings name no persona that is approved');
    const reply = await this.send(plainAuthorize(this.#setup, approve, orderRef), kind);
    const id = authorizedBy({ reply });
    if (id !== undefined) return id;
    const { status } = objectOf(reply.body);
    const none = status === 'authorize_fail' || status === 'authenticate_consumer';
    if (none && tries > 1) return this.authorize(kind, orderRef, tries - 1);
    throw new Unjudged(`authorize ${kind}: answered ${reply.http} without a new payment`);
  }

  /** Authorizes for a consumer who is to be declined: whether that was done; false where the settings name none. Throws Unjudged. */
  async isDeclined(kind: string, orderRef: string): Promise<boolean> {
    const { reject } = this.#setup.personas;
    if (reject === undefined) return false;
    const reply = await this.send(plainAuthorize(this.#setup, reject, orderRef), kind);
    return objectOf(reply.body)['status'] === 'authorize_fail';
  }

  /** Authorizes for a consumer who must authenticate: whether a PIN was asked for; false where control can't read PINs. Throws Unjudged. */
  async asksForPin(kind: string, orderRef: string): Promise<boolean> {
    const { means, personas } = this.#setup;
    // A PIN that a person reads is kept for the sequence that needs it.
    if (personas.pin === undefined || !means.has('pins.read')) return false;
    const reply = await this.send(plainAuthorize(this.#setup, personas.pin, orderRef), kind);
    return objectOf(reply.body)['status'] === 'authenticate_consumer';
  }

  /** Closes a payment. Throws Unjudged when the target does not. */
  async close(kind: string, paymentId: string): Promise<void> {
    const reply = await this.send(plainCall('close', paymentId), kind);
    if (objectOf(reply.body)['status'] === 'close_success') return;
    throw new Unjudged(`close ${kind}: answered ${reply.http} without success`);
  }

  /** Sends a call; `quiet` leaves it out of the transcript. Throws Unjudged when no answer comes. */
  async send(call: Call, kind: string, quiet = false): Promise<Reply> {
    const id = `s${(this.#steps += 1)}`;
    const { operation } = call;
    const observation = await this.#driver.send(call, { id, operation, kind, uses: {} });
    const lost = 'lost' in observation ? observation.lost : undefined;
    const reply = 'reply' in observation ? observation.reply : undefined;
    if (!quiet) {
      this.transcript.push({
        step: id,
        operation,
        kind,
        uses: {},
        control: call.to === 'control',
        expected: '',
        received: reply === undefined ? `no answer: ${lost ?? ''}` : String(reply.http),
        call: call as unknown as Json,
        reply: (reply?.body ?? null) as Json,
      });
    }
    if (reply === undefined) throw new Unjudged(`${operation} ${kind}: ${lost ?? 'no answer'}`);
    return reply;
  }
}

/** The fields of a hostile body. */
export function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
