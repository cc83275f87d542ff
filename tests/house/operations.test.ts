import { describe, expect, it } from 'vitest';
import { filesBelow } from './reading/sources.ts';

/** Spec files that describe no operation, and so have no model, generator and handler of their own. */
const others = {
  legacy: [
    'checkout',
    'checksum',
    'common',
    'deliveries',
    'events',
    'latitudes/events-latitudes',
    'latitudes/form-latitudes',
    'latitudes/latitudes',
    'latitudes/refusal-latitudes',
    'latitudes/request-latitudes',
    'tables',
    'transport',
  ],
  resource: ['buyer', 'common', 'latitudes', 'payment', 'payment-records', 'request-latitudes', 'token'],
} as const;

const rooms = ['models', 'generators', 'reference'] as const;

describe.each(['legacy', 'resource'] as const)('one operation, one basename: %s', (document) => {
  const operations = pathsBelow(`spec/${document}`).filter(
    (path) => !others[document].some((one) => one === path),
  );

  it('is tested on at least one operation, and every exception still has its file', () => {
    expect(operations.length).toBeGreaterThan(0);
    expect(pathsBelow(`spec/${document}`)).toEqual(expect.arrayContaining([...others[document]]));
  });

  // The whole path below the document counts: `payments/get` and `tokens/get` are two operations.
  it.each(rooms)('every operation with a spec file has the same file below %s', (room) => {
    const there = pathsBelow(`${room}/${document}`);
    const missing = operations
      .filter((path) => !there.includes(path))
      .map((path) => `spec/${document}/${path}.ts has no ${room}/${document}/${path}.ts`);
    expect(missing).toEqual([]);
  });
});

/** The TypeScript files below a folder, as paths from it without `.ts`. */
function pathsBelow(folder: string): readonly string[] {
  return filesBelow(folder)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => path.slice(folder.length + 1, -'.ts'.length));
}
