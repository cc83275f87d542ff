import { isObject, withoutEnd } from './forms.ts';
import type { ChecksumCorruption, Credential, Spelling, WrongVersion } from './wire-names.ts';

/** A key that no target has issued. */
export const wrongKey = 'sk_payproof_key_that_is_wrong';
/** A secret that no target has given. */
export const wrongSecret = 'payproof_secret_that_is_wrong';

/** Whose key it is: that of the interface, the public one, that of the other interface, or one that no target has issued. */
type KeyOwner = 'own' | 'public' | 'other' | 'unissued';
/** The keys by their owners; undefined: it is not known. */
export type Keys = Readonly<Record<KeyOwner, string | undefined>>;

/** How a key is made wrong, and what journals say of it. */
const keyChanges = {
  // For servers that compare only a part of the key.
  cut: { made: (text: string) => text.slice(0, -1), says: 'without its last character' },
  'cut-start': { made: (text: string) => text.slice(1), says: 'without its first character' },
  longer: { made: (text: string) => `${text}0`, says: 'and a 0 at its end' },
  'longer-start': { made: (text: string) => `x${text}`, says: 'behind an x' },
  'other-case': { made: inOtherCase, says: 'with its letters in the other case' },
} as const;

/** A way to make a key wrong. */
export type KeyChange = keyof typeof keyChanges;

interface CredentialVariant {
  /** The attempt that sends it, in words. */
  readonly words: string;
  /** Absent: there is no header. */
  readonly key?: KeyOwner;
  readonly change?: KeyChange;
  /** Default: Bearer. Empty: the key alone. */
  readonly scheme?: 'Basic' | '';
}

/** The credentials that must be refused (legacy, Authentication 1; resource, Authentication 2 and 3). */
export const wrongCredentials = {
  missing: { words: 'key missing' },
  cut: { words: 'key cut short', key: 'own', change: 'cut' },
  'cut-start': { words: 'key without its beginning', key: 'own', change: 'cut-start' },
  longer: { words: 'key with more at its end', key: 'own', change: 'longer' },
  'longer-start': { words: 'key with more before it', key: 'own', change: 'longer-start' },
  'other-case': { words: 'key in the other case', key: 'own', change: 'other-case' },
  wrong: { words: 'key wrong', key: 'unissued' },
  // With the right key, for servers that ignore the scheme.
  'other-scheme': {
    words: 'key in another scheme',
    key: 'own',
    scheme: 'Basic',
  },
  bare: { words: 'key without its scheme', key: 'own', scheme: '' },
  'other-interface': { words: 'key of the other interface', key: 'other' },
  public: { words: 'public key', key: 'public' },
} as const satisfies Readonly<Record<Exclude<Credential, 'valid'>, CredentialVariant>>;

/** What each header is made of. */
export const credentials: Readonly<Record<Credential, Partial<CredentialVariant>>> = {
  valid: { key: 'own' },
  ...wrongCredentials,
};

/** The header of a credential; undefined where there is none, or its key is not known. */
export function authorization(credential: Credential, keys: Keys): string | undefined {
  return written(credential, keys, (key, change) =>
    change === undefined ? key : keyChanges[change].made(key),
  );
}

/** What journals show in its place: which key it is, never its value. */
export function describedAuthorization(
  credential: Credential,
  to: 'legacy' | 'resource',
): string | undefined {
  const [own, other] = to === 'legacy' ? ['API_KEY', 'SECRET_KEY'] : ['SECRET_KEY', 'API_KEY'];
  const names = { own, other, public: 'PUBLIC_KEY', unissued: wrongKey };
  return written(credential, names, (name, change) =>
    name === wrongKey ? name : `<${name}${change === undefined ? '' : ` ${keyChanges[change].says}`}>`,
  );
}

function written(
  credential: Credential,
  keys: Keys,
  as: (key: string, change?: KeyChange) => string,
): string | undefined {
  const { scheme = 'Bearer', key: owner, change } = credentials[credential];
  const key = owner && keys[owner];
  return key === undefined ? undefined : `${scheme} ${as(key, change)}`.trimStart();
}

