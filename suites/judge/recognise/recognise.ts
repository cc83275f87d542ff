import { parsedJson } from '../../../harness/wire/message.ts';
import { documentedPaths } from '../../../harness/given/legacy-paths.ts';
import { WRONG_VERSION, VERSION_TO_COME } from '../../../harness/wire/request.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import type { RecordedExchange } from '../../../harness/traffic/traffic.ts';
import type { Json } from '../../../engine/model.ts';
import { at, isObject } from '../../../models/checks.ts';
import {
  authorizeMaterial,
  authorizeMaterialRounded,
} from '../../../models/legacy/replies/authorize-material.ts';
import type { ApiCall, ControlCall } from '../../../models/wire.ts';
import { credentialOf } from './credential.ts';
import { recipeOf } from './checksum-recipe.ts';

/** What a recorded request is: a call to the target, on one of its servers; or why it is not judged. */
export type Recognised =
  { readonly call: ApiCall | ControlCall; readonly server: string } | { readonly unjudged: Unjudged };

/** Why a recorded exchange is not judged. */
export type Unjudged =
  'elsewhere' | 'path' | 'query' | 'key' | 'version' | 'beginning' | 'overlap' | 'long' | 'expiry' | 'pin';

/** Recognises the requests of a target's interfaces by their addresses and paths (contracts of the settings; both documents, Endpoints). */
export function recogniser(target: Target): (exchange: RecordedExchange) => Recognised {
  const { legacy, resource, control, kind } = target;
  const isOurs = kind === 'embedded';
  const bases = {
    control: control && baseOf(control.url),
    legacy: legacy && baseOf(legacy.baseUrl),
    resource: resource && baseOf(resource.baseUrl),
  };
  /** The path below a base; undefined: it is elsewhere. An embedded target has another port each time. */
  const below = (base: Base | undefined, url: URL): string | undefined =>
    base !== undefined && (isOurs || base.origin === url.origin) && url.pathname.startsWith(base.path)
      ? url.pathname.slice(base.path.length)
      : undefined;
  return (exchange) => {
    if (!URL.canParse(exchange.url)) return { unjudged: 'elsewhere' };
    const url = new URL(exchange.url);
    const server = isOurs ? url.origin : 'target';
    const ofControl = below(bases.control, url);
    if (ofControl?.startsWith('/') === true)
      return { call: controlCall(exchange, ofControl + url.search), server };
    const ofLegacy = below(bases.legacy, url);
    const operation = legacy && ofLegacy !== undefined ? legacyOperation(ofLegacy, legacy) : undefined;
    if (operation !== undefined)
      return url.search === ''
        ? called(legacyCall(exchange, operation, target), server)
        : { unjudged: 'query' };
    const ofResource = below(bases.resource, url);
    if (ofResource === undefined) return { unjudged: 'elsewhere' };
    const found = resourceOperation(ofResource, exchange.method);
    if (found === undefined) return { unjudged: 'path' };
    if (url.search !== '') return { unjudged: 'query' };
    return called(resourceCall(exchange, found, ofResource, target), server);
  };
}

function called(call: ApiCall | Unjudged, server: string): Recognised {
  return typeof call === 'string' ? { unjudged: call } : { call, server };
}

interface Base {
  readonly origin: string;
  readonly path: string;
}

function baseOf(address: string): Base {
  const { origin, pathname } = new URL(address);
  return { origin, path: pathname.replace(/\/+$/, '') };
}

type LegacyName = keyof typeof documentedPaths;

/** The operation of a path, and the path as the document has it; one below it stays below it. */
function legacyOperation(
  path: string,
  { authorizePath, paths }: NonNullable<Target['legacy']>,
): { readonly name: LegacyName; readonly path: string } | undefined {
  for (const name of Object.keys(documentedPaths) as LegacyName[]) {
    const documented = documentedPaths[name];
    const own = name === 'authorize' ? authorizePath : (paths?.[name] ?? documented);
    if (path === own) return { name, path: documented };
    if (path.startsWith(`${own}/`)) return { name, path: documented + path.slice(own.length) };
  }
  return undefined;
}

