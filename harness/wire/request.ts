import type { Json } from '../../engine/model.ts';
import { isObject, withoutEnd } from '../../spec/forms.ts';
import type { ApiCall, Call, ControlCall } from '../../models/wire.ts';
import {
  aroundStray,
  authorization,
  describedAuthorization,
  jsonType,
  type SpellingVariant,
  spellings,
  type Keys,
  strayBytes,
  versionSent,
  wrongKey,
} from '../../spec/wire-variants.ts';
import { checksum, described } from './checksum.ts';
import { targetPath } from '../given/given-data.ts';
import { version as ownVersion } from '../files/version.ts';
import type { Target } from '../settings/settings.ts';

export interface HttpRequest {
  readonly method: string;
  readonly origin: string;
  /** With the base address's own path before it. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** True: the body is sent in chunks, without its length. */
  readonly chunked?: true;
  /** The same for people and files: no key, no checksum value. */
  readonly journal: JournaledRequest;
}

export interface JournaledRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** How requests name who sends them. */
const ourName = `payproof/${ownVersion}`;

/** The HTTP request for a call, with keys and checksum added. Pure. Throws an Error when the target lacks the interface. */
export function toHttp(call: Call, target: Target): HttpRequest {
  return onItsWay(call.to === 'control' ? controlRequest(call, target) : apiRequest(call, target), target);
}

/** A look at an address of a target, without a key. */
export function lookAt(url: string, target: Target): HttpRequest {
  const { origin, path } = baseOf(url);
  const method = 'GET';
  return onItsWay(
    { method, origin, path: path || '/', headers: {}, journal: { method, url, headers: {} } },
    target,
  );
}

/** The request as gateways on the way let it through. */
function onItsWay(request: HttpRequest, target: Target): HttpRequest {
  const { headers, userAgent = ourName } = target.way ?? {};
  const named = { ...request, headers: { ...request.headers, ...headers, 'user-agent': userAgent } };
  if (headers === undefined) return named;
  // What a gateway wants may be a key, however short.
  const shown = Object.fromEntries(Object.keys(headers).map((name) => [name, '<redacted>']));
  const { journal } = request;
  return { ...named, journal: { ...journal, headers: { ...journal.headers, ...shown } } };
}

function apiRequest(call: ApiCall, target: Target): HttpRequest {
  const settings = target[call.to];
  if (settings === undefined) throw new Error(`the target claims no ${call.to} interface`);
  const base = baseOf(settings.baseUrl);
  const path =
    base.path +
    (call.to === 'legacy' && call.operation === 'authorize'
      ? target.legacy?.authorizePath
      : targetPath(call.path, call.to === 'legacy' ? target.legacy?.paths : undefined));
  const headers: Record<string, string> = {};
  const shown: Record<string, string> = {};
  const key = authorization(call.credential, keysOf(target, call.to));
  if (key !== undefined) {
    headers['authorization'] = key;
    shown['authorization'] = describedAuthorization(call.credential, call.to) ?? '';
  }
  if (call.contentType !== null) {
    headers['content-type'] = shown['content-type'] = call.contentType ?? jsonType;
  }
  const { version = '', versionHeader = 'service-version' } = target.resource ?? {};
  const sentVersion = call.to === 'resource' ? versionSent(call.version, version) : undefined;
  if (sentVersion !== undefined)
    headers[versionHeader.toLowerCase()] = shown[versionHeader.toLowerCase()] = sentVersion;
  const url = base.origin + path;
  const { method, spelling } = call;
  const written: Partial<SpellingVariant> = spelling === undefined ? {} : spellings[spelling];
  const { header } = written;
  if (written.contentType !== undefined)
    headers['content-type'] = shown['content-type'] = written.contentType;
  const sentHeaders =
    header === undefined
      ? headers
      : Object.fromEntries(Object.entries(headers).map(([name, value]) => [header(name), value]));
  const text = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  if (text === undefined) {
    return {
      method,
      origin: base.origin,
      path,
      headers: sentHeaders,
      journal: { method, url, headers: shown },
    };
  }
  const recipe = call.rawBody === undefined ? call.checksum : undefined;
  const signable = recipe !== undefined && recipe.corruption !== 'missing' && takesChecksum(call.body);
  const respelt = (json: string, as = written.text) =>
    isObject(call.body) ? (as?.(JSON.parse(json) as object) ?? json) : json;
  const signed = respelt(signable ? withChecksum(text, checksum(recipe, target.legacy?.secret ?? '')) : text);
  const journaled = respelt(
    signable ? withChecksum(text, described(recipe)) : text,
    written.shown ?? written.text,
  );
  const inChunks = written.chunked === true;
  const stray = call.strayBytes === true;
  return {
    method,
    origin: base.origin,
    path,
    headers: sentHeaders,
    body: stray ? withStray(signed, Buffer.from(strayBytes)) : signed,
    ...(inChunks && { chunked: true }),
    journal: {
      method,
      url,
      headers: inChunks ? { ...shown, 'transfer-encoding': 'chunked' } : shown,
      body: stray ? withStray(journaled, Buffer.from('\u{fffd}')).toString() : journaled,
    },
  };
}

/** Puts the stray bytes, or what shows them, before the fields of an object's JSON text. */
function withStray(text: string, value: Uint8Array): Buffer {
  const [before, after] = aroundStray(text);
  return Buffer.concat([Buffer.from(before), value, Buffer.from(after)]);
}

function controlRequest(call: ControlCall, target: Target): HttpRequest {
  if (target.control === undefined) throw new Error('the target has no control block');
  const { method } = call;
  const { key } = target.control;
  const base = baseOf(target.control.url);
  const path = base.path + call.path;
  const type: Record<string, string> = call.body === undefined ? {} : { 'content-type': 'application/json' };
  const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) };
  return {
    method,
    origin: base.origin,
    path,
    headers: key === undefined ? type : { authorization: `Bearer ${key}`, ...type },
    ...body,
    journal: {
      method,
      url: base.origin + path,
      headers: key === undefined ? type : { authorization: 'Bearer <CONTROL_KEY>', ...type },
      ...body,
    },
  };
}

/** The keys that a call can authenticate with. An interface that is not there has a key that no target has issued. */
function keysOf({ legacy, resource }: Target, to: ApiCall['to']): Keys {
  const keys = [legacy?.apiKey, resource?.secretKey];
  const [own, other = wrongKey] = to === 'legacy' ? keys : keys.toReversed();
  return { own: own ?? '', other, public: resource?.publicKey ?? wrongKey, unissued: wrongKey };
}

function takesChecksum(body: Json | undefined): boolean {
  return (
    typeof body === 'object' && body !== null && !Array.isArray(body) && !Object.hasOwn(body, 'checksum')
  );
}

/** Appends the field to the JSON text of an object, so that a body is serialized once for both its forms. */
function withChecksum(text: string, value: string | null): string {
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}"checksum":${JSON.stringify(value)}}`;
}

interface Base {
  readonly origin: string;
  readonly path: string;
}

const bases = new Map<string, Base>();

/** Parsed once per address, since URL parsing costs more than all the rest. */
function baseOf(url: string): Base {
  const known = bases.get(url);
  if (known !== undefined) return known;
  const { origin, pathname } = new URL(url);
  const base = { origin, path: withoutEnd(pathname, '/') };
  bases.set(url, base);
  return base;
}
