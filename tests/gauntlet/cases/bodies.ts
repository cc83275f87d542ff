import type { Case } from '../case.ts';
import { briefly, interfaces } from '../case.ts';
import type { Passed } from '../support/proxy.ts';
import { behindProxy } from '../support/reference-target.ts';

/** One reply in so many is replaced. */
const oneIn = 7;
const megabytes = 1024 * 1024;

/** Bodies that break a parser, or what is done with its result. */
const bodies: Readonly<Record<string, string | Buffer>> = {
  'JSON a million levels deep': '['.repeat(1_000_000) + ']'.repeat(1_000_000),
  'JSON ten thousand levels deep': '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
  'fields named __proto__ and constructor': '{"__proto__":{"status":"open"},"constructor":{"prototype":{}}}',
  'duplicate keys': '{"status":"open","status":"close","payment_id":1,"payment_id":"2"}',
  'numbers beyond a double': '{"amount":1e400,"status":"open","total":123456789012345678901234567890}',
  'a string of 50 MB': `{"status":"${'a'.repeat(50 * megabytes)}"}`,
  'a string of 7 MB': `{"status":"${'a'.repeat(7 * megabytes)}"}`,
  'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'an unpaired surrogate': '{"payment_id":"pay_\\ud800","status":"\\udfff"}',
  'line separators': '{"status":"open\\u2028close\\u2029","message":"\u2028"}',
  'NUL in texts': '{"payment_id":"pay_\\u0000","status":"op\\u0000en"}',
  'a raw control character': '{"status":"op\u0001en"}',
  'a byte order mark': '\u{feff}{"status":"open"}',
  'nothing at all': '',
  'a bare null': 'null',
  'a page of HTML': '<html><script>alert(1)</script></html>',
  'a thousand fields': JSON.stringify(
    Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}`, i])),
  ),
};

export const hostileBodies: readonly Case[] = Object.entries(bodies).map(([name, body], i) => ({
  name: `one reply in ${oneIn}: ${name}`,
  args: interfaces[i % 2] ?? briefly,
  short: name === 'JSON a million levels deep',
  expect: { exit: [1, 3], begins: true, accuses: 'any' },
  start: () =>
    behindProxy({
      after: (reply, { n }): Passed => (n % oneIn === 0 ? { ...reply, body: Buffer.from(body) } : reply),
    }),
}));
