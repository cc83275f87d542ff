import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as open,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request on its way to the reference. */
export interface Passing {
  /** Counted from 1; control calls are not counted. */
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** A reply in place of the reference's, which does not see the request. */
  readonly instead?: Passed;
}

/** The reference's reply, which a case may change. */
export interface Passed {
  readonly http: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
  /** Sent in chunks of so many bytes. Default: with its length. */
  readonly chunkBytes?: number;
  /** Without a Date, and after 103 Early Hints. Default: with the one, without the other. */
  readonly bare?: true;
  readonly hinted?: true;
}

/** What the proxy does. */
export interface Tampering {
  /** Before the reference sees a control call, or `instead` of it. Undefined: it is passed as it came. */
  control?(request: Passing): Passing | undefined | Promise<Passing | undefined>;
  /** After a control call. */
  controlled?(reply: Passed, request: Passing): Passed | Promise<Passed>;
  /** Before the reference sees the request. `taken`: the socket was answered, or cut, here. */
  before?(request: Passing, socket: Socket): Passing | 'taken' | Promise<Passing | 'taken'>;
  /** After the reference has acted. */
  after?(reply: Passed, request: Passing, socket: Socket): Passed | 'taken' | Promise<Passed | 'taken'>;
}

export interface Proxy {
  readonly url: string;
  /** Requests that came, control calls left out. */
  readonly requests: number;
  /** Ends: connections are cut and refused. */
  die(): Promise<void>;
  /** Listens again, at the same address. */
  revive(): Promise<void>;
  close(): Promise<void>;
}

/** A proxy before the reference that tampers with what goes through it. `to`: the address for the n-th request. */
export async function startProxy(
  to: (n: number) => string | Promise<string>,
  tampering: Tampering,
  port = 0,
): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  let requests = 0;
  const handle = async (incoming: IncomingMessage, socket: Socket): Promise<Passed | 'taken'> => {
    const control = incoming.url?.startsWith('/control') === true;
    const came: Passing = {
      n: control ? requests : (requests += 1),
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: incoming.headers,
      body: await bytesOf(incoming),
    };
    if (control) {
      const call = (await tampering.control?.(came)) ?? came;
      const reply = call.instead ?? (await pass(new URL(await to(requests)), agent, call));
      return (await tampering.controlled?.(reply, call)) ?? reply;
    }
    const request = (await tampering.before?.(came, socket)) ?? came;
    if (request === 'taken') return 'taken';
    const reply = request.instead ?? (await pass(new URL(await to(request.n)), agent, request));
    return (await tampering.after?.(reply, request, socket)) ?? reply;
  };
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const reply = await handle(incoming, incoming.socket);
    if (reply === 'taken') return;
    const { 'transfer-encoding': _, ...headers } = reply.headers;
    if (reply.bare === true) outgoing.sendDate = false;
    if (reply.hinted === true) outgoing.writeEarlyHints({ link: '</a.css>; rel=preload' });
    if (reply.chunkBytes === undefined) {
      outgoing.writeHead(reply.http, { ...headers, 'content-length': reply.body.length }).end(reply.body);
      return;
    }
    const { 'content-length': _length, ...unmeasured } = headers;
    outgoing.writeHead(reply.http, unmeasured);
    for (let at = 0; at < reply.body.length; at += reply.chunkBytes)
      outgoing.write(reply.body.subarray(at, at + reply.chunkBytes));
    outgoing.end();
  };
  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  const listen = async (at: number): Promise<void> => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  const die = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  await listen(port);
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${bound}`,
    get requests() {
      return requests;
    },
    die,
    revive: () => listen(bound),
    async close() {
      agent.destroy();
      await die();
    },
  };
}

async function pass(to: URL, agent: Agent, { method, path, headers, body }: Passing): Promise<Passed> {
  const { 'content-length': _length, 'transfer-encoding': _chunks, ...rest } = headers;
  const onward = open({
    hostname: to.hostname,
    port: to.port,
    method,
    path,
    headers: { ...rest, ...(body.length > 0 && { 'content-length': body.length }) },
    agent,
  });
  onward.end(body);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  return { http: answer.statusCode ?? 502, headers: answer.headers, body: await bytesOf(answer) };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** An internal error of the resource interface, as its document writes one. */
export const serviceException: Passed = {
  http: 500,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(
    JSON.stringify({
      reference: 'err_500',
      status: '500',
      code: 'service.exception',
      title: 'Internal error',
      description: 'The request could not be served.',
    }),
  ),
};
