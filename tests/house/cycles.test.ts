import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf } from './reading/imports.ts';
import { sources, type Source } from './reading/sources.ts';

const product = /^(?:engine|spec|models|reference|generators|harness|suites|reports|cli|api)\//;

test('no file imports itself by way of others, types included', () => {
  const files = sources().filter(({ path }) => product.test(path));
  expect(files.length).toBeGreaterThan(0);
  expect(cycles(files)).toEqual([]);
});

test.each([
  [{ 'a.ts': "import './b.ts';", 'b.ts': "import type { A } from './a.ts';" }, [['a.ts', 'b.ts']]],
  [
    { 'a.ts': "import './b.ts';", 'b.ts': "import './c.ts';", 'c.ts': "export { x } from './a.ts';" },
    [['a.ts', 'b.ts', 'c.ts']],
  ],
  [{ 'a.ts': "import './b.ts';\nimport './c.ts';", 'b.ts': "import './c.ts';", 'c.ts': '' }, []],
])('the check finds each cycle, and nothing else: %j', (files, found) => {
  const read = Object.entries(files).map(([path, text]) => ({ path, text }));
  expect(cycles(read)).toEqual(found);
});

/** The files that import each other, by Tarjan's strongly connected components (1972), each cycle sorted. */
function cycles(files: readonly Source[]): readonly (readonly string[])[] {
  const imports = new Map(
    files.map(({ path, text }) => [
      path,
      importsOf(text).map(({ from }) => posix.join(posix.dirname(path), from)),
    ]),
  );
  const found: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const visit = (path: string): number => {
    const own = index.size;
    index.set(path, own);
    low.set(path, own);
    open.push(path);
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue;
      const reached = index.has(next) ? (open.includes(next) ? (index.get(next) ?? own) : own) : visit(next);
      low.set(path, Math.min(low.get(path) ?? own, reached));
    }
    const least = low.get(path) ?? own;
    if (least === own) {
      const component = open.splice(open.indexOf(path));
      if (component.length > 1) found.push(component.toSorted());
    }
    return least;
  };
  for (const path of imports.keys()) if (!index.has(path)) visit(path);
  return found;
}
