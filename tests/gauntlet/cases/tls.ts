import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { briefly, type Case } from '../case.ts';
import { entryAt } from '../support/reference-target.ts';

const file = (name: string) => fileURLToPath(new URL(`../certificates/${name}`, import.meta.url));

const refused = /could not be reached/;

/** Certificates of a known authority. The first one shows that the others are refused for what is wrong with them. */
const certificates = {
  'in order': ['valid.pem', /that is not this service/],
  'for another name': ['wrong-name.pem', refused],
  'that has expired': ['expired.pem', refused],
  'signed by itself': ['self-signed.pem', refused],
} as const;

export const untrustedCertificates: readonly Case[] = Object.entries(certificates).map(
  ([name, [certificate, says]]) => ({
    name: `TLS with a certificate ${name}`,
    args: briefly,
    expect: { exit: [3], says },
    start: async () => {
      const server = createServer(
        { key: readFileSync(file('server.key')), cert: readFileSync(file(certificate)) },
        (_request, response) => response.end('{"status":"bad_request"}'),
      );
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return {
        entry: entryAt(`https://127.0.0.1:${(server.address() as AddressInfo).port}`),
        environment: { NODE_EXTRA_CA_CERTS: file('ca.pem') },
        close: async () => {
          const closed = once(server, 'close');
          server.close();
          server.closeAllConnections();
          await closed;
        },
      };
    },
  }),
);
