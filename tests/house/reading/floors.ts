import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import type { Source } from './sources.ts';

/** What the files of a room may take from other rooms; a room always may import itself. */
interface Room {
  /** Rooms below it, of which everything may be imported. */
  readonly all: readonly string[];
  /** Rooms of which only types may be imported. */
  readonly types: readonly string[];
  /** Packages and Node modules that it must not import. */
  readonly never?: RegExp;
}

const network = /^(undici|hono|@hono\/.*|node:(http|https|http2|net|tls|dgram|dns)(\/.*)?)$/;
const world = /^(undici|hono|@hono\/.*|vitest|@faker-js\/.*|node:(?!assert|crypto|util).*)$/;

/** The floors of the house: imports go down only, rooms of one floor don't import each other. The exceptions are `types`. */
const rooms: Readonly<Record<string, Room>> = {
  engine: { all: [], types: [], never: world },
  spec: { all: [], types: [], never: /^(?!zod($|\/)).*$/ },
  models: {
    all: ['spec'],
    types: ['engine'],
    never: /^(node:(?!util$).*|undici|hono|@hono\/.*|vitest|@faker-js\/.*|fast-check)$/,
  },
  reference: { all: ['spec'], types: [] },
  generators: { all: ['engine', 'spec', 'models'], types: [], never: network },
  harness: { all: ['engine', 'spec', 'reference'], types: ['models'] },
  suites: { all: ['engine', 'spec', 'models', 'generators', 'harness'], types: [] },
  reports: { all: ['engine', 'spec', 'harness'], types: ['models'], never: network },
  cli: {
    all: ['engine', 'spec', 'models', 'reference', 'generators', 'harness', 'suites', 'reports'],
    types: [],
  },
  // What others import of the package.
  api: {
    all: ['engine', 'spec', 'reference', 'harness', 'suites', 'reports', 'cli'],
    types: [],
  },
  // What was built of the sources stands beside them.
  bin: { all: ['cli', 'dist'], types: [] },
};

/** Rooms above the house: they may look into every room, and no room may look at them. */
const outside = new Set(['tests', 'tools']);

/** Every forbidden import, in words. Throws an Error when there is nothing to check. */
export function trespasses(files: readonly Source[]): readonly string[] {
  const judged = files.filter(({ path }) => !outside.has(roomOf(path)));
  if (judged.length === 0) throw new Error('no modules were read: a test of nothing proves nothing');
  return judged.flatMap(({ path, text }) => {
    const here = roomOf(path);
    const room = rooms[here];
    if (room === undefined) return [`${path}: ${here}/ has no floor`];
    return importsOf(text).flatMap(({ from, typeOnly }) => {
      const there = from.startsWith('.') ? roomOf(posix.join(posix.dirname(path), from)) : undefined;
      const fault = there === undefined ? known(room, from) : met(here, room, there, typeOnly);
      return fault === undefined ? [] : [`${path} imports ${from}: ${here}/ ${fault}`];
    });
  });
}

function roomOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function known(room: Room, imported: string): string | undefined {
  return room.never?.test(imported) ? `must know nothing of ${imported}` : undefined;
}

function met(here: string, room: Room, there: string, typeOnly: boolean): string | undefined {
  // The root's own files (package.json for the version) belong to no floor.
  if (there === here || there === '..' || /\.\w+$/.test(there)) return undefined;
  if (room.all.includes(there)) return undefined;
  if (!room.types.includes(there)) return `may not import ${there}/`;
  return typeOnly ? undefined : `may import only types of ${there}/`;
}
