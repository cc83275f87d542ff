import type { Credential, WrongVersion } from '../../../spec/wire-names.ts';
import {
  checksumCorruptions,
  checksumVariants,
  documentedVersion,
  strayBytes,
  type MadeChecksum,
  wrongKey,
  wrongSecret,
  wrongVersions,
} from '../../../spec/wire-variants.ts';

/** The entries of an object in JavaScript. */
const rows = (table: Readonly<Record<string, string>>, indent: string): string =>
  Object.entries(table)
    .map(([name, source]) => `${indent}'${name}': ${source},`)
    .join('\n');

const authorizations: Readonly<Record<Credential, string>> = {
  valid: '(to) => `Bearer ${keyOf(to)}`',
  missing: '() => undefined',
  wrong: '() => `Bearer ${wrongKey}`',
  cut: '(to) => `Bearer ${keyOf(to).slice(0, -1)}`',
  'cut-start': '(to) => `Bearer ${keyOf(to).slice(1)}`',
  longer: '(to) => `Bearer ${keyOf(to)}0`',
  'longer-start': '(to) => `Bearer x${keyOf(to)}`',
  bare: '(to) => keyOf(to)',
  'other-case': '(to) => `Bearer ${inOtherCase(keyOf(to))}`',
  public: '() => `Bearer ${env.PAY_PUBLIC_KEY || wrongKey}`',
  'other-scheme': '(to) => `Basic ${keyOf(to)}`',
  'other-interface': "(to) => `Bearer ${keyOf(to === 'legacy' ? 'resource' : 'legacy')}`",
};

const { wrong, 'to-come': toCome, longer, cut, blank } = wrongVersions;
const versions = {
  wrong: `() => '${wrong.fixed}'`,
  'to-come': `() => '${toCome.fixed}'`,
  longer: `(current) => \`\${current}${longer.suffix}\``,
  cut: `() => '${cut.fixed}'`,
  blank: `() => '${blank.fixed}'`,
} satisfies Readonly<Record<Exclude<WrongVersion, 'missing'>, string>>;

const fixedChecksums = checksumCorruptions
  .flatMap((name) => {
    const { fixed } = checksumVariants[name];
    return fixed === undefined
      ? []
      : [`  if (mutation === '${name}') return ${fixed === null ? fixed : `'${fixed}'`};`];
  })
  .join('\n');

const checksums: Readonly<Record<Exclude<MadeChecksum, 'wrong-secret'>, string>> = {
  truncated: '() => right.slice(0, half)',
  extended: '() => `${right}00`',
  behind: '() => `${right}AAAA`',
  before: '() => `00${right}`',
  within: '() => `${right.slice(0, half)} ${right.slice(half)}`',
  'first-half': '() => right.slice(0, half) + wrong.slice(half)',
  'second-half': '() => wrong.slice(0, half) + right.slice(half)',
  'upper-case': '() => right.toUpperCase()',
  'swapped-case': '() => inOtherCase(right)',
  'url-safe': "() => right.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')",
  unpadded: "() => right.replaceAll('=', '')",
};

