import type { Json } from '../../../engine/model.ts';
import { type FailureRecord, permittedWords } from '../../../harness/records/failure-record.ts';
import type { ApiCall, Call, ControlCall } from '../../../models/wire.ts';
import {
  authorization,
  credentials,
  documentedVersion,
  jsonType,
  versionSent,
  wrongKey,
} from '../../../spec/wire-variants.ts';
import { plain } from '../../words/plain.ts';
import type { Claim } from '../claim.ts';
import type { Learned } from '../learned-ids.ts';
import { repeated, type RepeatedCall } from '../repeated.ts';

/**
 * A failure as a file of hurl (https://hurl.dev): red while the fault is there, green when it is mended. Undefined where hurl can't send or judge it: it
 * computes no checksum, and has no way to permit one of several answers.
 */
export function hurlFile(failure: FailureRecord): string | undefined {
  const { calls, expect } = repeated(failure);
  if (expect.of !== 'reply') return undefined;
  // What is permitted may rest on how a step was refused, and hurl can't end without a verdict.
  if (calls.some(({ answered, mustSucceed }) => answered !== undefined && !mustSucceed)) return undefined;
  const [claims, ...others] = expect.permitted;
  if (claims === undefined || others.length > 0) return undefined;
  try {
    return `${[...head(failure, calls), ...calls.flatMap((one) => entry(failure, one, claims))].join('\n')}\n`;
  } catch (error) {
    if (error instanceof NotInHurl) return undefined;
    throw error;
  }
}

function head(failure: FailureRecord, all: readonly RepeatedCall[]): readonly string[] {
  const calls = all.map(({ call }) => call);
  const isControlled = calls.some(({ to }) => to === 'control');
  const isPublic = calls.some((call) => call.to !== 'control' && call.credential === 'public');
  return [
    comment(failure.summary),
    ...failure.requirement.map((id) => comment(`violates ${id}`)),
    comment('Run it with the keys in the environment:'),
    comment(
      '  hurl --test --variable target_url="$TARGET_URL" --variable pay_secret_key="$PAY_SECRET_KEY" \\',
    ),
    ...(isPublic ? [comment('    --variable pay_public_key="$PAY_PUBLIC_KEY" \\')] : []),
    ...(isControlled
      ? [
          comment(
            '    --variable control_url="$CONTROL_URL" --variable pay_control_key="$PAY_CONTROL_KEY" \\',
          ),
        ]
      : []),
    comment(`    ${failure.reproduction}.hurl`),
  ];
}

function entry(
  failure: FailureRecord,
  { line, call, number, isLast, known, reads, mustSucceed }: RepeatedCall,
  claims: readonly Claim[],
): readonly string[] {
  const captures = reads.map(
    ({ variable: name, value }) => `${name}: jsonpath "${placeOf(line.reply, value)}"`,
  );
  // A step before the last must succeed where it did then.
  const setUp = mustSucceed ? ['status >= 200', 'status < 300'] : ['status >= 100'];
  return [
    '',
    comment(`${number}  ${line.operation}  ${line.kind}`.trimEnd()),
    comment(`received: ${line.received}`),
    ...(isLast ? permittedWords(failure).map((words) => comment(`permitted: ${words}`)) : []),
    ...request(call, known),
    'HTTP *',
    ...(captures.length === 0 ? [] : ['[Captures]', ...captures]),
    '[Asserts]',
    ...(isLast ? claims.flatMap((claim) => asserts(claim, known)) : setUp),
  ];
}

function request(call: Call, learned: readonly Learned[]): readonly string[] {
  if (call.to === 'legacy' || !/^[A-Z]+$/.test(call.method)) throw new NotInHurl('request');
  const path = call.path.startsWith('/') ? call.path : `/${call.path}`;
  if (!/^[\w\-./?=&%~:]*$/.test(path)) throw new NotInHurl('path');
  const base = call.to === 'control' ? 'control_url' : 'target_url';
  return [
    `${call.method} ${variable(base)}${hurlText(path, learned)}`,
    ...(call.to === 'control' ? controlHeaders(call) : headers(call)),
    ...bodyLines(call, learned),
  ];
}

function controlHeaders({ body }: ControlCall): readonly string[] {
  const key = `Authorization: Bearer ${variable('pay_control_key')}`;
  return body === undefined ? [key] : [key, 'Content-Type: application/json'];
}

function headers({ credential, contentType = jsonType, version }: ApiCall): readonly string[] {
  if (contentType === null) throw new NotInHurl('content type');
  const sent = versionSent(version, documentedVersion);
  return [
    ...authorizationOf(credential),
    `Content-Type: ${hurlText(contentType, [])}`,
    ...(sent === undefined ? [] : [`Service-Version: ${sent}`]),
  ];
}

function authorizationOf(credential: ApiCall['credential']): readonly string[] {
  const { change } = credentials[credential];
  if (change !== undefined && change !== 'longer') throw new NotInHurl('key');
  const [own, ofPublic] = [variable('pay_secret_key'), variable('pay_public_key')];
  const sent = authorization(credential, { own, public: ofPublic, other: undefined, unissued: wrongKey });
  if (sent === undefined && credential !== 'missing') throw new NotInHurl('key');
  return sent === undefined ? [] : [`Authorization: ${sent}`];
}