/** The credential that a recorded header shows, as it was sent or as journals describe it; undefined: by a key of which nothing is known. */
export function credentialIn(header: string, to: 'legacy' | 'resource', keys: Keys): Credential | undefined {
  const [, scheme = '', sent = ''] = /^(\S+)\s+(.*)$/s.exec(header) ?? [];
  const plain = `${scheme.toLowerCase() === 'bearer' ? 'Bearer' : 'Basic'} ${sent}`;
  const isBare = (name: Credential) =>
    name === 'bare' && [authorization(name, keys), describedAuthorization(name, to)].includes(header);
  return (Object.keys(credentials) as Credential[]).find(
    (name) =>
      isBare(name) || plain === authorization(name, keys) || plain === describedAuthorization(name, to),
  );
}

/** A key with its letters in the other case; one without letters gets longer. */
function inOtherCase(key: string): string {
  const other = swappedCase(key);
  return other === key ? `${key}0` : other;
}

/** The text with each letter in the other case. */
function swappedCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/**
 * Ids that are nearly one of the target: with a character that no id has, so that none is that of another user. Each names nothing, whatever a parser of
 * numbers, a search for a beginning or one within a text takes it for.
 */
const nearIds: Readonly<Record<string, (id: string) => string>> = {
  'id with more at its end': (id) => `${id}~`,
  'id with more before it': (id) => `~${id}`,
};
/** The attempts that send them, in words. */
export const nearIdKinds = Object.keys(nearIds);

/** The near id that an attempt of a kind sends; undefined where the kind is none of them. */
export const nearId = (kind: string, id: string): string | undefined =>
  Object.hasOwn(nearIds, kind) ? nearIds[kind]?.(id) : undefined;

interface ChecksumVariant {
  /** The attempt that sends it, in words. */
  readonly words: string;
  /** What stands for the checksum, whatever was signed. Neither this nor `made`: there is no such field. */
  readonly fixed?: string | null;
  /** Makes it of the right one and of the one under a wrong secret. */
  readonly made?: (right: string, wrong: string) => string;
  /** The only encoding in which it is what the words say. */
  readonly encoding?: 'hex' | 'base64';
  /** Refused as one that is not there, or for its value alone. Absent: it may be refused for its form too. */
  readonly refusedAs?: 'absent' | 'mismatch';
}

const [first, second] = [
  (text: string) => text.slice(0, text.length / 2),
  (text: string) => text.slice(text.length / 2),
];

/** Checksums that do not match: each must be refused (legacy, Authentication 2). */
export const wrongChecksums = {
  missing: { words: 'checksum missing', refusedAs: 'absent' },
  null: { words: 'checksum null', fixed: null },
  empty: { words: 'checksum empty', fixed: '', refusedAs: 'absent' },
  garbage: { words: 'checksum garbled', fixed: 'not a checksum' },
  'wrong-secret': {
    words: 'checksum with another secret',
    made: (_right, wrong) => wrong,
    refusedAs: 'mismatch',
  },
  truncated: { words: 'checksum cut off', made: first },
  extended: { words: 'checksum with more at its end', made: (right) => `${right}00`, encoding: 'hex' },
  // What decoders skip that look for an end, for a beginning, or for no blanks.
  behind: { words: 'base64 with more behind it', made: (right) => `${right}AAAA`, encoding: 'base64' },
  before: { words: 'checksum with more before it', made: (right) => `00${right}` },
  within: {
    words: 'base64 with a blank within',
    made: (right) => `${first(right)} ${second(right)}`,
    encoding: 'base64',
  },
  'first-half': {
    words: 'checksum right in its first half',
    made: (right, wrong) => first(right) + second(wrong),
    refusedAs: 'mismatch',
  },
  'second-half': {
    words: 'checksum right in its second half',
    made: (right, wrong) => first(wrong) + second(right),
    refusedAs: 'mismatch',
  },
  'swapped-case': { words: 'base64 in the other case', made: swappedCase, encoding: 'base64' },
} as const satisfies Readonly<Record<string, ChecksumVariant>>;

/** Checksums that may be accepted or not: how strictly encodings are read is not shown. */
export const openChecksums = {
  'upper-case': {
    words: 'checksum in capitals',
    made: (right) => right.toUpperCase(),
    encoding: 'hex',
  },
  'url-safe': {
    words: 'base64 for URLs',
    made: (right) => withoutEnd(right.replaceAll('+', '-').replaceAll('/', '_'), '='),
    encoding: 'base64',
  },
  unpadded: {
    words: 'base64 without padding',
    made: (right) => withoutEnd(right, '='),
    encoding: 'base64',
  },
} as const satisfies Readonly<Record<string, ChecksumVariant>>;

const checksumTable = { ...wrongChecksums, ...openChecksums };
type ChecksumTable = typeof checksumTable;

