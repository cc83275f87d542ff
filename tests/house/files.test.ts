import { describe, expect, it } from 'vitest';
import { filesBelow, sources } from './reading/sources.ts';

const longest = 250;
const mostInFolder = 15;

describe('source files', () => {
  const files = sources();

  it('have at most 250 lines', () => {
    const long = files
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
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

  // Not of cli/, which holds a file for each verb, nor of reference/ and research/, whose files the ids of mutants name (docs/mutants.md).
  it.each([
    'engine',
    'spec',
    'models',
    'generators',
    'harness',
    'suites',
    'reports',
    'api',
    'bench',
    'tests',
  ])('are at most 15 in any folder of %s/', (room) => {
    const counts = new Map<string, number>();
    for (const path of filesBelow(room)) {
      const folder = path.slice(0, path.lastIndexOf('/'));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect(counts.size).toBeGreaterThan(0);
    expect([...counts].filter(([, count]) => count > mostInFolder)).toEqual([]);
  });
});
