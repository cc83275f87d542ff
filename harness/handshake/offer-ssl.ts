import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

/** Where a server listens. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** Versions that Node itself can't offer any more. */
export type OldVersion = 'SSL 2' | 'SSL 3';

/** What came of an offer: a ServerHello in that version, or anything else that ends it. */
export type Offered = 'accepted' | 'refused' | { readonly unknown: string };

/** More than any answer that decides. */
const mostBytes = 2048;

/** Offers one old version in a connection of its own, which ends with the first answer. Never rejects. */
export function offerSsl(version: OldVersion, { host, port }: Endpoint, timeoutMs: number): Promise<Offered> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    let isConnected = false;
    const socket = connect({ host, port });
    const end = (offered: Offered) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(offered);
    };
    const timer = setTimeout(() => end({ unknown: `no answer within ${timeoutMs} ms` }), timeoutMs);
    socket.on('connect', () => {
      isConnected = true;
      socket.write(hello[version]());
    });
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const answer = answerIn[version](received) ?? (received.length > mostBytes ? 'refused' : undefined);
      if (answer !== undefined) end(answer);
    });
    // A server that ends the connection refuses what was offered.
    socket.on('end', () => end('refused'));
    socket.on('error', ({ message }) => end(isConnected ? 'refused' : { unknown: message }));
  });
}

/** As all servers that had SSL knew them: RSA with 3DES, RC4 and AES. */
const ssl3Ciphers = [0x000a, 0x0005, 0x0004, 0x002f, 0x0035, 0x0016, 0x0033, 0x0039];
const ssl2Ciphers = [0x010080, 0x030080, 0x0700c0, 0x060040, 0x020080, 0x040080];

/** A ClientHello (RFC 6101, 5.6.1.2; the SSL 2 protocol, CLIENT-HELLO). */
const hello: Readonly<Record<OldVersion, () => Buffer>> = {
  'SSL 2': () => {
    const ciphers = Buffer.from(ssl2Ciphers.flatMap((one) => [one >> 16, (one >> 8) & 0xff, one & 0xff]));
    const body = [Buffer.from([1, 0, 2, 0, ciphers.length, 0, 0, 0, 16]), ciphers, randomBytes(16)];
    return Buffer.concat([uint16(0x8000 + Buffer.concat(body).length), ...body]);
  },
  'SSL 3': () => {
    const ciphers = Buffer.concat(ssl3Ciphers.map(uint16));
    const body = [
      Buffer.from([3, 0]),
      randomBytes(32),
      Buffer.from([0]),
      uint16(ciphers.length),
      ciphers,
      Buffer.from([1, 0]),
    ];
    const { length } = Buffer.concat(body);
    return Buffer.concat([
      Buffer.from([0x16, 3, 0]),
      uint16(length + 4),
      Buffer.from([1, 0]),
      uint16(length),
      ...body,
    ]);
  },
};

/** What the bytes received so far decide; undefined while they decide nothing. */
const answerIn: Readonly<Record<OldVersion, (bytes: Buffer) => 'accepted' | 'refused' | undefined>> = {
  'SSL 2': (bytes) => {
    if (bytes.length < 8) return undefined;
    // The header has three bytes where its first bit is not set.
    const at = bytes.readUInt8(0) >= 0x80 ? 2 : 3;
    return bytes.readUInt8(at) === 4 && bytes.readUInt16BE(at + 3) === 2 ? 'accepted' : 'refused';
  },
  'SSL 3': (bytes) => {
    for (let at = 0; bytes.length >= at + 11; at += 5 + bytes.readUInt16BE(at + 3)) {
      const isWarning = bytes.readUInt8(at) === 0x15 && bytes.readUInt8(at + 5) === 1;
      if (isWarning) continue;
      const isHello = bytes.readUInt8(at) === 0x16 && bytes.readUInt8(at + 5) === 2;
      return isHello && bytes.readUInt16BE(at + 9) === 0x0300 ? 'accepted' : 'refused';
    }
    return undefined;
  },
};

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}
