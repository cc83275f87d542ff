import type { ApiCall, Call, ChecksumRecipe } from '../../../models/wire.ts';
import {
  aroundStray,
  checksumVariants,
  credentials,
  isMade,
  jsonType,
  type KeyChange,
  type MadeChecksum,
  strayBytes,
  versionSent,
  wrongKey,
  wrongSecret,
} from '../../../spec/wire-variants.ts';
import type { Learned } from '../learned-ids.ts';
import { jsonWord, pathWord, quoted, textWord } from './shell-words.ts';

/** The lines of the script that send one call; learned values are variables. */
export function curlCall(call: Call, learned: readonly Learned[]): readonly string[] {
  const body = bodyOf(call, learned);
  const words = [
    // GET is what curl does without a body.
    ...(call.method === 'GET' && body === undefined ? [] : [`-X ${quoted(call.method)}`]),
    ...headers(call),
    ...(body === undefined ? [] : [`--data-raw ${body}`]),
    urlOf(call, learned),
  ];
  const recipe = recipeOf(call);
  const checksum = recipe === undefined ? [] : checksumLines(recipe, learned);
  const pause = call.to === 'control' ? undefined : call.pauseMs;
  return [
    ...(pause === undefined ? [] : [`sleep ${Math.ceil(pause / 1000)}`]),
    ...checksum,
    `call ${words.join(' \\\n  ')}`,
  ];
}

function urlOf(call: Call, learned: readonly Learned[]): string {
  const base = { legacy: '"$LEGACY_URL"', resource: '"$RESOURCE_URL"', control: '"$CONTROL_URL"' }[call.to];
  if (call.to === 'legacy' && call.operation === 'authorize') return `${base}"$AUTHORIZE_PATH"`;
  const path = call.path.startsWith('/') ? call.path : `/${call.path}`;
  return `${base}${pathWord(path, learned)}`;
}

function headers(call: Call): readonly string[] {
  if (call.to === 'control') {
    return [`-H "Authorization: Bearer $PAY_CONTROL_KEY"`, `-H 'Content-Type: application/json'`];
  }
  return [...authorization(call), ...contentType(call), ...versionHeader(call)];
}

/** A key made wrong, by the name of its variable. */
const changed: Readonly<Record<KeyChange, (key: string) => string>> = {
  cut: (key) => `\${${key}%?}`,
  'cut-start': (key) => `\${${key}#?}`,
  longer: (key) => `\${${key}}0`,
  'longer-start': (key) => `x$${key}`,
  'other-case': (key) => `$(printf %s "$${key}" | tr 'a-zA-Z' 'A-Za-z')`,
};

function authorization(call: ApiCall): readonly string[] {
  const { scheme = 'Bearer', key, change } = credentials[call.credential];
  if (key === undefined) return [];
  if (key === 'unissued') return [`-H 'Authorization: ${scheme} ${wrongKey}'`];
  const keys = ['PAY_API_KEY', 'PAY_SECRET_KEY'] as const;
  const [own, other] = call.to === 'legacy' ? keys : keys.toReversed();
  const name = { own, other, public: 'PAY_PUBLIC_KEY' }[key] ?? '';
  const value = change === undefined ? `$${name}` : changed[change](name);
  return [`-H "Authorization: ${`${scheme} ${value}`.trimStart()}"`];
}

function contentType(call: ApiCall): readonly string[] {
  // This makes curl leave out the header.
  if (call.contentType === null) return [`-H 'Content-Type:'`];
  return [`-H ${quoted(`Content-Type: ${call.contentType ?? jsonType}`)}`];
}

function versionHeader(call: ApiCall): readonly string[] {
  const sent = call.to === 'resource' ? versionSent(call.version, '$SERVICE_VERSION') : undefined;
  return sent === undefined ? [] : [`-H "$VERSION_HEADER: ${sent}"`];
}