/** What a stand-alone test file needs to send a call: keys from the environment, checksums, ids from replies. JavaScript as text. */
export const vitestRuntime = `
const { env } = process;
const needed = (name, why) => {
  if (!env[name]) throw new Error(\`set \${name}: \${why}\`);
  return env[name];
};
// Not BASE_URL, which vitest sets itself.
const baseOf = (to) =>
  to === 'control'
    ? needed('CONTROL_URL', "the address of the target's control interface")
    : (env[\`\${to.toUpperCase()}_URL\`] ?? needed('TARGET_URL', "the target's address"));
const keyOf = (to) =>
  to === 'legacy'
    ? needed('PAY_API_KEY', 'the API key of the legacy interface')
    : needed('PAY_SECRET_KEY', 'the secret key of the resource interface');
const inOtherCase = (text) =>
  text.replace(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
const wrongKey = '${wrongKey}';

const authorizations = {
${rows(authorizations, '  ')}
};
const versions = {
${rows(versions, '  ')}
};

const checksumOf = ({ of, encoding, corruption: mutation }) => {
  const under = (secret) => createHash('sha256').update(secret + of).digest(encoding);
  const wrong = under('${wrongSecret}');
${fixedChecksums}
  if (mutation === 'wrong-secret') return wrong;
  const right = under(needed('PAY_SECRET', "the merchant's secret key for checksums"));
  const half = encoding === 'hex' ? 32 : 22;
  const mutated = {
${rows(checksums, '    ')}
  };
  return mutation === undefined ? right : mutated[mutation]();
};

const bodyOf = ({ body, rawBody, checksum, strayBytes }) => {
  if (rawBody !== undefined) return Buffer.from(rawBody);
  if (body === undefined) return undefined;
  let text = JSON.stringify(body);
  if (checksum !== undefined && checksum.corruption !== 'missing' && text.startsWith('{'))
    text = \`\${text.slice(0, -1)}\${text === '{}' ? '' : ','}"checksum":\${JSON.stringify(checksumOf(checksum))}}\`;
  if (strayBytes !== true) return Buffer.from(text);
  const stray = Buffer.from([${strayBytes.map((byte) => `0x${byte.toString(16)}`).join(', ')}]);
  return Buffer.concat([Buffer.from('{"note":"'), stray, Buffer.from(\`"\${text === '{}' ? '' : ','}\${text.slice(1)}\`)]);
};

/** An id as one segment of a path, whatever text it is. */
const pathSegment = (id) =>
  encodeURIComponent(id.toWellFormed()).replaceAll(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);

/** A JSON text as its value; undefined where it is none. */
const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Sends a call. Gives the HTTP status, the text, and the parsed text where it is JSON. */
const send = async (call) => {
  const { to, operation, method, pauseMs = 0 } = call;
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const headers = {};
  if (to === 'control') headers.authorization = \`Bearer \${env.PAY_CONTROL_KEY ?? ''}\`;
  else {
    const authorization = authorizations[call.credential](to);
    if (authorization !== undefined) headers.authorization = authorization;
  }
  if (call.contentType !== null) headers['content-type'] = call.contentType ?? 'application/json';
  const version = env.SERVICE_VERSION ?? '${documentedVersion}';
  if (to === 'resource' && call.version !== 'missing')
    headers[env.VERSION_HEADER ?? 'Service-Version'] = versions[call.version]?.(version) ?? version;
  const path =
    to === 'legacy' && operation === 'authorize' ? (env.AUTHORIZE_PATH ?? '/pay/authorize') : call.path;
  const response = await fetch(\`\${baseOf(to)}/\${path.replace(/^\\/+/, '')}\`, {
    method,
    headers,
    body: bodyOf(call),
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  return { http: response.status, text, body: parsed(text) };
};

/** The value of a field, by its path; undefined where there is none. */
const at = (body, path) =>
  path.split('.').reduce((value, name) => (Object(value) === value && Object.hasOwn(value, name) ? value[name] : undefined), body);

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first entry of a list for which a condition holds; without a name, the body is the list. */
const entry = ({ body }, list, isOne) => {
  const found = (list === '' ? body : at(body, list))?.find?.(isOne);
  if (found === undefined) throw new Error(\`\${list || 'the answer'} has no entry for which this holds: \${isOne}\`);
  return found;
};

/** No success, neither by its status nor by the HTTP status alone. */
const isRefused = ({ http, body }) => {
  const status = at(body, 'status');
  if (typeof status !== 'string') return http < 200 || http > 299;
  return !['open', 'close', 'authenticate_consumer'].includes(status) && !status.endsWith('_success');
};

/** Whether a step is answered as it was then, as far as it says what state it leaves behind. */
const isAsThen = ({ http, body }, was, words) =>
  http === was &&
  Object.entries(words).every(([name, word]) => typeof at(body, name) !== 'string' || at(body, name) === word);

/** Where an earlier step is answered otherwise than then, another answer may be permitted: a failed assertion says nothing of the target. */
const unlessOtherwise = async (steps, skip, assertions) => {
  try {
    await assertions();
  } catch (error) {
    const first = steps.find(([, isSame]) => !isSame);
    if (first === undefined) throw error;
    skip(\`step \${first[0]} was answered otherwise than then, so the failure can't be judged\`);
  }
};

/** Asserts that one of the permitted answers came; where none did, says what each of them lacks. */
const permitOne = (answers) => {
  const lacks = [];
  for (const holds of answers) {
    try {
      return holds();
    } catch (error) {
      lacks.push(error.message);
    }
  }
  throw new Error(\`none of the permitted answers: \${lacks.join('; or ')}\`);
};

/** The nth text under a key, anywhere in a reply, that begins with a prefix: the ids that later calls use. */
const extract = ({ body }, key, prefix, nth) => {
  const found = [];
  const walk = (value) => {
    if (Object(value) !== value) return;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'string' && name === key && inner.startsWith(prefix)) found.push(inner);
      else walk(inner);
    }
  };
  walk(body);
  if (found.length < nth) throw new Error(\`the answer has no \${key}, so the sequence can't go on\`);
  return found[nth - 1];
};
`;
