import { startReference } from '../../../reference/server.ts';
import { certificateFile, startTlsServer, type TlsServerOptions } from '../../support/targets/tls-server.ts';
import { briefly, type Case } from '../case.ts';
import { entryOf } from '../support/reference-target.ts';

const refused = { exit: [3], says: /could not be reached/ };

/** The handshakes are no requests. */
const handshakes = ['--runs', '1', '--max-requests', '20'] as const;

interface Server extends Pick<TlsServerOptions, 'certificate' | 'accepts'> {
  readonly expect: Case['expect'];
  /** Default: the authority. */
  readonly trusted?: string;
  /** Default: the resource interface. */
  readonly only?: 'legacy';
}

/** Certificates of a known authority. The first one shows that the others are refused for what is wrong with them. */
const servers: Readonly<Record<string, Server>> = {
  'a certificate in order': {
    certificate: 'valid.pem',
    expect: { exit: [0, 3], says: /requirements? without evidence/ },
  },
  'a certificate for another name': { certificate: 'wrong-name.pem', expect: refused },
  'a certificate that has expired': { certificate: 'expired.pem', expect: refused },
  'a certificate signed by itself': { certificate: 'self-signed.pem', expect: refused },
  'a certificate in order, and no SSL': {
    certificate: 'valid.pem',
    only: 'legacy',
    expect: { exit: [0, 3], says: /requirements? without evidence/ },
  },
  'a trusted certificate that is signed under SHA-1': {
    certificate: 'sha1.pem',
    trusted: 'sha1.pem',
    only: 'legacy',
    expect: { exit: [1], accuses: ['legacy.transport.sha-2'], finds: ['legacy.transport.sha-2'] },
  },
  'SSL 3 beside it': {
    certificate: 'valid.pem',
    accepts: 'SSL 3',
    only: 'legacy',
    expect: { exit: [1], accuses: ['legacy.transport.no-ssl'], finds: ['legacy.transport.no-ssl'] },
  },
};

export const untrustedCertificates: readonly Case[] = Object.entries(servers).map(
  ([name, { certificate, accepts, expect, trusted = 'ca.pem', only = 'resource' }]) => ({
    name: `TLS with ${name}`,
    args: ['--only', only, ...(only === 'legacy' ? handshakes : briefly)],
    short: name === 'a certificate that has expired',
    expect,
    start: async () => {
      const reference = await startReference({ seed: 1 });
      const server = await startTlsServer({
        certificate,
        to: Number(new URL(reference.url).port),
        ...(accepts && { accepts }),
      });
      return {
        entry: entryOf(reference, `https://127.0.0.1:${server.port}`),
        environment: { NODE_EXTRA_CA_CERTS: certificateFile(trusted) },
        close: async () => {
          await server.close();
          await reference.close();
        },
      };
    },
  }),
);
