import type { CheckoutStep } from '../checkout-settings.ts';
import type { Move, Recording } from './record-checkout.ts';

/** The consumer as whom a person went through the checkout; what is not known is not recognised. */
export interface RecordedConsumer {
  readonly email?: string;
  readonly phone?: string;
  readonly pin?: string;
  /** The consumer is one who is asked for a PIN. */
  readonly isAsked?: boolean;
}

/** A step of the settings that a recording suggests, and whether a run would find its element. */
export interface SuggestedStep {
  readonly step: CheckoutStep;
  /** `no selector`: none can be written; `hidden`: its element was not visible; `other frame`: a frame before shows it too. */
  readonly found: 'yes' | 'payment page' | 'other frame' | 'hidden' | 'no selector';
}

/** What a recording suggests. */
export interface Suggestion {
  readonly consumer: readonly SuggestedStep[];
  readonly pin: readonly SuggestedStep[];
  /** What a person typed as PINs: never to be shown. */
  readonly secrets: readonly string[];
  /** Whether a password was typed, and a choice was made that no step can make. */
  readonly hasPassword: boolean;
  readonly hasOther: boolean;
}

/** What a password is filled in from, which is never shown. */
const password = '${CHECKOUT_PASSWORD}';

/** The form of a PIN, where nothing else shows what was one. */
const pinForm = /^\d{3,8}$/;

/** The steps of a consumer up to the click after which the PIN is asked for, those of the PIN, and what was typed as a PIN. */
export function suggestSteps({ moves }: Pick<Recording, 'moves'>, consumer: RecordedConsumer): Suggestion {
  const tidied = tidy(moves);
  const pinAt = pinPlace(tidied, consumer);
  const clickBefore = tidied.slice(0, pinAt ?? 0).findLastIndex(({ kind }) => kind === 'click');
  const split = pinAt === undefined ? tidied.length : clickBefore + 1;
  const ofPin = lastTry(tidied.slice(split));
  const isUnknown = (move: Move): boolean => move.kind === 'fill' && knownAs(move, consumer) === undefined;
  const inPin = (move: Move): SuggestedStep =>
    suggested(move, isUnknown(move) ? '${pin}' : (knownAs(move, consumer) ?? ''));
  const inConsumer = (move: Move): SuggestedStep =>
    suggested(
      move,
      knownAs(move, consumer) ?? (move.isSecret === true ? password : written(move.value ?? '')),
    );
  const typed = moves.filter((move) => move.kind === 'fill');
  const keys = new Set(tidied.slice(split).map(({ key }) => key));
  const secrets = typed
    .filter(
      (move) => (keys.has(move.key) || move.isSecret === true || move.isCode === true) && isUnknown(move),
    )
    .map(({ value = '' }) => value);
  return {
    consumer: tidied.slice(0, split).map(inConsumer),
    pin: ofPin.map(inPin),
    secrets: [...new Set(secrets)],
    hasPassword: tidied.slice(0, split).some((move) => move.isSecret === true && isUnknown(move)),
    hasOther: moves.some(({ kind }) => kind === 'other'),
  };
}

/** What was done, without the way there: a field has what was typed last, and presses without effect are left out. */
function tidy(moves: readonly Move[]): readonly Move[] {
  const kept: Move[] = [];
  for (const move of moves) {
    if (move.kind === 'other') continue;
    const before =
      move.kind === 'fill' ? kept.findIndex(({ kind, key }) => kind === 'fill' && key === move.key) : -1;
    if (before === -1) {
      kept.push(move);
      continue;
    }
    const first = kept[before] ?? move;
    // Where it was found at first.
    kept[before] = { ...move, isVisible: first.isVisible, alsoBefore: first.alsoBefore, at: first.at };
    if (kept.length - 1 > before && kept.at(-1)?.kind === 'click') kept.pop();
  }
  return kept;
}

/** The name in the settings of what was typed; undefined where it is no value of the consumer. */
function knownAs(
  { value = '', isSecret }: Move,
  { email, phone, pin }: RecordedConsumer,
): string | undefined {
  const digits = (text: string): string => text.replaceAll(/\D/g, '');
  const said = value.trim();
  if (pin !== undefined && said === pin) return '${pin}';
  if (isSecret === true) return undefined;
  if (email !== undefined && said.toLowerCase() === email.toLowerCase()) return '${email}';
  return phone !== undefined && digits(said) !== '' && digits(said) === digits(phone)
    ? '${phone}'
    : undefined;
}

/** Where the PIN is typed: the last field that is not about the consumer, in a dialog after the first. A wrong PIN was typed into a field like it before. */
function pinPlace(moves: readonly Move[], consumer: RecordedConsumer): number | undefined {
  const isOfConsumer = (move: Move): boolean =>
    move.kind === 'fill' && ['${email}', '${phone}'].includes(knownAs(move, consumer) ?? '');
  const known = moves.findIndex(isOfConsumer);
  const first = known === -1 ? moves.findIndex(({ kind }) => kind === 'fill') : known;
  const firstClick = moves.findIndex(({ kind }, index) => index > first && kind === 'click');
  if (firstClick === -1) return undefined;
  const isPin = (move: Move, index: number): boolean => {
    if (move.kind !== 'fill' || index < firstClick) return false;
    const value = (move.value ?? '').trim();
    if (value === consumer.pin) return true;
    if (knownAs(move, consumer) !== undefined) return false;
    return consumer.isAsked === true || move.isCode === true || pinForm.test(value);
  };
  const last = moves.findLastIndex(isPin);
  if (last === -1) return undefined;
  return moves.findIndex((move, index) => isPin(move, index) && move.at[0] === moves[last]?.at[0]);
}

/** The last of several tries of a PIN. */
function lastTry(moves: readonly Move[]): readonly Move[] {
  const [first] = moves;
  const again = moves.findLastIndex(({ kind, at }) => kind === 'fill' && at[0] === first?.at[0]);
  return first?.kind === 'fill' ? moves.slice(Math.max(0, again)) : moves;
}

function suggested(move: Move, value: string): SuggestedStep {
  const writable = move.at.filter((selector) => !selector.includes('${'));
  const at = writable.find((selector) => !move.alsoBefore.has(selector)) ?? writable[0];
  const step: CheckoutStep =
    move.kind === 'fill' ? { do: 'fill', at: at ?? '', with: value } : { do: 'click', at: at ?? '' };
  if (at === undefined) return { step, found: 'no selector' };
  if (move.where === 'payment page') return { step, found: 'payment page' };
  if (!move.isVisible) return { step, found: 'hidden' };
  return { step, found: move.alsoBefore.has(at) ? 'other frame' : 'yes' };
}

/** Text that was typed, so that nothing is filled in for a part of it. */
const written = (value: string): string => value.replaceAll('${', '$ {');

type Written = Readonly<Record<string, string>>;

function stepInSettings(step: CheckoutStep): Written {
  if (step.do === 'fill') return { fill: step.at, with: step.with };
  return step.do === 'click' ? { click: step.at } : { 'wait for': step.at };
}

/** What was suggested, as it stands below `checkout` of a target; no list where there are no steps. What has no selector is left out. */
export function inSettings({ consumer, pin }: Pick<Suggestion, 'consumer' | 'pin'>): {
  readonly consumer?: readonly Written[];
  readonly pin?: readonly Written[];
} {
  const listed = (steps: Suggestion['pin']) =>
    steps.filter(({ found }) => found !== 'no selector').map(({ step }) => stepInSettings(step));
  return {
    ...(consumer.length > 0 && { consumer: listed(consumer) }),
    ...(pin.length > 0 && { pin: listed(pin) }),
  };
}
