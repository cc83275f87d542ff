import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { limitsOf } from '../../../harness/settings/settings.ts';
import type { WaySettings } from '../../../harness/way/way-settings.ts';
import { openClient } from '../../../harness/wire/client.ts';
import { lookAt } from '../../../harness/wire/request.ts';
import { certificateFile, startTlsServer } from '../../support/targets/tls-server.ts';
import { startForwardProxy } from '../../support/targets/forward-proxy.ts';
import { serve } from '../local-server.ts';

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** A service on loopback that tells the headers that it was sent, in HTTP and by TLS. */
async function service(certificate = 'wrong-name.pem') {
  const plain = await serve((incoming, outgoing) => outgoing.end(JSON.stringify(incoming.headers)));
  const port = Number(new URL(plain).port);
  const secure = await startTlsServer({ certificate, to: port });
  opened.push(secure);
  return { plain: port, secure: secure.port };
}

async function proxyTo(hosts: Readonly<Record<string, number>>, credentials?: string) {
  const proxy = await startForwardProxy({ hosts, ...(credentials !== undefined && { credentials }) });
  opened.push(proxy);
  return proxy;
}

/** What comes of one look at an address. */
async function seen(url: string, way: WaySettings) {
  const target = { limits: limitsOf({ timeout: 2000 } as never, false), way };
  const client = openClient(target, { connections: 1, timeoutMs: 2000 });
  opened.push(client);
  const answer = await client.send(lookAt(url, target as never));
  return 'reply' in answer ? answer.reply.body : answer.lost;
}

const ca = readFileSync(certificateFile('ca.pem'), 'utf8');
// A certificate for one name, behind others.
const trusted = { ca, servername: 'elsewhere.test' };

it('a proxy of the entry forwards what is not encrypted, and leads a tunnel through for the rest', async () => {
  const { plain, secure } = await service();
  const proxy = await proxyTo({ 'plain.test': plain, 'secure.test': secure });
  expect(await seen('http://plain.test/pay', { proxy: proxy.url })).toMatchObject({ host: 'plain.test' });
  expect(await seen('https://secure.test/pay', { proxy: proxy.url, tls: trusted })).toMatchObject({
    host: 'secure.test',
  });
  expect(proxy.asked).toEqual(['GET http://plain.test', 'CONNECT secure.test:443']);
});

it.each(['http', 'https'])(
  'a proxy that wants credentials is told as such over %s, and takes those of its address',
  async (scheme) => {
    const { plain, secure } = await service();
    const proxy = await proxyTo({ 'pay.test': scheme === 'http' ? plain : secure }, 'me:pass word');
    const url = `${scheme}://pay.test/pay`;
    const refused = await seen(url, { proxy: proxy.url, tls: trusted });
    expect(refused).toMatch(/^the proxy wants a user name and a password \(HTTP 407\)/);
    const known = proxy.url.replace('://', '://me:pass%20word@');
    expect(await seen(url, { proxy: known, tls: trusted })).toMatchObject({ host: 'pay.test' });
  },
);

it('the proxies of the environment are taken for other hosts, and none to this machine or where the entry wants none', async () => {
  const { plain } = await service();
  const proxy = await proxyTo({ 'pay.test': plain });
  vi.stubEnv('http_proxy', proxy.url);
  expect(await seen('http://pay.test/', {})).toMatchObject({ host: 'pay.test' });
  expect(await seen(`http://127.0.0.1:${plain}/`, {})).toMatchObject({ host: `127.0.0.1:${plain}` });
  expect(await seen('http://pay.test/', { proxy: null })).toBe('host name not found');
  vi.stubEnv('no_proxy', 'pay.test');
  expect(await seen('http://pay.test/', {})).toBe('host name not found');
  expect(proxy.asked).toEqual(['GET http://pay.test']);
});

it('an environment whose proxy is no address is shown by its variable', async () => {
  vi.stubEnv('https_proxy', 'proxy:3128');
  await expect(seen('https://pay.test/', {})).rejects.toThrow(
    'The environment variable https_proxy must be the http:// or https:// address of a proxy.',
  );
});

it('each request has the headers that a gateway wants and the name of who sends it', async () => {
  const { plain } = await service();
  const url = `http://127.0.0.1:${plain}/`;
  expect(await seen(url, {})).toMatchObject({
    'user-agent': expect.stringMatching(/^payproof\/\d/) as string,
  });
  const way = { headers: { 'X-Gateway': 'a' }, userAgent: 'ours' };
  expect(await seen(url, way)).toMatchObject({ 'x-gateway': 'a', 'user-agent': 'ours' });
});

it('an authority of the entry is trusted for its own host only', async () => {
  const { secure } = await service('valid.pem');
  const url = `https://127.0.0.1:${secure}/`;
  expect(await seen(url, { tls: { ca } })).toMatchObject({ host: `127.0.0.1:${secure}` });
  expect(await seen(url, {})).toMatch(/certificate/);
});
