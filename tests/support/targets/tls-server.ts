import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer as listenPlainly, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as listenByTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { OldVersion } from '../../../harness/handshake/offer-ssl.ts';

export interface TlsServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface TlsServerOptions {
  /** A file of `tests/gauntlet/certificates`. */
  readonly certificate: string;
  /** Where the plain text goes. Default: nowhere. */
  readonly to?: number;
  /** An old version that it answers with a ServerHello. Default: none. */
  readonly accepts?: OldVersion;
  /** True: it answers an old version with nothing. Default: its TLS answers. */
  readonly silent?: boolean;
  /** A file with the authority that clients need a certificate of. Default: they need none. */
  readonly clients?: string;
}

/** The path of a certificate for tests. */
export const certificateFile = (name: string) =>
  fileURLToPath(new URL(`../../gauntlet/certificates/${name}`, import.meta.url));

/** The beginning of a ServerHello, which Node can't make in these versions. */
const serverHello: Readonly<Record<OldVersion, Buffer>> = {
  'SSL 2': Buffer.from([0x80, 0x0b, 4, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0]),
  'SSL 3': Buffer.from([0x16, 3, 0, 0, 42, 2, 0, 0, 38, 3, 0, ...new Uint8Array(32), 0, 0, 0x2f, 0]),
};

/** Starts a server on loopback that speaks TLS, and perhaps an old version before it. */
export async function startTlsServer(options: TlsServerOptions): Promise<TlsServer> {
  const { certificate, to, accepts, silent = false, clients } = options;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    return socket;
  };
  const inner = listenByTls(
    {
      key: readFileSync(certificateFile('server.key')),
      cert: readFileSync(certificateFile(certificate)),
      ...(clients !== undefined && { ca: readFileSync(certificateFile(clients)), requestCert: true }),
    },
    (socket) => {
      keep(socket);
      if (to !== undefined) socket.pipe(keep(connect(to, '127.0.0.1'))).pipe(socket);
    },
  );
  inner.on('tlsClientError', () => undefined);
  const innerPort = await portOf(inner);
  const outer = listenPlainly((socket) => {
    keep(socket).once('data', (first: Buffer) => {
      const version = versionOf(first);
      if (version !== undefined && silent) return;
      if (version !== undefined && version === accepts) return void socket.write(serverHello[version]);
      const through = keep(connect(innerPort, '127.0.0.1'));
      through.write(first);
      socket.pipe(through).pipe(socket);
    });
  });
  return {
    port: await portOf(outer),
    async close() {
      const closed = [outer, inner].map((server) => once(server, 'close'));
      for (const server of [outer, inner]) server.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

/** The old version that a ClientHello offers. */
function versionOf(hello: Buffer): OldVersion | undefined {
  if (hello.readUInt8(0) >= 0x80 && hello.readUInt16BE(3) === 2) return 'SSL 2';
  return hello.readUInt8(0) === 0x16 && hello.readUInt16BE(9) === 0x0300 ? 'SSL 3' : undefined;
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
