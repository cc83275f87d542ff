import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { importsOf } from './reading/imports.ts';
import { filesBelow, sources, type Source } from './reading/sources.ts';

/** Lines of the longest file: one subject a file, and by custom no more than can be read at once. */
const longest = 400;
/** Lines of a file that may be read by itself, though one place alone imports it. */
const leastApart = 25;
/** Files of one kind beside each other in a folder. */
const mostInFolder = 20;

describe('source files', () => {
  const files = sources();

  it('have at most 400 lines', () => {
    const long = files
      .map(({ path, text }) => ({ path, lines: linesOf(text) }))
      .filter(({ lines }) => lines > longest)
      .map(({ path, lines }) => `${path} has ${lines} lines`);
    expect(files.length).toBeGreaterThan(0);
    expect(long).toEqual([]);
  });

  it('have kebab-case names, and none is a barrel', () => {
    const name = /^[a-z0-9]+(-[a-z0-9]+)*(\.((slow\.)?test|suite))?\.m?[jt]s$/;
    const wrong = files.map(({ path }) => path).filter((path) => !name.test(path.split('/').at(-1) ?? ''));
    expect(wrong).toEqual([]);
    expect(files.map(({ path }) => path).filter((path) => /(^|\/)index\.m?[jt]s$/.test(path))).toEqual([]);
  });

  it('have at least 25 lines where one place alone imports them', () => {
    expect(shortAndApart(files)).toEqual([]);
  });

  it('are at most 20 in any folder', () => {
    const counts = new Map<string, number>();
    // Files of any kind: a table or a picture makes a folder as hard to read.
    for (const path of [...new Set(files.map(roomOf))].flatMap(filesBelow))
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(0);
    expect([...counts].filter(([, count]) => count > mostInFolder)).toEqual([]);
  });
});

describe('the test of short files', () => {
  const short = { path: 'models/part.ts', text: 'export const part = 1;\n' };
  const importing = (path: string) => ({ path, text: "import { part } from './part.ts';\n" });

  it('is red where a short file has one importer in its program', () => {
    const test = { path: 'tests/part.test.ts', text: "import { part } from '../models/part.ts';\n" };
    expect(shortAndApart([short, importing('models/whole.ts'), test])).toEqual([
      'models/part.ts has 1 lines, and models/whole.ts alone imports it',
    ]);
  });

  it('is green where two import it, where it is long, and where nothing does', () => {
    expect(shortAndApart([short, importing('models/whole.ts'), importing('models/other.ts')])).toEqual([]);
    expect(shortAndApart([{ ...short, text: short.text.repeat(25) }, importing('models/whole.ts')])).toEqual(
      [],
    );
    expect(shortAndApart([short])).toEqual([]);
  });

  it('is green for the file of an operation, which has its like in another room', () => {
    const like = { path: 'generators/part.ts', text: 'export const part = 2;\n' };
    expect(shortAndApart([short, importing('models/whole.ts'), like])).toEqual([]);
  });
});

/**
 * The files that belong into the one that imports them. Apart stay: where a thread or a page begins (`.mjs`, `.js`, and what a `.mjs` loads), and the
 * file of an operation, since those of all rooms have one basename.
 */
function shortAndApart(files: readonly Source[]): readonly string[] {
  const importers = new Map<string, string[]>();
  for (const { path, text } of files)
    for (const target of new Set(
      importsOf(withoutComputed(text)).map(({ from }) => join(dirname(path), from)),
    ))
      importers.set(target, [...(importers.get(target) ?? []), path]);
  const inSeveralRooms = (path: string): boolean => {
    const rooms = files.filter((one) => one.path.endsWith(`/${path.split('/').at(-1)}`)).map(roomOf);
    return (
      operationRooms.has(roomOf({ path })) &&
      new Set(rooms.filter((room) => operationRooms.has(room))).size > 1
    );
  };
  return files
    .filter(({ path, text }) => path.endsWith('.ts') && linesOf(text) < leastApart && !inSeveralRooms(path))
    .flatMap(({ path, text }) => {
      // A test that tries a part by itself does not make it one.
      const [one, ...others] = (importers.get(path) ?? []).filter(
        (importer) => roomOf({ path }) === 'tests' || roomOf({ path: importer }) !== 'tests',
      );
      if (one === undefined || others.length > 0 || one.endsWith('.mjs')) return [];
      return [`${path} has ${linesOf(text)} lines, and ${one} alone imports it`];
    });
}

/** Benchmarks and threads import what they have just built, or what they are told to. */
function withoutComputed(text: string): string {
  return text.replaceAll(/\bimport\(\s*(?=[^'"`\s])/g, '');
}

const operationRooms: ReadonlySet<string> = new Set(['spec', 'models', 'generators', 'reference']);

function roomOf({ path }: Pick<Source, 'path'>): string {
  return path.split('/')[0] ?? '';
}

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}
