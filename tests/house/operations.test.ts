import { describe, expect, it } from 'vitest';
import { filesBelow } from './sources.ts';

/** Spec files that describe no operation, and so have no model, generator and handler of their own. */
const others = {
  legacy: ['checkout', 'common', 'deliveries', 'events', 'events-latitudes', 'latitudes', 'needing', 'order'],
  resource: ['common', 'latitudes', 'payment', 'token'],
} as const;

const rooms = ['models', 'generators', 'reference'] as const;

describe.each(['legacy', 'resource'] as const)('one operation, one basename: %s', (document) => {
  const names = basenames(`spec/${document}`).filter((name) => !others[document].some((one) => one === name));

  it('is tested on at least one operation, and every exception still has its file', () => {
    expect(names.length).toBeGreaterThan(0);
    expect(basenames(`spec/${document}`)).toEqual(expect.arrayContaining([...others[document]]));
  });

  it.each(rooms)('every operation with a spec file has its file below %s', (room) => {
    const there = basenames(`${room}/${document}`);
    const missing = names
      .filter((name) => !there.includes(name))
      .map((name) => `spec/${document}/${name}.ts has no ${room}/${document}/${name}.ts`);
    expect(missing).toEqual([]);
  });
});

/** Names of the files below a folder; one in `tokens/` also answers to `token-…`, since payments have a `get` as well. */
function basenames(folder: string): readonly string[] {
  return filesBelow(folder)
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => {
      const name = path.slice(path.lastIndexOf('/') + 1, -'.ts'.length);
      return path.startsWith(`${folder}/tokens/`) ? [name, `token-${name}`] : [name];
    });
}
