import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Endpoint } from './offer-ssl.ts';

/** The certificate that a server shows in a handshake as Node makes it, in DER, or why there is none. Never rejects. */
export function peerCertificate(
  { host, port }: Endpoint,
  timeoutMs: number,
): Promise<{ readonly certificate: Buffer } | { readonly unknown: string }> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, ...(isIP(host) === 0 && { servername: host }) });
    const end = (seen: { readonly certificate: Buffer } | { readonly unknown: string }) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(seen);
    };
    const timer = setTimeout(() => end({ unknown: `no handshake within ${timeoutMs} ms` }), timeoutMs);
    socket.on('secureConnect', () => {
      const certificate = socket.getPeerX509Certificate()?.raw;
      end(certificate === undefined ? { unknown: 'no certificate was shown' } : { certificate });
    });
    socket.on('error', ({ message }: Error) => end({ unknown: message }));
    socket.on('end', () => end({ unknown: 'the connection was closed' }));
  });
}
