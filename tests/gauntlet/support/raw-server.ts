import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Answers one request over a bare socket, since an HTTP library refuses to break HTTP. */
export type RawAnswer = (socket: Socket, request: Buffer) => void;

export interface RawServer {
  readonly url: string;
  close(): Promise<void>;
}

const headEnd = '\r\n\r\n';

/** Answers each request as it is told, at a free port by default; a request is complete once its Content-Length is there. */
export async function startRawServer(answer: RawAnswer, port = 0): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let pending = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      for (let size = sizeOf(pending); size !== undefined; size = sizeOf(pending)) {
        const request = pending.subarray(0, size);
        pending = pending.subarray(size);
        answer(socket, request);
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Bytes of the first whole request; undefined while it is not complete. */
function sizeOf(bytes: Buffer): number | undefined {
  const head = bytes.indexOf(headEnd);
  if (head < 0) return undefined;
  const [, length = '0'] = /^content-length: *(\d+)/im.exec(bytes.subarray(0, head).toString('latin1')) ?? [];
  const size = head + headEnd.length + Number(length);
  return bytes.length >= size ? size : undefined;
}
