import { getOrCreate, innerMap } from '../../engine/collections.ts';
import type { Observation, Step } from '../../engine/model.ts';
import { readingPin } from '../../generators/legacy/control.ts';
import { phoneIn, rightPin, type SeenPins } from '../../generators/legacy/pins.ts';
import { at } from '../../models/checks.ts';
import type { Persona } from '../../models/setup.ts';
import type { Call, ControlCall, Reply } from '../../models/wire.ts';

/** Reads from control, for no sequence. */
type Read = (reading: ControlCall) => Promise<Observation<Reply>>;

/** One authorization of a phone, by when it was sent and answered in the order of all. */
interface Use {
  readonly sequence: string;
  /** Whether a code was typed. */
  readonly isCode: boolean;
  readonly sent: number;
  /** Infinity: not yet. */
  answered: number;
}

/** The status of an authorization that has a PIN sent. */
const asked = 'authenticate_consumer';

/**
 * The PINs that a run has seen, by the phone that they were sent to. Sequences that go side by side authorize for one consumer, and so may other users of a sandbox: whether
 * a PIN still holds once another was sent to its phone, or a code was typed for it, is not shown (legacy, Endpoints, Authorize).
 */
export class PinsSeen implements SeenPins {
  readonly all = new Set<string>();
  readonly #byPhone = new Map<unknown, Set<string>>();
  /** By phone, the authorizations for it, by sequence and step. */
  readonly #uses = new Map<unknown, Map<string, Use>>();
  #moments = 0;

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

  /** Notes that a sequence sends a call. */
  sent(sequence: string, { id }: Step, call: Call): void {
    const phone = phoneOf(call);
    if (phone === undefined) return;
    const isCode = codeOf(call) !== undefined;
    const use: Use = { sequence, isCode, sent: (this.#moments += 1), answered: Infinity };
    innerMap(this.#uses, phone).set(`${sequence} ${id}`, use);
  }

  /**
   * Notes that it was answered, and has the PIN read that it says was sent, also of a prompt that is never answered: it may be right for as long as the target likes.
   * Gives why a refusal is not judged: the right PIN may hold no more, since another one was sent to the phone or a code was typed for it. `read`: undefined where
   * control shows no PINs.
   */
  async answered(
    sequence: string,
    { id, kind, uses }: Step,
    call: Call,
    observation: Observation<Reply>,
    read: Read | undefined,
  ): Promise<string | undefined> {
    const phone = phoneOf(call);
    if (phone === undefined) return undefined;
    const all = innerMap(this.#uses, phone);
    const own = `${sequence} ${id}`;
    const code = codeOf(call);
    const status: unknown = 'lost' in observation ? undefined : at(observation.reply.body, ['status']);
    const use = all.get(own);
    if (use !== undefined) use.answered = this.#moments += 1;
    // No PIN was sent by it, and none was tried.
    if (code === undefined && 'reply' in observation && status !== asked) all.delete(own);
    if (status === asked) await this.#newest(phone, read);
    if (kind !== rightPin || 'lost' in observation || status === asked || status === 'authorize_success')
      return undefined;
    const prompt = `${sequence} ${uses['asked'] ?? ''}`;
    const since = all.get(prompt)?.sent ?? Infinity;
    // The model knows of the codes of its own sequence.
    const isTouched = [...all].some(
      ([key, one]) => key !== prompt && one.answered > since && !(one.isCode && one.sequence === sequence),
    );
    const newest = isTouched ? undefined : await this.#newest(phone, read);
    return isTouched || (newest !== undefined && newest !== code)
      ? 'another PIN was sent to its phone, or a code was typed, since the right one was sent'
      : undefined;
  }

  /** The newest PIN of a phone; undefined where control shows none. */
  async #newest(phone: string, read: Read | undefined): Promise<string | undefined> {
    const reading = readingPin(phone);
    const seen = await read?.(reading);
    if (seen === undefined || 'lost' in seen) return undefined;
    this.read(reading, seen.reply);
    const pin: unknown = at(seen.reply.body, ['pin']);
    return typeof pin === 'string' ? pin : undefined;
  }

  #add(phone: unknown, pin: string): void {
    this.all.add(pin);
    getOrCreate(this.#byPhone, phone, () => new Set()).add(pin);
  }
}

const codeOf = ({ body }: Call): unknown => at(body, ['auth_code']);

/** The phone of an authorization's consumer. */
function phoneOf(call: Call): string | undefined {
  const phone = call.to === 'legacy' && call.operation === 'authorize' ? phoneIn(call.body) : undefined;
  return typeof phone === 'string' ? phone : undefined;
}
