import type { Attempt } from '../../engine/machine.ts';
import type { Json, Step } from '../../engine/model.ts';
import { at, isObject } from '../../models/checks.ts';
import type { LegacyState } from '../../models/legacy/payment/state.ts';
import type { Setup } from '../../models/setup.ts';
import type { Call } from '../../models/wire.ts';

/** The kind of an authorization by the e-mail address of who needs a PIN, with another phone. */
export const otherPhone = 'needs PIN, other phone';
/** The kind of one by the consumer who needs a PIN. */
export const needsPin = 'needs PIN';
/** The kind of one that is repeated with the PIN that was sent. */
export const rightPin = 'right PIN';

/** Mutations that the right PIN does not make valid: key and checksum are needed as well. */
const unproven = ['checksum missing', 'checksum garbled', 'key missing', 'key wrong'];

// Where each digit makes a PIN that was seen, a letter makes one that was not.
const characters = '0123456789x'.split('');
const each = (made: (character: string) => string): readonly string[] => characters.map(made);

/** Codes that are nearly the PIN, the most revealing first: each passes a comparison that looks at only a part of it. */
const wrongPins: Readonly<Record<string, (pin: string) => readonly string[]>> = {
  'wrong PIN': (pin) => each((last) => `${pin.slice(0, -1)}${last}`),
  'PIN wrong in its first digit': (pin) => each((first) => `${first}${pin.slice(1)}`),
  'PIN with more at its end': (pin) => each((more) => `${pin}${more}`),
  // As a number it is the same.
  'PIN after a zero': (pin) => [`0${pin}`, `00${pin}`, `000${pin}`],
  'PIN cut short': (pin) => [pin.slice(0, -1), pin.slice(0, -2)],
  'empty PIN': () => [''],
};

/**
 * The code of an attempt with a wrong PIN, unlike all that were seen: how long a PIN is valid is not shown, so that of an earlier prompt may
 * be right. Undefined: there is none. Of another kind of attempt: the PIN itself.
 */
function codeOf(kind: string, pin: string, seen: ReadonlySet<string>): string | undefined {
  const codes = wrongPins[kind]?.(pin);
  return codes === undefined ? pin : apartFrom(new Set([pin, ...seen]), codes);
}

/** Authorizations that ask for a PIN: of its consumer; and while that one waits, of the same e-mail address with another phone, if its PIN
 * can be read. */
export function asking(
  { personas: { approve, pin }, means, asksPin }: Setup,
  { asked, payments }: LegacyState,
): readonly Attempt[] {
  if (pin === undefined) return [];
  // A second one would send another PIN to the person who is reading the first.
  if (asksPin === true && Object.keys(asked).length > 0) return [];
  const waiting = Object.values(asked).filter(({ pin: sent }) => sent !== undefined);
  // More often behind another payment: who is asked a second time may get another PIN.
  if (waiting.length === 0)
    return [{ kind: needsPin, uses: {}, weight: Object.keys(payments).length > 0 ? 3 : 1 }];
  const readable = approve !== undefined && approve.phone !== pin.phone && means.has('pins.read');
  return readable && waiting.every(({ data }) => phoneIn(data) === pin.phone)
    ? [{ kind: otherPhone, uses: {}, weight: 0.5 }]
    : [];
}

/** Answers to a request for a PIN: the right one, nearly right ones, the right one with a wrong key or checksum, and another consumer's. */
export function answering({ asksPin }: Setup, { asked }: LegacyState): readonly Attempt[] {
  const waiting = Object.entries(asked).filter(([, { pin }]) => pin !== undefined);
  return waiting.flatMap(([key, { data, tried }]) => [
    // The only PIN of a run shows first that a wrong one is refused: the right one uses it up.
    ...(asksPin === true && tried !== true ? [] : [{ kind: rightPin, uses: { asked: key }, weight: 3 }]),
    // Not marked as negative, since few sequences come this far. A target may accept anything after the first.
    ...Object.keys(wrongPins).map((kind) => ({ kind, uses: { asked: key }, weight: tried ? 1.5 : 0.8 })),
    ...unproven.map((kind) => ({ kind, uses: { asked: key }, negative: true })),
    // Two consumers with one phone may count as one.
    ...waiting
      .filter(([, other]) => phoneIn(other.data) !== phoneIn(data))
      .map(([other]) => ({ kind: 'PIN of another consumer', uses: { asked: key, other }, weight: 1.5 })),
  ]);
}

/** The waiting request with the code of the step's kind; undefined when no PIN was read yet. */
export function withCode(
  state: LegacyState,
  { kind, uses }: Step,
): { readonly [key: string]: Json } | undefined {
  const waiting = state.asked[uses['asked'] ?? ''];
  const sent = state.asked[uses['other'] ?? uses['asked'] ?? '']?.pin;
  if (waiting?.pin === undefined || sent === undefined || !isObject(waiting.data)) return undefined;
  const seen = new Set(Object.values(state.asked).flatMap(({ pin }) => pin ?? []));
  const code = codeOf(kind, sent, seen);
  return code === undefined ? undefined : { ...waiting.data, auth_code: code };
}

/** What a run has seen of PINs. */
export interface SeenPins {
  readonly all: ReadonlySet<string>;
  /** Those that were sent to this phone. */
  of(phone: unknown): ReadonlySet<string>;
}

/**
 * The call of an attempt with a wrong PIN, with a code unlike all that the run has seen; any other call as it is. Undefined where every such
 * code was a PIN of this consumer.
 */
export function withUnseenCode(call: Call, { kind }: Pick<Step, 'kind'>, seen: SeenPins): Call | undefined {
  if (call.to !== 'legacy') return call;
  const { body } = call;
  const code = at(body, ['auth_code']);
  if (typeof code !== 'string' || !isObject(body)) return call;
  if (kind === 'PIN of another consumer') return seen.of(phoneIn(body)).has(code) ? undefined : call;
  const other = wrongPins[kind];
  if (other === undefined || !seen.all.has(code)) return call;
  // The code is as long as the PIN where only one place of it differs; else it is made anew from the PINs.
  const codes =
    kind === 'wrong PIN' || kind === 'PIN wrong in its first digit' ? other(code) : [`${code}x`, 'x'];
  const unseen = apartFrom(seen.all, codes);
  return unseen === undefined ? undefined : { ...call, body: { ...body, auth_code: unseen } };
}

/** The phone number of an authorization's consumer. */
export const phoneIn = (data: Json | undefined): unknown => at(data, ['buyer', 'phone', 'number']);

/**
 * The first of these values that is not taken; undefined: all are. For what is meant to be wrong, unknown or
 * not used yet: whether an earlier value still counts is often not shown, so it has to be unlike all that were seen.
 */
function apartFrom(taken: ReadonlySet<string>, values: Iterable<string>): string | undefined {
  for (const value of values) if (!taken.has(value)) return value;
  return undefined;
}