function legacyCall(
  exchange: RecordedExchange,
  { name, path }: { readonly name: LegacyName; readonly path: string },
  target: Target,
): ApiCall | Unjudged {
  const credential = credentialOf(exchange.headers['authorization'], 'legacy', target);
  if (credential === undefined) return 'key';
  const sent = bodyOf(exchange);
  const body = isObject(sent.body) ? sent.body : undefined;
  const { checksum: _checksum, ...unsigned } = body ?? {};
  const recipe = body && recipeOf(body, signedTexts(name, body), target.legacy?.secret ?? '');
  return {
    to: 'legacy',
    operation: name,
    method: exchange.method,
    path,
    ...sent,
    ...(body !== undefined && { body: unsigned as Json }),
    ...(recipe !== undefined && { checksum: recipe }),
    ...typeOf(exchange),
    credential,
  };
}

/** The texts of which the checksum of a body may be right (legacy, Authentication 2). */
function signedTexts(name: LegacyName, body: unknown): readonly string[] {
  if (name === 'authorize') return [authorizeMaterial(body), authorizeMaterialRounded(body)];
  const id = at(body, [name === 'refund' ? 'capture_id' : 'payment_id']);
  return [typeof id === 'string' ? id : ''];
}

const tails: readonly (readonly [string, RegExp])[] = [
  ['create', /^\/payments$/],
  ['capture', /^\/payments\/[^/]+\/captures$/],
  ['refund', /^\/payments\/[^/]+\/refunds$/],
  ['close', /^\/payments\/[^/]+\/close$/],
  ['suspend', /^\/tokens\/[^/]+\/suspend$/],
  ['resume', /^\/tokens\/[^/]+\/resume$/],
  ['delete', /^\/tokens\/[^/]+\/delete$/],
  ['token-list', /^\/tokens\/$/],
  ['token-get', /^\/tokens\/[^/]+(?:\/.+)?$/],
];

/** The operation of a path; `update` and `get` share one, and a path below another is none of the document's. */
function resourceOperation(path: string, method: string): string | undefined {
  const found = tails.find(([, form]) => form.test(path));
  if (found !== undefined) return found[0];
  if (!/^\/payments\/[^/]+(?:\/.+)?$/.test(path)) return undefined;
  return method === 'PUT' ? 'update' : 'get';
}

function resourceCall(
  exchange: RecordedExchange,
  operation: string,
  path: string,
  target: Target,
): ApiCall | Unjudged {
  const credential = credentialOf(exchange.headers['authorization'], 'resource', target);
  if (credential === undefined) return 'key';
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

/** What is wrong with a version; `unknown`: it may be one that the target has beside. */
function versionOf(sent: string | undefined, known: string): ApiCall['version'] | 'unknown' {
  if (sent === known) return undefined;
  if (sent === undefined) return 'missing';
  if (sent === WRONG_VERSION) return 'wrong';
  if (sent === VERSION_TO_COME) return 'to-come';
  return sent === `${known}-01` ? 'longer' : 'unknown';
}

function bodyOf({ body: text }: RecordedExchange): Pick<ApiCall, 'body' | 'rawBody' | 'strayBytes'> {
  if (text === undefined) return {};
  const { body, unparsed } = parsedJson(text);
  if (unparsed !== undefined || text === '') return { rawBody: text };
  return { body: body as Json, ...(text.includes('\u{fffd}') && { strayBytes: true as const }) };
}

function typeOf({ headers, body }: RecordedExchange): Pick<ApiCall, 'contentType'> {
  const sent = headers['content-type'];
  if (sent === undefined) return body === undefined ? {} : { contentType: null };
  const type = sent.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' ? {} : { contentType: type };
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
export function isRefusedAtTheDoor({ credential, checksum, body, to }: ApiCall): boolean {
  if (credential !== 'valid') return true;
  if (to === 'resource' || body === undefined) return false;
  const { spoil } = checksum ?? { spoil: 'missing' };
  return spoil !== undefined && spoil !== 'upper-case' && spoil !== 'url-safe';
}
