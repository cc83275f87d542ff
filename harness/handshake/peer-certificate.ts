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

/** An element of DER, as far as it is read here. */
interface Element {
  readonly tag: number;
  readonly value: Buffer;
  readonly rest: Buffer;
}

const sequence = 0x30;
const identifier = 0x06;
const hashParameter = 0xa0;

/**
 * The signature algorithm of a certificate (RFC 5280, 4.1.1.2), and the hash that RSASSA-PSS names in its parameters, as object
 * identifiers. Undefined where it can't be read. Node gives it only from version 24 on.
 */
export function signatureAlgorithmOf(
  certificate: Buffer,
): { readonly algorithm: string; readonly hash?: string } | undefined {
  const whole = first(certificate, sequence);
  const signed = whole && first(whole.value, sequence);
  const named = signed && first(signed.rest, sequence);
  const algorithm = named && first(named.value, identifier);
  if (algorithm === undefined) return undefined;
  const parameters = first(algorithm.rest, sequence);
  const hashes = parameters && first(parameters.value, hashParameter);
  const hash = hashes && first(first(hashes.value, sequence)?.value ?? hashes.value, identifier);
  return { algorithm: dotted(algorithm.value), ...(hash && { hash: dotted(hash.value) }) };
}

/** The first element, where it has this tag. */
function first(bytes: Buffer, tag: number): Element | undefined {
  const [found, short] = bytes;
  if (found !== tag || short === undefined) return undefined;
  const more = short < 0x80 ? 0 : short - 0x80;
  if (more > 4 || bytes.length < 2 + more) return undefined;
  const length = more === 0 ? short : bytes.readUIntBE(2, more);
  const end = 2 + more + length;
  if (end > bytes.length) return undefined;
  return { tag: found, value: bytes.subarray(2 + more, end), rest: bytes.subarray(end) };
}

/** An object identifier as people write it. The first two numbers share a byte. */
function dotted(bytes: Buffer): string {
  const [head = 0, ...tail] = bytes;
  const numbers = [Math.min(2, Math.floor(head / 40)), head - 40 * Math.min(2, Math.floor(head / 40))];
  let number = 0;
  for (const byte of tail) {
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0;
  }
  return numbers.join('.');
}
