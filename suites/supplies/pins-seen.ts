import type { Observation } from '../../engine/model.ts';
import type { SeenPins } from '../../generators/legacy/pins.ts';
import { at } from '../../models/checks.ts';
import type { Persona } from '../../models/setup.ts';
import type { Call, ControlCall, Reply } from '../../models/wire.ts';
import { encoded } from '../../spec/path-segment.ts';

/** The PINs that a run has seen, by the phone that they were sent to. */
export class PinsSeen implements SeenPins {
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
