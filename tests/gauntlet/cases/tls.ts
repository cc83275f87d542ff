import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { startReference } from '../../../reference/server.ts';
import { briefly, type Case } from '../case.ts';
import { entryOf } from '../support/reference-target.ts';

const file = (name: string) => fileURLToPath(new URL(`../certificates/${name}`, import.meta.url));

const refused = { exit: [3], says: /could not be reached/ };

/** Certificates of a known authority. The first one shows that the others are refused for what is wrong with them. */
const certificates: Readonly<Record<string, readonly [string, Case['expect']]>> = {
  'in order': ['valid.pem', { exit: [0, 3], says: /requirements? without evidence/ }],
  'for another name': ['wrong-name.pem', refused],
  'that has expired': ['expired.pem', refused],
  'signed by itself': ['self-signed.pem', refused],
};

export const untrustedCertificates: readonly Case[] = Object.entries(certificates).map(
  ([name, [certificate, expect]]) => ({
    name: `TLS with a certificate ${name}`,
    args: ['--only', 'resource', ...briefly],
    short: name === 'that has expired',
    expect,
    start: async () => {
      const reference = await startReference({ seed: 1 });
      const sockets = new Set<Socket>();
      const keep = (socket: Socket) => {
        sockets.add(socket);
        socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
        return socket;
      };
      const server = createServer(
        { key: readFileSync(file('server.key')), cert: readFileSync(file(certificate)) },
        (socket) => {
          keep(socket)
            .pipe(keep(connect(Number(new URL(reference.url).port), '127.0.0.1')))
            .pipe(socket);
        },
      );
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return {
        entry: entryOf(reference, `https://127.0.0.1:${(server.address() as AddressInfo).port}`),
        environment: { NODE_EXTRA_CA_CERTS: file('ca.pem') },
        close: async () => {
          const closed = once(server, 'close');
          server.close();
          for (const socket of sockets) socket.destroy();
          await closed;
          await reference.close();
        },
      };
    },
  }),
);