/** One that is made of the right checksum. */
export type MadeChecksum = {
  [Name in ChecksumCorruption]: ChecksumTable[Name] extends { readonly made: unknown } ? Name : never;
}[ChecksumCorruption];

export const checksumVariants: Readonly<Record<ChecksumCorruption, ChecksumVariant>> = checksumTable;
export const checksumCorruptions = Object.keys(checksumVariants) as readonly ChecksumCorruption[];

/** Whether a corruption is made of the right checksum. */
export const isMade = (corruption: ChecksumCorruption): corruption is MadeChecksum =>
  checksumVariants[corruption].made !== undefined;

/** Whether a checksum is right as far as the document shows: nothing is wrong with it, or how it is spelt is an open point. */
export const mayBeRight = (corruption: ChecksumCorruption | undefined): boolean =>
  corruption === undefined || Object.hasOwn(openChecksums, corruption);

interface VersionVariant {
  readonly words: string;
  /** What stands for the version; or what follows the right one. Neither: there is no header. */
  readonly fixed?: string;
  readonly suffix?: string;
}

/** What may be wrong with the version header (resource, Versioning). */
export const wrongVersions = {
  wrong: { words: 'version wrong', fixed: '1999-01-01' },
  // Later than any existing one, for servers that only check a lower bound.
  'to-come': { words: 'version to come', fixed: '2999-01-01' },
  longer: { words: 'version with more at its end', suffix: '-01' },
  cut: { words: 'version cut short', fixed: '2018-04' },
  blank: { words: 'version with a blank within', fixed: '2018-04 -10' },
  missing: { words: 'version missing' },
} as const satisfies Readonly<Record<WrongVersion, VersionVariant>>;

export const wrongVersionNames = Object.keys(wrongVersions) as readonly WrongVersion[];

/** The version that the document gives (resource, Versioning). */
export const documentedVersion = '2018-04-10';

/** The version that is sent; undefined: none is. */
export function versionSent(name: WrongVersion | undefined, current: string): string | undefined {
  if (name === undefined) return current;
  const row: VersionVariant = wrongVersions[name];
  return row.fixed ?? (row.suffix && current + row.suffix);
}

/** The content type of every right request. */
export const jsonType = 'application/json';
/** Whether a request says that its body is JSON. */
export const isSentAsJson = ({ contentType = jsonType }: { readonly contentType?: string | null }): boolean =>
  contentType === jsonType;

/** No UTF-8: a byte that never is, an overlong slash, and an incomplete character. */
export const strayBytes = [0xff, 0xc0, 0xaf, 0xe3, 0x81] as const;

/** The beginning of a JSON text up to the stray bytes, which stand in an unknown field before the others; and how it goes on after them. */
export function aroundStray(text: string): readonly [string, string] {
  const rest = text.slice(1);
  return ['{"note":"', `"${rest === '}' ? '' : ','}${rest}`];
}

/** A row of the table of spellings. */
export interface SpellingVariant {
  /** The attempt that sends it, in words. */
  readonly words: string;
  /** The content type, of a request with a body or without. */
  readonly contentType?: string;
  /** The name of a header. */
  readonly header?: (name: string) => string;
  /** The JSON text of an object. */
  readonly text?: (body: object) => string;
  /** The same for journals, where the text is long and says nothing. */
  readonly shown?: (body: object) => string;
  /** True: the body comes in chunks, without its length. */
  readonly chunked?: true;
  /** What may refuse it, since no document shows that it is taken, and whether a recorded request is written so. Absent: it must be taken. */
  readonly mayRefuse?: { readonly by: Refuser; readonly recognise: (sent: WrittenRequest) => boolean };
}

