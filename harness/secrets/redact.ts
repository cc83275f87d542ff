import { hiddenCodes, hiddenPeople, markedCodes, marking, markedMail, markedPhones } from './private-data.ts';
import { formsOf, type SecretForm, searchable, SHORTEST_SECRET } from './secret-forms.ts';
import type { Target } from '../settings/settings.ts';
import { secretsOfWay } from '../way/way-settings.ts';
import { secretsOfWebhooks } from '../given/webhook-settings.ts';

export type Redact = ((text: string) => string) & {
  /** Marks for fields in what was sent and received whose text is never kept, by name. */
  readonly hidden?: Readonly<Record<string, string>>;
};

const MARK = '<redacted>';

/** What a cut text of ours ends with. */
const CUT = '…';
/** The fewest first characters of a secret that are removed before a cut. */
const FEWEST_BEFORE_CUT = 4;

/** Removes secrets from text, in every form that `formsOf` knows, also where only the beginning of one stands before a cut. */
export function redactor(secrets: readonly string[], mark = MARK): Redact {
  const kept = [...new Set(secrets)]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    // The longest first, so that no secret is partly replaced by a shorter one inside it.
    .sort((a, b) => b.length - a.length);
  const forms = kept
    .flatMap(formsOf)
    .map((form) => ({ anchors: form.anchors, pattern: once(() => wholeOf(form)) }));
  if (forms.length === 0) return (text) => text;
  const begun = once(() => begunOf(kept.flatMap(formsOf)));
  const may = mayHold(forms.flatMap(({ anchors }) => anchors));
  const cut = (text: string): string => (text.includes(CUT) ? text.replace(begun(), mark) : text);
  return (text) => {
    if (text.length < SHORTEST_SECRET - 1) return cut(text);
    // Patterns are slow, and hardly any text holds a secret.
    const sought = searchable(text);
    let clean = text;
    if (!may(sought)) return cut(text);
    for (const { anchors, pattern } of forms)
      if (anchors.some((anchor) => sought.includes(anchor))) clean = clean.replace(pattern(), mark);
    return cut(clean);
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The whole form, or all but its last character. */
function wholeOf({ lead = '', parts, last, tail }: SecretForm): RegExp {
  const needed = parts.length - last;
  return new RegExp(lead + parts.slice(0, needed).join('') + optional(parts.slice(needed)) + tail, 'gi');
}

/** The beginning of any of the forms, where the text is cut. */
function begunOf(forms: readonly SecretForm[]): RegExp {
  const begun = forms.map(
    ({ parts }) =>
      parts.slice(0, FEWEST_BEFORE_CUT).join('') + optional(parts.slice(FEWEST_BEFORE_CUT, LONGEST_BEGUN)),
  );
  return new RegExp(`(?:${begun.join('|')})[^\\s"'<>]{0,6}(?=${CUT})`, 'gi');
}

/** Beyond this many characters a cut text is no longer searched for a secret's beginning: none of ours is that long. */
const LONGEST_BEGUN = 400;

/** Patterns of which any number may follow, in their order. */
function optional(parts: readonly string[]): string {
  return parts.reduceRight((rest, part) => `(?:${part}${rest})?`, '');
}

/** Fields whose content is the target's, the names in it included. */
const foreign: ReadonlySet<string> = new Set(['headers', 'reply', 'call']);

/** Deeper content is not kept: it would end the process before it is written. */
const DEEPEST = 1000;

/** The same value with every text in it redacted. Names are ours and stay, except in what the target has sent. What holds nothing to redact is not copied. */
export function redacted<T>(value: T, redact: Redact): T {
  return isClean(value, redact, false, 0) ? value : (walked(value, redact, false, 0) as T);
}

/** Whether `walked` would change nothing. */
function isClean(value: unknown, redact: Redact, isForeign: boolean, depth: number): boolean {
  if (typeof value === 'string') return redact(value) === value;
  if (typeof value === 'number' && isForeign) return redact(String(value)) === String(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.every((item) => isClean(item, redact, isForeign, depth + 1));
  for (const name of Object.keys(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[name];
    if (
      isForeign &&
      (redact(name) !== name || (typeof inner === 'string' && redact.hidden?.[name] !== undefined))
    )
      return false;
    if (!isClean(inner, redact, isForeign || foreign.has(name), depth + 1)) return false;
  }
  return true;
}

function walked(value: unknown, redact: Redact, isForeign: boolean, depth: number): unknown {
  if (typeof value === 'string') return redact(value);
  // A key of digits alone may come back as a number.
  if (typeof value === 'number' && isForeign && redact(String(value)) !== String(value)) return MARK;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return '<nested too deep>';
  if (Array.isArray(value)) return value.map((item) => walked(item, redact, isForeign, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      isForeign ? redact(name) : name,
      (isForeign && typeof inner === 'string' ? redact.hidden?.[name] : undefined) ??
        walked(inner, redact, isForeign || foreign.has(name), depth + 1),
    ]),
  );
}

/** A secret of the settings, and where it stands there. */
export interface KnownSecret {
  readonly where: string;
  readonly value: string;
}

/** All secrets in a target's settings, with their places. */
export function knownSecretsOf({
  legacy,
  resource,
  control,
  webhooks,
  way = {},
}: Pick<Target, 'legacy' | 'resource' | 'control' | 'webhooks' | 'way'>): readonly KnownSecret[] {
  return [
    { where: 'legacy.api_key', value: legacy?.apiKey },
    { where: 'legacy.secret', value: legacy?.secret },
    { where: 'resource.secret_key', value: resource?.secretKey },
    { where: 'control.key', value: control?.key },
    ...secretsOfWay(way).map((value) => ({ where: 'proxy or headers', value })),
    ...secretsOfWebhooks(webhooks).map((value) => ({ where: 'webhooks.public_url', value })),
  ].flatMap(({ where, value }) => (value === undefined ? [] : [{ where, value }]));
}

/** All secrets in a target's settings. Keys that are sent cut short, with more at their end, or in the other case are forms of them. */
export function secretsOf(target: Target): readonly string[] {
  return knownSecretsOf(target).map(({ value }) => value);
}

/** Finds out which secrets stand in a text, in any form that is redacted: gives their places in the settings. */
export function secretFinder(secrets: readonly KnownSecret[]): (text: string) => readonly string[] {
  const sought = secrets.map(({ where, value }) => ({ where, redact: redactor([value]) }));
  return (text) => sought.filter(({ redact }) => redact(text) !== text).map(({ where }) => where);
}

/** Removes what must not be written about a target: everything that leaves the process passes it. */
export function redactorOf(target: Target): Redact {
  const keys = redactor(secretsOf(target));
  if (target.privacy === 'strict') return withoutPeople(keys, target);
  return target.legacy?.asksPin === true ? withoutCodes(keys) : keys;
}

/** Removes also PINs, and the codes that are sent for them. */
function withoutCodes(keys: Redact): Redact {
  return Object.assign((text: string): string => markedCodes(keys(text)), { hidden: hiddenCodes });
}

/** Removes also what identifies a consumer: the personas of the settings by their names, and whatever looks like an e-mail address or a PIN. */
function withoutPeople(keys: Redact, { legacy, data }: Target): Redact {
  const personas = Object.entries(legacy?.personas ?? {}).flatMap(([name, { email, phone }]) => [
    redactor([email], `<e-mail of ${name}>`),
    redactor([phone], `<phone of ${name}>`),
  ]);
  const { buyer, buyerAddress, shippingAddress } = data ?? {};
  const given = Object.entries({ buyer: { ...buyer, ...buyerAddress }, shipping_address: shippingAddress })
    .flatMap(([of, values]) => Object.entries(values ?? {}).map(([name, value]) => ({ of, name, value })))
    // The longest first, so that none is partly replaced by a shorter one inside it.
    .sort((one, other) => other.value.length - one.value.length)
    .map(({ of, name, value }) => marking(value, `<${name} of ${of}>`));
  const people = [...personas, ...given];
  const clean = (text: string): string =>
    markedMail(markedCodes(people.reduce((rest, person) => person(rest), keys(text))));
  return Object.assign(clean, { hidden: hiddenCodes });
}

/** For what a person reads: leaves out consumers' e-mail addresses, phone numbers and PINs, without which a report says as much. */
export const withoutConsumers: Redact = Object.assign(
  (text: string): string => markedMail(markedPhones(markedCodes(text))),
  { hidden: hiddenPeople },
);

/** The error with its message and its stack redacted, itself otherwise. */
export function redactedError(error: unknown, redact: Redact): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? redact(error) : error;
  error.message = redact(error.message);
  if (error.stack !== undefined) error.stack = redact(error.stack);
  return error;
}

/** So many characters are compared at a time: fewer are met by chance, and words may be little longer. */
const PIECE = 4;

/**
 * Tells quickly whether any of the words may stand in a text: false is certain. Looks only at so many places of the text that a whole word
 * can not lie between them.
 */
export function mayHold(words: readonly string[]): (text: string) => boolean {
  const shortest = Math.min(...words.map(({ length }) => length));
  if (shortest < PIECE) return () => true;
  const pieces = new Set(
    words.flatMap((word) => Array.from({ length: word.length - PIECE + 1 }, (_, at) => pieceAt(word, at))),
  );
  const stride = shortest - PIECE + 1;
  return (text) => {
    for (let at = 0; at + PIECE <= text.length; at += stride) if (pieces.has(pieceAt(text, at))) return true;
    return false;
  };
}

/** A number for the characters there; others than ASCII may share theirs. */
function pieceAt(text: string, at: number): number {
  let piece = 0;
  for (let index = at; index < at + PIECE; index += 1) piece = (piece << 7) ^ text.charCodeAt(index);
  return piece;
}
