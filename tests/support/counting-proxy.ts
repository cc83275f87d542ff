import { request as open } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { serve } from '../harness/local-server.ts';

/** A request as the server got it. */
export interface Counted {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

/** A proxy on loopback, until the test ends, that keeps what passes it. `answer` gives what is answered in the server's place; undefined: nothing. */
export async function countingProxy(
  target: string,
  answer: (request: IncomingMessage) => { readonly http: number; readonly body: unknown } | undefined = () =>
    undefined,
) {
  const { hostname, port } = new URL(target);
  const requests: Counted[] = [];
  const url = await serve((request, response) => {
    const { method = '', url: path = '', headers } = request;
    requests.push({ at: performance.now(), method, path, authorization: headers.authorization });
    const own = answer(request);
    if (own !== undefined) {
      request.resume();
      response.writeHead(own.http, { 'content-type': 'application/json' }).end(JSON.stringify(own.body));
      return;
    }
    const onward = open({ hostname, port, method, path, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  return { url, requests };
}
