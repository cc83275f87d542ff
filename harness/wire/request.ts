import type { Json } from '../../engine/model.ts';
import type { ApiCall, Call, ControlCall } from '../../models/wire.ts';
import { checksum, described, swappedCase } from './checksum.ts';
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

/** A key that no target has issued, for intended refusals. */
export const WRONG_KEY = 'sk_payproof_key_that_is_wrong';
export const WRONG_VERSION = '1999-01-01';
/** Later than any existing one, for servers that only check a lower bound. */
export const VERSION_TO_COME = '2999-01-01';

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
  authorize(call, target, headers, shown);
  if (call.contentType !== null) {
    headers['content-type'] = shown['content-type'] = call.contentType ?? 'application/json';
  }
  if (call.to === 'resource' && call.version !== 'missing') {
    const { version = '', versionHeader = 'service-version' } = target.resource ?? {};
    const name = versionHeader.toLowerCase();
    headers[name] = shown[name] = versionOf(call, version);
  }
  const url = base.origin + path;
  const { method } = call;
  const text = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  if (text === undefined) {
    return { method, origin: base.origin, path, headers, journal: { method, url, headers: shown } };
  }
  const recipe = call.rawBody === undefined ? call.checksum : undefined;
  const signable = recipe !== undefined && recipe.corruption !== 'missing' && takesChecksum(call.body);
  const signed = signable ? withChecksum(text, checksum(recipe, target.legacy?.secret ?? '')) : text;
  const journaled = signable ? withChecksum(text, described(recipe)) : text;
  const stray = call.strayBytes === true;
  return {
    method,
    origin: base.origin,
    path,
    headers,
    body: stray ? withStray(signed, strayBytes) : signed,
    journal: {
      method,
      url,
      headers: shown,
      body: stray ? withStray(journaled, '\u{fffd}').toString() : journaled,
    },
  };
}

function versionOf({ version }: ApiCall, current: string): string {
  if (version === 'longer') return `${current}-01`;
  return version === 'wrong' ? WRONG_VERSION : version === 'to-come' ? VERSION_TO_COME : current;
}

// A byte that is never UTF-8, an overlong slash, and an incomplete character.
const strayBytes = Buffer.from([0xff, 0xc0, 0xaf, 0xe3, 0x81]);

/** Puts a field `note` before those of an object's JSON text. */
function withStray(text: string, value: Buffer | string): Buffer {
  const rest = text.slice(1);
  return Buffer.concat([
    Buffer.from('{"note":"'),
    typeof value === 'string' ? Buffer.from(value) : value,
    Buffer.from(`"${rest === '}' ? '' : ','}${rest}`),
  ]);
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

/** legacy, Authentication 1; resource, Authentication 2 and 3. */
function authorize(
  call: ApiCall,
  target: Target,
  headers: Record<string, string>,
  shown: Record<string, string>,
): void {
  const key = (call.to === 'legacy' ? target.legacy?.apiKey : target.resource?.secretKey) ?? '';
  const name = call.to === 'legacy' ? 'API_KEY' : 'SECRET_KEY';
  switch (call.credential) {
    case 'valid':
      headers['authorization'] = `Bearer ${key}`;
      shown['authorization'] = `Bearer <${name}>`;
      return;
    case 'missing':
      return;
    case 'wrong':
      headers['authorization'] = shown['authorization'] = `Bearer ${WRONG_KEY}`;
      return;
    case 'cut':
      // For servers that compare only a part of the key.
      headers['authorization'] = `Bearer ${key.slice(0, -1)}`;
      shown['authorization'] = `Bearer <${name} without its last character>`;
      return;
    case 'longer':
      headers['authorization'] = `Bearer ${key}0`;
      shown['authorization'] = `Bearer <${name} and a 0 at its end>`;
      return;
    case 'other-case':
      headers['authorization'] = `Bearer ${inOtherCase(key)}`;
      shown['authorization'] = `Bearer <${name} with its letters in the other case>`;
      return;
    case 'public':
      headers['authorization'] = `Bearer ${target.resource?.publicKey ?? WRONG_KEY}`;
      shown['authorization'] = 'Bearer <PUBLIC_KEY>';
      return;
    case 'other-interface': {
      const other = call.to === 'legacy' ? target.resource?.secretKey : target.legacy?.apiKey;
      headers['authorization'] = `Bearer ${other ?? WRONG_KEY}`;
      shown['authorization'] = `Bearer <${call.to === 'legacy' ? 'SECRET_KEY' : 'API_KEY'}>`;
      return;
    }
    case 'other-scheme':
      // With the right key, for servers that ignore the scheme.
      headers['authorization'] = `Basic ${key}`;
      shown['authorization'] = `Basic <${name}>`;
  }
}

/** The key with its letters in the other case; one without letters gets longer. */
function inOtherCase(key: string): string {
  const other = swappedCase(key);
  return other === key ? `${key}0` : other;
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
  const base = { origin, path: pathname.replace(/\/+$/, '') };
  bases.set(url, base);
  return base;
}
