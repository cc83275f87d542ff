import { startReference } from '../../../reference/server.ts';
import { startForwardProxy } from '../../support/targets/forward-proxy.ts';
import { certificateFile, startTlsServer } from '../../support/targets/tls-server.ts';
import { briefly, findingFault, seededFault, type Case, type Hostile } from '../case.ts';
import { behindProxy, entryOf } from '../support/reference-target.ts';

const reached: Case['expect'] = { exit: [0, 3], begins: true, says: /requirements? without evidence/ };
const unreached: Case['expect'] = { exit: [3], begins: false };

/** What lies between a run and the reference. */
interface Way {
  /** By TLS, with a certificate for another name than the address has. */
  readonly secure?: true;
  /** The server asks for a certificate of the client. */
  readonly asksForCertificate?: true;
  /** What a forward proxy wants. */
  readonly credentials?: string;
  /** Keys of the entry; `proxy` has the address of the proxy in place of `PROXY`. */
  readonly keys?: Readonly<Record<string, unknown>>;
  /** Variables of the environment, likewise. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly expect: Case['expect'];
}

const trusting = { ca: certificateFile('ca.pem'), servername: 'elsewhere.test' };
const known = { cert: certificateFile('valid.pem'), key: certificateFile('server.key') };

const ways: Readonly<Record<string, Way>> = {
  'a proxy of its entry': { keys: { proxy: 'PROXY' }, expect: reached },
  'a proxy of the environment': { environment: { HTTP_PROXY: 'PROXY' }, expect: reached },
  'a proxy of the environment, by TLS': {
    secure: true,
    keys: { tls: trusting },
    environment: { HTTPS_PROXY: 'PROXY' },
    expect: reached,
  },
  'a proxy that wants credentials, which its entry has': {
    credentials: 'me:a pass word',
    keys: { proxy: 'http://me:a%20pass%20word@PROXY' },
    expect: reached,
  },
  'a proxy that wants credentials, which its entry lacks': {
    credentials: 'me:a pass word',
    keys: { proxy: 'PROXY' },
    expect: { ...unreached, says: /the proxy wants a user name and a password \(HTTP 407\)/ },
  },
  'a proxy that wants credentials, by TLS': {
    secure: true,
    credentials: 'me:a pass word',
    keys: { proxy: 'PROXY', tls: trusting },
    expect: { ...unreached, says: /the proxy wants a user name and a password \(HTTP 407\)/ },
  },
  'a proxy that the entry does not want': {
    keys: { proxy: 'none' },
    environment: { HTTP_PROXY: 'PROXY' },
    expect: { ...unreached, says: /host name not found/ },
  },
  'a private authority': { secure: true, keys: { proxy: 'PROXY', tls: trusting }, expect: reached },
  'an authority that the entry does not name': {
    secure: true,
    keys: { proxy: 'PROXY' },
    expect: { ...unreached, says: /tls\.ca/ },
  },
  'a certificate for another name': {
    secure: true,
    keys: { proxy: 'PROXY', tls: { ca: trusting.ca } },
    expect: { ...unreached, says: /tls\.servername/ },
  },
  'a server that asks for the certificate of its client': {
    secure: true,
    asksForCertificate: true,
    keys: { proxy: 'PROXY', tls: { ...trusting, ...known } },
    expect: reached,
  },
  'a server that asks for a certificate, which the entry lacks': {
    secure: true,
    asksForCertificate: true,
    keys: { proxy: 'PROXY', tls: trusting },
    expect: unreached,
  },
};

async function start(
  { secure, asksForCertificate, credentials, keys = {}, environment = {} }: Way,
  faults: readonly string[] = [],
): Promise<Hostile> {
  const reference = await startReference({ seed: 1, faults });
  const plain = Number(new URL(reference.url).port);
  const server =
    secure &&
    (await startTlsServer({
      certificate: 'wrong-name.pem',
      to: plain,
      ...(asksForCertificate && { clients: 'ca.pem' }),
    }));
  const proxy = await startForwardProxy({
    hosts: { 'pay.test': server ? server.port : plain },
    ...(credentials !== undefined && { credentials }),
  });
  const { host } = new URL(proxy.url);
  const named = (value: unknown): unknown =>
    value === 'PROXY' ? proxy.url : typeof value === 'string' ? value.replace('PROXY', host) : value;
  const all = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, named(value)]));
  return {
    entry: {
      ...entryOf(reference, `${secure ? 'https' : 'http'}://pay.test`),
      cautious: false,
      ...all(keys),
    },
    environment: all(environment) as Record<string, string>,
    limits: { away: '3s' },
    secrets: ['a pass word', 'a%20pass%20word'],
    async close() {
      await proxy.close();
      if (server) await server.close();
      await reference.close();
    },
  };
}

/** A target that is reached by a proxy that wants credentials, has a certificate of a private authority, and asks for one of ours. */
export function behindAll(faults: readonly string[]): Promise<Hostile> {
  return start(
    {
      secure: true,
      asksForCertificate: true,
      credentials: 'me:a pass word',
      keys: { proxy: 'http://me:a%20pass%20word@PROXY', tls: { ...trusting, ...known } },
      expect: reached,
    },
    faults,
  );
}

/** Targets that are reached by a proxy, by an authority of their own, or through a gateway that wants to know who asks. */
export const waysToTargets: readonly Case[] = [
  ...Object.entries(ways).map(([name, way]) => ({
    name: `behind ${name}`,
    args: briefly,
    expect: way.expect,
    start: () => start(way),
  })),
  ...Object.entries(ways).flatMap(([name, way]): readonly Case[] =>
    way.expect === reached
      ? [{ name: `a fault behind ${name}`, ...findingFault, start: () => start(way, [seededFault]) }]
      : [],
  ),
  {
    name: 'behind a gateway that wants a header',
    args: briefly,
    expect: reached,
    start: async () => {
      const hostile = await behindProxy({
        before: (request) =>
          request.headers['x-gateway-key'] === 'gw-4711-k9'
            ? request
            : {
                ...request,
                instead: { http: 403, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') },
              },
      });
      return {
        ...hostile,
        entry: { ...hostile.entry, headers: { 'X-Gateway-Key': 'gw-4711-k9' } },
        secrets: ['gw-4711-k9'],
      };
    },
  },
];
