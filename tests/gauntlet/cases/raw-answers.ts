import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { RawAnswer } from '../support/raw-server.ts';

const ok = 'HTTP/1.1 200 OK\r\n';
const json = `${ok}content-type: application/json\r\n`;
// No field of the service's: another server.
const body = '{"hello":"there"}';
const whole = `${json}content-length: ${body.length}\r\n\r\n${body}`;

const text =
  (reply: string): RawAnswer =>
  (socket) =>
    void socket.write(reply);

/** Writes one piece after another, slowly, for as long as the client stays. */
const drip =
  (start: string, piece: string, everyMs: number): RawAnswer =>
  (socket) => {
    socket.write(start);
    const timer = setInterval(() => {
      if (socket.writable) socket.write(piece);
    }, everyMs);
    socket.once('close', () => clearInterval(timer));
  };

/** Writes without an end, as fast as the client reads. */
const flood =
  (start: string, piece: Buffer | string): RawAnswer =>
  (socket) => {
    socket.write(start);
    const more = (): void => {
      while (socket.writable && socket.write(piece));
    };
    socket.on('drain', more);
    more();
  };

const bombBytes = 256 * 1024 * 1024;
const bomb = (encoding: string, compress: (bytes: Buffer) => Buffer): RawAnswer => {
  let packed: Buffer | undefined;
  return (socket) => {
    packed ??= compress(Buffer.alloc(bombBytes, ' '));
    socket.write(`${json}content-encoding: ${encoding}\r\ncontent-length: ${packed.length}\r\n\r\n`);
    socket.write(packed);
  };
};

/** A zstd frame of blocks that each repeat one byte, built by hand since Node 20 can't compress so. */
const zstdBomb = (() => {
  const blockBytes = 128 * 1024;
  const block = (last: 0 | 1): Buffer => {
    const bytes = Buffer.alloc(4, ' ');
    // Its size, its type (1: one byte, repeated) and whether it is the last.
    bytes.writeUIntLE((blockBytes << 3) | (1 << 1) | last, 0, 3);
    return bytes;
  };
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]);
  const blocks = Array.from({ length: bombBytes / blockBytes - 1 }, () => block(0));
  return Buffer.concat([head, ...blocks, block(1)]);
})();

/** Ways to break HTTP, by name: each answers one request. */
export const rawAnswers = {
  'no answer': () => undefined,
  'a header byte every second': drip(`${ok}x-slow: `, '.', 1000),
  'a body byte every second': drip(`${json}content-length: 1000\r\n\r\n{`, ' ', 1000),
  'an endless body': flood(`${json}transfer-encoding: chunked\r\n\r\n`, `10000\r\n${' '.repeat(65_536)}\r\n`),
  'an endless head': flood(ok, `x-more: ${'a'.repeat(8000)}\r\n`),
  'ten megabytes of headers': text(`${ok}${`x: ${'a'.repeat(1000)}\r\n`.repeat(10_000)}\r\n`),
  'a gzip bomb': bomb('gzip', (bytes) => gzipSync(bytes)),
  'a deflate bomb': bomb('deflate', (bytes) => deflateSync(bytes)),
  'a brotli bomb': bomb('br', (bytes) => brotliCompressSync(bytes, { params: { 1: 1 } })),
  'a zstd bomb': (socket) => {
    socket.write(`${json}content-encoding: zstd\r\ncontent-length: ${zstdBomb.length}\r\n\r\n`);
    socket.write(zstdBomb);
  },
  'a zstd frame that is none': text(
    `${json}content-encoding: zstd\r\ncontent-length: 8\r\n\r\n(\xb5/\xfdxxxx`,
  ),
  'a header line without a colon': text(`${ok}no colon here\r\ncontent-length: 0\r\n\r\n`),
  'a header with a bare line feed': text(`${ok}x: a\nb: c\r\ncontent-length: 0\r\n\r\n`),
  'a NUL in a header': text(`${ok}x: a\0b\r\ncontent-length: 0\r\n\r\n`),
  'a flood of 103 Early Hints': flood('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  'status 101': text('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  'status 204 with a body': text(`HTTP/1.1 204 No Content\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
  'status 999': text(`HTTP/1.1 999 What\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
  'status 20': text('HTTP/1.1 20 OK\r\ncontent-length: 0\r\n\r\n'),
  'a length that is too long': text(`${json}content-length: 1000\r\n\r\n${body}`),
  'a length that is too short': text(`${json}content-length: 5\r\n\r\n${body}`),
  'a length below zero': text(`${json}content-length: -1\r\n\r\n${body}`),
  'two lengths': text(`${json}content-length: 5\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
  'a length and chunks': text(`${json}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
  'a second reply behind the first': text(whole + whole),
  'a chunk that lies about its size': text(
    `${json}transfer-encoding: chunked\r\n\r\nffffff\r\n{}\r\n0\r\n\r\n`,
  ),
  'a reset before the reply': (socket) => void socket.resetAndDestroy(),
  'a reset in the reply': (socket) => socket.write(whole.slice(0, -10), () => socket.resetAndDestroy()),
  'a reset after the reply': (socket) => socket.write(whole, () => socket.resetAndDestroy()),
  'a half-closed connection': (socket) => void socket.end(),
  'a connection that is half-closed in the reply': (socket) => void socket.end(whole.slice(0, -10)),
  'no HTTP at all': text('220 smtp.example ESMTP\r\n'),
  'bytes at random': (socket) => void socket.write(Buffer.from([0xff, 0xfe, 0, 1, 2, 3, 10, 13])),
  'a redirect to itself': text('HTTP/1.1 302 Found\r\nlocation: /pay/status\r\ncontent-length: 0\r\n\r\n'),
  'a redirect to a file': text(
    'HTTP/1.1 302 Found\r\nlocation: file:///etc/passwd\r\ncontent-length: 0\r\n\r\n',
  ),
  'a redirect elsewhere': text(
    'HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n',
  ),
  'a 502 page of a gateway': text(
    'HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 3\r\n\r\n502',
  ),
  'a 501 page of a file server': text(
    'HTTP/1.0 501 Unsupported method\r\ncontent-type: text/html\r\ncontent-length: 3\r\n\r\n501',
  ),
} satisfies Readonly<Record<string, RawAnswer>>;
