import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request as post } from 'undici';
import type { Passing } from './proxy.ts';

/** Stands between the target and the receiver: notifications pass through it. */
export interface Relay {
  /** The control call that tells the webhook URL, with the relay's in its place; others are as they were. For `Tampering`. */
  readonly control: (request: Passing) => Passing;
  /** The receiver's URL, secret path included; undefined until it is told. */
  readonly receiver: string | undefined;
  close(): Promise<void>;
}

/** A notification on its way to the receiver. */
export interface Notified {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What a relay does with a notification that came: it sends what it likes to the receiver, and returns the HTTP status that the target is told. */
export type PassOn = (came: Notified, send: (one: Notified) => Promise<number>) => Promise<number>;

/** Passes each notification on with another body. */
export const changing =
  (change: (body: string) => string): PassOn =>
  (came, send) =>
    send({ ...came, body: Buffer.from(change(came.body.toString())) });

/** A relay that may change each notification, or just look at it. */
export async function startRelay(pass: PassOn = (came, send) => send(came)): Promise<Relay> {
  let receiver: string | undefined;
  const agent = new Agent();
  const server = createServer((request, response) => {
    void passOn(request).then(
      (status) => response.writeHead(status, { 'content-length': 0 }).end(),
      () => response.destroy(),
    );
  });
  const send = async ({ headers, body }: Notified): Promise<number> => {
    if (receiver === undefined) return 503;
    const answer = await post(receiver, { method: 'POST', headers, body, dispatcher: agent });
    await answer.body.dump();
    return answer.statusCode;
  };
  const passOn = async (came: IncomingMessage): Promise<number> => {
    const chunks: Buffer[] = [];
    for await (const chunk of came) chunks.push(chunk as Buffer);
    const { 'content-type': type = 'application/json' } = came.headers;
    return pass({ headers: { 'content-type': type }, body: Buffer.concat(chunks) }, send);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/relay`;
  return {
    control(call) {
      const [whole = '', told] = /"url":"([^"]+)"/.exec(call.body.toString()) ?? [];
      if (told === undefined || !call.path.endsWith('/webhook')) return call;
      receiver = told;
      return { ...call, body: Buffer.from(call.body.toString().replace(whole, `"url":"${own}"`)) };
    },
    get receiver() {
      return receiver;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await agent.destroy();
      await closed;
    },
  };
}
