import { parsedJson } from '../../../harness/wire/message.ts';
import type { Credential } from '../../../spec/wire-names.ts';
import { jsonType, mayBeRight, versionSent, wrongVersionNames } from '../../../spec/wire-variants.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import type { RecordedExchange } from '../../../harness/traffic/traffic.ts';
import type { Json } from '../../../engine/model.ts';
import { at, isObject } from '../../../models/checks.ts';
import { saysSuccess } from '../../../models/legacy/replies/replies.ts';
import type { ApiCall, ControlCall } from '../../../models/wire.ts';
import { isSuccess, replyBody } from '../recorded-reply.ts';
import { credentialOf } from './credential.ts';
import { recipeOf, signedTexts } from './checksum-recipe.ts';
import { nothingLeftOut, bodyOf } from './left-out.ts';
import { type LeftOut } from './checksum-recipe.ts';
import type { LegacyOperationName, ResourceOperationName } from '../../../spec/operations.ts';
import { locator } from './place.ts';

/** What a recorded request is: a call to the target, on one of its servers; or why it is not judged. */
export type Recognised =
  | { readonly call: ApiCall | ControlCall; readonly server: string }
  | {
      readonly unjudged: Unjudged;
      /** Where it went, as far as that is known. */
      readonly server?: string;
      readonly to?: ApiCall['to'];
      readonly operation?: string;
    };

/** Why a recorded exchange is not judged. */
export type Unjudged =
  | 'elsewhere'
  | 'path'
  | 'query'
  | 'key'
  | 'version'
  | 'beginning'
  | 'overlap'
  | 'long'
  | 'expiry'
  | 'pin'
  | 'preflight'
  | 'body'
  | 'checksum';

/** Recognises the requests of a target's interfaces. `leftOut`: what the recorder has left out of all of them. */
export function recogniser(
  target: Target,
  leftOut: LeftOut = nothingLeftOut,
): (exchange: RecordedExchange) => Recognised {
  const locate = locator(target);
  return (exchange) => {
    const place = locate(exchange);
    if ('unjudged' in place) return place;
    const { server } = place;
    if (place.to === 'control') return { call: controlCall(exchange, place.path), server };
    const call = isPreflight(exchange)
      ? 'preflight'
      : exchange.isBodyUnseen === true
        ? 'body'
        : place.to === 'legacy'
          ? legacyCall(exchange, place, target, leftOut)
          : resourceCall(exchange, place, target, leftOut);
    if (typeof call !== 'string') return { call, server };
    return { unjudged: call, server, to: place.to, operation: place.operation };
  };
}

/** Browsers ask so before a request, and never with a key. */
const isPreflight = ({ method, headers }: RecordedExchange): boolean =>
  method === 'OPTIONS' && headers['authorization'] === undefined;

function legacyCall(
  exchange: RecordedExchange,
  { operation, path }: { readonly operation: LegacyOperationName; readonly path: string },
  target: Target,
  leftOut: LeftOut,
): ApiCall | Unjudged {
  const credential = presumedCredential(exchange, 'legacy', target, leftOut);
  if (credential === undefined) return 'key';
  const sent = bodyOf(exchange);
  const body = isObject(sent.body) ? sent.body : undefined;
  const { checksum: _checksum, ...unsigned } = body ?? {};
  const recipe = body && recipeOf(body, signedTexts(operation, body), target.legacy?.secret ?? '', leftOut);
  if (recipe === 'masked') return 'checksum';
  // In these words a request is refused for its key or its checksum, of which nothing is known.
  if (isRefusedInGeneral(operation, exchange)) {
    if (leftOut.credentials !== undefined) return 'key';
    if (leftOut.checksums !== undefined && recipe !== undefined) return 'checksum';
  }
  return {
    to: 'legacy',
    operation,
    method: exchange.method,
    path,
    ...sent,
    ...(body !== undefined && { body: unsigned as Json }),
    ...(recipe !== undefined && { checksum: recipe }),
    ...typeOf(exchange),
    credential,
  };
}

/** Whether a reply refuses in words that are not those of the operation alone (legacy, Errors). */
function isRefusedInGeneral(operation: LegacyOperationName, exchange: RecordedExchange): boolean {
  if (exchange.reply === undefined) return false;
  const body = replyBody(exchange);
  if (saysSuccess(body) && isSuccess(exchange)) return false;
  return exchange.reply.http === 401 || at(body, ['status']) !== `${operation}_fail`;
}

function resourceCall(
  exchange: RecordedExchange,
  { operation, path }: { readonly operation: ResourceOperationName; readonly path: string },
  target: Target,
  leftOut: LeftOut,
): ApiCall | Unjudged {
  const credential = presumedCredential(exchange, 'resource', target, leftOut);
  if (credential === undefined) return 'key';
  if (leftOut.credentials !== undefined && isRefusedForKey(exchange)) return 'key';
  const { version: known = '', versionHeader = 'service-version' } = target.resource ?? {};
  const version = versionOf(exchange.headers[versionHeader.toLowerCase()], known);
  if (version === 'unknown') return 'version';
  return {
    to: 'resource',
    operation,
    method: exchange.method,
    path,
    ...bodyOf(exchange),
    ...typeOf(exchange),
    ...(version !== undefined && { version }),
    credential,
  };
}

/** Codes of refusals for the key (resource, Errors). */
const keyCodes: ReadonlySet<unknown> = new Set(['authentication.failed', 'authorization.failed']);

/** Whether a reply refuses the key (resource, Authentication 5). */
function isRefusedForKey(exchange: RecordedExchange): boolean {
  return exchange.reply?.http === 401 || keyCodes.has(at(replyBody(exchange), ['code']));
}

/** How a request authenticates; the right key where the recorder has left all of them out. */
function presumedCredential(
  { headers }: RecordedExchange,
  to: ApiCall['to'],
  target: Target,
  { credentials, isAsRecorded }: LeftOut,
): Credential | undefined {
  if (credentials !== undefined) return 'valid';
  const credential = credentialOf(headers['authorization'], to, target);
  return credential === 'masked' ? (isAsRecorded === true ? 'wrong' : undefined) : credential;
}

/** What is wrong with a version; `unknown`: it may be one that the target has beside. */
function versionOf(sent: string | undefined, known: string): ApiCall['version'] | 'unknown' {
  if (sent === known) return undefined;
  return wrongVersionNames.find((name) => versionSent(name, known) === sent) ?? 'unknown';
}

function typeOf({ headers, body }: RecordedExchange): Pick<ApiCall, 'contentType'> {
  const sent = headers['content-type'];
  if (sent === undefined) return body === undefined ? {} : { contentType: null };
  const type = sent.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === jsonType ? {} : { contentType: type };
}

function controlCall({ method, body: text }: RecordedExchange, path: string): ControlCall {
  const { body } = parsedJson(text ?? '');
  return {
    to: 'control',
    operation: '',
    method,
    path,
    ...(body !== undefined && { body: body as Json }),
  };
}

/** Whether a key, or for the legacy interface a checksum, is surely wrong: it is refused whatever the request is about. */
export function failsAuthentication({ credential, checksum, body, to }: ApiCall): boolean {
  if (credential !== 'valid') return true;
  if (to === 'resource' || body === undefined) return false;
  const { corruption } = checksum ?? { corruption: 'missing' as const };
  return !mayBeRight(corruption);
}
