import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodedBody } from '../../../harness/wire/decoded-body.ts';

const plain = Buffer.from('{"status":"open"}');

describe('a body is read without its content coding', () => {
  test.each([
    ['gzip', gzipSync(plain)],
    [' GZIP ', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['br', brotliCompressSync(plain)],
    [undefined, plain],
    ['identity', plain],
  ])('%s', (coding, bytes) => {
    expect(decodedBody(bytes, coding, 1000)?.toString()).toBe('{"status":"open"}');
  });
});

test('bytes that are not in the coding they name stay as they came', () => {
  expect(decodedBody(plain, 'gzip', 1000)).toBe(plain);
  expect(decodedBody(plain, 'zstd', 1000)).toBe(plain);
});

test('what would be too large is not read', () => {
  expect(decodedBody(gzipSync(Buffer.alloc(100_000, ' ')), 'gzip', 1000)).toBeUndefined();
  expect(decodedBody(brotliCompressSync(Buffer.alloc(100_000, ' ')), 'br', 1000)).toBeUndefined();
});
