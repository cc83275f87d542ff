import type { ApiCall, Call, ChecksumRecipe, Credential } from '../../../models/wire.ts';
import { jsonWord, type Learned, pathWord, quoted, textWord } from './shell-words.ts';

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
  const credential = authorization(call.credential, call.to === 'legacy' ? 'PAY_API_KEY' : 'PAY_SECRET_KEY');
  return [
    ...(credential === undefined ? [] : [`-H ${credential}`]),
    ...contentType(call),
    ...(call.to === 'resource' && call.version !== 'missing' ? [`-H ${versionOf(call)}`] : []),
  ];
}

function authorization(credential: Credential, key: string): string | undefined {
  const other = key === 'PAY_API_KEY' ? 'PAY_SECRET_KEY' : 'PAY_API_KEY';
  const headersOf: Readonly<Record<Credential, string | undefined>> = {
    valid: `"Authorization: Bearer $${key}"`,
    missing: undefined,
    wrong: `'Authorization: Bearer sk_payproof_key_that_is_wrong'`,
    cut: `"Authorization: Bearer \${${key}%?}"`,
    longer: `"Authorization: Bearer \${${key}}0"`,
    'other-case': `"Authorization: Bearer $(printf %s "$${key}" | tr 'a-zA-Z' 'A-Za-z')"`,
    public: '"Authorization: Bearer $PAY_PUBLIC_KEY"',
    'other-interface': `"Authorization: Bearer $${other}"`,
    // The unchanged key, as the run sent it: a server that ignores the scheme accepts no other.
    'other-scheme': `"Authorization: Basic $${key}"`,
  };
  return headersOf[credential];
}

function contentType(call: ApiCall): readonly string[] {
  // This makes curl leave out the header.
  if (call.contentType === null) return [`-H 'Content-Type:'`];
  return [`-H ${quoted(`Content-Type: ${call.contentType ?? 'application/json'}`)}`];
}

function versionOf(call: ApiCall): string {
  const made = { wrong: '1999-01-01', 'to-come': '2999-01-01', longer: '$SERVICE_VERSION-01' };
  const { version = 'missing' } = call;
  return `"$VERSION_HEADER: ${version === 'missing' ? '$SERVICE_VERSION' : made[version]}"`;
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
  const value = recipe.corruption === 'null' ? `null}'` : `"'"$checksum"'"}'`;
  return `${stray ?? ''}${jsonWord(open, learned)}'${comma}"checksum":${value}`;
}

/** A field whose text is not UTF-8, before the other fields of an object. */
function strayField(json: string): string {
  return `'{"note":"'"$(printf '\\377\\300\\257\\343\\201')"'"${json === '{}' ? '' : ','}'`;
}

/** The recipe of a call's checksum, when its body can hold a checksum. */
function recipeOf(call: Call): ChecksumRecipe | undefined {
  if (call.to === 'control' || call.rawBody !== undefined || call.checksum?.corruption === 'missing')
    return undefined;
  const { body } = call;
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? call.checksum : undefined;
}

/** Sets `$checksum`: SHA-256 of the secret and the values that the document names for the operation (legacy, Authentication). */
function checksumLines(
  { of, encoding, corruption: mutation }: ChecksumRecipe,
  learned: readonly Learned[],
): readonly string[] {
  if (mutation === 'null') return [];
  if (mutation === 'empty') return ['checksum='];
  if (mutation === 'garbage') return [`checksum='not a checksum'`];
  const digest = encoding === 'hex' ? 'digest' : 'digest64';
  const under = (secret: string): string => `$(${digest} ${secret}${textWord(of, learned)})`;
  const wrong = under("'payproof_secret_that_is_wrong'");
  if (mutation === 'wrong-secret') return [`checksum=${wrong}`];
  const right = `checksum=${under('"$PAY_SECRET"')}`;
  if (mutation === undefined || mutation === 'missing') return [right];
  // A hash of 32 bytes is 64 characters in hex and 44 in base64.
  const half = encoding === 'hex' ? 32 : 22;
  const cut = (name: string, from: number): string =>
    `$(printf '%s' "$${name}" | cut -c${from}-${from + half - 1})`;
  switch (mutation) {
    case 'truncated':
      return [right, `checksum=${cut('checksum', 1)}`];
    case 'extended':
      return [right, 'checksum="${checksum}00"'];
    case 'first-half':
      return [right, `wrong=${wrong}`, `checksum=${cut('checksum', 1)}${cut('wrong', half + 1)}`];
    case 'second-half':
      return [right, `wrong=${wrong}`, `checksum=${cut('wrong', 1)}${cut('checksum', half + 1)}`];
    case 'upper-case':
      return [right, `checksum=$(printf '%s' "$checksum" | tr 'a-z' 'A-Z')`];
    case 'swapped-case':
      return [right, `checksum=$(printf '%s' "$checksum" | tr 'a-zA-Z' 'A-Za-z')`];
    case 'url-safe':
      return [right, `checksum=$(printf '%s' "$checksum" | tr '+/' '-_' | tr -d '=')`];
  }
}
