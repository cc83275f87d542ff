import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { meansOf, setupOf } from '../../../harness/means/means.ts';
import { preflight } from '../../../harness/preflight/preflight.ts';
import { SettingsError } from '../../../harness/settings/settings-error.ts';
import { Unreachable } from '../../../harness/preflight/trouble.ts';
import { freeAddress, serve } from '../local-server.ts';
import { sampleTarget } from '../settings/sample-target.ts';

/** Within five seconds of our clock, by the Date of each reply. */
const skewMs = expect.closeTo(0, -4) as unknown as number;
const count = expect.any(Number) as unknown as number;
const answerMs = count;
const looked = { requests: count, wrongKeys: count };

/** Answers like the service, except for the paths that a test replaces. */
function service(replaced: Readonly<Record<string, readonly [number, unknown]>> = {}): RequestListener {
  const answers: Readonly<Record<string, readonly [number, unknown]>> = {
    '/pay/status': [400, { status: 'bad_request' }],
    '/payments/pay_payproofpreflight': [404, { status: '404', code: '404' }],
    '/control/capabilities': [200, { version: 1, capabilities: ['clock.read', 'tokens.issue'] }],
    ...replaced,
  };
  return (request, response) => {
    const [http, body] = answers[request.url ?? ''] ?? [404, 'Not Found'];
    response.writeHead(http, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

describe('preflight', () => {
  it('passes a service and learns its capabilities', async () => {
    const url = await serve(service());
    expect(await preflight(sampleTarget(url))).toEqual({ capabilities: [], looked, answerMs, skewMs });
    const control = { url: `${url}/control` };
    expect(await preflight(sampleTarget(url, { control }))).toEqual({
      capabilities: ['clock.read', 'tokens.issue'],
      looked,
      answerMs,
      skewMs,
      said: { controlVersion: '1' },
    });
  });

  it('notes what the target says of itself, in one line and cut', async () => {
    const rest = service({
      '/control/capabilities': [200, { version: 1, capabilities: [], build: `shop\n2.1 ${'x'.repeat(999)}` }],
    });
    const url = await serve((request, response) => {
      response.setHeader('server', 'nginx/1.27');
      return rest(request, response);
    });
    const { said } = await preflight(sampleTarget(url, { control: { url: `${url}/control` } }));
    expect(said).toEqual({
      servers: { legacy: 'nginx/1.27', resource: 'nginx/1.27' },
      controlVersion: '1',
      build: `shop 2.1 ${'x'.repeat(191)}…`,
    });
  });

  it.each([
    ['keys', { missing: [400, 'no'], wrong: [401, 'no'], elsewhere: [400, 'no'] }],
    ['paths', { missing: [200, ''], wrong: [200, ''], elsewhere: [404, ''] }],
  ] as const)(
    'passes a service whose failures are not JSON, when it distinguishes %s',
    async (_what, answers) => {
      const rest = service();
      const url = await serve((request, response) => {
        if (request.url?.startsWith('/pay/') !== true) return rest(request, response);
        const { authorization } = request.headers;
        const known = authorization === `Bearer ${sampleTarget('').legacy?.apiKey}`;
        const [http, body] =
          request.url !== '/pay/status' ? answers.elsewhere : known ? answers.missing : answers.wrong;
        response.writeHead(http, { 'content-type': 'text/plain' });
        return response.end(body);
      });
      expect(await preflight(sampleTarget(url))).toEqual({ capabilities: [], looked, answerMs, skewMs });
    },
  );

  it('names the address and the setting when nothing listens there', async () => {
    const url = await freeAddress();
    const failure = preflight(sampleTarget(url));
    await expect(failure).rejects.toThrow(Unreachable);
    await expect(failure).rejects.toThrow(
      `${url} (targets.sample.legacy.base_url) could not be reached: connection refused.`,
    );
  });

  it('names the protocol when another one is spoken', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-example\r\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await expect(preflight(sampleTarget(`http://127.0.0.1:${port}`))).rejects.toThrow(/speak HTTP|closed/);
    await expect(preflight(sampleTarget(`https://127.0.0.1:${port}`))).rejects.toThrow(
      'the server does not speak TLS',
    );
  });

  it.each([
    [
      '/pay/status',
      [200, '<html>hello'],
      /\/pay\/status answered HTTP 200 with text\/html: that is not this service/,
    ],
    [
      '/payments/pay_payproofpreflight',
      [404, 'gone'],
      /HTTP 404 with text\/html.*Check targets\.sample\.resource\.base_url/,
    ],
    ['/control/capabilities', [200, 'hi'], /it is not a control interface/],
  ] as const)('describes what answers at %s instead of the service', async (path, answer, message) => {
    const url = await serve(service({ [path]: answer }));
    const failure = preflight(sampleTarget(url, { control: { url: `${url}/control` } }));
    await expect(failure).rejects.toThrow(Unreachable);
    await expect(failure).rejects.toThrow(message);
  });

  it.each([
    ['/pay/status', [200, { status: 404 }], 'a status that is no text'],
    ['/pay/status', [404, { reason: 'unknown' }], 'no status'],
    ['/payments/pay_payproofpreflight', [404, { title: 'Not found' }], 'an error without code'],
    ['/payments/pay_payproofpreflight', [404, { status: '404' }], 'a status alone'],
    ['/payments/pay_payproofpreflight', [200, { id: 'pay_1' }], 'a payment that does not exist'],
  ] as const)('leaves wrong answers at %s to the suites', async (path, answer, _what) => {
    const url = await serve(service({ [path]: answer }));
    await expect(preflight(sampleTarget(url))).resolves.toEqual({
      capabilities: [],
      looked,
      answerMs,
      skewMs,
    });
  });

  it.each(['/pay/status', '/payments/pay_payproofpreflight'])(
    'recognizes at %s the answer of a web framework to an unknown path',
    async (path) => {
      const answer = { timestamp: '2026-01-31T09:00:00Z', status: 404, error: 'Not Found', path };
      const url = await serve(service({ [path]: [404, answer] }));
      await expect(preflight(sampleTarget(url))).rejects.toThrow(/is not this service/);
    },
  );

  it.each([
    ['/pay/status', [401, { status: 'bad_request' }], 'legacy.api_key'],
    ['/pay/status', [400, { status: 'request_failed', reason: 'bad_checksum' }], 'legacy.secret'],
    ['/payments/pay_payproofpreflight', [403, { code: 'authorization.failed' }], 'resource.secret_key'],
  ] as const)('reports a refused key at %s as a wrong setting', async (path, answer, setting) => {
    const url = await serve(service({ [path]: answer }));
    const failure = preflight(sampleTarget(url));
    await expect(failure).rejects.toThrow(SettingsError);
    await expect(failure).rejects.toThrow(`Check targets.sample.${setting}.`);
  });

  it('takes 404 and 501 from control for no capabilities', async () => {
    const url = await serve(service({ '/control/capabilities': [501, {}] }));
    expect(await preflight(sampleTarget(url, { control: { url: `${url}/control` } }))).toEqual({
      capabilities: [],
      looked,
      answerMs,
      skewMs,
    });
  });
});

describe('means', () => {
  it('follow from settings and capabilities together', () => {
    const target = sampleTarget('http://127.0.0.1:1');
    expect([...meansOf(target, [])].sort()).toEqual(['legacy', 'public_key', 'resource']);
    expect(
      [...meansOf(target, ['tokens.issue', 'webhook.register', 'pins.read', 'not.known'])].sort(),
    ).toEqual([
      'legacy',
      'payments',
      'pin',
      'pins.read',
      'public_key',
      'resource',
      'tokens',
      'tokens.change',
      'tokens.issue',
      'webhook.change',
      'webhook.register',
      'webhooks',
    ]);
  });

  it('include webhooks without registration only under an address with a fixed path', () => {
    const target = sampleTarget('http://127.0.0.1:1');
    const at = (publicUrl: string) =>
      meansOf({ ...target, webhooks: { listen: '127.0.0.1:0', publicUrl } }, []);
    expect(at('https://tunnel.example.test/hooks/mine').has('webhooks')).toBe(true);
    expect(at('https://tunnel.example.test/hooks/mine').has('webhook.change')).toBe(false);
    for (const passing of ['https://tunnel.example.test', 'https://tunnel.example.test/'])
      expect(at(passing).has('webhooks')).toBe(false);
  });

  it('give machines a setup without keys and secrets', () => {
    const target = sampleTarget('http://127.0.0.1:1');
    const setup = setupOf(target, meansOf(target, []), { exclusive: true });
    expect(setup).toMatchObject({ validityMs: 1000, testKeys: true, exclusive: true, tokens: [] });
    expect(JSON.stringify(setup)).not.toMatch(/secret|api_key|sk_/);
  });
});
