import { createPrivateKey, X509Certificate } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import { readBounded } from '../files/bounded-file.ts';
import { SettingsError } from '../settings/settings-error.ts';
import {
  ranges,
  duration,
  headerName,
  headerText,
  missingOr,
  secret,
  strict,
  text,
} from '../settings/settings-forms.ts';
import { EnvHttpProxyAgent, Pool, ProxyAgent, type Dispatcher } from 'undici';
import { isIPv4 } from 'node:net';

/** What lies between us and a target. */
export interface WaySettings {
  /** The address of a forward proxy, with its credentials; null: none. Absent: as the environment says. */
  readonly proxy?: string | null;
  /** PEM texts, and the name that a certificate must be for. Absent: as Node has it. */
  readonly tls?: {
    readonly ca?: string;
    readonly cert?: string;
    readonly key?: string;
    readonly servername?: string;
  };
  /** What a gateway wants in each request, by header. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly userAgent?: string;
  /** How long after a change a read is sent, ms: of a target that is eventually consistent by its own documents. Absent: at once. */
  readonly settleMs?: number;
  /** The header of each request that names its sequence and step, so that a server's log can be searched for them. */
  readonly traceHeader?: string;
}

/** The secrets of a way: the password for a proxy, and what a gateway wants where it may be a key. */
export function secretsOfWay({ proxy: address, headers = {} }: WaySettings): readonly string[] {
  const { password = '' } = typeof address === 'string' ? new URL(address) : {};
  const keys = Object.values(headers).filter((value) => secret.safeParse(value).success);
  return [...(password === '' ? [] : [decodeURIComponent(password)]), ...keys];
}

const proxyForm = 'must be the http:// or https:// address of a proxy';

const proxySchema = text
  .refine((value) => value === 'none' || isProxy(value), `${proxyForm}, or none`)
  .transform((value) => (value === 'none' ? null : value));

/** Whether an address is one of a proxy that is spoken to in HTTP. */
function isProxy(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname)) return false;
  return [url.username, url.password].every((one) => succeeds(() => decodeURIComponent(one)));
}

const tlsSchema = strict({
  ca: text.optional(),
  cert: text.optional(),
  key: text.optional(),
  servername: text.optional(),
}).refine(
  ({ cert, key }) => (cert === undefined) === (key === undefined),
  'needs both cert and key, or neither',
);

/** The keys of an entry about the way to its target. */
export const waySchema = {
  proxy: proxySchema.optional(),
  tls: tlsSchema.optional(),
  headers: z
    .record(headerName, headerText, {
      error: (issue) =>
        issue.code === 'invalid_key'
          ? (issue.issues as readonly z.core.$ZodIssue[])[0]?.message
          : missingOr(issue.input, 'a mapping of headers to texts'),
    })
    .optional(),
  user_agent: headerText.optional(),
  settle: duration(ranges.settle).optional(),
};

type Entry = z.output<z.ZodObject<typeof waySchema>>;

/** Of a certificate or a key. */
const mostPemBytes = 500_000;

/** The way of an entry of a targets file, with its certificates read. Throws SettingsError where a file can't be read or holds something else. */
export function wayOf(
  { proxy: proxied, tls: certificates, headers, user_agent: userAgent, settle: settleMs }: Entry,
  file: string,
  path: string,
): { readonly way?: WaySettings } {
  const way: WaySettings = {
    ...(proxied !== undefined && { proxy: proxied }),
    ...(certificates && { tls: readCertificates(certificates, dirname(file), `${path}.tls`) }),
    ...(headers && { headers }),
    ...(userAgent !== undefined && { userAgent }),
    ...(settleMs !== undefined && { settleMs }),
  };
  return Object.keys(way).length === 0 ? {} : { way };
}

function readCertificates(
  { servername, ...files }: NonNullable<Entry['tls']>,
  folder: string,
  path: string,
): NonNullable<WaySettings['tls']> {
  const read = Object.fromEntries(
    Object.entries(files).flatMap(([name, file]) =>
      file === undefined ? [] : [[name, readBounded(resolve(folder, file), mostPemBytes)]],
    ),
  ) as { readonly ca?: string; readonly cert?: string; readonly key?: string };
  const { ca, cert, key } = read;
  for (const [name, pem] of Object.entries({ ca, cert }))
    if (pem !== undefined && !isCertificate(pem))
      throw new SettingsError(`${path}.${name} does not hold a certificate in PEM form.`);
  if (key !== undefined && !isKey(key))
    throw new SettingsError(`${path}.key does not hold a private key in PEM form without a passphrase.`);
  if (cert !== undefined && key !== undefined && !isPair(cert, key))
    throw new SettingsError(`${path}.key is not the key of the certificate in ${path}.cert.`);
  return { ...read, ...(servername !== undefined && { servername }) };
}

const isCertificate = (pem: string): boolean => succeeds(() => new X509Certificate(pem));
const isKey = (pem: string): boolean => succeeds(() => createPrivateKey(pem));
const isPair = (cert: string, key: string): boolean => succeeds(() => createSecureContext({ cert, key }));

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

/** The variables of the environment that name a proxy. */
const variables = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'] as const;

/** Whether the environment names a proxy. Throws SettingsError where what it names is no proxy. */
function hasProxy(env: Readonly<Record<string, string | undefined>>): boolean {
  const set = variables.filter((name) => (env[name] ?? '') !== '');
  for (const name of set)
    if (!isProxy(env[name] ?? '')) throw new SettingsError(`The environment variable ${name} ${proxyForm}.`);
  return set.length > 0;
}

/** What every way to a target has. */
interface Connections {
  /** Connections per origin. */
  readonly connections: number;
  /** Of a connection attempt. */
  readonly timeoutMs: number;
}

/**
 * What brings requests to an origin: by the proxy of the settings, else by those of the environment (`HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`), and
 * by none to this machine. Throws SettingsError where the environment names something else as a proxy.
 */
export function dispatcherTo(
  origin: string,
  { proxy, tls = {} }: WaySettings,
  { connections, timeoutMs }: Connections,
): Dispatcher {
  // undici's timers are precise to a second only, so each exchange has its own.
  const options = { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 };
  const timeout = { timeout: timeoutMs };
  const connect = { ...timeout, ...tls };
  if (proxy === null || isLoopback(origin)) return new Pool(origin, { ...options, connect });
  // Where nothing is encrypted a proxy forwards; many let tunnels through to the port of TLS only.
  const proxied = { ...options, proxyTunnel: false, proxyTls: timeout, requestTls: connect };
  if (proxy !== undefined) return new ProxyAgent({ ...proxied, uri: proxy });
  return hasProxy(process.env)
    ? new EnvHttpProxyAgent({ ...proxied, connect })
    : new Pool(origin, { ...options, connect });
}

/** Whether an address is of this machine: nothing lies between it and us. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}
