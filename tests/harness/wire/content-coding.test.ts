import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decoded } from '../../../harness/wire/content-coding.ts';

const plain = Buffer.from('{"status":"open"}');

describe('a body is read without its content coding', () => {
  test.each([
    ['gzip', gzipSync(plain)],
    [' GZIP ', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['gzip, br', brotliCompressSync(gzipSync(plain))],
    [undefined, plain],
    ['identity', plain],
  ])('%s', (coding, bytes) => {
    expect(decoded(bytes, coding, 1000)).toEqual({ bytes: plain });
  });
});

test.each(['gzip', 'zstd', 'gzip, gzip, gzip, gzip, gzip'])('bytes that are not in %s are told', (coding) => {
  expect(decoded(plain, coding, 1000)).toEqual({ why: 'coding' });
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const)('what would be too large in %s is not read', (coding, compressed) => {
  expect(decoded(compressed(Buffer.alloc(100_000, ' ')), coding, 1000)).toEqual({ why: 'size' });
});
