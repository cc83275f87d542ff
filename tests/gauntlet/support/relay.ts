import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Passing } from './proxy.ts';

/** Stands between the target and the receiver: notifications pass through it. */
export interface Relay {
  /** The control call that tells the webhook URL, with the relay's in its place; others are as they were. For `Tampering`. */
  readonly control: (request: Passing) => Passing;
  /** The receiver's URL, secret path included; undefined until it is told. */
  readonly receiver: string | undefined;
  close(): Promise<void>;
}

/** A relay that may change each notification, or just look at it. */
export async function startRelay(change: (body: string) => string = (body) => body): Promise<Relay> {
  let receiver: string | undefined;
  const server = createServer((request, response) => {
    void passOn(request).then(
      (status) => response.writeHead(status, { 'content-length': 0 }).end(),
      () => response.destroy(),
    );
  });
  const passOn = async (request: IncomingMessage): Promise<number> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (receiver === undefined) return 503;
    const body = change(Buffer.concat(chunks).toString());
    const { 'content-type': type = 'application/json' } = request.headers;
    const answer = await fetch(receiver, { method: 'POST', body, headers: { 'content-type': type } });
    return answer.status;
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/relay`;
  return {
    control(request) {
      const [whole = '', told] = /"url":"([^"]+)"/.exec(request.body.toString()) ?? [];
      if (told === undefined || !request.path.endsWith('/webhook')) return request;
      receiver = told;
      return { ...request, body: Buffer.from(request.body.toString().replace(whole, `"url":"${own}"`)) };
    },
    get receiver() {
      return receiver;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