/** A request as it was sent: the text of its body, and its headers by their names in lower case. */
interface WrittenRequest {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The service alone, as it refuses everything; or a gateway before it as well, as it likes. */
type Refuser = 'the service' | 'any hop';

/** How many blanks are sent, and how many journals keep: their bodies stay JSON, which is judged as other traffic is. */
const [blanks, shownBlanks] = [100_000, 10];

/**
 * Other ways to write a right request, each of which says the same: media types and the names of headers have no case, and JSON has blanks, escapes and
 * members in any order (Endpoints, common rules of both documents: bodies are JSON; RFC 9110, 5.1 and 8.3.1; RFC 8259).
 */
export const spellings: Readonly<Record<Spelling, SpellingVariant>> = {
  charset: { words: 'media type with its charset', contentType: `${jsonType}; charset=utf-8` },
  'type-case': { words: 'media type in other case', contentType: 'Application/JSON' },
  'header-case': { words: 'headers in capitals', header: (name) => name.toUpperCase() },
  reversed: { words: 'members in reverse order', text: (body) => JSON.stringify(reversed(body)) },
  spaced: {
    words: 'body with blanks and newlines',
    text: (body) => `\r\n${JSON.stringify(body, null, '\t')} \n`,
  },
  escaped: { words: 'body with escapes', text: (body) => escaped(JSON.stringify(body)) },
  // JSON has one type of numbers, and a parser into whole numbers takes neither of these.
  'with-fraction': {
    words: 'numbers with a fraction of zero',
    text: wholeNumbers((digits) => `${digits}.0`),
    mayRefuse: { by: 'the service', recognise: ({ text }) => hasNumber(text, /\.0+$/) },
  },
  'with-exponent': {
    words: 'numbers with an exponent of zero',
    text: wholeNumbers((digits) => `${digits}e0`),
    mayRefuse: { by: 'the service', recognise: ({ text }) => hasNumber(text, /e/i) },
  },
  // A server may want a length (RFC 9110, 15.5.12), and each hop may limit the size of a body (15.5.14).
  chunked: {
    words: 'body in chunks',
    chunked: true,
    mayRefuse: { by: 'any hop', recognise: ({ headers }) => isChunked(headers['transfer-encoding']) },
  },
  large: {
    words: 'body with 100 kB of blanks',
    text: (body) => padded(body, ' '.repeat(blanks)),
    shown: (body) => padded(body, ' '.repeat(shownBlanks)),
    mayRefuse: { by: 'any hop', recognise: ({ text }) => text.length > blanks || isPadded(text) },
  },
};

/** What may refuse a body for how it is written; undefined: nothing. */
export function refuserOf(spelling: Spelling | undefined, body: object): Refuser | undefined {
  if (spelling === undefined) return undefined;
  const { mayRefuse, text } = spellings[spelling];
  // The text of most is not needed, and may be long.
  if (mayRefuse === undefined || text?.(body) === JSON.stringify(body)) return undefined;
  return mayRefuse.by;
}

/** How a recorded request is written, where that may be refused. Of several, that which more may refuse. */
export function spellingOf(sent: WrittenRequest): Spelling | undefined {
  const names = Object.keys(spellings) as Spelling[];
  const found = names.filter((name) => spellings[name].mayRefuse?.recognise(sent));
  return found.find((name) => spellings[name].mayRefuse?.by === 'any hop') ?? found[0];
}

const isChunked = (encoding = ''): boolean => /\bchunked\b/i.test(encoding);
const isPadded = (text: string): boolean => text.startsWith(`{${' '.repeat(shownBlanks)}`);
/** The text of an object with something behind its first brace. */
const padded = (body: object, padding: string): string => `{${padding}${JSON.stringify(body).slice(1)}`;

/** A body as it is sent in chunks: each character of several bytes begins in one and ends in the next. */
export function chunksOf(body: string | Buffer): readonly Buffer[] {
  const bytes = Buffer.from(body);
  const cuts = [...bytes.keys()].filter((nth) => (bytes[nth - 1] ?? 0) >= 0xc0);
  return [0, ...cuts].map((cut, nth) => bytes.subarray(cut, cuts[nth]));
}

/** The texts and the numbers of a JSON text. */
const scalars = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** The text of an object with each whole number in another notation. */
function wholeNumbers(spelt: (digits: string) => string): (body: object) => string {
  return (body) =>
    JSON.stringify(body).replaceAll(scalars, (token) => (/^-?\d+$/.test(token) ? spelt(token) : token));
}

/** Whether a number of a JSON text is in this notation. */
const hasNumber = (text: string, notation: RegExp): boolean =>
  (text.match(scalars) ?? []).some((token) => !token.startsWith('"') && notation.test(token));

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
}

/** Each character of each text as an escape; those that are one already stay so. */
function escaped(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\[^])*(?:"|\\?$)/g, (text) =>
    text.replaceAll(/\\u[0-9a-f]{4}|\\.|[^"]/g, (one) =>
      one.length > 1 && one.startsWith('\\') ? one : unitsOf(one),
    ),
  );
}

const unitsOf = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, nth) => `\\u${text.charCodeAt(nth).toString(16).padStart(4, '0')}`,
  ).join('');