function bodyLines(call: ApiCall | ControlCall, learned: readonly Learned[]): readonly string[] {
  if (call.to !== 'control' && call.strayBytes === true) throw new NotInHurl('bytes');
  if (call.to !== 'control' && call.rawBody !== undefined) {
    // As bytes, since hurl accepts only valid JSON.
    if (learned.some(({ value }) => call.rawBody?.includes(value))) throw new NotInHurl('body');
    return [`hex,${Buffer.from(call.rawBody).toString('hex')};`];
  }
  return call.body === undefined ? [] : [hurlJson(call.body, learned)];
}

/** Throws NotInHurl for what hurl can't assert: it has no list of permitted answers, and can't distinguish null from a field that is missing. */
function asserts(claim: Claim, learned: readonly Learned[]): readonly string[] {
  if ('http' in claim)
    return claim.http.length === 1
      ? [`status == ${claim.http[0]}`]
      : [`status toString matches /^(${claim.http.join('|')})$/`];
  if ('httpFrom' in claim) return [`status >= ${claim.httpFrom}`, `status <= ${claim.httpTo}`];
  if (!('must' in claim) || claim.some !== undefined || claim.at === '') throw new NotInHurl('claim');
  const { at, of, each, must } = claim;
  if (of !== undefined || 'optional' in must) throw new NotInHurl('claim');
  const field = jsonPath(each === undefined ? at : `${at}[*].${each}`);
  if (each !== undefined) {
    if (!('is' in must)) throw new NotInHurl('claim');
    return [`${field} nth 0 == ${hurlLiteral(must.is, learned)}`];
  }
  if ('is' in must) return [`${field} == ${hurlLiteral(must.is, learned)}`];
  if ('not' in must) return [`${field} != ${hurlLiteral(must.not, learned)}`];
  if ('oneOf' in must) return [`${field} matches /^(${must.oneOf.map(wordPattern).join('|')})$/`];
  if ('state' in must) return [`${field} matches /^(?i:${must.state.join('|')})$/`];
  if ('amount' in must) return [`${field} == ${Number(must.amount)}`];
  if ('type' in must && must.prefix !== undefined) return [`${field} startsWith "${must.prefix}"`];
  if ('type' in must && (must.type === 'text' || must.type === 'string')) return [`${field} isString`];
  if ('type' in must && must.type === 'boolean') return [`${field} isBoolean`];
  if ('present' in must) return [`${field} != null`];
  if ('entries' in must)
    return [must.entries === 0 ? `${field} isEmpty` : `${field} count == ${must.entries}`];
  if ('from' in must) return [`${field} >= ${must.from}`, `${field} <= ${must.to}`];
  throw new NotInHurl('claim');
}

function wordPattern(value: Json): string {
  if (typeof value !== 'string' || !/^[\w.]+$/.test(value)) throw new NotInHurl('value');
  return value.replaceAll('.', '[.]');
}

/** Where a text stands in an answer, as JSONPath. */
function placeOf(reply: Json, text: string): string {
  const found = search(reply, text, '$');
  if (found === undefined) throw new NotInHurl('id');
  return found;
}

function search(value: Json, text: string, at: string): string | undefined {
  if (value === text) return at;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = search(inner, text, Array.isArray(value) ? `${at}[${key}]` : `${at}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const comment = (text: string): string => `# ${plain(text, 1000)}`;

/** Raised where a text can't stand in a file of hurl: there is no such file then. */
class NotInHurl extends Error {}

/** A variable of the file. */
const variable = (name: string): string => `{{${name}}}`;

/** A text with learned values as variables. Throws NotInHurl where it holds what hurl would take for a variable or for an escape. */
function hurlText(text: string, learned: readonly Learned[]): string {
  if (/\{\{|\}\}|[\\\p{C}]/u.test(text)) throw new NotInHurl('text');
  const ordered = [...learned].sort((a, b) => b.value.length - a.value.length);
  return ordered.reduce((sofar, { value, variable: name }) => sofar.replaceAll(value, variable(name)), text);
}

/** A JSON value on several lines, learned texts replaced by variables. Throws NotInHurl where a text of it looks like one. */
function hurlJson(value: Json, learned: readonly Learned[]): string {
  const json = JSON.stringify(value, null, 2);
  if (json.includes('{{') || json.includes('}}')) throw new NotInHurl('body');
  const ordered = [...learned].sort((a, b) => b.value.length - a.value.length);
  return ordered.reduce(
    (sofar, { value: text, variable: name }) => sofar.replaceAll(JSON.stringify(text), `"${variable(name)}"`),
    json,
  );
}

/** A single value as hurl compares with it. Throws NotInHurl for objects and lists. */
function hurlLiteral(value: Json, learned: readonly Learned[]): string {
  if (typeof value === 'string') {
    if (value.includes('"')) throw new NotInHurl('value');
    return `"${hurlText(value, learned)}"`;
  }
  if (typeof value === 'object' && value !== null) throw new NotInHurl('value');
  return JSON.stringify(value);
}

/** A path of names as JSONPath. */
const jsonPath = (path: string): string => `jsonpath "$.${path}"`;
