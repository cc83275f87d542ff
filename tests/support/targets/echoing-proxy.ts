import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EchoingProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** A proxy before a server that sends back, in every failure, what `told` makes of the request's key: in texts, headers and a cookie. */
export async function startEchoingProxy(
  server: string,
  told: (key: string) => string,
): Promise<EchoingProxy> {
  const pass = async (path: string, method: string, headers: IncomingHttpHeaders, body: Buffer) => {
    const {
      host: _,
      connection: _c,
      'content-length': _l,
      'transfer-encoding': _t,
      expect: _e,
      ...rest
    } = headers;
    return fetch(`${server}${path}`, {
      method,
      headers: rest as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
      redirect: 'manual',
    });
  };
  const proxy = createServer((request, response) => {
    const answer = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { url = '/', method = 'GET', headers } = request;
      const passed = await pass(url, method, headers, Buffer.concat(chunks));
      const text = await passed.text();
      const key = (headers.authorization ?? '').replace(/^\w+ /, '');
      const isFailure = passed.status >= 400 || text.includes('_fail') || text.includes('failed_request');
      const echoed = isFailure && key !== '' && !url.startsWith('/control');
      const echo = told(key);
      response.writeHead(passed.status, {
        'content-type': passed.headers.get('content-type') ?? 'text/plain',
        ...(echoed && echo.length < 6000 && { 'x-key': echo, 'set-cookie': `key=${echo}; path=/` }),
      });
      // Every text of a failure, so that those that are judged and shown hold the key too.
      response.end(
        echoed
          ? text.replaceAll(
              /"(message|description|reason|title|code)":"[^"]*"/g,
              (_whole, name: string) => `"${name}":${JSON.stringify(`Unknown API key: ${echo}`)}`,
            )
          : text,
      );
    };
    answer().catch(() => response.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async close() {
      const closed = once(proxy, 'close');
      proxy.close();
      proxy.closeAllConnections();
      await closed;
    },
  };
}
