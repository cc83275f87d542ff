import type { CertifiedRequirement, Certificate } from '../certificate/certificate-schema.ts';

/**
 * A text of the target made safe to display: one line, no control or direction characters, at most `max` characters.
 * Control characters appear as `\xNN`, so that a terminal never obeys them.
 */
export function plain(text: string, max = 400): string {
  const cut = text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text;
  let safe = '';
  for (const char of cut) safe += isHidden(char) ? escaped(char) : char;
  return safe;
}

/**
 * The same value with each of its texts in one line and without hidden characters, the names in it included, however long they are: for what a text for
 * people is made of. What is neither plain data nor a list, a map or a set stays as it is.
 */
export function plainValues<T>(value: T): T {
  return madePlain(value) as T;
}

function madePlain(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(madePlain);
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [madePlain(key), madePlain(one)]));
  if (value instanceof Set) return new Set([...value].map(madePlain));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [plainText(name), madePlain(one)]));
}

function plainText(text: string): string {
  // Hardly any text needs it, and there may be many.
  return /^[\x20-\x7e]*$/.test(text) ? text : plain(text, Infinity);
}

/** A JSON text with hidden characters as `\u` escapes. They stand only in its strings, so that it means the same. */
export function hiddenEscaped(json: string): string {
  let safe = '';
  for (const char of json) safe += char !== '\n' && isHidden(char) ? unitsEscaped(char) : char;
  return safe;
}

function unitsEscaped(char: string): string {
  return Array.from({ length: char.length }, (_, at) => unitEscaped(char.charCodeAt(at))).join('');
}

function unitEscaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

function isHidden(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  return (
    code < 0x20 ||
    (code >= 0x7f && code <= 0x9f) ||
    code === 0x061c ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    (code >= 0xd800 && code <= 0xdfff) ||
    code === 0xfeff ||
    (code >= 0xfff9 && code <= 0xfffb) ||
    // Tag characters, which no font shows.
    (code >= 0xe0000 && code <= 0xe007f)
  );
}

function escaped(char: string): string {
  if (char === '\n') return '\\n';
  if (char === '\r') return '\\r';
  if (char === '\t') return '\\t';
  const code = char.codePointAt(0) ?? 0;
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** A number with its noun: `1 request`, `2 requests`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Items by key, in the order of the first item of each key. */
export function grouped<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [item]);
    else known.push(item);
  }
  return groups;
}

/** How many requests were under way: `31.5 on average, 64 at most; limits.concurrency is 64`. Undefined where that is not known. */
export function underWayText({
  under_way: underWay,
  settings,
}: Pick<Certificate, 'under_way' | 'settings'>): string | undefined {
  if (underWay === undefined) return undefined;
  const { average, most, limit } = underWay;
  const each = settings?.['kind'] === 'embedded' ? ' for each of its servers' : '';
  const allowed = limit === undefined ? '' : `; limits.concurrency is ${limit}${each}`;
  return `${average} on average, ${most} at most${allowed}`;
}

/** What is said of a row whose evidence was all found in sequences that had broken another rule before; undefined of any other. */
export function behindText({ behind }: Pick<CertifiedRequirement, 'behind'>): string | undefined {
  return behind === undefined
    ? undefined
    : `all its evidence was found behind violations of ${behind.join(', ')}`;
}

export type Judged = Pick<Certificate, 'verdict' | 'scope'>;

/** A run's verdict for people, and what else must be said with it. */
interface VerdictWords {
  readonly verdict: string;
  readonly rest?: string;
}

const said = {
  conformant: 'conformant',
  nonconformant: 'not conformant',
  inconclusive: 'inconclusive',
} as const;

/** The verdict never reads `conformant` without its scope, unless everything was tested that can be tested. */
export function verdictWords({ verdict, scope }: Judged): VerdictWords {
  if (scope === undefined || scope.complete) return { verdict: said[verdict] };
  if (verdict !== 'conformant') return { verdict: said[verdict], rest: scope.summary };
  const rest = scope.narrowed_by.filter(({ by }) => !isNamed(scope, by)).map(({ what }) => what);
  return { verdict: scope.summary, ...(rest.length > 0 && { rest: rest.join('; ') }) };
}

type Scope = NonNullable<Certificate['scope']>;

/** Whether the summary of a scope names this reason itself, as it does what is missing on our side. */
function isNamed({ left_out: leftOut = [] }: Scope, by: Scope['narrowed_by'][number]['by']): boolean {
  return leftOut.some(({ reason, side }) => reason === by && side === 'ours');
}

/** Reasons that stand in one line: more are listed above it. */
export const mostInLine = 2;

/** More reasons than a line may have are counted: together they would hide each other. */
function shortened(reasons: readonly string[]): readonly string[] {
  const more = reasons.length - mostInLine;
  return more <= 0 ? reasons : [...reasons.slice(0, mostInLine), pluralize(more, 'more reason')];
}

/** Where a reason says it, the scope need not say it again. */
function isNothingTested({ scope, reasons }: Judged & Pick<Certificate, 'reasons'>): boolean {
  return reasons.length > 0 && scope?.interfaces.every(({ tested }) => tested === 0) === true;
}

/** One line: `sandbox is conformant in what was tested: legacy 94 of 172, resource 21 of 226`. Reasons may hold texts of a target. */
export function verdictLine(certificate: Judged & Pick<Certificate, 'reasons' | 'target'>): string {
  const { reasons, target } = certificate;
  const { verdict, rest } = verdictWords(certificate);
  // Each is bounded by itself, so that no long reason cuts off another, or the scope.
  const parts = [...shortened(reasons), isNothingTested(certificate) ? '' : (rest ?? '')]
    .filter((part) => part !== '')
    .map((part) => plain(part));
  if (parts.length === 0) return `${target.name} is ${verdict}`;
  return `${target.name} is ${verdict}${certificate.verdict === 'conformant' ? '; narrowed: ' : ': '}${parts.join('; ')}`;
}

/** The verdicts on rows for people. */
export const rowVerdictWords = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warning',
  untested: 'untested',
  not_applicable: 'not applicable',
} as const;
