import type { Attempt, Json, Step } from '../../engine/model.ts';
import { at, isObject } from '../../models/checks.ts';
import type { LegacyState } from '../../models/legacy/payment/state.ts';
import type { Setup } from '../../models/setup.ts';

/** The kind of an authorization by the e-mail address of who needs a PIN, with another phone. */
export const otherPhone = 'needs PIN, other phone';
/** The kind of one by the consumer who needs a PIN. */
export const needsPin = 'needs PIN';

/** Mutations that the right PIN does not make valid: key and checksum are needed as well. */
const unproven = ['checksum missing', 'checksum garbled', 'key missing', 'key wrong'];

const otherDigit = (digit: string): string => (digit === '0' ? '1' : '0');

/** Codes that are nearly the PIN: each passes a comparison that looks at only a part of it. */
const wrongPins: Readonly<Record<string, (pin: string) => string>> = {
  'wrong PIN': (pin) => `${pin.slice(0, -1)}${otherDigit(pin.slice(-1))}`,
  'PIN wrong in its first digit': (pin) => `${otherDigit(pin.slice(0, 1))}${pin.slice(1)}`,
  'PIN with more at its end': (pin) => `${pin}0`,
  'PIN after a zero': (pin) => `0${pin}`,
  'PIN cut short': (pin) => pin.slice(0, -1),
  'empty PIN': () => '',
};

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
    ...(asksPin === true && tried !== true ? [] : [{ kind: 'right PIN', uses: { asked: key }, weight: 3 }]),
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
  return { ...waiting.data, auth_code: wrongPins[kind]?.(sent) ?? sent };
}

/** The phone number of an authorization's consumer. */
export const phoneIn = (data: Json | undefined): unknown => at(data, ['buyer', 'phone', 'number']);