/** The body as one shell word; the checksum is put at its end. */
function bodyOf(call: Call, learned: readonly Learned[]): string | undefined {
  if (call.to !== 'control' && call.rawBody !== undefined) return textWord(call.rawBody, learned);
  if (call.body === undefined) return undefined;
  const json = JSON.stringify(call.body);
  const stray = call.to !== 'control' && call.strayBytes === true ? strayField(json) : undefined;
  const text = stray === undefined ? json : json.slice(1);
  const recipe = recipeOf(call);
  if (recipe === undefined) return `${stray ?? ''}${jsonWord(text, learned)}`;
  const open = text.slice(0, -1);
  const comma = json.length > 2 ? ',' : '';
  const value =
    recipe.corruption !== undefined && checksumVariants[recipe.corruption].fixed === null
      ? `null}'`
      : `"'"$checksum"'"}'`;
  return `${stray ?? ''}${jsonWord(open, learned)}'${comma}"checksum":${value}`;
}

/** A field whose text is not UTF-8, before the other fields of an object. */
function strayField(json: string): string {
  const [before, after] = aroundStray(json);
  const octal = strayBytes.map((byte) => `\\${byte.toString(8)}`).join('');
  return `'${before}'"$(printf '${octal}')"'${after.slice(0, json === '{}' ? 1 : 2)}'`;
}

/** The recipe of a call's checksum, when its body can hold a checksum. */
function recipeOf(call: Call): ChecksumRecipe | undefined {
  if (call.to === 'control' || call.rawBody !== undefined || call.checksum?.corruption === 'missing')
    return undefined;
  const { body } = call;
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? call.checksum : undefined;
}

/** The lines that make a wrong checksum of the right one, whose half has so many characters; `wrong` sets one under a wrong secret. */
const corrupted: Readonly<
  Record<Exclude<MadeChecksum, 'wrong-secret'>, (half: number, wrong: string) => readonly string[]>
> = {
  truncated: (half) => [`checksum=${cut('checksum', 1, half)}`],
  extended: () => ['checksum="${checksum}00"'],
  behind: () => ['checksum="${checksum}AAAA"'],
  before: () => ['checksum="00${checksum}"'],
  within: (half) => [`checksum="${cut('checksum', 1, half)} ${cut('checksum', half + 1, half)}"`],
  'first-half': (half, wrong) => [
    wrong,
    `checksum=${cut('checksum', 1, half)}${cut('wrong', half + 1, half)}`,
  ],
  'second-half': (half, wrong) => [
    wrong,
    `checksum=${cut('wrong', 1, half)}${cut('checksum', half + 1, half)}`,
  ],
  'upper-case': () => translated(`tr 'a-z' 'A-Z'`),
  'swapped-case': () => translated(`tr 'a-zA-Z' 'A-Za-z'`),
  'url-safe': () => translated(`tr '+/' '-_' | tr -d '='`),
  unpadded: () => translated(`tr -d '='`),
};

const translated = (by: string): readonly string[] => [`checksum=$(printf '%s' "$checksum" | ${by})`];
const cut = (name: string, from: number, half: number): string =>
  `$(printf '%s' "$${name}" | cut -c${from}-${from + half - 1})`;

/** Sets `$checksum`: SHA-256 of the secret and the values that the document names for the operation (legacy, Authentication). */
function checksumLines(
  { of, encoding, corruption }: ChecksumRecipe,
  learned: readonly Learned[],
): readonly string[] {
  const { fixed } = corruption === undefined ? {} : checksumVariants[corruption];
  if (fixed === null) return [];
  if (fixed !== undefined) return [`checksum=${fixed === '' ? '' : quoted(fixed)}`];
  const digest = encoding === 'hex' ? 'digest' : 'digest64';
  const under = (secret: string): string => `$(${digest} ${secret}${textWord(of, learned)})`;
  const wrong = under(quoted(wrongSecret));
  if (corruption === 'wrong-secret') return [`checksum=${wrong}`];
  const right = `checksum=${under('"$PAY_SECRET"')}`;
  if (corruption === undefined || !isMade(corruption)) return [right];
  // A hash of 32 bytes is 64 characters in hex and 44 in base64.
  return [right, ...corrupted[corruption](encoding === 'hex' ? 32 : 22, `wrong=${wrong}`)];
}
